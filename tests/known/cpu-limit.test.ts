import { describe, expect, it } from 'vitest'
import { withEffect } from '../../src/known/effect.ts'
import { manifestsOf, toEvidence } from '../../src/known/evidence.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { find, toKnown } from '../../src/known/known.ts'
import type { QuantityKey } from '../../src/known/quantities.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

const pod = (cpu: string) => `kind: Pod
spec:
  containers:
    - name: api
      image: api
      resources: {limits: {memory: 512Mi, cpu: ${cpu}}}
`

async function readAll(text: string, typed: Partial<Record<QuantityKey, number>> = {}) {
  const read = await readText(text)
  if (!read.ok) throw new Error(read.problems[0]?.message)
  const inputs = [{ name: 'pod.yaml', read: read.value }]
  const evidence = toEvidence(inputs, { typed })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  const known = toKnown(evidence.value)
  return {
    known,
    text: withEffect(findingsOf(manifestsOf(inputs), known).find(({ kind }) => kind === 'cpu-below-one')!),
  }
}

/** Shares of the time in percent for which the program is held up: as written, corrected, and without any GC. */
function heldUp(text: string): (number | undefined)[] {
  const parts = [
    /As written: [^;]*\([^)]*\)[^;]*stopped for (\d+) % of the time;/,
    /Corrected: .*stopped for (\d+) % of the time\.$/,
    /; without any GC for (\d+) %\. Corrected/,
  ]
  return parts
    .map((part) => part.exec(text)?.[1])
    .map((percent) => (percent === undefined ? undefined : Number(percent)))
}

describe('the effect of a CPU limit below one, simulated', () => {
  it.each(['200m', '500m', '800m'])(
    'is what GC does: the program that stands in needs half of %s without it',
    async (cpu) => {
      const { text } = await readAll(pod(cpu))
      const half = Number.parseInt(cpu, 10) / 2000
      expect(text).toMatch(
        /Simulated with an example program that has a live heap of [\d.]+ MiB \(to fit the container\) and needs [\d.]+ CPUs for/,
      )
      expect(Number(/needs ([\d.]+) CPUs/.exec(text)?.[1])).toBeCloseTo(half, 1)
      const [written, mended, without] = heldUp(text)
      expect(without).toBe(0)
      expect(written).toBeGreaterThan(mended ?? 0)
      // GC marks for a part of the time only, and the program leaves it half of the limit.
      expect(written).toBeLessThan(50)
    },
  )

  // A program that keeps more than its limit allows is held up by GC without end, whatever its CPU limit.
  it('does not come from a live heap above GOMEMLIMIT: the example program fits GOMEMLIMIT too', async () => {
    const unit = (limit: string) =>
      `[Service]\nExecStart=/api\nEnvironment=GOMEMLIMIT=${limit} GOGC=off\nMemoryMax=256M\nCPUQuota=50%\n`
    const [low, high] = await Promise.all(['40MiB', '200MiB'].map(async (limit) => (await readAll(unit(limit))).text))
    const keptIn = (text = '') => Number(/live heap of ([\d.]+) MiB/.exec(text)?.[1])
    const gcIn = (text = '') => Number(/As written: .*?\((\d+) % of the CPU time/.exec(text)?.[1])
    expect(keptIn(low)).toBeLessThan(0.75 * 40)
    expect(low).toContain('MiB (to fit GOMEMLIMIT) and needs')
    expect(gcIn(low)).toBeLessThan(15)
    expect(keptIn(high)).toBeGreaterThan(80)
    expect(high).toContain('MiB (to fit the container) and needs')
  })

  it('is simulated in a container of the usual size where none is known, and says so', async () => {
    const { text } = await readAll('[Service]\nExecStart=/api\nCPUQuota=50%\n')
    expect(text).toContain('MiB (to fit 512.0 MiB, as no container limit is known) and needs')
    expect(text).not.toContain('to fit the container')
  })

  it('is separate from what the program’s own work needs', async () => {
    const { text } = await readAll(pod('500m'), { liveHeap: 50 * MIB, allocRate: 50 * MIB, busyProcs: 1.5 })
    expect(text).toMatch(/Simulated with your program\./)
    expect(heldUp(text)[2]).toBeGreaterThan(50)
  })

  it('names the assumed CPU time if none was measured', async () => {
    const { known, text } = await readAll(pod('500m'), { liveHeap: 50 * MIB, allocRate: 50 * MIB })
    expect(text).toContain('Simulated with your program, assumed to need 0.25 CPUs for its own work (not measured).')
    // It may need more than its limit, and then it is throttled, with or without GC.
    expect(find(known, 'busyProcs')).toMatchObject({
      value: 0.25,
      sureness: 'assumed',
      source: 'assumed: 50 % of the CPU limit',
    })
    expect(find(known, 'busyProcs')?.high).toBeGreaterThan(0.5)
  })

  it('does not change assumptions without a CPU limit', async () => {
    const free = pod('500m').replace(', cpu: 500m', '')
    const read = await readText(free)
    if (!read.ok) throw new Error(read.problems[0]?.message)
    const evidence = toEvidence([{ name: 'pod.yaml', read: read.value }], { typed: { procs: 4 } })
    if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
    expect(find(toKnown(evidence.value), 'busyProcs')).toMatchObject({ value: 1.2, low: 0.2, high: 3.6 })
  })
})
