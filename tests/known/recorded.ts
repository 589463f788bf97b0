import { readFileSync } from 'node:fs'
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

/**
 * What a log and two scrapes of the same process say of other settings, in a container of so many MiB.
 * @param seconds between the two scrapes
 */
export async function recorded(program: string, setting: string, seconds = 8) {
  const text = (name: string) => readFileSync(`${FOLDER}/${program}/${name}`, 'utf8')
  const made = calibrate(columnsOfRun(readLog(text(`gctrace-${setting}.log`)).columns, 0))
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const scrapes = await readEvidence(
    [0, 1].map((n) => text(`metrics-${setting}-${n}.txt`)),
    {},
    seconds,
  )
  const known = programOf(toKnown({ ...scrapes, calibration: made.value }))
  if (!known.ok) throw new Error(known.problems[0]?.message)
  const { value } = known
  return (settings: Settings, mib: number) => {
    const under = { ...settings, containerLimit: toLimit(mib * MIB) }
    const prediction = finish(searchKnown(value, (scenario) => underSettings(scenario, under)))
    const { cycles } = prediction.spread
    return { kind: toOutlook(prediction)?.kind, warnings: toWarnings(prediction).join('\n'), cycles }
  }
}

/** Only GOGC. */
export const percent = (value: number) => ({ gogc: { kind: 'percent', percent: value }, memoryLimit: OFF }) as const
