import { ABSENT, type CycleColumns } from './columns.ts'

/*
 * The figures behind a finding, from the cycles that show it: what a person would point at in the log.
 */

type Spans = readonly (readonly [number, number])[]

/** Share of the run's cycles, as `12 of 125 cycles`. */
export function countText({ count }: CycleColumns, spans: Spans): string {
  const found = spans.reduce((sum, [first, last]) => sum + last - first + 1, 0)
  return found === count
    ? count === 1
      ? 'In the one cycle.'
      : `In all ${count} cycles.`
    : `In ${found} of ${count} cycles.`
}

/** The GC's share of all processors over the spans, idle marking left aside. */
export function gcShareText(columns: CycleColumns, spans: Spans): string {
  const { startSeconds, procs, sweepTermUs, markUs, markTermUs } = columns
  const { sweepTermCpuUs, assistUs, backgroundUs, markTermCpuUs } = columns
  let spent = 0
  let available = 0
  for (const [first, last] of spans) {
    for (let i = first; i <= last; i++) {
      spent +=
        sweepTermCpuUs[i]! + assistUs[i]! + backgroundUs[i]! + markTermCpuUs[i]! + (columns.scanCpuUs.get(i) ?? 0)
    }
    const length = (sweepTermUs[last]! + markUs[last]! + markTermUs[last]!) / 1e6
    available += (startSeconds[last]! + length - startSeconds[first]!) * 1e6 * Math.max(1, procs[last]!)
  }
  return `The collector took ${percent(spent, available)} of the CPU over these cycles.`
}

/** Where the limit pressed hardest: a goal, and what GOGC alone would have made it. */
export function goalText(
  { number, goalMiB, heapLiveMiB, stacksMiB }: CycleColumns,
  spans: Spans,
  gogc: number,
): string {
  let found: { readonly i: number; readonly share: number; readonly byGogc: number } | undefined
  for (const [first, last] of spans) {
    for (let i = Math.max(1, first); i <= last; i++) {
      const live = heapLiveMiB[i - 1]!
      const stacks = stacksMiB[i] === ABSENT ? 0 : stacksMiB[i]!
      const byGogc = live + ((live + stacks) * gogc) / 100
      const share = goalMiB[i]! / byGogc
      if (!found || share < found.share) found = { i, share, byGogc }
    }
  }
  if (!found) return ''
  const wanted = Number.isFinite(found.byGogc) ? `; GOGC alone would have made it ${Math.round(found.byGogc)}` : ''
  return `In cycle ${number[found.i]!} the goal was ${goalMiB[found.i]!} MiB${wanted}.`
}

/** How much of the marking assists did. */
export function assistText({ assistUs, backgroundUs, idleUs }: CycleColumns, spans: Spans): string {
  let assist = 0
  let all = 0
  for (const [first, last] of spans) {
    for (let i = first; i <= last; i++) {
      assist += assistUs[i]!
      all += assistUs[i]! + backgroundUs[i]! + idleUs[i]!
    }
  }
  return `Assists did ${percent(assist, all)} of the marking.`
}

/** The burst that went furthest. */
export function burstText({ number, heapEndMiB, goalMiB }: CycleColumns, spans: Spans): string {
  let found = spans[0]?.[0] ?? 0
  for (const [first, last] of spans) {
    for (let i = first; i <= last; i++)
      if (heapEndMiB[i]! - goalMiB[i]! > heapEndMiB[found]! - goalMiB[found]!) found = i
  }
  return `Furthest in cycle ${number[found]!}: ${heapEndMiB[found]!} MiB for a goal of ${goalMiB[found]!}.`
}

/** How small the heap stayed. */
export function smallText({ heapEndMiB }: CycleColumns): string {
  return `This one never passed ${heapEndMiB.reduce((most, size) => Math.max(most, size), 0) + 1} MiB.`
}

function percent(part: number, whole: number): string {
  return `${whole > 0 ? Math.round((100 * part) / whole) : 0} %`
}
