import { describe, expect, it } from 'vitest'
import { withEffect } from '../../src/known/effect.ts'
import { type Finding, findingsOf } from '../../src/known/findings.ts'
import { inputKindOf } from '../../src/known/input/input-kind.ts'
import { toKnown } from '../../src/known/known.ts'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { MIB } from '../../src/units.ts'

const PROGRAM = { liveHeap: 100 * MIB, allocRate: 100 * MIB, procs: 2 }

/** Findings in a manifest, simulated with a program of 100 MiB. */
function findingsFrom(text: string, kind: ManifestKind = 'kubernetes'): Finding[] {
  const manifest = parseManifest(text, kind)
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  return findingsOf([manifest.value], toKnown({ runs: [], manifests: [manifest.value], typed: PROGRAM }))
}

const pod = (env: string, resources = 'limits: {memory: 512Mi, cpu: "2"}') => `apiVersion: apps/v1
kind: Deployment
spec:
  template:
    spec:
      containers:
        - name: app
          resources: {${resources}}
          env: [${env}]
`
const literal = (name: string, value: string) => `{name: ${name}, value: "${value}"}`
const field = (resource: string, divisor = '') =>
  `{name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {resource: ${resource}${divisor}}}}`

describe('a word for no limit that Go does not know', () => {
  it.each(['unlimited', 'none', 'max', '-1'])(
    'GOMEMLIMIT=%s keeps the program from starting: off is the word',
    (word) => {
      const [found] = findingsFrom(pod(literal('GOMEMLIMIT', word)))
      expect(found).toMatchObject({ kind: 'malformed-limit', title: expect.stringContaining(`GOMEMLIMIT=${word}`) })
      expect(found?.mended).toContain('"off"')
    },
  )

  it('a number above Go’s largest limit is corrected to a line that Go accepts', () => {
    const mended = (value: string, file = '') => findingsFrom(`${file}GOMEMLIMIT=${value}\n`, 'env-file')[0]?.mended
    for (const value of ['99999999999999999999', '95367431640625MiB', '8388608TiB', '1e30B'])
      expect(mended(value), value).toBe('GOMEMLIMIT=off')
    const [inContainer] = findingsFrom(pod(literal('GOMEMLIMIT', '99999999999999999999')))
    expect(inContainer?.mended).toContain('"460MiB"')
    // Off beside GOGC=off would collect nothing: what to write is not known.
    expect(mended('99999999999999999999', 'GOGC=off\n')).toBe('GOMEMLIMIT=…MiB')
  })

  it('a number of CPUs as GOMEMLIMIT is named as what it is, also where the number is not known', () => {
    const of = (resource: string, resources: string) => findingsFrom(pod(field(resource), resources))
    expect(of('limits.cpu', 'limits: {memory: 512Mi, cpu: 1500m}')).toMatchObject([
      {
        title: 'GOMEMLIMIT comes from the CPU limit, not from the memory limit',
        text: expect.stringContaining('Kubernetes writes 2, and Go reads'),
        effect: { runs: [expect.anything(), expect.anything()] },
      },
    ])
    // Without a CPU limit, Kubernetes writes how many CPUs the node has.
    const [open] = of('limits.cpu', 'limits: {memory: 512Mi}')
    expect(open).toMatchObject({ text: expect.stringContaining('Kubernetes writes a number of CPUs') })
    expect(open?.effect).toBeUndefined()
    expect(of('requests.cpu', 'limits: {memory: 512Mi, cpu: 2}')[0]?.title).toContain('comes from the CPU request')
  })

  it('GOGC=0 says after how much allocation the next cycle starts', () => {
    expect(findingsFrom(pod(literal('GOGC', '0')))[0]?.title).toBe(
      'GOGC=0: a GC cycle starts 1 MiB of allocation after the last one ended',
    )
  })

  it('a negative GOGC is named as written: Go reads it as off', () => {
    const title = (value: string) => findingsFrom(pod(literal('GOGC', value)))[0]?.title
    const effect = 'memory limit: Go starts no GC cycle on its own'
    for (const value of ['-1', '-100']) expect(title(value)).toBe(`GOGC=${value} means off, and there is no ${effect}`)
    expect(title('off')).toBe(`GOGC=off without a ${effect}`)
  })

  it('GOGC=none is corrected to off only under a memory limit', () => {
    const mended = (env: string) => findingsFrom(pod(env)).find(({ kind }) => kind === 'malformed-gogc')?.mended
    expect(mended(literal('GOGC', 'none'))).toContain('"100"')
    expect(mended(`${literal('GOGC', 'OFF')}, ${literal('GOMEMLIMIT', '400MiB')}`)).toContain('"off"')
  })
})

