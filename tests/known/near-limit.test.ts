import { describe, expect, it } from 'vitest'
import { formatShare } from '../../src/format.ts'
import { toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { type GcPercent, MIB, OFF, toLimit } from '../../src/units.ts'

const typed = { liveHeap: 180 * MIB, allocRate: 300e6, containerLimit: 512 * MIB }
const program = programOf(toKnown({ runs: [], manifests: [], typed }))
if (!program.ok) throw new Error(program.problems[0]?.message)
const { value } = program

/** @param limit in MiB */
function predicted(limit: number | 'off', gogc: GcPercent = { kind: 'percent', percent: 100 }) {
  const memoryLimit = limit === 'off' ? OFF : toLimit(limit * MIB)
  return finish(searchKnown(value, (scenario: Scenario) => ({ ...scenario, memoryLimit, gogc })))
}

describe('a program near its memory limit', () => {
  it('has no range of memory that ends above that of the program without it', () => {
    const highs = (limit: number | 'off') => {
      const { peakHeapBytes, peakMemoryBytes, peakContainerBytes } = predicted(limit).spread
      return [peakHeapBytes, peakMemoryBytes, peakContainerBytes].map(({ high }) => high)
    }
    const free = highs('off')
    for (const limit of [400, 512, 1000])
      for (const [i, high] of highs(limit).entries()) expect(high, `${limit} MiB`).toBeLessThanOrEqual(free[i]!)
  })

  it('may have more than without it if some simulated programs thrash: requests that wait hold memory', () => {
    const limited = predicted(200)
    expect(limited.thrashingShare.high).toBeGreaterThan(0.5)
    expect(limited.spread.peakContainerBytes.high).toBeGreaterThan(predicted('off').spread.peakContainerBytes.high)
  })

  it('is warned of the GC share that ends the range, although the container kills some programs', () => {
    const prediction = predicted(400, OFF)
    expect(prediction.outcomes['oom-killed']).toBeGreaterThan(0)
    const most = formatShare(prediction.spread.compulsoryGcFraction.high)
    expect(toWarnings(prediction).join()).toContain(`near its memory limit GC takes up to ${most} of the CPU`)
  })
})
