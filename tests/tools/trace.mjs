/** @typedef {{name: string, ph: string, ts: number, dur?: number, pid: number, tid: number, args?: any}} TraceEvent
 * an event of Chromium's trace; times in microseconds */

/** Events of `devtools.timeline` during which the page's script runs. */
const SCRIPT = new Set([
  'EventDispatch',
  'FunctionCall',
  'EvaluateScript',
  'FireAnimationFrame',
  'FireIdleCallback',
  'HandlePostMessage',
  'RunMicrotasks',
  'TimerFire',
])

/**
 * Cuts a trace at each `input` event (or another): milliseconds of script on the page's main thread from one to the next.
 *
 * @param {readonly TraceEvent[]} trace
 * @param {string} [type] of the events to cut at
 * @returns {{updates: number[], longestTaskMs: number}}
 */
export function cutUpdates(trace, type = 'input') {
  const isInput = (/** @type {TraceEvent} */ { name, args }) => name === 'EventDispatch' && args?.data?.type === type
  const first = trace.find(isInput)
  if (!first) throw new Error(`the trace holds no ${type} event: nothing was dragged`)
  const thread = trace
    .filter(({ pid, tid, ph }) => pid === first.pid && tid === first.tid && ph === 'X')
    .sort((a, b) => a.ts - b.ts)
  const starts = thread.filter(isInput).map(({ ts }) => ts)
  const updates = starts.map(() => 0)
  let current = -1
  let ranUntil = 0
  for (const event of thread) {
    while (current + 1 < starts.length && (starts[current + 1] ?? 0) <= event.ts) current++
    if (current < 0 || !SCRIPT.has(event.name)) continue
    // Nested events lie within one that is already counted.
    const end = event.ts + (event.dur ?? 0)
    const from = Math.max(event.ts, ranUntil)
    if (end > from) updates[current] = (updates[current] ?? 0) + (end - from) / 1000
    ranUntil = Math.max(ranUntil, end)
  }
  const tasks = thread.filter(({ name }) => name === 'RunTask' || name === 'ThreadControllerImpl::RunTask')
  return { updates, longestTaskMs: Math.max(0, ...tasks.map(({ dur }) => (dur ?? 0) / 1000)) }
}

/** @param {readonly number[]} values milliseconds */
export function summarize(values) {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (/** @type {number} */ share) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(2)
  return { 'median ms': at(0.5), 'p95 ms': at(0.95), 'max ms': at(1) }
}
