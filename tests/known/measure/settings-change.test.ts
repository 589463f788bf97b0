import { describe, expect, it } from 'vitest'
import { fromMetrics } from '../../../src/known/from-metrics.ts'
import { sinceChange } from '../../../src/known/measure/settings-change.ts'
import type { ProcessRun, Scrape } from '../../../src/known/measure/timeline.ts'
import type { Field } from '../../../src/metrics/fields.ts'
import { MIB } from '../../../src/units.ts'

const PROCESS = { job: '', instance: '', namespace: '', pod: '', container: '' }

/** A scrape every 15 s of a heap of 40 MiB live that allocates 1 MiB/s; the goal follows from its GOGC. */
function runOf(...gogcs: readonly number[]): ProcessRun {
  const scrapes = gogcs.map((gogc, i): Scrape => {
    const seconds = 15 * i
    const values: Partial<Record<Field, number>> = {
      gogc,
      memoryLimit: 2 ** 63,
      goal: 40 * MIB * (1 + gogc / 100),
      heapAlloc: 50 * MIB,
      allocTotal: seconds * MIB,
      cycles: Math.floor((15 * i) / (0.4 * gogc)),
    }
    return { seconds, values: new Map(Object.entries(values) as [Field, number][]) }
  })
  return { process: PROCESS, goVersion: undefined, scrapes, pauseEnds: [], clock: 'stamps' }
}

describe('scrapes of a process whose GOGC changes', () => {
  const live = (run: ProcessRun) => fromMetrics([run]).quantities.find(({ key }) => key === 'liveHeap')!

  it('tell the live heap by goals under the present GOGC alone', () => {
    const changed = live(runOf(100, 100, 100, 100, 50, 50, 50))
    expect(Number(changed.value) / MIB).toBeCloseTo(40, 0)
    const { source } = fromMetrics([runOf(100, 100, 50, 50, 50)]).quantities.find(({ key }) => key === 'allocRate')!
    expect(source).toContain('3 scrapes over 30.0 s')
    expect(source).toContain('since GOGC or GOMEMLIMIT changed')
  })

  it('tell nothing of what Go took from the system before: that may have been under the other GOGC', () => {
    const [early, late] = [runOf(50, 50, 50), runOf(100, 50, 50, 50)].map((run) => {
      const scrapes = run.scrapes.map(({ seconds, values }) => {
        return { seconds, values: new Map([...values, ['sys', 90 * MIB] as const]) }
      })
      return fromMetrics([{ ...run, scrapes }]).mostTaken
    })
    expect([early !== undefined, late]).toEqual([true, undefined])
  })

  it('are all kept where it never changed, or where too few would be left', () => {
    const same = runOf(100, 100, 100)
    expect(sinceChange(same)).toBe(same)
    const often = runOf(100, 90, 80, 70)
    expect(sinceChange(often)).toBe(often)
  })
})
