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
  it('has ranges of memory that end no higher than without the limit', () => {
    const highs = (limit: number | 'off') => {
      const { peakHeapBytes, peakMemoryBytes, peakContainerBytes } = predicted(limit).spread
      return [peakHeapBytes, peakMemoryBytes, peakContainerBytes].map(({ high }) => high)
    }
    const free = highs('off')
    for (const limit of [400, 512, 1000])
      for (const [i, high] of highs(limit).entries()) expect(high, `${limit} MiB`).toBeLessThanOrEqual(free[i]!)
  })

  it('may need more memory than without the limit if some simulated programs thrash, because waiting requests hold memory', () => {
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
