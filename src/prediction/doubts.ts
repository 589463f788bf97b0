import { limitBytes } from '../units.ts'
import { doubtsOfContainer, toRoom } from './container-fit.ts'
import { type Certainty, type Doubt, doubtsAbout, isAbout, TOPICS, type Topic } from './doubt.ts'
import type { Outcomes, Prediction } from './prediction.ts'
import { EDGE } from './spread.ts'

/** From this share of killed programs on, we are sure. It is high because we simulate only few programs. */
export const SURE = 0.995

const IN_ORDER = Object.keys(TOPICS) as Topic[]

export function toWarnings(prediction: Prediction, topics: readonly Topic[] = IN_ORDER): string[] {
  const doubts = doubtsOf(prediction)
  const told = IN_ORDER.filter((topic) => topics.includes(topic)).flatMap((topic) =>
    doubts.filter(({ about }) => about === topic),
  )
  return [...new Set(told.map(({ text }) => text).filter(Boolean))]
}

/** Why the program may need more or less memory than its ranges say, and why these are wide. */
export const OF_NEED = IN_ORDER.slice(IN_ORDER.indexOf('unseen'), IN_ORDER.indexOf('condition') + 1)
/** The same without topics that concern only the ranges. */
export const OF_MEMORY = OF_NEED.filter((topic) => topic !== 'growth' && topic !== 'wide')

export function isDoubted(doubts: readonly Doubt[], certainty: Certainty): boolean {
  return doubts.some(({ about }) => (TOPICS[about] as readonly Certainty[]).includes(certainty))
}

export function doubtsOf(prediction: Prediction): Doubt[] {
  const found = [...doubtsOfStoppedRuns(prediction), ...doubtsOfContainer(prediction), ...prediction.doubts]
  const doubts = found
    .filter((doubt) => matters(doubt, prediction))
    .map((doubt): Doubt => (isBeyondDoubt(doubt, prediction) ? { ...doubt, about: 'condition' } : doubt))
  const { roomOutside, covered } = prediction.fit
  const isSurvival = prediction.outcomes['oom-killed'] <= 0 && !isDoubted(doubts, 'survival')
  // Without a container limit, the condition belongs to the range of RSS. An unreliable range needs none.
  const isCondition = isSurvival || (roomOutside === Infinity && !isAbout(doubts, 'unreliable'))
  const room = roomOutside !== undefined && toRoom(roomOutside, covered)
  return [...doubts, ...doubtsAbout('condition', isCondition && room)]
}

/** A container of this many times the program’s memory has room for other work, which the input does not show. */
const OTHER_WORK = 3

/** What comes after the input takes no certainty away if the program has room for other work. */
function isBeyondDoubt({ about, isOpen = false }: Doubt, { outcomes, spread, scenario }: Prediction): boolean {
  if (about !== 'extended' || isOpen || outcomes['oom-killed'] >= SURE) return false
  const limit = limitBytes(scenario.containerLimit)
  return limit < Infinity && limit >= OTHER_WORK * spread.peakContainerBytes.high
}

/** Some doubts matter only if the container kills many or few of the simulated programs; some only without others. */
function matters({ about, from = 0 }: Doubt, { outcomes, fit, doubts, spread }: Prediction): boolean {
  const killed = outcomes['oom-killed']
  switch (about) {
    case 'extended':
      // If all programs are killed before that time, the doubt does not matter.
      return killed < SURE || spread.wallSeconds.high > from
    case 'swap':
      return killed > 0
    case 'survivor':
      return killed > 1 - EDGE && killed < SURE
    case 'less':
      return killed >= SURE
    case 'outgrown':
      return !fit.mayFill
    case 'growth':
      return fit.mayFill || !isAbout(doubts, 'outgrown')
    case 'late':
      return !isAbout(doubts, 'behind')
    default:
      return true
  }
}

function doubtsOfStoppedRuns({ outcomes }: Prediction): Doubt[] {
  const share = stoppedShare(outcomes)
  const text = `${Math.max(1, Math.round(100 * share))} of 100 programs that fit take too long to simulate: their runs were stopped, so the ranges may end too low`
  return doubtsAbout('stopped', share > 0 && text)
}

/** The share of the programs, by weight, whose runs were stopped because they take too long to simulate. */
export function stoppedShare({ completed, 'oom-killed': killed }: Outcomes): number {
  const share = 1 - completed - killed
  return share > ROUNDING_ERROR ? share : 0
}

/** Sums of some hundred weights differ from 1 by less than this, through rounding. */
const ROUNDING_ERROR = 1e-9
