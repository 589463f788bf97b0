import { describe, expect, it } from 'vitest'
import { type Finding, findingsOf } from '../../src/known/findings.ts'
import { toKnown } from '../../src/known/known.ts'
import type { ManifestKind } from '../../src/manifest/manifest.ts'
import { parseManifest } from '../../src/manifest/parse.ts'
import { MIB } from '../../src/units.ts'

function findingsFrom(text: string, kind: ManifestKind): readonly Finding[] {
  const manifest = parseManifest(text, kind)
  if (!manifest.ok) throw new Error(manifest.problems[0]?.message)
  const typed = { liveHeap: 100 * MIB, allocRate: 400 * MIB, busyProcs: 0.7 }
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

describe('a GOMAXPROCS far above the CPU limit', () => {
  it('is found from twice the limit on; below one CPU the limit itself is the finding', () => {
    expect(kindsFrom('2')).toEqual([])
    expect(kindsFrom('3')).toEqual([])
    expect(kindsFrom('4')).toEqual(['procs-above-quota'])
    expect(kindsFrom('2', '1500m')).toEqual([])
    expect(kindsFrom('8', '500m')).toEqual(['cpu-below-one'])
  })

  it('says what marking takes, and how long the kernel holds the program up as written and mended', () => {
    const [found] = findingsFrom(withProcs('value: "8"', '1'), 'kubernetes')
    expect(found).toMatchObject({ title: 'GOMAXPROCS is 8, and the container may use 1 CPU', line: 5 })
    expect(found!.mended).toBe('- name: GOMAXPROCS\n  value: "1"')
    expect(found!.text).toContain('a quarter of GOMAXPROCS, 2 CPUs')
    const [, written] = /As written: .*held up for (\d+) %/.exec(found!.text) ?? []
    const [, mended = '0'] = /Mended: .*held up for (\d+) %/.exec(found!.text) ?? []
    expect(Number(written)).toBeGreaterThan(Number(mended))
  })

  it('is what divisor 1m makes of a CPU limit', () => {
    const ref = 'valueFrom: {resourceFieldRef: {resource: limits.cpu, divisor: 1m}}'
    const [found] = findingsFrom(withProcs(ref), 'kubernetes')
    expect(found).toMatchObject({ kind: 'procs-above-quota', title: expect.stringContaining('GOMAXPROCS is 2000') })
    expect(found!.text).toContain('With divisor 1m Kubernetes writes thousandths of a CPU')
    expect(findingsFrom(withProcs(ref.replace(', divisor: 1m', '')), 'kubernetes')).toEqual([])
  })

  it.each([
    ['compose', 'services: {api: {mem_limit: 512m, cpus: 1, environment: {GOMAXPROCS: "8"}}}\n', 'GOMAXPROCS: "1"'],
    ['systemd', '[Service]\nCPUQuota=150%\nMemoryMax=512M\nEnvironment=GOMAXPROCS=8\n', 'Environment=GOMAXPROCS=2'],
    ['docker-run', 'docker run -m 512m --cpus 1 -e GOMAXPROCS=8 api\n', '-e GOMAXPROCS=1'],
  ] as const)('is mended as %s writes it', (kind, text, mended) => {
    expect(findingsFrom(text, kind)).toMatchObject([{ kind: 'procs-above-quota', mended }])
  })
})
