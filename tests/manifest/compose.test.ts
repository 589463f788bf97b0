import { describe, expect, it } from 'vitest'
import { GIB, MIB } from '../../src/units.ts'
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

/*
 * docs.docker.com, Compose file reference, “extends”: “any service-level keys […] are merged”; of two values that of the
 * service counts, maps are merged, and environment is merged by name.
 */
describe('a service that extends another one', () => {
  const BASE = [
    'web:',
    '  mem_limit: 512m',
    '  command: sh -c "GOMAXPROCS=2 exec /api"',
    '  environment: {GOGC: 50, GOMEMLIMIT: 450MiB}',
  ]

  it.each(['extends: web', 'extends: {service: web}'])(
    'has the values of the other one; its own values win: %s',
    (extending) => {
      const own = ['worker:', `  ${extending}`, '  cpus: 2', '  environment: [GOGC=100]']
      expect(serviceOf('worker', ...BASE, ...own)).toEqual({
        memoryLimit: 512 * MIB,
        cpuLimit: 2,
        env: { GOGC: '100', GOMEMLIMIT: '450MiB', GOMAXPROCS: undefined },
        unread: [],
      })
    },
  )

  it('has the values of a chain of services; a chain that is too long is cut', () => {
    const chain = Array.from({ length: 3000 }, (_, i) => `s${i}: {extends: ${i === 0 ? 'web' : `s${i - 1}`}}`)
    expect(serviceOf('s9', ...BASE, ...chain)).toMatchObject({ memoryLimit: 512 * MIB, unread: [] })
    expect(serviceOf('s2999', ...BASE, ...chain).unread).toContain('memoryLimit: a service of another file')
  })

  it('with more keys than any service has is read in one pass', () => {
    const many = Array.from({ length: 60_000 }, (_, i) => `  k${i}: x`)
    const own = ['worker:', '  extends: web', '  cpus: 2', ...many]
    expect(serviceOf('worker', ...BASE, ...own)).toMatchObject({ memoryLimit: 512 * MIB, cpuLimit: 2 })
  })

  it('has its own command and limit instead of those of the other one', () => {
    const own = ['worker:', '  extends: web', '  mem_limit: 1g', '  command: /worker']
    const { memoryLimit, env } = serviceOf('worker', ...own, ...BASE)
    expect(memoryLimit).toBe(GIB)
    expect(env).toEqual({ GOGC: '50', GOMEMLIMIT: '450MiB' })
  })

  it('merges `deploy` over several services', () => {
    const services = [
      'a: {deploy: {resources: {limits: {memory: 1G}}}}',
      'b: {extends: a, deploy: {resources: {limits: {cpus: "2"}}}, env_file: a.env}',
      'c: {extends: b, env_file: [b.env]}',
    ]
    expect(serviceOf('c', ...services)).toEqual({
      memoryLimit: GIB,
      cpuLimit: 2,
      env: {},
      unread: ['variables: env_file', 'variables: env_file'],
    })
  })

  it.each(['extends: {file: common.yml, service: web}', 'extends: missing', 'extends: {service: worker}'])(
    'that is not in the text may have variables and limits from it: %s',
    (extending) => {
      expect(serviceOf('worker', 'worker:', `  ${extending}`, '  cpus: 2').unread).toEqual([
        'memoryLimit: a service of another file',
        'variables: extends',
      ])
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
