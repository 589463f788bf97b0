import type { Field } from '../../metrics/fields.ts'
import { DEFAULT_HEAP_MINIMUM } from '../../model/runtime/pacer/constants.ts'
import { largest } from '../../numbers.ts'
import { MIB } from '../../units.ts'
import { latest, NO_LIMIT } from './ranged.ts'
import { liveBelow, scannedStacks } from './stacks.ts'
import type { Scrape } from './timeline.ts'

/**
 * If a process changes GOGC, we infer the live heap of each goal under the GOGC of that time, and compute the goal for
 * the last one. We leave out goals that do not show the live heap: GOGC was off, or the goal is the minimum heap.
 */
export function underLastGogc(scrapes: readonly Scrape[]): readonly Scrape[] {
  const last = latest(scrapes)
  const present = last.get('gogc')
  // A memory limit may have set the goals, whatever GOGC was.
  if (present === undefined || !(present > 0) || (last.get('memoryLimit') ?? 0) < NO_LIMIT) return scrapes
  return scrapes.map((scrape) => {
    const [gogc = present, goal] = [scrape.values.get('gogc'), scrape.values.get('goal')]
    if (gogc === present || goal === undefined) return scrape
    const values = new Map<Field, number>(scrape.values)
    values.delete('goal')
    const [stacks, globals = 0] = [scannedStacks(scrape.values), scrape.values.get('scanGlobals')]
    if (gogc > 0 && goal > (DEFAULT_HEAP_MINIMUM * gogc) / 100) {
      const live = liveBelow(goal, gogc / 100, stacks, globals).value
      values.set('goal', live + ((live + stacks.value + globals) * present) / 100)
    }
    return { ...scrape, values }
  })
}

/**
 * The lowest GOGC, in percent, under which Go can have made all goals, if it is above this one: a heap never holds less
 * than is live, and a lower GOGC means that more was live. undefined if the goals allow this one.
 */
export function higherGogc(scrapes: readonly Scrape[], gogc: number): number | undefined {
  const least = scrapes.map(({ values }) => {
    const [goal = 0, heap = 0] = [values.get('goal'), values.get('heapLive') ?? values.get('heapAlloc')]
    if (!(gogc > 0) || !heap || goal <= (DEFAULT_HEAP_MINIMUM * gogc) / 100) return 0
    const { low } = liveBelow(goal, gogc / 100, scannedStacks(values), values.get('scanGlobals') ?? MOST_GLOBALS)
    return low > LIVE_ERROR * heap ? (100 * (goal - heap)) / heap : 0
  })
  const shown = largest(least)
  return shown > 0 && shown >= CLEARLY_HIGHER * gogc ? shown : undefined
}

/** Few programs have more global variables with pointers; by default scrapes do not show them. */
const MOST_GLOBALS = 8 * MIB
/** Go leaves at least a MiB to grow, so that a low GOGC looks a little higher. */
const CLEARLY_HIGHER = 1.5
/** A scrape reads the goal and the heap one after the other. */
const LIVE_ERROR = 1.05

/** The index of the first scrape after the last change of GOGC or of the memory limit; 0 if they did not change. */
export function sinceLastChange(scrapes: readonly Scrape[]): number {
  const last = latest(scrapes)
  const isOther = ({ values }: Scrape) =>
    SETTINGS.some((field) => values.has(field) && values.get(field) !== last.get(field))
  return scrapes.findLastIndex(isOther) + 1
}

const SETTINGS = ['gogc', 'memoryLimit'] as const

/** For each scrape, the goal in bytes of the scrape before it, if GOGC was different there; else undefined. */
export function goalsBeforeChange(scrapes: readonly Scrape[]): (number | undefined)[] {
  return scrapes.map(({ values }, i) => {
    const before = scrapes[i - 1]?.values
    return before?.has('gogc') && before.get('gogc') !== values.get('gogc') ? before.get('goal') : undefined
  })
}
