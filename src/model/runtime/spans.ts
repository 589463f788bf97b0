import type { Program } from '../../scenario/types.ts'
import type { Run } from './run.ts'

/*
 * Objects of one size share a span, and a span is free only when all of its objects are dead (Go 1.26, mheap.go,
 * freeSpanLocked; mcentral.go). If k objects share a span and die independently with the same chance, a live heap of R
 * bytes that filled its spans when it had F bytes holds
 *
 *   held = F · (1 − (1 − R / F)^k)
 *
 * bytes of spans: nearly F at R = F / 2 and k = 8, but only R with k = 1. The rest, held − R, are slots that stay
 * unused until new objects of that size fill them. New long-lived objects fill them first, so a heap that grows holds
 * the same spans until it has filled them. Objects that are allocated and die between two cycles are assumed to have
 * other sizes, and large objects without pointers to have spans of their own.
 */

/** The relative precision of the search for F. */
const PRECISION = 1e-12

/** After a cycle that found `reachable` bytes: computes the slots in spans, from the most that was reachable before. */
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
 * The same for objects that die between two cycles. If k of them share a span with objects that survive, sweeping a
 * heap H down to a live heap L frees spans only down to `heldBytes(H, L, k)`, and leaves slots. New objects fill slots
 * first (mcentral.go, cacheSpan): as large a share of allocation as died in them, so a heap that doubles fills all.
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

/** The heap that takes `used` bytes, together with its unfilled slots and with `overhead` times the heap. */
export function heapWithSlots(run: Run, used: number, overhead = 0): number {
  const { slots, slotShare, live } = run
  const perByte = 1 + overhead
  const filled = slots === 0 ? 0 : live + slots / slotShare
  if (used >= perByte * filled) return used / perByte
  const more = used - perByte * live - slots
  // From some 55 objects in a span on, their share is 1: without overhead nothing is left to divide by.
  return Math.min(filled, more > 0 ? live + more / (perByte - slotShare) : live)
}

/** The share of allocated bytes that fills such slots; the rest takes new spans. */
export function slotShare({ mixedPerSpan }: Program): number {
  return 1 - 2 ** (1 - mixedPerSpan)
}

/** Bytes of spans that a live heap holds if it filled them when it had `full` bytes. */
function heldBytes(full: number, live: number, k: number): number {
  if (live >= full) return live
  return full * -Math.expm1(k * Math.log1p(-live / full))
}

/** The live heap that would fill the spans of a heap which has grown to `live` within `held` bytes of spans. */
function refilled(held: number, full: number, live: number, k: number): number {
  if (live >= held) return live
  let [low, high] = [live, full]
  while (high - low > PRECISION * high) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    if (heldBytes(middle, live, k) < held) low = middle
    else high = middle
  }
  return high
}
