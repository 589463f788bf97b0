import { THRASHING_TIME_SHARE } from '../model/verdict.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes, OFF } from '../units.ts'
import { type Doubt, doubtsAbout, isAbout } from './doubt.ts'
import { stoppedShare } from './doubts.ts'
import { toOutlook } from './outlook.ts'
import { type Ensemble, type Search, searchPrograms } from './predict.ts'
import type { ContainerFit, Prediction } from './prediction.ts'
import { EDGE, type Spread } from './spread.ts'

/**
 * Under a memory limit no program takes more memory than without it, unless it falls behind: of 132 recordings, 129
 * stayed within what the same program took without one, and only two of a gateway that fell behind were far above. But
 * we know the model’s error less well under a limit, so the ranges are wider there. So we also run the programs without
 * it: their memory ends the range, and if they could be killed under the limit, we use that verdict if it is surer.
 * @param toScenario applies settings to a program
 */
export function* searchEnsemble(ensemble: Ensemble, toScenario: (scenario: Scenario) => Scenario): Search<Prediction> {
  const limited = yield* searchPrograms(ensemble, toScenario)
  if (limited.isLimitIdle || !isComparable(limited.scenario)) return limited
  const free = yield* searchPrograms(ensemble, (one) => ({ ...toScenario(one), memoryLimit: OFF }))
  // If more programs are killed than this, a range ends at the container’s limit and shows nothing of the memory need.
  const isEnded = [limited, free].every(({ outcomes }) => outcomes['oom-killed'] <= EDGE)
  const ended = isEnded && !mayFallBehind(limited) ? withinFree(limited, free) : limited
  return mayBeSurer(limited) ? asSureAs(ended, free) : ended
}

/** Whether a run without the memory limit has the most memory. With GOGC off nothing ends the growth of its heap. */
function isComparable({ memoryLimit, gogc, changes }: Scenario): boolean {
  const isSteady = changes.every((change) => !change.memoryLimit && !change.containerLimit && !change.gogc)
  return memoryLimit.kind !== 'off' && gogc.kind !== 'off' && isSteady
}

/**
 * Whether the program may fall behind, or its peak is not known. The simulated programs of the gateway thrash. Of the
 * other recordings, the end without a limit puts one peak in 720 above its range, by 1 %.
 */
function mayFallBehind({ thrashingShare, doubts }: Prediction): boolean {
  return thrashingShare.high > THRASHING_TIME_SHARE || isAbout(doubts, 'behind') || isAbout(doubts, 'peak')
}

export function mayBeSurer({ scenario, outcomes, fit, doubts }: Prediction): boolean {
  const isOpen = !isAbout(doubts, 'seen') && (outcomes['oom-killed'] > 0 || fit.mayFill)
  return scenario.containerLimit.kind !== 'off' && isComparable(scenario) && isOpen && !isAbout(doubts, 'late')
}

/** If more are killed without the limit, the model’s memory may be too high: then runs under the limit count. */
const MOST_KILLED = 0.5

/** With the verdict of `free` if that is surer. @param free the same programs without the memory limit */
export function asSureAs(limited: Prediction, free: Prediction): Prediction {
  const { outcomes, fit } = limited
  const [killed, killedFree] = [outcomes['oom-killed'], free.outcomes['oom-killed']]
  const isSurer = killedFree < killed || (killedFree === killed && fit.mayFill && !free.fit.mayFill)
  if (!isSurer || killedFree > MOST_KILLED || free.outcomes.completed < outcomes.completed) return limited
  const { roomOutside } = free.fit
  const { mayFill, unseenFill } = fit.mayFill ? free.fit : fit
  return {
    ...withinFree(limited, free),
    outcomes: free.outcomes,
    fit: { ...fit, mayFill, unseenFill, ...(roomOutside !== undefined && { roomOutside }) },
  }
}

/** The prediction with ranges of memory that end no higher than those of `free`. */
function withinFree(limited: Prediction, free: Prediction): Prediction {
  const { spread, cycleHeap } = limited
  return {
    ...limited,
    spread: {
      ...spread,
      peakHeapBytes: upTo(spread.peakHeapBytes, free.spread.peakHeapBytes),
      peakMemoryBytes: upTo(spread.peakMemoryBytes, free.spread.peakMemoryBytes),
      peakContainerBytes: upTo(spread.peakContainerBytes, free.spread.peakContainerBytes),
    },
    cycleHeap: upTo(cycleHeap, free.cycleHeap),
  }
}

function upTo({ low, likely, high }: Spread, other: Spread): Spread {
  return { low, likely, high: Math.max(likely, Math.min(high, other.high)) }
}

/** The prediction with the memory need, which only runs without the container’s limit show. */
export function* searchWithNeed(ensemble: Ensemble, toScenario: (scenario: Scenario) => Scenario): Search<Prediction> {
  const prediction = yield* searchEnsemble(ensemble, toScenario)
  const { kind = 'survives' } = toOutlook(prediction) ?? {}
  if (kind === 'survives' || prediction.scenario.changes.some(({ containerLimit }) => containerLimit)) return prediction
  return withNeed(prediction, yield* searchEnsemble(ensemble, (one) => ({ ...toScenario(one), containerLimit: OFF })))
}

/** Adds the memory need. @param free the prediction of the same programs without the container's limit */
export function withNeed(prediction: Prediction, free: Prediction): Prediction {
  if (stoppedShare(free.outcomes) > 0) return prediction
  const limit = limitBytes(prediction.scenario.containerLimit)
  const need = free.spread.peakContainerBytes
  // A kill cuts a run short, which hides what its CPU quota does: we take those doubts from the longer runs.
  const doubts = [...prediction.doubts, ...free.doubts.filter(({ about }) => about === 'behind' || about === 'less')]
  const fits = doubtsOfKill(free.fit.least, limit, isAbout(doubts, 'behind'))
  return { ...prediction, doubts: [...fits, ...doubts], ...(need.high > limit && { need }) }
}

/** Why a container may hold the program, although it kills all simulated ones. */
function doubtsOfKill({ chance, unwritten, files }: ContainerFit['least'], limit: number, isBehind: boolean): Doubt[] {
  const holds = (least = Infinity) => least <= limit
  if (holds(chance)) return doubtsAbout('less', isBehind ? '' : BY_CHANCE)
  return doubtsAbout('less', holds(unwritten) && NEVER_WRITTEN, holds(files) && OF_FILES)
}

const BY_CHANCE =
  'one GC cycle alone makes the heap too large for this container: if it comes at another time, the program may fit'
const NEVER_WRITTEN =
  'much of the heap is memory that the program uses for the first time: what it does not write to takes no room in this container (the resident memory of such a run shows it)'
const OF_FILES =
  'some of the measured memory may be pages of files, which the kernel takes away before it kills a program'
