import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toKnownRun } from '../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { LogReader } from '../../src/gctrace/read/reader.ts'
import { MIB } from '../../src/units.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

const FOLDER = 'tests/fixtures/services/quiet'

it('the way from a log to an answer is as docs/architecture.md describes it', () => {
  const said = readFileSync('docs/architecture.md', 'utf8')
  const reader = new LogReader()
  reader.push(readFileSync(`${FOLDER}/logs/api-gogc100-limitoff.log`, 'utf8'))
  const columns = columnsOfRun(reader.end().columns, 0)
  const { series, inferred } = toKnownRun(columns)
  expect(said).toContain(`| ${series!.count} cycles |`)
  const allocated = (series!.endAllocated / MIB).toFixed(0)
  expect(said).toContain(`${allocated} MiB allocated in ${series!.endSeconds.toFixed(1)} s`)
  expect(inferred).toMatchObject({ gogc: { percent: 100 }, memoryLimit: { kind: 'off' } })
  expect(said).toContain('| GOGC=100, no limit |')

  const made = calibrate(columns)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const { scenario, fitted, trust, measured, simulated } = made.value
  expect(said).toContain(`| ${scenario.program.phases.length} phases |`)
  const mib = (bytes: number) => (bytes / MIB).toFixed(1)
  expect(said).toContain(
    `${fitted.members.length} programs; the best one has ${simulated!.cycles} cycles, and a peak heap of ${mib(simulated!.peakHeapBytes)} MiB (the log: ${measured.cycles} and ${mib(measured.peakHeapBytes)})`,
  )
  expect(said).toContain(`in a word | ${trust.grade} |`)

  const { cycles, peakHeapBytes: peak } = predictUnder(made.value, { gogc: { kind: 'percent', percent: 200 } }).spread
  const [likely, low, high] = [peak.likely, peak.low, peak.high].map((bytes) => (bytes / MIB).toFixed(0))
  expect(said).toContain(
    `${cycles.likely} cycles (${cycles.low} to ${cycles.high}), peak heap ${likely} MiB (${low} to ${high})`,
  )
  const runs: { run: string; cycles: number; peakHeapMiB: number }[] = JSON.parse(
    readFileSync(`${FOLDER}/runs.json`, 'utf8'),
  )
  const recorded = runs.find(({ run }) => run === 'api-gogc200-limitoff')!
  expect(said).toContain(`it had ${recorded.cycles} cycles, and a peak heap of ${recorded.peakHeapMiB} MiB`)
})
