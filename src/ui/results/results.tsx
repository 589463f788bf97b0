import { memo } from 'react'
import { isEmptyTrace } from '../../model/empty.ts'
import { toVerdict } from '../../model/verdict.ts'
import { useApp, useAppState, useIsStale, usePinnedRun, useRun } from '../context.ts'
import { Explain } from '../explain.tsx'
import { type Measured, RESULT_FIGURES, type ResultFigure, toComparison } from './figures.ts'
import { toShownMeasures } from './measures.ts'
import { Note } from './note.tsx'

/** What the run amounts to, in large figures, with a verdict in words and colour. */
export function Results() {
  const { trace } = useRun()
  const { store } = useApp()
  const scenario = useAppState((state) => state.scenario)
  const pinned = usePinnedRun()
  const isStale = useIsStale()
  const now: Measured = { trace, scenario }
  const before = pinned && { trace: pinned.trace, scenario: store.getState().pinned?.scenario ?? scenario }
  return (
    <section className={`results ${isStale ? 'stale' : ''}`} aria-label="Results">
      {RESULT_FIGURES.map((figure) => (
        <FigureOf key={figure.key} figure={figure} now={now} before={before} />
      ))}
      <VerdictOf now={now} before={before} />
      <Measures now={now} />
    </section>
  )
}

interface Compared {
  readonly now: Measured
  readonly before: Measured | undefined
}

/** A word among the results, with its note. It stays as it is while the figures change. */
const Term = memo(function Term({ label, of }: { readonly label: string; readonly of: string }) {
  return (
    <Explain label={label}>
      <Note of={of} />
    </Explain>
  )
})

function FigureOf({ figure, now, before }: Compared & { readonly figure: ResultFigure }) {
  const isKnown = !isEmptyTrace(now.trace)
  const value = isKnown ? figure.measure(now) : undefined
  return (
    <div className={`result result-${figure.key}`}>
      <Term label={figure.label} of={figure.key} />
      <p className="number">
        {value === undefined ? '–' : figure.format(value)}
        {figure.unit && <span className="unit"> {figure.unit}</span>}
      </p>
      <p className="aside">{isKnown ? figure.aside(now) : ' '}</p>
      {before && <p className="compared">{toComparison(figure, before, now)}</p>}
    </div>
  )
}

/** Peaks of memory told apart, and where CPU time went. */
function Measures({ now: { trace } }: { readonly now: Measured }) {
  return (
    <dl className="measures">
      {toShownMeasures(trace).map(([{ key, label }, figure]) => (
        <div key={key} className={`measure-${key}`}>
          <dt>
            <Term label={label} of={key} />
          </dt>
          <dd>{figure}</dd>
        </div>
      ))}
    </dl>
  )
}

/** In place of a verdict on a run of which nothing is known yet. */
const LOADING = { kind: 'loading', label: '…', reason: 'The runtime model is being loaded.' } as const

function VerdictOf({ now, before }: Compared) {
  const { kind, label, reason } = isEmptyTrace(now.trace) ? LOADING : toVerdict(now.trace)
  return (
    <div className={`result verdict verdict-${kind}`}>
      <Term label="Verdict" of={`verdict-${kind}`} />
      <p className="number">{label}</p>
      <p className="aside">{reason}</p>
      {before && <p className="compared">was {toVerdict(before.trace).label}</p>}
    </div>
  )
}
