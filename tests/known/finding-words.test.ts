import { describe, expect, it } from 'vitest'
import { type Finding, findingsOf } from '../../src/known/findings.ts'
import { toKnown } from '../../src/known/known.ts'
import type { FindingKind } from '../../src/manifest/finding.ts'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { MIB } from '../../src/units.ts'

/** The finding of a kind in a manifest, simulated with a program that allocates 100 MiB/s. */
function findingIn(kind: FindingKind, text: string, live: number, form: ManifestKind = 'kubernetes'): Finding {
  const manifest = parseManifest(text, form)
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  const typed = { liveHeap: live * MIB, allocRate: 100 * MIB, procs: 2, otherMemory: 5 * MIB, outsideMemory: 5 * MIB }
  const known = toKnown({ runs: [], manifests: [manifest.value], typed })
  const found = findingsOf([manifest.value], known).find((one) => one.kind === kind)
  if (!found) throw new Error(`no ${kind}`)
  return found
}

const pod = (env: string, resources = '{limits: {memory: 512Mi}}') => `apiVersion: v1
kind: Pod
spec:
  containers:
    - name: app
      resources: ${resources}
      env: [${env}]
`
const limit = (value: string) => `{name: GOMEMLIMIT, value: "${value}"}`
const FROM_REQUEST = '{name: GOMEMLIMIT, valueFrom: {resourceFieldRef: {resource: requests.memory}}}'

/** The two runs in words. */
function runsIn({ effect }: Finding) {
  const [written, mended] = effect?.runs ?? []
  return { written: written?.text, name: mended?.name, mended: mended?.text }
}

describe('a finding about a memory limit', () => {
  // GOGC=100 on 60 MiB live takes some 130 MiB: neither limit sets a goal.
  it.each([
    ['above-container', limit('2GiB'), '{limits: {memory: 512Mi}}'],
    ['no-headroom', limit('500MiB'), '{limits: {memory: 512Mi}}'],
    ['limit-from-request', FROM_REQUEST, '{requests: {memory: 256Mi}, limits: {memory: 512Mi}}'],
  ] as const)(
    'says that a small program does not come near it, and what happens if memory grows: %s',
    (kind, env, resources) => {
      const finding = findingIn(kind, pod(env, resources), 60)
      expect(runsIn(finding)).toMatchObject({
        written: expect.stringMatching(/GC cycles a second/),
        mended: 'the same, because this program stays far below the memory limit now',
      })
      expect(finding.text).toMatch(/\b[Ii]f memory (grows|comes near)/)
    },
  )

  it('shows both runs if the program reaches the limit', () => {
    // 300 MiB live, doubled: more than the container has, unless a limit below it holds it.
    const killed = runsIn(findingIn('above-container', pod(limit('2GiB')), 300))
    expect(killed.written).toMatch(/^killed after/)
    expect(killed.mended).toMatch(/GC cycles a second/)
  })

  it('says only “the same” of two runs that are both killed, because they reached a limit', () => {
    // More is live than the container has.
    const { written, mended } = runsIn(findingIn('above-container', pod(limit('2GiB')), 600))
    expect(written).toMatch(/^killed/)
    expect(mended).toBe('the same')
  })

  it('from a request mentions the container’s limit only if there is one, and if it is larger', () => {
    const of = (resources: string) => findingIn('limit-from-request', pod(FROM_REQUEST, resources), 60)
    const open = of('{requests: {memory: 512Mi}}')
    expect(open.title).toMatch(/the container has no memory limit$/)
    expect(open.text).not.toMatch(/its limit|container’s limit/)
    // The line to paste has a gap: what was run instead is named.
    expect(runsIn(open)).toMatchObject({ name: 'Without a memory limit', mended: expect.stringMatching(/^the same/) })
    const equal = of('{requests: {memory: 512Mi}, limits: {memory: 512Mi}}')
    expect(equal.text).toContain('it equals the limit')
    expect(of('{requests: {memory: 256Mi}, limits: {memory: 512Mi}}').text).toContain('may use more, up to its limit')
  })
})

describe('a memory limit close below MemoryHigh', () => {
  const found = (env: string) =>
    findingIn('above-high', `[Service]\nMemoryHigh=512M\nEnvironment=GOMEMLIMIT=${env}\n`, 60, 'systemd')

  it('is not reported as above it', () => {
    const below = found('500MiB')
    expect(below.title).toBe('The memory limit takes 98 % of MemoryHigh, 512 MiB')
    expect(below.text).not.toContain('which comes later')
    expect(found('600MiB').title).toBe('The memory limit, 600 MiB, is not below MemoryHigh, 512 MiB')
  })
})

describe('GOGC=off without a limit', () => {
  it('says for how long memory grew, because the peak of an endless run means nothing', () => {
    const { written = '' } = runsIn(findingIn('off-without-limit', pod('{name: GOGC, value: "off"}', '{}'), 60))
    const [, gib = '', seconds = ''] = /no GC cycle, and memory grows to ([\d.]+) GiB in ([\d.]+) s$/.exec(written)!
    // All that it allocates stays: 100 MiB/s, and what it has from the start.
    expect(Number(gib) * 1024).toBeGreaterThan(100 * Number(seconds))
    expect(Number(gib) * 1024).toBeLessThan(1.15 * (100 * Number(seconds) + 70))
  })
})

describe('a misspelt name', () => {
  it('does not say that a default stays if the correct name is set as well', () => {
    const env = '{name: GOGCC, value: "50"}, {name: GOGC, value: "200"}'
    expect(findingIn('misspelt', pod(env), 60).text).not.toContain('default')
  })
})

describe('a memory limit that is too large for Go', () => {
  it.each(['9223372036854775808', '95367431640625MiB'])('is not corrected to itself: %s', (value) => {
    const found = findingIn('malformed-limit', `GOMEMLIMIT=${value}\n`, 60, 'env-file')
    expect(found.mended).toBe('GOMEMLIMIT=off')
    expect(found.text).toContain('less than 8 EiB')
    // In a container there is a good one.
    expect(findingIn('malformed-limit', pod(limit(value)), 60).mended).toContain('460MiB')
  })
})
