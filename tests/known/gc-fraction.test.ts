import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Choices, toEvidence } from '../../src/known/evidence.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { readText } from '../metrics/read.ts'

async function knownFrom(text: string, typed: Choices['typed'] = {}) {
  const read = await readText(text)
  if (!read.ok) throw new Error(read.problems[0]?.message)
  const evidence = toEvidence([{ name: 'dump', read: read.value }], { typed })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

const folder = 'tests/fixtures/metrics'
const dumpOf = (fraction: number) =>
  readFileSync(`${folder}/steady/vars-4.json`, 'utf8').replace(
    /"GCCPUFraction": [\d.]+/,
    `"GCCPUFraction": ${fraction}`,
  )

// Go 1.26, mgc.go, gcMarkTermination: (GCTotalTime − GCIdleTime) / TotalTime, and TotalTime counts all of GOMAXPROCS.
describe('GC CPU from GCCPUFraction, which leaves out idle marking', () => {
  it.each(['steady', 'wave', 'cache'])(
    'has a range that the CPU classes of the same process lie in: %s',
    async (mode) => {
      const classes = readFileSync(`${folder}/${mode}/metrics-all-4.txt`, 'utf8')
      const of = (name: string) =>
        Number(new RegExp(`^go_cpu_classes_${name}_cpu_seconds_total (\\S+)`, 'm').exec(classes)?.[1])
      const { low, high, value } = find(
        await knownFrom(readFileSync(`${folder}/${mode}/vars-4.json`, 'utf8')),
        'gcCpu',
      )!
      const share = of('gc_total') / of('total')
      expect(low).toBeLessThan(share)
      expect(high).toBeGreaterThan(share)
      // It is the low end that GC takes at least.
      expect(low).toBeCloseTo((of('gc_total') - of('gc_mark_idle')) / of('total'), 3)
      expect(value).toBeGreaterThan(low!)
    },
  )

  it('is a share of all CPUs, so no more than all of them', async () => {
    for (const fraction of [0.3, 0.5, 0.9]) {
      const { low, value, high } = find(await knownFrom(dumpOf(fraction)), 'gcCpu')!
      expect([low, high]).toEqual([fraction, 1])
      expect(value).toBeGreaterThan(fraction)
      expect(value).toBeLessThan(1)
    }
  })

  it('is the same whatever GOMAXPROCS is, which the cost of marking needs: none follows where it is assumed', async () => {
    const [two, four, none] = await Promise.all(
      [{ procs: 2 }, { procs: 4 }, {}].map((typed) => knownFrom(dumpOf(0.1), typed)),
    )
    expect(find(two!, 'gcCpu')).toEqual(find(none!, 'gcCpu'))
    const rate = (known = none!) => Number(find(known, 'scanRate')?.value)
    expect(rate(two) / rate(four)).toBeCloseTo(2, 9)
    expect(find(none!, 'scanRate')?.sureness).toBe('assumed')
  })

  it('stands beside a GOMAXPROCS that has bounds only where it is known', async () => {
    const [typed, assumed] = await Promise.all([{ procs: 2 }, {}].map((given) => knownFrom(dumpOf(0.1), given)))
    expect(find(typed!, 'procs')).toMatchObject({ value: 2, low: 2, high: 2 })
    expect(find(assumed!, 'procs')).toMatchObject({ low: null, high: null, source: expect.stringMatching(/^assumed/) })
  })

  it('names the end of the range that is certain', async () => {
    const { source } = find(await knownFrom(dumpOf(0.1)), 'gcCpu')!
    expect(source).toMatch(/since the start: at least GCCPUFraction, at most five times that/)
  })
})
