import { describe, expect, it } from 'vitest'
import { askedContainer, type Choices, manifestsOf, toEvidence } from '../../src/known/evidence.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { describeUnread } from '../../src/known/unread-settings.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

async function knownFrom(texts: string[], choices: Choices = {}) {
  const inputs = await Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
  const evidence = toEvidence(inputs, choices)
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  const known = toKnown(evidence.value)
  return { known, findings: findingsOf(manifestsOf(inputs), known, askedContainer(inputs, choices)) }
}

/** The settings that are not known, those that only may be set with a question mark. */
async function unreadOf(texts: string[], typed: Choices['typed'] = {}) {
  const { known } = await knownFrom(texts, { typed })
  return known.unread.map(({ key, isSet }) => `${key}${isSet ? '' : '?'}`)
}

const pod = (env: string, memory = '512Mi', more = '') => `apiVersion: v1
kind: Pod
spec:
  containers:
  - name: app
    resources:
      limits:
        memory: ${memory}
    env: [${env}]
${more}`
const OFF = '{name: GOGC, value: "off"}'
const compose = (env: string, more = '') => `services:
  app:
    mem_limit: 512m
${more}    environment: {${env}}
`
const unit = (lines: string) => `[Service]\nMemoryMax=512M\n${lines}\n`
const dockerfile = (value: string) => `FROM golang\nENV GOGC=off GOMEMLIMIT=${value}\n`

/** GOGC is off in each: without a limit, the program would be killed. */
const SET_ELSEWHERE: readonly (readonly [string, string])[] = [
  ['a ConfigMap', pod(`${OFF}, {name: GOMEMLIMIT, valueFrom: {configMapKeyRef: {name: x, key: y}}}`)],
  ['a Secret', pod(`${OFF}, {name: GOMEMLIMIT, valueFrom: {secretKeyRef: {name: x, key: y}}}`)],
  ['another variable of the pod', pod(`${OFF}, {name: GOMEMLIMIT, value: $(MEM)}`)],
  ['a value of a chart', pod(`${OFF}, {name: GOMEMLIMIT, value: {{ .Values.limit | quote }}}`)],
  ['a variable of compose', compose(`GOGC: off, GOMEMLIMIT: "\${LIMIT}"`)],
  ['a variable that compose demands', compose(`GOGC: off, GOMEMLIMIT: "\${LIMIT:?set it}"`)],
  ['the shell that starts compose', compose('GOGC: off, GOMEMLIMIT: ')],
  ['a switch of a chart', 'resources: {limits: {memory: 512Mi}}\nuseGOMEMLIMIT: true\nenv: {GOGC: "off"}\n'],
  ['an argument of a Dockerfile', dockerfile('$LIMIT')],
  ['the shell that starts docker', 'docker run -m 512m -e GOGC=off -e GOMEMLIMIT img\n'],
]

/** A whole file of variables, which may hold a limit. */
const FILES: readonly (readonly [string, string])[] = [
  ['envFrom', pod(OFF, '512Mi', '    envFrom: [{configMapRef: {name: goenv}}]\n')],
  ['env_file', compose('GOGC: off', '    env_file: app.env\n')],
  ['env_file as a list', compose('GOGC: off', '    env_file: [{path: app.env, required: true}]\n')],
  ['--env-file', 'docker run -m 512m --env-file app.env -e GOGC=off img\n'],
]