describe('findings in a manifest', () => {
  it.each([
    { kind: 'bare-bytes', env: literal('GOMEMLIMIT', '512'), mended: '460MiB' },
    { kind: 'bare-bytes', env: literal('GOMEMLIMIT', '512KiB'), mended: '460MiB' },
    { kind: 'bare-bytes', env: literal('GOMEMLIMIT', '+512'), mended: '460MiB' },
    { kind: 'malformed-limit', env: literal('GOMEMLIMIT', '400Mi'), mended: '400MiB' },
    { kind: 'malformed-limit', env: literal('GOMEMLIMIT', '80%'), mended: '409MiB' },
    { kind: 'malformed-gogc', env: literal('GOGC', '50%'), mended: '"50"' },
    { kind: 'zero-gogc', env: literal('GOGC', '0'), mended: '"100"' },
    { kind: 'zero-gogc', env: `${literal('GOGC', '-0')}, ${literal('GOMEMLIMIT', '400MiB')}`, mended: '"off"' },
    { kind: 'misspelt', env: literal('GOMEMLIMT', '400MiB'), mended: 'GOMEMLIMIT' },
    { kind: 'misspelt', env: literal('gomeglimit', '400MiB'), mended: 'GOMEMLIMIT' },
    { kind: 'above-container', env: literal('GOMEMLIMIT', '600MiB'), mended: '460MiB' },
    { kind: 'no-headroom', env: literal('GOMEMLIMIT', '500MiB'), mended: '460MiB' },
    { kind: 'no-headroom', env: field('limits.memory'), mended: '460MiB' },
    { kind: 'field-without-limit', env: field('limits.memory'), resources: 'limits: {cpu: "2"}' },
    { kind: 'divisor-as-headroom', env: field('limits.memory', ', divisor: 1Mi'), mended: '460MiB' },
    { kind: 'bare-bytes', env: field('limits.cpu'), resources: 'limits: {memory: 512Mi, cpu: 2}', mended: '460MiB' },
    { kind: 'off-without-limit', env: literal('GOGC', 'off'), mended: '460MiB' },
    {
      kind: 'limit-from-request',
      env: field('requests.memory'),
      resources: 'limits: {memory: 512Mi}, requests: {memory: 128Mi}',
      mended: '460MiB',
    },
    { kind: 'cpu-below-one', env: '', resources: 'limits: {memory: 512Mi, cpu: 500m}' },
    { kind: 'procs-above-quota', env: literal('GOMAXPROCS', '16'), mended: '"2"' },
  ])('$kind: $env', ({ kind, env, resources, mended }) => {
    const findings = findingsFrom(pod(env, resources))
    expect(findings.map((one) => one.kind)).toEqual([kind])
    if (mended) expect(findings[0]?.mended).toContain(mended)
    if (env !== '') expect(findings[0]?.line).toBe(9)
    // A program that aborts has nothing to simulate.
    if (kind !== 'malformed-limit') expect(findings[0]?.effect?.program).toMatch(/^your program/)
  })

  it.each(['480Mi', '95%', '512'])('says why a corrected limit is lower than the one that was meant: %s', (value) => {
    const [finding] = findingsFrom(pod(literal('GOMEMLIMIT', value)))
    expect(finding?.mended).toContain('460MiB')
    expect(finding?.text).toMatch(/90 % of the container: (480|486|512) MiB would leave too little/)
  })

  it.each(['400Mi', '80%', '400'])('gives no reason if the limit stays as it was meant: %s', (value) => {
    const [finding] = findingsFrom(pod(literal('GOMEMLIMIT', value)))
    expect(finding?.mended).toMatch(/40[09]MiB/)
    expect(finding?.text).not.toContain('90 %')
  })

  it.each(['0%', '0.5%', '0,4 %'])('does not accept a share below 4 MiB as a limit: %s', (value) => {
    const [finding] = findingsFrom(pod(literal('GOMEMLIMIT', value)))
    expect(finding?.mended).toContain('…MiB')
  })

  it('writes sizes in sentences with a space, and in lines to paste without', () => {
    const [finding] = findingsFrom(pod(literal('GOMEMLIMIT', '600MiB')))
    expect(finding?.title).toBe('The memory limit, 600 MiB, lies above the container’s 512 MiB')
    expect(finding?.mended).toContain('"460MiB"')
  })

  it('says what a bare number does: cycles without a pause', () => {
    const [finding] = findingsFrom(pod(literal('GOMEMLIMIT', '512')))
    const [, as = '', mended = ''] = /: ([\d.]+) GC cycles.* ([\d.]+) GC cycles/.exec(withEffect(finding!)) ?? []
    expect(Number(as)).toBeGreaterThan(10 * Number(mended))
  })

  it('compares each of several findings with the run in which all are corrected', () => {
    const env = `${literal('GOMEMLIMIT', '512')}, ${literal('GOGC', '30%')}`
    const findings = findingsFrom(pod(env, 'limits: {memory: 512Mi, cpu: 500m}'))
    expect(findings.map(({ kind }) => kind)).toEqual(['malformed-gogc', 'bare-bytes', 'cpu-below-one'])
    const parts = findings.map((one) => /else corrected\. As written: (.*)\. Corrected: (.*)\.$/.exec(withEffect(one)))
    // One and the same mended run: that of the manifest with every line mended, which has nothing to mend.
    const good = pod(
      `${literal('GOMEMLIMIT', '460MiB')}, ${literal('GOGC', '30')}`,
      'limits: {memory: 512Mi, cpu: "1"}',
    )
    expect(findingsFrom(good)).toEqual([])
    expect(new Set(parts.map((part) => part?.[2])).size).toBe(1)
    const [gogc, bytes, cpu] = parts.map((part) => Number.parseFloat(part?.[1] ?? ''))
    const mended = Number.parseFloat(parts[0]?.[2] ?? '')
    // GOGC=100 collects less often than 30. Of 512 bytes cycles follow one another, as fast as one CPU can mark.
    expect(gogc).toBeLessThan(mended)
    expect(bytes).toBeGreaterThan(2 * mended)
    expect(cpu).toBeLessThan(2 * mended)
  })

  it('also corrects the value of a misspelt name', () => {
    const [finding] = findingsFrom(pod(literal('GOMEMLIMT', '512')))
    expect(finding?.mended).toContain('460MiB')
    const [, as = '', mended = ''] = /: ([\d.]+) GC cycles.* ([\d.]+) GC cycles/.exec(finding?.text ?? '') ?? []
    expect(Number(mended)).toBeLessThanOrEqual(1.1 * Number(as))
  })

  it.each([
    literal('GOMEMLIMIT', '460MiB'),
    literal('GOGC', '200'),
    literal('GOMEMLIMIT', '482344960'),
    `${literal('GOGC', 'off')}, ${literal('GOMEMLIMIT', '400MiB')}`,
    `${literal('GOOGLE_KEY', 'x')}, ${literal('GOPATH', '/go')}`,
  ])('leaves good settings alone: %s', (env) => {
    expect(findingsFrom(pod(env))).toEqual([])
  })

  it('ignore init containers, and distinguish sidecars from the program', () => {
    const text = pod(literal('GOGC', 'off')).replace('containers:', 'initContainers:')
    expect(findingsFrom(`${text}      containers: [{name: app}, {name: istio-proxy}]\n`)).toEqual([])
  })
})

