import { describe, expect, it } from 'vitest'
import { findingsIn } from '../../src/manifest/findings.ts'
import { MIB } from '../../src/units.ts'
import { manifestOf } from './settings-in.ts'

/** A service of a compose file, with its variables as they count: the last of several. */
function serviceOf(name: string, ...lines: readonly string[]) {
  const found = manifestOf('compose', 'services:', ...lines.map((line) => `  ${line}`)).containers.find(
    (one) => one.name === name,
  )!
  const { memoryLimit, cpuLimit, unread = [] } = found
  const env = Object.fromEntries(found.env.map(({ name, text }) => [name, text]))
  return { memoryLimit, cpuLimit, env, unread: unread.map(({ of, from }) => `${of}: ${from}`) }
}

describe('a service that extends another one', () => {
  it.each(['extends: web', 'extends: {service: web}', 'extends: {file: common.yml, service: web}'])(
    'may have all that it does not set itself from it: %s',
    (extending) => {
      const own = ['worker:', `  ${extending}`, '  cpus: 2', '  environment: [GOGC=100]']
      expect(serviceOf('worker', 'web: {mem_limit: 512m, environment: {GOGC: 50}}', ...own)).toEqual({
        memoryLimit: undefined,
        cpuLimit: 2,
        env: { GOGC: '100' },
        unread: ['memoryLimit: the service that it extends', 'variables: the service that it extends'],
      })
    },
  )
})

// docs.docker.com, Compose file reference, cpu_quota and cpu_period: of the kernel’s CFS, whose period is 100 ms by default.
describe('a CPU limit of a service by quota and period', () => {
  it.each([
    ['cpu_quota: 50000', 0.5],
    ['cpu_quota: 50000, cpu_period: 25000', 2],
    ['cpu_quota: "150000", cpu_period: 100ms', 1.5],
    ['cpu_quota: -1', undefined],
    ['cpu_quota: 50000, cpus: 2', 2],
  ])('is their quotient: %s', (written, expected) => {
    expect(serviceOf('a', `a: {${written}}`)).toMatchObject({ cpuLimit: expected, unread: [] })
  })

  it('that is a variable is not known', () => {
    expect(serviceOf('a', 'a: {cpu_quota: "$QUOTA"}').unread).toEqual(['cpuLimit: a variable or a template'])
  })
})

// docs.docker.com, Compose file reference, “Interpolation”: “You can use a $$ (double-dollar sign) when your configuration
// needs a literal dollar sign.”
describe('a dollar sign in a service', () => {
  const entry = (form: (value: string) => string, value: string) => {
    const manifest = manifestOf('compose', 'services:', `  a: {image: a, environment: ${form(value)}}`)
    const [{ text, from, isHidden } = {}] = manifest.containers[0]!.env
    return { text, from, isHidden, finding: findingsIn(manifest)[0]?.title }
  }
  const FORMS = [(value: string) => `{GOMEMLIMIT: "${value}"}`, (value: string) => `["GOMEMLIMIT=${value}"]`]

  it.each(['$$L', `$$\{L}`, `$$\{L:-400MiB}`, `$\{L:-$$M}`])(
    'that is doubled is the sign itself, which Go refuses: %s',
    (value) => {
      for (const form of FORMS)
        expect(entry(form, value)).toMatchObject({
          isHidden: true,
          finding: 'Go refuses the value of GOMEMLIMIT: the program aborts as it starts',
        })
      expect(serviceOf('a', `a: {mem_limit: "${value}", cpus: "${value}"}`).unread).toEqual([
        'memoryLimit: a text that is not a valid limit',
        'cpuLimit: a text that is not a valid limit',
      ])
    },
  )

  it.each(['$L', `$\{L}`, `$\{L}MiB`, `$\{L:-$M}`, `$\{L:+400MiB}`, `$\{L:?set it}`])(
    'begins a variable, whose value is not known: %s',
    (value) => {
      for (const form of FORMS)
        expect(entry(form, value)).toMatchObject({ from: 'a variable or a template', finding: undefined })
    },
  )

  it('of a command is for its shell only if it is doubled', () => {
    const of = (command: string) =>
      serviceOf('a', `a: {environment: {GOGC: "50"}, command: ["sh", "-c", "${command} exec app"]}`).env
    for (const kept of ['GOGC=$$GOGC', `GOGC=$$\{GOGC:-80}`, 'X=$$L']) expect(of(kept), kept).toEqual({ GOGC: '50' })
    // Compose puts a value of its own environment there.
    for (const other of ['GOGC=$GOGC', `GOGC=$\{GOGC:-80}`]) expect(of(other), other).toEqual({ GOGC: undefined })
  })
})

describe('services without the key above them', () => {
  const LINES = ['db:', '  image: postgres', 'api:', '  mem_limit: 512m', '  environment: [GOGC=50]']

  it('are read as with it', () => {
    const alone = manifestOf('compose', ...LINES).containers
    const whole = manifestOf('compose', 'services:', ...LINES.map((line) => `  ${line}`)).containers
    const read = (all: typeof alone) => all.map(({ name, memoryLimit, env }) => [name, memoryLimit, env[0]?.text])
    expect(read(alone)).toEqual(read(whole))
    expect(read(alone)).toEqual([
      ['db', undefined, undefined],
      ['api', 512 * MIB, '50'],
    ])
  })

  it('are one service if the keys are those of a service', () => {
    const [found, ...more] = manifestOf(
      'compose',
      'mem_limit: 512m',
      'deploy: {resources: {limits: {cpus: 2}}}',
    ).containers
    expect(more).toEqual([])
    expect(found).toMatchObject({ name: '', memoryLimit: 512 * MIB, cpuLimit: 2 })
  })
})