describe('a memory limit that is set elsewhere', () => {
  it.each(SET_ELSEWHERE)('is not known, and does not count as no limit: %s', async (_, text) => {
    const { known, findings } = await knownFrom([text])
    expect(known.unread).toMatchObject([{ key: 'memoryLimit', isSet: true }])
    expect(known.missing).toContain('memoryLimit')
    expect(find(known, 'memoryLimit')).toMatchObject({ sureness: 'assumed', isUnread: true })
    expect(findings).toEqual([])
  })

  it.each(FILES)('may be set in a file that is not among the inputs: %s', async (_, text) => {
    const { known, findings } = await knownFrom([text])
    expect(known.unread).toMatchObject([{ key: 'memoryLimit', isSet: false }])
    expect(known.missing).toContain('memoryLimit')
    expect(findings).toEqual([])
  })

  it.each([...SET_ELSEWHERE, ...FILES])('is known once it is typed: %s', async (_, text) => {
    const typed = { memoryLimit: 400 * MIB }
    const { known, findings } = await knownFrom([text], { typed })
    expect(known.unread).toEqual([])
    expect(find(known, 'memoryLimit')?.value).toBe(400 * MIB)
    expect(findings).toEqual([])
  })

  it.each([...SET_ELSEWHERE, ...FILES])('counts as no limit once the user types that: %s', async (_, text) => {
    const { findings } = await knownFrom([text], { typed: { memoryLimit: 'off' } })
    expect(findings.map(({ kind }) => kind)).toEqual(['off-without-limit'])
  })

  it.each([...SET_ELSEWHERE, ...FILES])('is known from an env file among the inputs: %s', async (_, text) => {
    const { known } = await knownFrom([text, 'GOMEMLIMIT=400MiB\nOTHER=1\n'])
    expect(known.unread).toEqual([])
    expect(find(known, 'memoryLimit')?.value).toBe(400 * MIB)
  })

  it('is known from the process if its metrics show it', async () => {
    const scrape = `go_memstats_alloc_bytes_total 1e9\ngo_gc_gomemlimit_bytes ${400 * MIB}\n`
    for (const [, text] of [...SET_ELSEWHERE, ...FILES])
      expect((await knownFrom([text, scrape])).known.unread).toEqual([])
  })

  it('is not the one of the image: the manifest that starts the container counts', async () => {
    const [, text] = SET_ELSEWHERE[0]!
    const { known } = await knownFrom([text, dockerfile('400MiB')])
    expect(known.unread).toMatchObject([{ key: 'memoryLimit' }])
    expect(find(known, 'memoryLimit')?.value).toBe('off')
    // What the image leaves to an argument is told by the manifest.
    expect(await unreadOf([compose('GOMEMLIMIT: 400MiB'), dockerfile('$LIMIT')])).toEqual([])
  })

  it('leaves nothing unknown that the manifest sets itself', async () => {
    expect(await unreadOf([compose('GOGC: off, GOMEMLIMIT: 400MiB', '    env_file: app.env\n')])).toEqual([])
    expect(await unreadOf([compose('OTHER: 1', '    env_file: app.env\n')])).toEqual(['gogc?', 'memoryLimit?'])
    // Of two files one is not among the inputs.
    const two = compose('GOGC: off', '    env_file: [a.env, b.env]\n')
    expect(await unreadOf([two, 'OTHER=1\n'])).toEqual(['memoryLimit?'])
    expect(await unreadOf([two, 'OTHER=1\n', 'MORE=1\n'])).toEqual([])
  })
})

describe('the file of variables of a systemd unit', () => {
  const text = unit('EnvironmentFile=-/etc/app.env\nEnvironment=GOMEMLIMIT=400MiB')

  it('may override what the unit sets', async () => {
    const { known } = await knownFrom([text])
    const file = 'EnvironmentFile (line 3) of the systemd unit, whose variables are not among the inputs'
    expect(known.unread.map(describeUnread)).toEqual([
      `GOGC may be set by ${file}`,
      `GOMEMLIMIT may be overridden by ${file}`,
    ])
    expect(find(known, 'memoryLimit')).toMatchObject({ value: 400 * MIB, sureness: 'set', isUnread: true })
  })

  it('leaves nothing unknown if it is among the inputs, or if the values are typed', async () => {
    expect(await unreadOf([text, 'OTHER=1\n'])).toEqual([])
    const { known } = await knownFrom([text], { typed: { gogc: 100, memoryLimit: 300 * MIB } })
    expect(known.unread).toEqual([])
    expect(find(known, 'memoryLimit')?.value).toBe(300 * MIB)
  })

  it('leaves a value unknown that the unit takes from elsewhere', async () => {
    expect(await unreadOf([unit('EnvironmentFile=/etc/app.env\nPassEnvironment=GOGC')])).toEqual([
      'gogc',
      'memoryLimit?',
    ])
  })
})