describe('memory: 512m', () => {
  const slip = 'limits: {memory: 512m, cpu: 100m}'

  it('is reported first, with the line to write', () => {
    const findings = findingsFrom(pod(literal('GOMAXPROCS', '8'), slip))
    expect(findings.map(({ kind }) => kind)).toEqual(['tiny-memory', 'cpu-below-one'])
    expect(findings[0]).toEqual({
      kind: 'tiny-memory',
      title: 'limits: memory: 512m is 0.512 bytes: m means thousandths',
      text: 'No program fits into so little. Was 512Mi meant? Until it is corrected, the memory limit of the container counts as unknown here.',
      line: 8,
      mended: 'memory: 512Mi',
      isFatal: true,
    })
  })

  it.each([literal('GOMEMLIMIT', '400MiB'), field('limits.memory'), literal('GOGC', '100')])(
    'is not compared with anything: %s',
    (env) => {
      const findings = findingsFrom(pod(env, 'limits: {memory: 512m}'))
      expect(findings.map(({ kind }) => kind)).toEqual(['tiny-memory'])
    },
  )

  it('counts as unknown', () => {
    const manifest = parseManifest(pod('', `${slip}, requests: {memory: 256m}`), 'kubernetes')
    const [container] = manifest.ok ? manifest.value.containers : []
    expect(container).toMatchObject({ memoryLimit: undefined, memoryRequest: undefined, cpuLimit: 0.1 })
    expect(findingsFrom(pod('', 'requests: {memory: 256m}'))[0]).toMatchObject({
      title: 'requests: memory: 256m is 0.256 bytes: m means thousandths',
      text: 'No program fits into so little. Was 256Mi meant?',
    })
  })

  it.each([
    ['1000m', '1 byte: m means thousandths', '1000Mi'],
    ['512', '512 bytes', '512Mi'],
    ['"2"', '2 bytes', '2Gi'],
    ['512Ki', '512 KiB', '512Mi'],
    ['0.5m', '0.0005 bytes: m means thousandths', '…Mi'],
  ])('has likes: %s is %s, for %s', (memory, size, meant) => {
    const [found] = findingsFrom(pod('', `limits: {memory: ${memory}}`))
    expect(found?.title).toBe(`limits: memory: ${memory.replaceAll('"', '')} is ${size}`)
    expect(found?.mended).toBe(`memory: ${meant}`)
  })

  it.each(['0', '1Mi', '644245094400m'])('but %s can be meant', (memory) => {
    expect(findingsFrom(pod('', `limits: {memory: ${memory}}`))).toEqual([])
  })

  it.each([
    ['compose', 'services:\n  app:\n    mem_limit: 512\n', 'mem_limit: 512 is 512 bytes', 'mem_limit: 512m', 3],
    [
      'compose',
      'services:\n  app:\n    deploy:\n      resources: {limits: {memory: 2}}\n',
      'limits: memory: 2 is 2 bytes',
      'memory: 2g',
      4,
    ],
    ['compose', 'services: {app: {mem_limit: 512k}}\n', 'mem_limit: 512k is 512 KiB', 'mem_limit: 512m', 1],
    ['compose', 'services: {app: {mem_limit: 4m}}\n', 'mem_limit: 4m is 4 MiB', 'mem_limit: …m', 1],
    ['docker-run', 'docker run \\\n  -m 512 app\n', '-m 512 is 512 bytes', '-m 512m', 1],
    ['docker-run', 'docker run --memory=1.5 app\n', '--memory=1.5 is 1.5 bytes', '--memory=1.5g', 1],
    ['docker-run', 'docker run -m512 app\n', '-m512 is 512 bytes', '-m512m', 1],
    ['systemd', '[Service]\nMemoryMax=512\n', 'MemoryMax=512 is 512 bytes', 'MemoryMax=512M', 2],
    ['systemd', '[Service]\nMemoryLimit=2\n', 'MemoryLimit=2 is 2 bytes', 'MemoryLimit=2G', 2],
  ] as const)('has likes in other manifests: %s, %j', (kind, text, title, mended, line) => {
    expect(findingsFrom(text, kind)).toEqual([
      {
        kind: 'tiny-memory',
        title,
        mended,
        line,
        isFatal: true,
        text: expect.stringMatching(/counts as unknown here\.$/),
      },
    ])
    const manifest = parseManifest(text, kind)
    expect(manifest.ok && manifest.value.containers[0]?.memoryLimit).toBeUndefined()
    // The line that is offered is none of them.
    if (!mended.includes('…'))
      expect(findingsFrom(text.replace(title.split(' is ')[0]!.replace('limits: ', ''), mended), kind)).toEqual([])
  })

  it('is reported for a reservation as well', () => {
    const text = 'docker run -m 512m --memory-reservation 256 app\n'
    expect(findingsFrom(text, 'docker-run')).toEqual([
      {
        kind: 'tiny-memory',
        title: '--memory-reservation 256 is 256 bytes',
        text: 'Docker refuses less than 6 MiB. Was 256m meant?',
        mended: '--memory-reservation 256m',
        line: 1,
      },
    ])
  })

  it.each([
    ['compose', 'services: {app: {mem_limit: 0}}\n'],
    ['compose', 'services: {app: {mem_limit: 6m}}\n'],
    ['docker-run', 'docker run -m 0 app\n'],
    ['systemd', '[Service]\nMemoryMax=infinity\n'],
    ['systemd', '[Service]\nMemoryMax=4M\n'],
  ] as const)('but a size that can be meant, or stands for none, is left alone: %s, %j', (kind, text) => {
    expect(findingsFrom(text, kind)).toEqual([])
  })
})

