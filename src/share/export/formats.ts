import { printGctrace } from '../../gctrace/show/print.ts'
import { toCycleEntry } from '../../model/cycle-list.ts'
import { explainCycle } from '../../model/explain/explain.ts'
import type { Trace } from '../../model/trace.ts'
import { failedAt, ok, type Result } from '../../result.ts'
import { toScenarioJson } from '../../scenario/json.ts'
import type { Scenario } from '../../scenario/types.ts'
import { csvPieces } from './csv.ts'
import { LINES, type LinesId } from './lines.ts'

/** The text formats of a run. Pictures are drawn by the charts (`charts/still`). */
const OWN_FORMATS = ['csv', 'cycles', 'scenario', 'gctrace'] as const
export type TextFormat = (typeof OWN_FORMATS)[number] | LinesId
export const TEXT_FORMATS: readonly TextFormat[] = [...OWN_FORMATS, ...LINES.map(({ id }) => id)]

interface ExportedRun {
  readonly scenario: Scenario
  readonly trace: Trace
}

/** Pieces of a text: that of a long run does not fit into one string. */
export type Pieces = Iterable<string>

/** A run in a format, piece by piece; a problem if this run cannot be written in it. */
export function exportText(format: TextFormat, { scenario, trace }: ExportedRun): Result<Pieces> {
  switch (format) {
    case 'csv':
      return ok(csvPieces(trace))
    case 'cycles':
      return ok(cyclePieces(trace))
    case 'scenario':
      return ok([`${JSON.stringify(toScenarioJson(scenario), undefined, 2)}\n`])
    case 'gctrace':
      return trace.model === 'runtime'
        ? ok([printGctrace(trace, scenario)])
        : failedAt('model', 'gctrace has lines for Go’s own collector: choose the runtime model')
    default:
      return ok(LINES.filter(({ id }) => id === (format satisfies LinesId)).map(({ toText }) => toText(scenario)))
  }
}

const CYCLES_PER_PIECE = 500

/**
 * A run's result and its cycles as JSON: each cycle as the command line's `--cycles` gives it, with the reason in
 * words.
 */
export function* cyclePieces(trace: Trace): Generator<string> {
  const { count } = trace.cycles
  yield `{"result":${JSON.stringify(trace.result)},"cycles":[`
  for (let from = 0; from < count; from += CYCLES_PER_PIECE) {
    const length = Math.min(CYCLES_PER_PIECE, count - from)
    const entries = Array.from({ length }, (_, k) => {
      const { goal, lines } = explainCycle(trace, from + k)
      return JSON.stringify({ ...toCycleEntry(trace, from + k), why: { goal, lines } })
    })
    yield `${from > 0 ? ',' : ''}\n${entries.join(',\n')}`
  }
  yield '\n]}\n'
}
