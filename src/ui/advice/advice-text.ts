import type { Advice } from '../../explore/advice.ts'
import type { Tried } from '../../explore/limit-probe.ts'
import type { LimitRange } from '../../explore/limit-range.ts'
import { countOf, formatShare, formatSize, formatValue } from '../../format.ts'
import { toGoMemLimit } from '../../scenario/go-env.ts'
import type { Scenario } from '../../scenario/types.ts'
import { toLimit } from '../../units.ts'

/** A limit that a click sets, with what its own simulation showed. */
export interface Offer {
  readonly name: string
  readonly bytes: number
  readonly note: string
}

/** A limit as one writes it for Go, which takes no decimals. */
export function showSize(bytes: number): string {
  return toGoMemLimit(toLimit(bytes))
}

/** The advice in a few words, for its heading. */
export function toSummary(advice: Advice): string {
  const { unlimited, range, sound, surviving, share, searched } = advice
  if (searched === 'too long') return 'not searched'
  if (range) {
    if (isFine(advice)) return 'not needed'
    const from = showSize(range.from.bytes)
    if (advice.isOpenAbove) return `from ${from}`
    return range.from === range.to ? from : `${from} to ${showSize(range.to.bytes)}`
  }
  if (sound || !isKilled(unlimited)) return `none for ${percent(share)}`
  if (surviving) return 'only by thrashing'
  return 'does not fit'
}

/** Whether the summary is bad news: the program dies here, whatever the limit that was tried. */
export function isMisfit({ unlimited, range, sound, surviving, searched }: Advice): boolean {
  return isKilled(unlimited) && !range && !sound && !surviving && searched !== 'too long'
}

/** The answer in sentences, each of them what simulations showed. */
export function toAnswer(advice: Advice): readonly string[] {
  const { range, sound, surviving, searched } = advice
  if (searched === 'too long') return ['This run takes too many GC cycles to search. Shorter phases can be searched.']
  if (range) return [isFine(advice) ? notNeeded(advice) : needed(advice, range)]
  if (!isKilled(advice.unlimited)) return [isCostly(advice)]
  const answer = sound ? tooCostly(advice, sound) : surviving ? onlyJust(advice, surviving) : nothingDoes(advice)
  return [answer, toNeed(advice)].filter((text) => text !== '')
}

/** What one limit for the whole run means where the run changes limits on its way. */
export function toNotes({ changes }: Scenario): readonly string[] {
  const notes: string[] = []
  if (changes.some(({ memoryLimit }) => memoryLimit))
    notes.push('This run changes GOMEMLIMIT. The answer is one limit for the whole run: a click removes those changes.')
  if (changes.some(({ containerLimit }) => containerLimit))
    notes.push('This run changes the container limit. Each part of the run is held against its own.')
  return notes
}

/**
 * The limits to choose from: all of them complete without thrashing. The one with headroom stands first. Limits that
 * cost more than was asked are offered to those alone who are killed without one.
 */
export function toOffers(advice: Advice): readonly Offer[] {
  const { headroom, container, share } = advice
  const range = advice.range ?? (isKilled(advice.unlimited) ? advice.sound : null)
  if (!range) return []
  const offers: Offer[] = []
  if (headroom)
    offers.push({
      name: `With ${headroom.bytes < 0.925 * container ? 10 : 5} % headroom below the container`,
      bytes: headroom.bytes,
      note: figures(headroom),
    })
  offers.push({
    name: advice.range ? `Smallest with GC CPU up to ${percent(share)}` : 'Smallest that completes without thrashing',
    bytes: range.from.bytes,
    note: `${figures(range.from)}${beyond('less', range.from, range.below, share)}`,
  })
  if (range.to !== range.from && !advice.isOpenAbove)
    offers.push({ name: 'Largest', bytes: range.to.bytes, note: `${figures(range.to)}${above(advice, range)}` })
  return offers
}

/** Without any limit the program ends well, within the share: nothing has to be set. */
function isFine({ unlimited, share }: Advice): boolean {
  const isSound = unlimited.verdict === 'healthy' || unlimited.verdict === 'tight'
  return isSound && unlimited.result.compulsoryGcFraction <= share
}

function notNeeded({ unlimited, container }: Advice): string {
  const { compulsoryGcFraction, peakContainerBytes } = unlimited.result
  const of = container < Infinity ? ` of ${formatSize(container)}` : ''
  return `No limit is needed: without one the program completes, with GC CPU ${formatShare(compulsoryGcFraction)} and at most ${formatSize(peakContainerBytes)}${of} in use.`
}

