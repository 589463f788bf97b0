import { describe, expect, it } from 'vitest'
import { measuredFigures } from '../../../src/calibration/fit/figures.ts'
import { toTrace } from '../../../src/gctrace/to-trace.ts'
import { gcFact, toCovered } from '../../../src/log/report/facts.tsx'
import { OFF } from '../../../src/units.ts'
import { type Printed, printed, seriesOfLog } from '../../calibration/support.ts'
import { readLog } from '../../gctrace/support.ts'

const SETTINGS = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const
const cycle = (start: number): Printed => ({ start, mark: 10, heap: [90, 95, 50], goal: 100 })

function coveredOf(cycles: readonly Printed[], first: number) {
  const { columns } = readLog(printed(cycles, first))
  return toCovered({ columns, trace: toTrace(columns, SETTINGS), figures: measuredFigures(seriesOfLog(cycles, first)) })
}

describe('what a log covers', () => {
  it('is the time from the start of its process to the end of its last cycle, and a longer one for comparisons', () => {
    const { seconds, text } = coveredOf([cycle(1), cycle(3), cycle(5)], 1)
    expect(seconds).toBeCloseTo(5.01, 9)
    // Half of the 1.99 s between two cycles: 6.005 s.
    expect(text).toBe(
      'to the end of the last cycle; comparisons use 6.00 s, because the program ran on for an unknown time',
    )
  })

  it('does not include the day before its first cycle', () => {
    const { seconds, text } = coveredOf([cycle(86_400), cycle(86_402), cycle(86_404)], 101)
    expect(seconds).toBeCloseTo(4.01, 6)
    expect(text).toBe(
      'from the log’s first cycle to its last; comparisons use 5.00 s, because the program ran on for an unknown time',
    )
  })

  it('gives no share of GC if the log has one cycle from the middle of a run', () => {
    const of = (cycles: readonly Printed[], first: number) => coveredOf(cycles, first).hasShare
    expect(coveredOf([cycle(0.528)], 4)).toMatchObject({ hasShare: false, text: 'of one cycle alone' })
    expect([of([cycle(0.528)], 1), of([cycle(86_400), cycle(86_402)], 101)]).toEqual([true, true])
  })

  it('is shown once if comparisons use the same time', () => {
    // The program ended with a cycle that it forced.
    const { text } = coveredOf([cycle(1), cycle(3), { ...cycle(5), forced: true }], 1)
    expect(text).toBe('to the end of the last cycle')
  })
})

describe('GC CPU in the report of a log', () => {
  it('is a share without marking on idle CPUs, as in the simulator, with its time below', () => {
    // 100 ms of the 1960 ms that idle marking leaves of two CPUs.
    const fact = gcFact(0.14, 0.04, 2, { seconds: 1, hasShare: true })
    expect(fact).toEqual(['GC CPU', '5.1 %', '0.10 s, plus 40.0 ms of idle CPUs'])
  })

  it('is a time alone if the log has one cycle from the middle of a run', () => {
    const [, share, aside] = gcFact(0.05, 0, 2, { seconds: 0.01, hasShare: false })
    expect(share).toBe('–')
    expect(aside).toBe('50.0 ms of CPU time; a share needs at least two cycles')
  })
})
