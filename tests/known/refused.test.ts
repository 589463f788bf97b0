import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Choices, toEvidence } from '../../src/known/evidence.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { programOf } from '../../src/known/scenario.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

const LOG = readFileSync('tests/fixtures/services/quiet/logs/queue-gogcoff-limit36MiB.log', 'utf8')
const SCRAPE = 'go_memstats_alloc_bytes_total 1e9\ngo_memstats_next_gc_bytes 8e7\nprocess_start_time_seconds 1000\n'
const TYPED = { liveHeap: 40 * MIB, allocRate: 20 * MIB }

const pod = (limit: string, container = 'limits: {memory: 1Gi}', gogc = 'off') => `apiVersion: v1
kind: Pod
spec:
  containers:
    - name: api
      env: [{name: GOGC, value: "${gogc}"}, {name: GOMEMLIMIT, value: "${limit}"}, {name: GOMAXPROCS, value: "7"}]
      resources: {${container}}
`

async function knownFrom(texts: readonly string[], typed: Choices['typed'] = {}) {
  const inputs = await Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
  const evidence = toEvidence(inputs, { typed })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  const known = toKnown(evidence.value)
  return { known, findings: findingsOf(evidence.value.manifests, known) }
}

it('a limit of 0 bytes, as of a request that no manifest sets, gives way to what a log shows', async () => {
  const asked = pod('0', 'limits: {cpu: 1}', '100').replace(
    'value: "0"',
    'valueFrom: {resourceFieldRef: {resource: requests.memory}}',
  )
  expect(asked).toContain('requests.memory')
  expect(find((await knownFrom([asked], TYPED)).known, 'memoryLimit')?.value).toBe(0)
  // Metrics need not show the limit in force.
  expect(find((await knownFrom([SCRAPE, pod('0', 'limits: {cpu: 1}')])).known, 'memoryLimit')?.value).toBe(0)
  const { known, findings } = await knownFrom([LOG, asked])
  expect(find(known, 'memoryLimit')?.value).toBeGreaterThan(20 * MIB)
  expect(findings.some(({ kind }) => kind === 'limit-from-request')).toBe(true)
})

// Go exits with "malformed GOMEMLIMIT" before the program's first line (Go 1.26, mgcpacer.go, readGOMEMLIMIT).
describe('a manifest with a memory limit that Go refuses', () => {
  it('has not run: with a log or metrics none of its variables counts, but the limits of its container do', async () => {
    for (const [input, gogc] of [
      [LOG, 'from the gctrace log: from its goals'],
      [SCRAPE, 'assumed: Go’s default'],
    ] as const) {
      const { known } = await knownFrom([input, pod('1Gi')])
      expect(known.refusal).toEqual({ instead: 'process' })
      expect(find(known, 'gogc')?.source).toBe(gogc)
      expect(find(known, 'procs')?.value).not.toBe(7)
      expect(find(known, 'containerLimit')?.value).toBe(1024 * MIB)
      expect(known.quantities.filter(({ otherwise }) => otherwise)).toEqual([])
    }
  })

  it('counts as corrected if no input shows a run', async () => {
    const { known } = await knownFrom([pod('1Gi')], TYPED)
    expect(known.refusal).toEqual({ instead: 'mended' })
    const program = programOf(known)
    expect(program.ok && program.value.scenario).toMatchObject({
      gogc: { kind: 'off' },
      memoryLimit: { kind: 'bytes', bytes: 921 * MIB },
    })
  })

  it('is not simulated with GOGC=off and no limit if no input shows the limit that was meant', async () => {
    const { known } = await knownFrom([pod('half', '')], TYPED)
    expect(known.refusal).toEqual({ instead: 'unset' })
    expect(find(known, 'gogc')).toMatchObject({
      value: 100,
      source:
        'assumed: Go’s default, as GOGC is off from the Kubernetes manifest, api, but the memory limit is not known',
    })
    const typed = await knownFrom([pod('half', '')], { ...TYPED, memoryLimit: 90 * MIB })
    expect(find(typed.known, 'gogc')?.value).toBe('off')
    expect(find(typed.known, 'memoryLimit')?.value).toBe(90 * MIB)
  })

  // Go 1.26, mgcpacer.go, readGOGC: a number below 0 turns the collector off.
  it('treats a GOGC below 0 as off', async () => {
    const { known } = await knownFrom(['GOGC=-1\nGOMEMLIMIT=-1\n'], TYPED)
    expect(find(known, 'gogc')?.source).toMatch(/as GOGC is off from the env file, but/)
  })

  it('is reported first, as refused, and not as a missing limit', async () => {
    const { findings } = await knownFrom([pod('1Gi', 'limits: {memory: 1Gi, cpu: 500m}')], TYPED)
    expect(findings.map(({ kind }) => kind)).toEqual(['malformed-limit', 'cpu-below-one'])
    const none = await knownFrom([pod('none')], TYPED)
    expect(none.findings.map(({ kind, mended }) => [kind, mended])).toEqual([
      ['malformed-limit', '- name: GOMEMLIMIT\n  value: "921MiB"'],
    ])
  })

  it('is not reported if Go accepts the limit', async () => {
    expect((await knownFrom([pod('900MiB')], TYPED)).known.refusal).toBeUndefined()
  })
})

describe('GOGC=off', () => {
  it('is without a memory limit only if none is set, and if no other finding sets one', async () => {
    const kindsOf = async (limit: string) =>
      (await knownFrom([pod('0').replace('name: GOMEMLIMIT, value: "0"', limit)], TYPED)).findings.map(
        ({ kind }) => kind,
      )
    expect(await kindsOf('name: GOMEMLIMIT, value: "off"')).toEqual(['off-without-limit'])
    expect(await kindsOf('name: GOMEMLIMT, value: "900MiB"')).toEqual(['misspelt'])
    expect(await kindsOf('name: GOMEMLIMIT, valueFrom: {configMapKeyRef: {name: a, key: b}}')).toEqual([])
  })
})
