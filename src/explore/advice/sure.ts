import { inSteps } from '../../model/slices.ts'
import { MUCH_THROTTLED, throttledShare } from '../../model/verdict.ts'
import { killFactors, type RangeFigure, withOwnLimit } from '../../prediction/allowance.ts'
import { type Candidate, simulatedOf, weightOf } from '../../prediction/candidates.ts'
import { isAbout } from '../../prediction/doubt.ts'
import { OF_NEED, toWarnings } from '../../prediction/doubts.ts'
import { type Outlook, toOutlook, worseOutlook } from '../../prediction/outlook.ts'
import type { Ensemble } from '../../prediction/predict.ts'
import { type Outcomes, passesMemoryHigh } from '../../prediction/prediction.ts'
import type { Spread } from '../../prediction/spread.ts'
import type { Throttling } from '../../prediction/throttling.ts'
import { searchWithNeed } from '../../prediction/under-limit.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes } from '../../units.ts'
import { grow } from './growth.ts'
import { areTooManyKilled, MOST_KILLED } from './most-killed.ts'
import { createBudget, type Trial, tryRun } from './trial.ts'

export interface EnsembleOutcome extends Throttling {
  readonly spread: Readonly<Record<RangeFigure, Spread>>
  readonly outcomes: Outcomes
  /** As in `Prediction`. */
  readonly gcWithinCpus?: number | undefined
  /** Warnings, in words: why the program could need more than the ranges say, and what GC CPU does not include. */
  readonly open: readonly string[]
  readonly mayOutgrow: boolean
  /** Whether the kernel has killed it in a container of at least this size. */
  readonly wasKilled: boolean
  /** Whether the likely program uses more memory than the MemoryHigh of its unit, so that the kernel slows it down. */
  readonly passesMemoryHigh: boolean
  /** undefined if no container limits the programs. */
  readonly outlook: Outlook | undefined
  readonly grown: {
    readonly outcomes: Outcomes
    /** Never better than without growth: a program that survives a margin survives any smaller growth. */
    readonly outlook: Outlook | undefined
    /** The most memory that the container counts: the high end of its range. */
    readonly mostBytes: number
  }
}

/** The budget of GC cycles for one setting. We assume that the other programs end like those that we ran. */
const CYCLES_PER_SETTING = 20_000

/** A program with its index among those simulated: the model’s error and the pages of files depend on it. */
interface Member extends Candidate {
  readonly k: number
}

type ToScenario = (scenario: Scenario) => Scenario

/**
 * Whether a setting gets too many programs killed. Stops as soon as that is certain, because the search asks often.
 * @param toScenario applies the setting to a program
 * @param members the programs to run: the others surely survive. All by default
 */
export function* killsTooMany(
  ensemble: Ensemble,
  toScenario: ToScenario,
  members = membersOf(ensemble),
): Generator<Trial, boolean> {
  const most = MOST_KILLED * weightOf(ensemble.candidates)
  let [killed, left] = [0, weightOf(members)]
  for (const step of trials(ensemble, toScenario, members)) {
    if (killed + left <= most) break
    const { result } = yield* step.run()
    if (result.outcome.kind === 'oom-killed') killed += step.member.weight
    if (killed > most) return true
    left -= step.member.weight
  }
  return false
}

/** Whether a CPU quota stops nearly all programs that fit the input for much of the time, under a setting. */
export function* areThrottled(ensemble: Ensemble, toScenario: ToScenario): Generator<Trial, boolean> {
  const members = membersOf(ensemble)
  const most = MOST_KILLED * weightOf(members)
  const budget = createBudget(CYCLES_PER_SETTING)
  let free = 0
  for (const { scenario, weight } of members) {
    if (budget.cyclesLeft <= 0) break
    if (throttledShare(yield* tryRun(budget, toScenario(scenario))) <= MUCH_THROTTLED) free += weight
    if (free > most) return false
  }
  return true
}

/** The programs that come nearest to their container, the nearest first: growth would kill these first. */
export function* findEndangered(ensemble: Ensemble, toScenario: ToScenario): Generator<Trial, readonly Member[]> {
  const ran: { readonly member: Member; readonly danger: number }[] = []
  for (const { member, scenario, run } of trials(ensemble, toScenario, membersOf(ensemble))) {
    const { result } = yield* run()
    const isKilled = result.outcome.kind === 'oom-killed'
    ran.push({ member, danger: isKilled ? Infinity : result.peakContainerBytes / limitBytes(scenario.containerLimit) })
  }
  const sorted = ran.sort((a, b) => b.danger - a.danger).map(({ member }) => member)
  const enough = ENDANGERED_WEIGHT * MOST_KILLED * weightOf(ensemble.candidates)
  const count = sorted.findIndex((_, i) => i + 1 >= LEAST_ENDANGERED && weightOf(sorted.slice(0, i + 1)) >= enough)
  return count < 0 ? sorted : sorted.slice(0, count + 1)
}

/** findEndangered returns at least this many programs, and this many times the weight that may be killed. */
const LEAST_ENDANGERED = 10
const ENDANGERED_WEIGHT = 4

/** One run for each program, until the budget of cycles is spent; none if no container limits the programs. */
function* trials({ candidates, allowanceOf }: Ensemble, toScenario: ToScenario, members: readonly Member[]) {
  const [likely] = candidates
  if (!likely || toScenario(likely.scenario).containerLimit.kind === 'off') return
  // Use the allowance of an active memory limit, even if the limit has no effect: it assumes a larger error of the
  // model, so it is the safe choice.
  const reach = killFactors(allowanceOf(toScenario(likely.scenario)))
  const budget = createBudget(CYCLES_PER_SETTING)
  for (const member of members) {
    if (budget.cyclesLeft <= 0) return
    const scenario = withOwnLimit(toScenario(member.scenario), member.k, reach)
    yield { member, scenario, run: () => tryRun(budget, scenario) }
  }
}

function membersOf({ candidates }: Ensemble): readonly Member[] {
  return simulatedOf(candidates).map((candidate, k) => ({ ...candidate, k }))
}

/** What a setting does to all programs that fit the input. @param toScenario applies the setting */
export function* foresee(
  ensemble: Ensemble,
  toScenario: ToScenario,
  margin: number,
): Generator<undefined, EnsembleOutcome> {
  const plain = yield* inSteps(searchWithNeed(ensemble, toScenario))
  const grown = yield* inSteps(searchWithNeed(ensemble, (scenario) => grow(toScenario(scenario), margin)))
  const { spread, outcomes, throttledShare, isBusyOpen, gcWithinCpus, doubts } = plain
  const outlook = toOutlook(plain)
  return {
    spread,
    gcWithinCpus,
    throttledShare,
    isBusyOpen,
    outcomes,
    open: toWarnings(plain, [...(outlook ? OF_NEED : []), 'slowdown', 'cost']),
    mayOutgrow: isAbout(doubts, 'outgrown'),
    wasKilled: isAbout(doubts, 'killed'),
    passesMemoryHigh: passesMemoryHigh(plain),
    outlook,
    grown: {
      outcomes: grown.outcomes,
      outlook: worseOutlook(plain, grown),
      mostBytes: grown.spread.peakContainerBytes.high,
    },
  }
}

export function isKilledTooOften({ outcomes, grown }: EnsembleOutcome): boolean {
  return areTooManyKilled(outcomes) || areTooManyKilled(grown.outcomes)
}
