import { describe, expect, it } from 'vitest'
import { areTooManyKilled } from '../../src/explore/advice/most-killed.ts'
import { find, type Known } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { withinAllowance } from '../../src/prediction/allowance.ts'
import { reachOut } from '../../src/prediction/spread.ts'
import { underSettings } from '../../src/scenario/under-settings.ts'
import { limitBytes, MIB } from '../../src/units.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'

/** Deep calls need some 50 MiB of stacks for a moment, every few seconds: 132 MiB were resident, of 64 MiB of heap. */
const DEEP = knownFrom('deep', ['gctrace.log', 'metrics-0.txt', 'metrics-2.txt', 'metrics-8.txt'])
const limitOf = (mib: number) => ({ kind: 'bytes', bytes: mib * MIB }) as const

function programIn(known: Known) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return program.value
}

/** Bytes of memory that a memory limit of 85 MiB cannot take away. */
function keptIn(known: Known): number {
  const program = programIn(known)
  const under = underSettings(program.scenario, { memoryLimit: limitOf(85) })
  return ensembleOf(program).allowanceOf(under).containerKills!.more!
}

describe('memory that a process had beyond what the highest heap of its log needs', () => {
  it('remains under another memory limit: a container below it does not hold the program', () => {
    const predictedIn = (container: number, limit: number) => {
      const settings = { memoryLimit: limitOf(limit), containerLimit: limitOf(container) }
      return finish(searchKnown(programIn(DEEP), (scenario) => underSettings(scenario, settings)))
    }
    // The kernel killed it in 96 MiB, in three runs of three. In 144 MiB it had 119 at the most; as stacks may swing once
    // more, a few of the programs need more than that.
    expect(areTooManyKilled(predictedIn(96, 85).outcomes)).toBe(true)
    expect(areTooManyKilled(predictedIn(150, 100).outcomes)).toBe(false)
  })

  it('is what was resident beyond the heap and the stacks of all scrapes', () => {
    const { value, low, high, source } = find(DEEP, 'stacks')!
    expect(low).toBeLessThanOrEqual(Number(value))
    expect(Number(value)).toBeLessThan(MIB)
    expect(high! / MIB).toBeCloseTo(16.4, 1)
    expect(source).toContain('in one scrape and 16.4 MiB in another')
    expect(keptIn(DEEP) / MIB).toBeGreaterThan(30)
    expect(keptIn(DEEP) / MIB).toBeLessThan(132 - 64 - 16)
  })

  it('includes stacks that cycles scan, in goals too, whichever scrape is the last', () => {
    const scanned = (files: readonly string[]) => find(knownFrom('deep', files), 'scannedStacks')!
    const [low, high] = [
      scanned(['metrics-0.txt', 'metrics-2.txt', 'metrics-8.txt']),
      scanned(['metrics-8.txt', 'metrics-2.txt']),
    ]
    for (const one of [low, high]) expect(one.high! / MIB).toBeGreaterThan(10)
  })

  it('may be free memory of a larger heap, which a limit takes away, if the log begins later than its process', () => {
    const calibration = DEEP.calibration!
    const { fitted } = calibration
    const { workload } = fitted
    const series = { ...workload.series, initialLive: MIB }
    const later = { ...DEEP, calibration: { ...calibration, fitted: { ...fitted, workload: { ...workload, series } } } }
    expect(DEEP.scraped!.mostIdle! / MIB).toBeGreaterThan(60)
    // Stacks that come and go still pass the limit.
    const { low, high } = find(DEEP, 'stacks')!
    expect(keptIn(later)).toBe(high! - low!)
    const withoutIdle = { ...later, scraped: { ...DEEP.scraped!, mostIdle: 10 * MIB } }
    expect(keptIn(withoutIdle)).toBe(keptIn(DEEP))
  })
})

describe('bytes that raise a range of memory', () => {
  const reach = { below: 1, above: 1.1, more: 20 * MIB }

  it('are added after its factor is applied', () => {
    const { low, likely, high } = reachOut({ low: 80, likely: 90, high: 100 }, 'peakContainerBytes', {
      ...reach,
      more: 20,
    })
    expect([low, likely, high]).toEqual([80, 90, 100 * 1.1 + 20])
  })

  it('leave programs that much less of their container: the likely one none, each other a part of them', () => {
    const { scenario } = programIn(DEEP)
    const asked = { ...scenario, containerLimit: limitOf(100) }
    const within = (k: number) => limitBytes(withinAllowance(asked, k, reach).containerLimit) / MIB
    expect(within(0)).toBe(100)
    const others = Array.from({ length: 60 }, (_, k) => within(k + 1))
    expect(Math.min(...others)).toBeGreaterThan(100 / 1.1 - 20)
    expect(Math.min(...others)).toBeLessThan(80)
    expect(Math.max(...others)).toBeLessThanOrEqual(100)
  })
})
