import { countOf } from '../format.ts'
import type { StatedSettings } from '../gctrace/read/run-info.ts'
import { sumOf } from '../numbers.ts'
import type { Fitted } from './fit/fit.ts'
import { type InferredSettings, isUpperBound } from './shape/infer-settings.ts'
import { MOST_DELAYED } from './shape/points.ts'
import { type Series, stalledCycles } from './shape/series.ts'

/** Warnings that do not matter if another input shows GOGC. */
export const GUESSED_GOGC = [
  'No goal in this log surely shows GOGC, so it is assumed to be 100. Correct it if you know the real value.',
  'GOGC is inferred from a small heap; correct it if you know the real value.',
] as const

/** Warnings that do not matter if another input shows the memory limit: of its size, and of an upper bound of it. */
export const GUESSED_LIMIT = [
  'A memory limit was in effect. Its size is inferred from the goals; correct it if you know the real value.',
  'A memory limit was in effect, or the program lowered GOGC while it ran (debug.SetGCPercent): this log does not show which. Its size is inferred from the goals; correct it if you know the real value.',
  'A memory limit left no room above the live heap. Goals show only an upper bound of it: enter the real value.',
  'One goal alone does not show whether a memory limit made it with GOGC=off, as we assume, or a GOGC above 1000: enter the real values.',
] as const

/** The warnings of a calibration. How well the simulation reproduces the log is the subject of `toTrust`. */
export function toWarnings(
  series: Series,
  { workload, isCutShort }: Fitted,
  inferred: InferredSettings,
  asked: StatedSettings,
): string[] {
  const heldUp = stalledCycles(series).length
  const forced = sumOf(series.forced)
  const { isSaturated, slack } = workload
  const isGuessed = asked.gogc === undefined
  const { raised } = inferred
  const warnings: readonly (readonly [isSo: boolean, text: string])[] = [
    [isCutShort, 'The log takes so long to simulate that we tried fewer programs: there may be a better fit.'],
    [inferred.isBeforeLimits, 'A Go before 1.19 wrote this log: it has no memory limit, and ignores GOMEMLIMIT.'],
    [heldUp > MOST_DELAYED, `We simulate only the ${MOST_DELAYED} longest of ${heldUp} delayed mark phases.`],
    [
      asked.memoryLimit === undefined && inferred.memoryLimit.kind !== 'off',
      isGuessed && inferred.lowGogc !== undefined
        ? 'Goals lie just above the live heap. A memory limit may have set them, as we assume, or a GOGC below 25: enter the real values.'
        : isUpperBound(inferred.limitWithin)
          ? GUESSED_LIMIT[2]
          : GUESSED_LIMIT[inferred.gogc.kind === 'off' && inferred.gogcGoals === 1 ? 3 : inferred.mayBeLowered ? 1 : 0],
    ],
    [
      raised !== undefined,
      `The last ${raised?.count} goals are higher, as under GOGC=${raised?.percent}: the program may have raised GOGC while it ran (debug.SetGCPercent). We simulate one GOGC for the whole log.`,
    ],
    [isGuessed && inferred.gogcGoals === 0, GUESSED_GOGC[0]],
    [isGuessed && inferred.gogc.kind !== 'off' && inferred.gogcGoals > 0 && inferred.gogcError > 5, GUESSED_GOGC[1]],
    [
      isGogcContradicted(inferred, asked),
      `The GOGC that is stated contradicts ${inferred.gogcGoals === 1 ? '1 goal' : `${inferred.gogcGoals} goals`} of the log: they show ${inferred.gogc.kind === 'off' ? 'GOGC=off' : `GOGC=${Math.round(inferred.gogc.percent)}`}.`,
    ],
    [
      series.tooEarly > 0,
      `The log is longer than the 1,000,000 s (11.6 days) that we simulate: we leave out its first ${countOf(series.tooEarly, 'cycle')}.`,
    ],
    [series.forcedLeftOut > 0, `${series.forcedLeftOut} forced cycles are too many to simulate: we leave them out.`],
    [forced > 0, `${countOf(forced, 'forced cycle')}: simulated at the same time under other settings too.`],
    [
      isSaturated && !slack.isSure,
      slack.hasSlack
        ? 'We cannot tell whether the program catches up after GC; we assume so, as a service does.'
        : 'Cycles leave so little time between them that the program’s own pace does not show. We assume that it works as fast as it can, and that GC slows it down as usual.',
    ],
  ]
  return warnings.flatMap(([isSo, text]) => (isSo ? [text] : []))
}

/** Whether goals show another GOGC than the user gave, by more than their rounding. */
export function isGogcContradicted({ gogc, gogcGoals, gogcError }: InferredSettings, asked: StatedSettings): boolean {
  if (asked.gogc === undefined || gogcGoals === 0) return false
  if (asked.gogc.kind === 'off' || gogc.kind === 'off') return asked.gogc.kind !== gogc.kind
  return Math.abs(asked.gogc.percent - gogc.percent) > gogcError + 1
}
