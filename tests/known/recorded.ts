import { readFileSync } from 'node:fs'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { type Known, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
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
  return ask(toKnown({ ...scrapes, calibration: made.value }))
}

/**
 * What scrapes alone show of a process, and what they say of other settings in a container of so many MiB.
 * @param files below tests/fixtures/metrics
 * @param seconds between two scrapes
 */
export async function recordedAlone(files: readonly string[], seconds?: number) {
  const texts = files.map((file) => readFileSync(`${FOLDER}/${file}`, 'utf8'))
  const known = toKnown(await readEvidence(texts, {}, seconds))
  return { known, say: ask(known) }
}

/** What a known program says of other settings in a container of so many MiB, or without a container. */
export function ask(known: Known) {
  const made = programOf(known)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const { value } = made
  return (settings: Settings, mib?: number) => {
    const under = { ...settings, containerLimit: mib === undefined ? OFF : toLimit(mib * MIB) }
    const prediction = finish(searchKnown(value, (scenario) => underSettings(scenario, under)))
    const { cycles, peakContainerBytes: resident } = prediction.spread
    return { kind: toOutlook(prediction)?.kind, warnings: toWarnings(prediction).join('\n'), cycles, resident }
  }
}

/** Only GOGC. */
export const percent = (value: number) => ({ gogc: { kind: 'percent', percent: value }, memoryLimit: OFF }) as const
