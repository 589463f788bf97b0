import { effectiveGogc } from '../model/tally.ts'
import { medianOf } from '../numbers.ts'
import { toGoGogc } from '../scenario/go-env.ts'
import { sumOver } from './finding-flags.ts'
import { goalByGogc, rootsBefore } from './goals.ts'
import { highestIn, type Shown, type Words } from './shown.ts'

/* The words and figures of the finding that the memory limit, or a GOGC that the program lowered, set the goals. */

export function limitWords(shown: Shown): Words {
  if (isLiveGoal(shown)) return LIMIT_BELOW_LIVE
  if (shown.settings.gogc.kind === 'off') return ONLY_LIMIT
  return mayBeGogc(shown) ? LIMIT_OR_GOGC : LIMIT_BELOW_GOGC
}

const LIMIT_BELOW_GOGC: Words = {
  title: 'The memory limit sets the goal',
  text: 'The goal is below what GOGC alone would give. Cycles come more often than GOGC asks for, to stay below GOMEMLIMIT.',
}

const LIMIT_OR_GOGC: Words = {
  title: 'A memory limit or a lower GOGC sets the goal',
  text: 'The goal is below what GOGC alone would give, and fits a lower GOGC too. Either GOMEMLIMIT keeps the heap lower, or the program lowered GOGC while it ran (debug.SetGCPercent): a gctrace log does not show which.',
}

const LIMIT_BELOW_LIVE: Words = {
  title: 'The memory limit leaves no room above the live heap',
  text: 'The goal equals the live heap: if GOMEMLIMIT leaves less, Go raises the goal to it, and the next cycle starts as soon as the program allocates. GC cannot free live objects: raise GOMEMLIMIT, or keep less live. The goals give only an upper bound of the limit.',
}

const ONLY_LIMIT: Words = {
  title: 'Only the memory limit sets the goal',
  text: 'GOGC is off, so the heap grows until it comes near GOMEMLIMIT: only then does a cycle start.',
}

/** The cycles that show the finding, without the first of the log: a goal follows from what the cycle before found. */
function withoutFirstOfLog({ cycles }: Shown): number[] {
  const found: number[] = []
  for (const [first, last] of cycles) for (let i = Math.max(1, first); i <= last; i++) found.push(i)
  return found
}

function isLiveGoal(shown: Shown): boolean {
  const { goalMiB, heapLiveMiB } = shown.columns
  const all = withoutFirstOfLog(shown)
  return all.filter((i) => goalMiB[i]! <= heapLiveMiB[i - 1]!).length > 0.9 * all.length
}

/** Nobody sets a lower one: such goals are those of a limit that leaves no room. */
const LEAST_GOGC = 10
/** One GOGC must explain this share of the goals: when a program lowers GOGC, Go raises the next goal to the heap. */
const LEAST_MADE = 0.8

/** Whether one GOGC can have made nearly all of these goals: the live heap did not change so much that only a limit could. */
function mayBeGogc(shown: Shown): boolean {
  const { columns, cycles } = shown
  // A limit made a goal above which marking started (see `isSurelyLimited`).
  if (sumOver(cycles, (i) => (columns.heapStartMiB[i]! > columns.goalMiB[i]! ? 1 : 0)) > 0) return false
  const percent = medianGogc(shown)
  if (percent === undefined || percent < LEAST_GOGC) return false
  const all = withoutFirstOfLog(shown)
  const made = all.filter((i) => {
    const goal = goalByGogc(columns, i, percent)
    return goal && columns.goalMiB[i]! + 1 >= goal.least && columns.goalMiB[i]! <= goal.most
  })
  return made.length >= LEAST_MADE * all.length
}

/** The cycle in which the limit pressed hardest: its goal, and the goal that GOGC alone would have set. */
export function limitText(shown: Shown): string {
  const { columns, cycles, settings } = shown
  const { number, goalMiB } = columns
  const { gogc } = settings
  const byGogc = (i: number) => (gogc.kind === 'off' ? undefined : goalByGogc(columns, i, gogc.percent)?.least)
  const found = highestIn(cycles, (i) => -goalMiB[i]! / (byGogc(i) ?? 1))
  const least = byGogc(found)
  const wanted =
    least === undefined ? '' : `; GOGC=${toGoGogc(gogc)} alone would have made it at least ${Math.floor(least)} MiB`
  const effective = medianGogc(shown)
  const acted = mayBeGogc(shown) ? 'goals were those of' : 'the limit acted like'
  const like = effective === undefined ? '' : ` Over these cycles ${acted} GOGC=${effective}.`
  return `In cycle ${number[found]!} the goal was ${goalMiB[found]!} MiB${wanted}.${like}`
}

/** Over a live heap below this many MiB, which a log rounds down, nearly any GOGC fits a goal. */
const TELLING_MIB = 3

/** The median GOGC that would explain the goals, in percent; undefined if every live heap is too small to show it. */
function medianGogc(shown: Shown): number | undefined {
  const { columns } = shown
  const { goalMiB, heapLiveMiB } = columns
  const telling = withoutFirstOfLog(shown).filter((i) => heapLiveMiB[i - 1]! >= TELLING_MIB)
  const median = medianOf(
    telling.map((i) => effectiveGogc(goalMiB[i]! + 0.5, heapLiveMiB[i - 1]! + 0.5, rootsBefore(columns, i).least)),
  )
  return median === undefined ? undefined : Math.round(median)
}
