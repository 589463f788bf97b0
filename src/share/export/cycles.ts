import { toCycleEntry } from '../../model/cycle-list.ts'
import { explainCycle } from '../../model/explain/explain.ts'
import type { Trace } from '../../model/trace.ts'

const CYCLES_PER_PIECE = 500

/**
 * A run's result and its cycles as JSON, `{"result": …, "cycles": [{…, "why": {goal, lines}}]}`: each cycle as the
 * command line's `--cycles` gives it, with the reason in words.
 */
export function* cyclePieces(trace: Trace): Generator<string> {
  const { count } = trace.cycles
  yield `{"result":${JSON.stringify(trace.result)},"cycles":[`
  for (let from = 0; from < count; from += CYCLES_PER_PIECE) {
    const length = Math.min(CYCLES_PER_PIECE, count - from)
    const entries = Array.from({ length }, (_, k) => toEntry(trace, from + k))
    yield `${from > 0 ? ',' : ''}\n${entries.join(',\n')}`
  }
  yield '\n]}\n'
}

function toEntry(trace: Trace, i: number): string {
  const { goal, lines } = explainCycle(trace, i)
  return JSON.stringify({ ...toCycleEntry(trace, i), why: { goal, lines } })
}
