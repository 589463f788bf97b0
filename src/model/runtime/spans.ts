import type { Program } from '../../scenario/types.ts'
import type { Run } from './run.ts'

/*
 * Objects of one size share a span, and a span is free only when all of them are dead (Go 1.26, mheap.go, freeSpanLocked;
 * mcentral.go). Where k objects share a span and each of them dies with the same chance, independently, a live heap R
 * that filled its spans when it was F holds
 *
 *   held = F · (1 − (1 − R / F)^k)
 *
 * of them: next to all at R = F / 2 and k = 8, R alone with k = 1. The rest, held − R, are slots that stay unused until
 * objects of that size come again. New long-lived objects fill them first: a heap that grows holds what it held, until
 * it fills that. What is allocated and dies between two cycles is taken to be of other sizes, and large objects without
 * pointers to have spans of their own.
 */

/** Relative width at which the search for F ends. */
const CLOSE = 1e-12

/** A cycle has found so much reachable: what its spans hold beside that, after the most that there was before. Bytes. */
export function settleSpans(run: Run, reachable: number): void {
  const { objectsPerSpan: k, pointerFreeLive } = run.program
  if (k <= 1) return
  const live = Math.max(0, reachable - pointerFreeLive)
  const peak = Math.max(live, run.spanPeak - pointerFreeLive)
  const before = run.spanLive
  if (peak > before) run.spanFull = refilled(before + run.unused, run.spanFull, peak, k)
  run.spanPeak = reachable
  run.spanLive = live
  run.unused = Math.max(0, heldBytes(run.spanFull, live, k) - live)
}

/*
 * The same between two cycles, of the objects that die there: where k of them share a span with what lives on, sweeping a
 * heap H down to a live heap L frees spans only as far as `heldBytes(H, L, k)`, and leaves slots. New objects take them
 * first (mcentral.go, cacheSpan), as large a share of what is allocated as died in them: so a heap that doubles fills all.
 */

/** At the end of a cycle, with a heap of `heapEnd` bytes: computes the slots that sweeping leaves in spans still in use. */
export function settleSlots(run: Run, heapEnd: number): void {
  const { mixedPerSpan: k, pointerFreeLive } = run.program
  if (k <= 1) return
  const live = Math.max(0, run.live - pointerFreeLive)
  const left = Math.max(0, run.slots - run.slotShare * (heapEnd - run.liveBefore))
  run.slots = Math.max(0, heldBytes(Math.max(live, heapEnd - pointerFreeLive) + left, live, k) - live)
}

/** Bytes of these slots that new objects have not filled once the heap has grown to `heap`. */
export function slotBytes(run: Run, heap: number): number {
  return run.slots === 0 ? 0 : Math.max(0, run.slots - run.slotShare * (heap - run.live))
}

/** The heap whose bytes, plus its slots that are still unfilled, and plus `overhead` times the heap, are `used`. */
export function heapWithSlots(run: Run, used: number, overhead = 0): number {
  const { slots, slotShare, live } = run
  const perByte = 1 + overhead
  const filled = slots === 0 ? 0 : live + slots / slotShare
  if (used >= perByte * filled) return used / perByte
  return Math.min(filled, live + Math.max(0, used - perByte * live - slots) / (perByte - slotShare))
}

/** The share of allocated bytes that fills such slots; the rest takes new spans. */
export function slotShare({ mixedPerSpan }: Program): number {
  return 1 - 2 ** (1 - mixedPerSpan)
}

/** Spans that a live heap holds which filled them when it was `full`. */
function heldBytes(full: number, live: number, k: number): number {
  if (live >= full) return live
  return full * -Math.expm1(k * Math.log1p(-live / full))
}

/** The live heap that fills the spans of one that has grown to `live` within those that it held. Held spans grow with it. */
function refilled(held: number, full: number, live: number, k: number): number {
  if (live >= held) return live
  let [low, high] = [live, full]
  while (high - low > CLOSE * high) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    if (heldBytes(middle, live, k) < held) low = middle
    else high = middle
  }
  return high
}