// systemd.resource-control(5): above MemoryHigh processes are heavily slowed down, and memory is taken away aggressively.
describe('MemoryHigh of a systemd unit', () => {
  const unit = (env: string, ...limits: string[]) => `[Service]\n${limits.join('\n')}\nEnvironment=${env}\n`
  const kindsOf = (text: string) => findingsFrom(text, 'systemd').map(({ kind }) => kind)

  it('should be above the memory limit, with room for memory that the limit does not count', () => {
    const [found, ...others] = findingsFrom(unit('GOMEMLIMIT=900MiB', 'MemoryHigh=512M', 'MemoryMax=1G'), 'systemd')
    expect(others).toEqual([])
    expect(found).toMatchObject({ kind: 'above-high', line: 4, mended: 'Environment=GOMEMLIMIT=460MiB' })
    // The model knows nothing of MemoryHigh: it would show the cost of the mended limit alone.
    expect(found?.effect).toBeUndefined()
    expect(kindsOf(unit('GOMEMLIMIT=500MiB', 'MemoryHigh=512M'))).toEqual(['above-high'])
    expect(kindsOf(unit('GOMEMLIMIT=460MiB', 'MemoryHigh=512M', 'MemoryMax=1G'))).toEqual([])
  })

  it('does not kill, and so is not a container limit', () => {
    const manifest = parseManifest(unit('GOGC=100', 'MemoryHigh=512M'), 'systemd')
    if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
    const [container] = manifest.value.containers
    expect([container?.memoryHigh, container?.memoryLimit]).toEqual([512 * MIB, undefined])
  })

  it('that every program exceeds slows it down, but does not stop it as such a MemoryMax does', () => {
    const [high, ...others] = findingsFrom(unit('GOMEMLIMIT=800MiB', 'MemoryHigh=512', 'MemoryMax=1G'), 'systemd')
    expect(others).toEqual([])
    expect(high).toMatchObject({ kind: 'tiny-memory', line: 2, mended: 'MemoryHigh=512M' })
    expect(high?.isFatal).toBeUndefined()
    expect(high?.text).toMatch(/does not kill it, but reclaims memory and slows it down/)
    expect(findingsFrom(unit('GOGC=100', 'MemoryMax=512'), 'systemd')[0]?.isFatal).toBe(true)
  })

  it('bounds the limits that other findings suggest', () => {
    const mendedOf = (env: string) => findingsFrom(unit(env, 'MemoryHigh=512M', 'MemoryMax=1G'), 'systemd')[0]?.mended
    expect(mendedOf('GOGC=off')).toBe('Environment=GOMEMLIMIT=460MiB')
    expect(mendedOf('GOMEMLIMIT=1Gi')).toBe('Environment=GOMEMLIMIT=460MiB')
    expect(mendedOf('GOMEMLIMIT=2GiB')).toBe('Environment=GOMEMLIMIT=460MiB')
    // A share of the only size that there is.
    const [alone] = findingsFrom(unit('GOMEMLIMIT=80%', 'MemoryHigh=1G'), 'systemd')
    expect(alone?.mended).toBe('Environment=GOMEMLIMIT=819MiB')
  })

  it('is reset by a later line without a value, or with infinity; 0 is ignored', () => {
    for (const value of ['', 'infinity'])
      expect(kindsOf(unit('GOMEMLIMIT=900MiB', 'MemoryHigh=512M', `MemoryHigh=${value}`))).toEqual([])
    const after0 = (of: string) => kindsOf(unit('GOMEMLIMIT=900MiB', `${of}=512M`, `${of}=0`))
    expect(after0('MemoryHigh')).toEqual(['ignored-size', 'above-high'])
    expect(after0('MemoryMax')).toEqual(['ignored-size', 'above-container'])
  })

  it('and MemoryMax take their last lines; a share of the machine’s memory is unknown', () => {
    const limitOf = (...lines: string[]) => {
      const manifest = parseManifest(unit('GOMEMLIMIT=800MiB', ...lines), 'systemd')
      const [container] = manifest.ok ? manifest.value.containers : []
      return { limit: container?.memoryLimit, isTiny: container?.tiny !== undefined }
    }
    expect(limitOf('MemoryMax=1G', 'MemoryMax=50%')).toEqual({ limit: undefined, isTiny: false })
    expect(limitOf('MemoryMax=50%', 'MemoryMax=1G')).toEqual({ limit: 1024 * MIB, isTiny: false })
    expect(limitOf('MemoryMax=1G', 'MemoryMax=512')).toEqual({ limit: undefined, isTiny: true })
    expect(limitOf('MemoryMax=512', 'MemoryMax=1G')).toEqual({ limit: 1024 * MIB, isTiny: false })
    // What systemd cannot read it ignores.
    expect(limitOf('MemoryMax=1G', 'MemoryMax=much')).toEqual({ limit: 1024 * MIB, isTiny: false })
    expect(kindsOf(unit('GOMEMLIMIT=900MiB', 'MemoryHigh=512M', 'MemoryHigh=50%'))).toEqual([])
  })
})

