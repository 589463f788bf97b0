import { toVerdict } from '../../model/verdict.ts'
import { circumstancesOf } from '../../store/circumstances.ts'
import { useAppState, useRun } from '../../ui/context.ts'
import { RESULT_FIGURES } from '../../view/figures.ts'

/** The figures that a step has room for. */
const SHOWN = RESULT_FIGURES.slice(0, 4)

/** The results of the run on screen, in a row. */
export function ResultsRow() {
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const presetId = useAppState((state) => state.presetId)
  const run = { trace, scenario, circumstances: circumstancesOf({ presetId }) }
  const { kind, label } = toVerdict(trace, run.circumstances)
  return (
    <dl className="results-row" aria-label="Results">
      {SHOWN.map((figure) => {
        const value = figure.measure(run)
        return (
          <div key={figure.key} className={`result-${figure.key}`}>
            <dt>{figure.label(run)}</dt>
            <dd>{value === undefined ? '–' : `${figure.format(value, run)} ${figure.unit(run)}`.trim()}</dd>
          </div>
        )
      })}
      <div className={`verdict-${kind}`}>
        <dt>Verdict</dt>
        <dd className="word">{label}</dd>
      </div>
    </dl>
  )
}
