import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { toWarnings } from '../../src/prediction/warnings.ts'
import { type Settings, underSettings } from '../../src/scenario/under-settings.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { readEvidence } from './read-evidence.ts'

const FOLDER = 'tests/fixtures/metrics'
/** Between the two scrapes. */
const SECONDS = 8

/** What a log and two scrapes of the same process say. */
async function recorded(program: string, setting: string) {
  const text = (name: string) => readFileSync(`${FOLDER}/${program}/${name}`, 'utf8')
  const made = calibrate(columnsOfRun(readLog(text(`gctrace-${setting}.log`)).columns, 0))
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const scrapes = await readEvidence(
    [0, 1].map((n) => text(`metrics-${setting}-${n}.txt`)),
    {},
    SECONDS,
  )
  const known = programOf(toKnown({ ...scrapes, calibration: made.value }))
  if (!known.ok) throw new Error(known.problems[0]?.message)
  const { value } = known
  return (settings: Settings, mib: number) => {
    const under = { ...settings, containerLimit: toLimit(mib * MIB) }
    const prediction = finish(searchKnown(value, (scenario) => underSettings(scenario, under)))
    return { kind: toOutlook(prediction)?.kind, warnings: toWarnings(prediction).join('\n') }
  }
}

const percent = (value: number) => ({ gogc: { kind: 'percent', percent: value }, memoryLimit: OFF }) as const

describe('a log with few GC cycles at its full heap, and scrapes', async () => {
  // It drops a batch every 2 s. With GOGC=100 it had 266 to 277 MiB resident, with 400 653 MiB.
  const batches = await recorded('batches', 'off')
  // For some seconds it has 115 MiB live, later 40. With GOGC=100 it had 179 to 238 MiB resident.
  const maps = await recorded('maps', '400')

  it('does not let a program surely survive that may have had more live between its cycles', () => {
    const said = batches(percent(100), 220)
    expect(said.kind).toBe('could-be-killed')
    expect(said.warnings).toContain(
      'only 4 GC cycles started at the full heap of the log, so up to 245 MiB may have been live between cycles',
    )
    expect(batches(percent(400), 640).kind).toBe('could-be-killed')
    expect(maps(percent(100), 175).kind).toBe('could-be-killed')
    expect(maps(percent(50), 141).kind).toBe('could-be-killed')
    expect(maps({ ...percent(100), memoryLimit: toLimit(173 * MIB) }, 129).kind).toBe('could-be-killed')
  })

  it('lets it survive where the container holds twice the whole heap, or the log’s own settings are kept', () => {
    const said = batches(percent(100), 800)
    expect(said).toEqual({ kind: 'survives', warnings: '' })
    expect(maps({}, 400).warnings).not.toContain('full heap of the log')
  })
})

describe('a program whose live heap falls', async () => {
  const maps = await recorded('maps', '100')

  it('is not surely killed where a goal is only so high because its cycle came before the fall', () => {
    // With GOGC=400 it had 217 to 234 MiB resident. Its third cycle came after the fall.
    const said = maps(percent(400), 259)
    expect(said.kind).toBe('could-be-killed')
    expect(said.warnings).toContain('if it comes at another time, the program may fit')
    expect(maps(percent(400), 150).kind).toBe('would-be-killed')
  })
})