function needed({ unlimited, share }: Advice, { from, to, inside }: LimitRange): string {
  const does = `completes with GC CPU up to ${percent(share)}`
  const without = `Without a limit: ${failureOf(unlimited, share)}.`
  if (from === to) return `${without} At ${showSize(from.bytes)} the program ${does}.`
  const between = inside > 0 ? `, and so it does at ${countOf(inside, 'limit')} tried in between` : ''
  return `${without} At ${showSize(from.bytes)} and at ${showSize(to.bytes)} the program ${does}${between}.`
}

function tooCostly(advice: Advice, { from, to }: LimitRange): string {
  const costs = ({ bytes, result }: Tried) => `${showSize(bytes)} (GC CPU ${formatShare(result.compulsoryGcFraction)})`
  const completes = from === to ? `at ${costs(from)}` : `from ${costs(from)} to ${costs(to)}`
  return `${ofTried(advice)} keeps GC CPU at ${percent(advice.share)} or less. The program does complete ${completes}.`
}

function onlyJust(advice: Advice, { from, to }: LimitRange): string {
  const how = (tried: Tried) => `${showSize(tried.bytes)} (${failureOf(tried, advice.share)})`
  const completes = from === to ? `at ${how(from)}` : `from ${how(from)} to ${how(to)}`
  return `${ofTried(advice)} lets this program complete without thrashing. It does complete ${completes}: no setting to choose.`
}

function nothingDoes(advice: Advice): string {
  const { outgrown } = advice
  const tried = ofTried(advice)
  const none = `This program does not fit this container: ${tried[0]?.toLowerCase()}${tried.slice(1)} lets it complete.`
  if (outgrown === null) return none
  return `${none} Its live heap alone reaches ${formatSize(outgrown)}, and no GC setting makes that smaller.`
}

/** A limit can only make the collector work more: a program that survives without one gains nothing by it. */
function isCostly({ unlimited, share, need }: Advice): string {
  const { compulsoryGcFraction } = unlimited.result
  if (compulsoryGcFraction <= share)
    return `Without a limit the program completes, with this verdict: ${failureOf(unlimited, share)}. No limit that was tried does better.`
  const cause = need?.isGogc ? ' GOGC is what costs: a higher one takes less CPU, and more memory.' : ''
  return `Without a limit the program completes with GC CPU ${formatShare(compulsoryGcFraction)}, and a limit does not bring it to ${percent(share)}.${cause}`
}

/** What would do instead. */
function toNeed({ need }: Advice): string {
  if (!need) return ''
  const { container, free, isGogc } = need
  if (container)
    return `A container of ${showSize(container.bytes)} with GOMEMLIMIT=${showSize(container.limit.bytes)} would do: GC CPU ${formatShare(container.limit.result.compulsoryGcFraction)}.`
  return isGogc
    ? `GOGC is what costs: even without limit and container GC CPU is ${formatShare(free.result.compulsoryGcFraction)}. A higher GOGC takes less CPU, and more memory.`
    : ''
}

function ofTried({ searched }: Advice): string {
  if (typeof searched === 'string') return 'No limit'
  const { count, from, to } = searched
  return `None of ${countOf(count, 'limit')} tried, ${showSize(from)} to ${showSize(to)},`
}

function figures({ result, effectiveGogc, verdict }: Tried): string {
  const effective = effectiveGogc === null ? '' : `, effective GOGC ${formatValue(Math.round(effectiveGogc))}`
  return `GC CPU ${formatShare(result.compulsoryGcFraction)}${effective}${verdict === 'tight' ? ', tight' : ''}`
}

function above({ share }: Advice, { to, above }: LimitRange): string {
  return above ? beyond('more', to, above, share) : '; no higher limit is below the container’s'
}

function beyond(direction: 'less' | 'more', bound: Tried, next: Tried | null, share: number): string {
  if (!next) return ''
  return `; ${showSize(Math.abs(next.bytes - bound.bytes))} ${direction}: ${failureOf(next, share)}`
}

/** Why a limit does not do, in a few words. */
function failureOf({ verdict, result }: Tried, share: number): string {
  switch (verdict) {
    case 'killed':
      return 'killed'
    case 'thrashing':
      return 'thrashing'
    case 'over-limit':
      return 'memory passes the limit'
    case 'uncollected':
      return 'memory only grows'
    case 'stopped':
      return `more than ${countOf(result.cycles, 'GC cycle')}, not simulated further`
    default:
      return `GC CPU above ${percent(share)}`
  }
}

function isKilled({ verdict }: Tried): boolean {
  return verdict === 'killed'
}

function percent(share: number): string {
  return `${formatValue(share * 100)} %`
}
