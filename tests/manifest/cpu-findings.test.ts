import { describe, expect, it } from 'vitest'
import { withEffect } from '../../src/known/effect.ts'
import { type Finding, findingsOf } from '../../src/known/findings.ts'
import { toKnown } from '../../src/known/known.ts'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { MIB } from '../../src/units.ts'

function findingsFrom(text: string, kind: ManifestKind, more: { procs?: number } = {}): readonly Finding[] {
  const manifest = parseManifest(text, kind)
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  const typed = { liveHeap: 100 * MIB, allocRate: 400 * MIB, busyProcs: 0.7, ...more }
  return findingsOf([manifest.value], toKnown({ runs: [], manifests: [manifest.value], typed }))
}

const withProcs = (value: string, cpu = '2') => `spec:
  containers:
    - name: api
      resources: {limits: {memory: 512Mi, cpu: "${cpu}"}}
      env: [{name: GOMAXPROCS, ${value}}]
`
const kindsFrom = (value: string, cpu?: string) =>
  findingsFrom(withProcs(`value: "${value}"`, cpu), 'kubernetes').map(({ kind }) => kind)

describe('a GOMAXPROCS that Go ignores', () => {
  it.each([
    ['1.5', '2'],
    ['2000m', '2'],
    ['0', '2'],
    ['-3', '2'],
    ['3.2', '4'],
    ['1e12', '2'],
    ['Infinity', '2'],
  ])('is found: %s, and mended to %s under a limit of two CPUs', (value, good) => {
    const [found] = findingsFrom(withProcs(`value: "${value}"`), 'kubernetes')
    expect(found).toMatchObject({ kind: 'malformed-procs', title: `Go silently ignores GOMAXPROCS=${value}`, line: 5 })
    expect(found!.mended).toBe(`- name: GOMAXPROCS\n  value: "${good}"`)
  })

  it('does not include a number that Go accepts, or an empty variable', () => {
    for (const value of ['2', '+2', '']) expect(kindsFrom(value)).toEqual([])
  })
})

it('a CPU limit of less than one is shown as people write it: 700m is 0.7', () => {
  const [found] = findingsFrom(withProcs('value: "2"', '700m'), 'kubernetes')
  expect(found).toMatchObject({ title: 'The container may use 0.7 CPUs, and GOMAXPROCS is set to 2' })
})

describe('a GOMAXPROCS far above the CPU limit', () => {
  it('is found from twice the limit on; for a limit below one CPU, the limit itself is the finding', () => {
    expect(kindsFrom('2')).toEqual([])
    expect(kindsFrom('3')).toEqual([])
    expect(kindsFrom('4')).toEqual(['procs-above-quota'])
    expect(kindsFrom('2', '1500m')).toEqual([])
    expect(kindsFrom('8', '500m')).toEqual(['cpu-below-one'])
    // Go itself takes two from a limit of one.
    expect(kindsFrom('2', '1')).toEqual([])
    expect(kindsFrom('3', '1')).toEqual(['procs-above-quota'])
  })

  it('says what marking takes, and is corrected to the number that Go derives from the limit', () => {
    const [found] = findingsFrom(withProcs('value: "32"', '1'), 'kubernetes')
    expect(found).toMatchObject({ title: 'GOMAXPROCS is 32, and the container may use 1 CPU', line: 5 })
    expect(found!.mended).toBe('- name: GOMAXPROCS\n  value: "2"')
    expect(found!.text).toContain('about a quarter of GOMAXPROCS, 8 CPUs')
  })

  it.each([
    ['5', '1 CPU'],
    ['6', '1.5 CPUs'],
    ['7', '2 CPUs'],
    ['9', '2 CPUs'],
  ])('of %s lets background workers take the CPUs that Go plans for them: %s', (procs, cpus) => {
    const [found] = findingsFrom(withProcs(`value: "${procs}"`, '1'), 'kubernetes')
    expect(found!.text).toContain(`about a quarter of GOMAXPROCS, ${cpus}, if`)
  })

  it('is what divisor 1m makes of a CPU limit', () => {
    const ref = 'valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}'
    const [found] = findingsFrom(withProcs(ref), 'kubernetes')
    expect(found).toMatchObject({ kind: 'procs-above-quota', title: expect.stringContaining('GOMAXPROCS is 2000') })
    expect(found!.text).toContain('With divisor 1m Kubernetes writes thousandths of a CPU')
    // So many workers take much of the limit where two do not.
    expect(withEffect(found!)).toMatch(/As written: .*GC uses 1\.\d CPUs.*Corrected: .*GC uses 0\.\d+ CPUs/)
    expect(withEffect(found!)).not.toMatch(/Corrected: .*held up/)
    expect(findingsFrom(withProcs(ref.replace(', divisor: 1m', '')), 'kubernetes')).toEqual([])
  })

  it.each([
    ['compose', 'services: {api: {mem_limit: 512m, cpus: 1, environment: {GOMAXPROCS: "8"}}}\n', 'GOMAXPROCS: "2"'],
    ['systemd', '[Service]\nCPUQuota=150%\nMemoryMax=512M\nEnvironment=GOMAXPROCS=8\n', 'Environment=GOMAXPROCS=2'],
    ['docker-run', 'docker run -m 512m --cpus 1 -e GOMAXPROCS=8 api\n', '-e GOMAXPROCS=2'],
  ] as const)('is mended as %s writes it', (kind, text, mended) => {
    expect(findingsFrom(text, kind)).toMatchObject([{ kind: 'procs-above-quota', mended }])
  })
})

describe('a CPU limit of less than one', () => {
  it('comes with the GOMAXPROCS of the process if that is known, and else with how Go finds it', () => {
    const text = 'resources:\n  limits: {cpu: 500m, memory: 512Mi}\n'
    const [open] = findingsFrom(text, 'kubernetes')
    expect(open).toMatchObject({ title: 'The container may use 0.5 CPUs, and GOMAXPROCS can be 2 or more' })
    expect(open!.text).toContain('if go.mod says go 1.25 or later')
    const [found] = findingsFrom(text, 'kubernetes', { procs: 4 })
    expect(found).toMatchObject({ title: 'The container may use 0.5 CPUs, and GOMAXPROCS is 4' })
    expect(found!.text).toContain('a quarter of GOMAXPROCS while a cycle runs: of 4, 1 CPU. Once the quota')
    const [set] = findingsFrom(withProcs('value: "2"', '500m'), 'kubernetes', { procs: 4 })
    expect(set).toMatchObject({ title: 'The container may use 0.5 CPUs, and GOMAXPROCS is set to 2' })
  })

  const pod = (name: string, env = '') => `spec:
  containers:
    - {name: api, resources: {limits: {memory: 512Mi, cpu: "2"}}}
    - {name: ${name}, resources: {limits: {memory: 128Mi, cpu: 500m}}, env: [${env}]}
`
  it('gives no finding for a known sidecar without a variable of Go, because it may not be a Go program', () => {
    expect(findingsFrom(pod('envoy'), 'kubernetes')).toEqual([])
    for (const text of [pod('worker'), pod('envoy', '{name: GOMAXPROCS, value: "1"}')])
      expect(findingsFrom(text, 'kubernetes').map(({ kind }) => kind)).toEqual(['cpu-below-one'])
  })
})
