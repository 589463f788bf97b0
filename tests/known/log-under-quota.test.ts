import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { type Settings, underSettings } from '../../src/scenario/under-settings.ts'
import { MIB, OFF } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { readRuns, underItsQuota, withQuotaInForce } from '../tools/evidence-contained.ts'

const runOf = (name: string) => readRuns('contained').find(({ run }) => run === name)!

/** What is known of a program whose log was written under the CPU quota of its container. */
function predictions(name: string) {
  const program = underItsQuota(runOf(name))
  const under = (settings: Settings) => finish(searchKnown(program, (scenario) => underSettings(scenario, settings)))
  return { own: under({}), free: under({ cpuQuota: OFF }) }
}

describe.each(['api-gogc100-limitoff-cpu0.20', 'lsm-gogc100-limitoff-cpu0.32', 'store-gogc100-limitoff-cpu0.28'])(
  'a log that was written under a CPU quota: %s',
  (name) => {
    const { own, free } = predictions(name)
    const run = runOf(name)
    const base = runOf(name.replace(/-cpu.*/, ''))

    it('tells GC cycles and the peak heap under that quota as closely as two runs agree', () => {
      const { low, high } = own.spread.cycles
      expect(low).toBeLessThanOrEqual(run.cycles)
      expect(high).toBeGreaterThanOrEqual(run.cycles)
      expect(high / low).toBeLessThan(1.7)
      expect(own.cycleHeap.low).toBeLessThan((run.peakHeapMiB + 1) * MIB)
      expect(own.cycleHeap.high).toBeGreaterThan(run.peakHeapMiB * MIB)
    })

    it('is likely of a program that its quota let do that work', () => {
      expect(Math.abs(own.spread.cycles.likely / run.cycles - 1)).toBeLessThan(0.2)
      const { totalSeconds, wallSeconds } = own.trace.result
      expect(totalSeconds / wallSeconds).toBeLessThan(run.cpuQuota!)
    })

    it('has the GC CPU of a run without the quota within its range, which a warning says may be far lower', () => {
      const { low, likely, high } = free.spread.gcSeconds
      expect(low).toBeLessThan(base.gcCpuSeconds)
      expect(high).toBeGreaterThan(base.gcCpuSeconds)
      // Its clocks count the time for which the quota stopped it.
      expect(likely).toBeGreaterThan(1.5 * base.gcCpuSeconds)
      expect(toWarnings(free).join()).toContain('the log was written under another CPU quota')
      expect(free.gcSecondsOnSameMachine).toBeUndefined()
      expect(toWarnings(free).join()).toContain('the input was written under a lower CPU quota')
      expect(toWarnings(own).join()).not.toContain('was written under')
    })
  },
)

// Its live heap is near its memory limit: GC took half of both CPUs, without a quota.
describe('a log of a program of whose CPU GC takes half', () => {
  const read = calibrate(
    columnsOfRun(readLog(readFileSync('tests/fixtures/settings/thrash-gogc100-limit400MiB.log', 'utf8')).columns, 0),
  )
  if (!read.ok) throw new Error(read.problems[0]?.message)
  const { gcSeconds, wallSeconds } = read.value.measured

  it.each([1.9, 1.5])('is not taken for one that its quota of %d CPUs stopped: GC may have taken as much', (cpus) => {
    const known = toKnown({ runs: [], manifests: [], typed: { cpuQuota: cpus }, calibration: read.value })
    const { likely, high } = finish(searchKnown(withQuotaInForce(known), (scenario) => scenario)).spread.gcSeconds
    const took = Math.min(gcSeconds, cpus * wallSeconds)
    expect(high).toBeGreaterThan(0.95 * took)
    expect(likely).toBeGreaterThan(0.4 * took)
  })
})