describe('other settings that cannot be read', () => {
  it('are the limits of the container', async () => {
    expect(await unreadOf([pod(OFF, '{{ .Values.memory }}')])).toEqual(['containerLimit'])
    expect(await unreadOf([pod(OFF, '"{{ .Values.memory }}Mi"')])).toEqual(['containerLimit'])
    // Kubernetes knows no MB.
    expect(await unreadOf([pod(OFF, '512MB')])).toEqual(['containerLimit'])
    const chart = 'apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - resources: {{ toYaml .Values.resources }}\n'
    expect(await unreadOf([chart])).toEqual(['containerLimit', 'cpuQuota'])
    expect(await unreadOf([`services:\n  app:\n    mem_limit: \${MEM}\n    cpus: \${CPUS}\n`])).toEqual([
      'containerLimit',
      'cpuQuota',
    ])
    expect(await unreadOf(['[Service]\nMemoryMax=@MEM@\nCPUQuota=@CPU@\n'])).toEqual(['containerLimit', 'cpuQuota'])
    // A share of a machine that nothing tells of.
    expect(await unreadOf(['[Service]\nMemoryMax=50%\n'])).toEqual(['containerLimit'])
    const { known: ofUnit } = await knownFrom(['[Service]\nMemoryMax=50%\nCPUQuota=50\n'])
    expect(ofUnit.unread.map(describeUnread)).toEqual([
      'Container limit is set by the systemd unit, from a share of the machine’s memory (line 2), so its value is not known',
      'CPU limit is set by the systemd unit, from a number without %, which systemd ignores (line 3), so its value is not known',
    ])
    expect(await unreadOf(['docker run -m $MEM --cpus $CPUS img\n'])).toEqual(['containerLimit', 'cpuQuota'])
  })

  it('include those that variables refer to', async () => {
    const field = pod('{name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {resource: limits.memory}}}', '{{ .Values.m }}')
    expect(await unreadOf([field])).toEqual(['containerLimit', 'memoryLimit'])
    expect((await knownFrom([field])).findings).toEqual([])
    const { known } = await knownFrom([field], { typed: { containerLimit: 512 * MIB } })
    expect(known.unread).toEqual([])
    expect(find(known, 'memoryLimit')?.value).toBe(512 * MIB)
  })

  it('are GOGC and GOMAXPROCS', async () => {
    const from = (name: string) => `{name: ${name}, valueFrom: {configMapKeyRef: {name: x, key: y}}}`
    expect(await unreadOf([pod(from('GOGC'))])).toEqual(['gogc'])
    expect(await unreadOf([pod(from('GOMAXPROCS'))])).toEqual(['procs'])
  })

  it('do not include missing limits, or words for no limit', async () => {
    for (const memory of ['', '"0"', '512Mi']) expect(await unreadOf([pod(OFF, memory)])).toEqual([])
    expect(await unreadOf(['[Service]\nMemoryMax=infinity\nCPUQuota=\nEnvironmentFile=\n'])).toEqual([])
    expect(await unreadOf(['services:\n  app:\n    mem_limit: 0\n    env_file:\n'])).toEqual([])
    expect(await unreadOf([pod('{name: GOMEMLIMIT}, {name: GOGC, value: ""}')])).toEqual([])
    expect(await unreadOf(['resources:\n  limits: {memory: 512Mi}\nuseGOMEMLIMIT: false\n'])).toEqual([])
  })
})

describe('a finding beside a setting that is not known', () => {
  it('says what is wrong, but simulates nothing', async () => {
    const from = '{name: GOGC, valueFrom: {configMapKeyRef: {name: x, key: y}}}'
    const { findings } = await knownFrom([pod(`${from}, {name: GOMEMLIMIT, value: 2GiB}`)])
    expect(findings).toMatchObject([{ kind: 'above-container' }])
    expect(findings[0]!.effect).toBeUndefined()
  })
})

describe('a default in a compose file', () => {
  it('counts as the value of its setting', async () => {
    const text = `services:
  app:
    mem_limit: \${MEM:-512m}
    cpus: \${CPUS-1.5}
    environment:
      GOMEMLIMIT: \${LIMIT:-\${OTHER:-400}MiB}
      GOGC: \${PERCENT-200}
`
    const { known } = await knownFrom([text])
    expect(known.unread).toEqual([])
    const values = (['containerLimit', 'cpuQuota', 'memoryLimit', 'gogc'] as const).map(
      (key) => find(known, key)?.value,
    )
    expect(values).toEqual([512 * MIB, 1.5, 400 * MIB, 200])
  })
})