describe('a CPU limit below one', () => {
  const quarterOf = (env: string) => findingsFrom(pod(env, 'limits: {memory: 512Mi, cpu: 100m}'))[0]?.text

  it('says what a quarter of GOMAXPROCS is, as set or as derived by Go', () => {
    expect(quarterOf(literal('GOMAXPROCS', '8'))).toMatch(/while a cycle runs: of 8, 2 CPUs\./)
    expect(quarterOf(literal('GOMAXPROCS', '2'))).toMatch(/while a cycle runs: of 2, 0\.5 CPUs\./)
    expect(quarterOf('')).toMatch(/while a cycle runs: of 2, 0\.5 CPUs\./)
  })
})

describe('other manifests', () => {
  it.each([
    [
      'compose',
      'services:\n  app:\n    mem_limit: 512m\n    environment:\n      - GOMEMLIMIT=512\n',
      '- GOMEMLIMIT=460MiB',
    ],
    [
      'compose',
      'services:\n  app:\n    deploy: {resources: {limits: {memory: 512M}}}\n    environment:\n      GOMEMLIMIT: 512\n',
      'GOMEMLIMIT: "460MiB"',
    ],
    ['dockerfile', 'FROM golang:1.26\nENV GOMEMLIMIT=512 PORT=80\nCMD ["/app"]\n', 'ENV GOMEMLIMIT=512MiB'],
    ['systemd', '[Service]\nMemoryMax=512M\nEnvironment="GOMEMLIMIT=512" A=b\n', 'Environment=GOMEMLIMIT=460MiB'],
    ['env-file', 'PORT=80\nexport GOMEMLIMIT="512"\n', 'GOMEMLIMIT=512MiB'],
    ['docker-run', 'docker run -m 512m --cpus=2 \\\n  -e GOMEMLIMIT=512 app\n', '-e GOMEMLIMIT=460MiB'],
  ] as const)('are told by their content, and mended in their own words: %s', (kind, text, mended) => {
    expect(inputKindOf(text)).toBe(kind)
    expect(findingsFrom(text, kind)[0]?.mended).toContain(mended)
  })
})
