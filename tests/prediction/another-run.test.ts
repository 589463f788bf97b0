import { expect, it } from 'vitest'
import { type Allowance, equally } from '../../src/prediction/allowance.ts'
import { likeAnotherRun } from '../../src/prediction/another-run.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import { MIB } from '../../src/units.ts'

const mib = (low: number, likely: number, high: number) => ({ low: low * MIB, likely: likely * MIB, high: high * MIB })

/** The low ends of memory under the settings of the log, in MiB, if the heap of the log was as high. */
function lowEnds(leastHeap: number, allowance: Allowance = {}) {
  const own = {
    outcomes: { completed: 1, 'oom-killed': 0 },
    cycleHeap: mib(150, 155, 160),
    cycleRate: { low: 1, likely: 1, high: 1 },
    spread: {
      cycles: { low: 30, likely: 32, high: 34 },
      peakHeapBytes: mib(150, 155, 160),
      peakMemoryBytes: mib(165, 170, 180),
      peakContainerBytes: mib(170, 175, 190),
    },
  } as Prediction
  const anotherRun = { cycles: [28, 38], cycleHeap: [leastHeap * MIB, 170 * MIB] } as const
  const [{ spread }] = likeAnotherRun(own, { ...allowance, anotherRun })
  const { peakHeapBytes, peakMemoryBytes, peakContainerBytes } = spread
  return [peakHeapBytes, peakMemoryBytes, peakContainerBytes].map(({ low }) => Math.round(low / MIB))
}

it('memory may be as much lower as the heap of another run', () => {
  expect(lowEnds(130)).toEqual([130, 145, 150])
  expect(lowEnds(152)).toEqual([152, 165, 170])
})

it('what the errors of the model make the heap lower anyway does not count', () => {
  expect(lowEnds(130, { peakHeapBytes: equally(150 / 140) })).toEqual([130, 155, 160])
})

it('the range of resident memory does not begin above what the process had under the same settings', () => {
  expect(lowEnds(152, { seen: { peak: 160 * MIB } })).toEqual([152, 165, 160])
  expect(lowEnds(130, { seen: { peak: 160 * MIB } })).toEqual([130, 145, 150])
})

it('a measured peak too low for a run of the same program leaves the range as it is', () => {
  expect(lowEnds(152, { seen: { peak: 130 * MIB } })).toEqual([152, 165, 170])
})
