import { memo } from 'react'
import { isEmptyTrace } from '../../model/empty.ts'
import { toVerdict, type Verdict } from '../../model/verdict.ts'
import { circumstancesOf } from '../../store/circumstances.ts'
import { type Measured, RESULT_FIGURES, type ResultFigure, toComparison, toMeasured } from '../../view/figures.ts'
import { toShownMeasures } from '../../view/measures.ts'
import { useApp, useAppState, useIsStale, usePinnedRun, useRun } from '../context.ts'
import { Explain } from '../explain.tsx'
import { Note } from './note.tsx'

/** What the run amounts to, in large figures, with a verdict in words and colour. */
export function Results() {
  const { trace, isWhole } = useRun()
  const { store } = useApp()
  const scenario = useAppState((state) => state.scenario)
  const pinned = usePinnedRun()
  const isStale = useIsStale()
  const presetId = useAppState((state) => state.presetId)
  const shortfall = useAppState((state) => state.shortfall)
  const now: Measured = { trace, scenario, circumstances: circumstancesOf({ presetId, shortfall }) }
  const before = pinned && toMeasured(pinned.trace, store.getState().pinned ?? { scenario, presetId })
  return (
    <section className={`results ${isStale ? 'stale' : ''}`} aria-label="Results">
      {RESULT_FIGURES.map((figure) => (
        <FigureOf key={figure.key} {...toTexts(figure, now, before)} />
      ))}
      <VerdictOf {...verdictOf(now, isWhole)} was={before && toVerdict(before.trace, before.circumstances).label} />
      <dl className="measures">
        {toShownMeasures(trace).map(([{ key, label }, figure]) => (
          <MeasureOf key={key} of={key} label={label} figure={figure} />
        ))}
      </dl>
    </section>
  )
}

/*
 * Each result is told its texts alone, and made anew only where one of them is another: while something is dragged many
 * stay as they are.
 */

/** A word among the results, with its note. */
const Term = memo(function Term({ label, of }: { readonly label: string; readonly of: string }) {
  return (
    <Explain label={label}>
      <Note of={of} />
    </Explain>
  )
})

interface FigureTexts {
  readonly of: string
  readonly label: string
  readonly number: string
  readonly unit: string
  readonly aside: string
  readonly compared: string | undefined
}

function toTexts(figure: ResultFigure, now: Measured, before: Measured | undefined): FigureTexts {
  const isKnown = !isEmptyTrace(now.trace)
  const value = isKnown ? figure.measure(now) : undefined
  return {
    of: figure.key,
    label: figure.label(now),
    number: value === undefined ? '–' : figure.format(value, now),
    unit: figure.unit(now),
    aside: isKnown ? figure.aside(now) : ' ',
    compared: before && toComparison(figure, before, now),
  }
}

const FigureOf = memo(function FigureOf({ of, label, number, unit, aside, compared }: FigureTexts) {
  return (
    <div className={`result result-${of}`}>
      <Term label={label} of={of} />
      <p className="number">
        {number}
        {unit && <span className="unit"> {unit}</span>}
      </p>
      <p className="aside">{aside}</p>
      {compared !== undefined && <p className="compared">{compared}</p>}
    </div>
  )
})

interface MeasureTexts {
  readonly of: string
  readonly label: string
  readonly figure: string
}

/** One of the peaks of memory told apart, or where CPU time went. */
const MeasureOf = memo(function MeasureOf({ of, label, figure }: MeasureTexts) {
  return (
    <div className={`measure-${of}`}>
      <dt>
        <Term label={label} of={of} />
      </dt>
      <dd>{figure}</dd>
    </div>
  )
})

/** In place of a verdict on a run of which nothing is known yet. */
const LOADING = { kind: 'loading', label: '…', reason: 'The runtime model is being loaded.' } as const

/** … or of which only the beginning is known. */
const COMPUTING = { kind: 'loading', label: '…', reason: 'This run is long: the rest is being computed.' } as const

function verdictOf({ trace, circumstances }: Measured, isWhole: boolean): Verdict | typeof LOADING | typeof COMPUTING {
  if (isEmptyTrace(trace)) return LOADING
  return isWhole ? toVerdict(trace, circumstances) : COMPUTING
}

interface VerdictTexts {
  readonly kind: string
  readonly label: string
  readonly when?: string
  readonly reason: string
  /** That of the pinned run. */
  readonly was: string | undefined
}

const VerdictOf = memo(function VerdictOf({ kind, label, when = '', reason, was }: VerdictTexts) {
  return (
    <div className={`result verdict verdict-${kind}`}>
      <Term label="Verdict" of={`verdict-${kind}`} />
      <p className="number">
        {label.slice(0, label.length - when.length)}
        {when && <span className="when">{when}</span>}
      </p>
      <p className="aside">{reason}</p>
      {was !== undefined && <p className="compared">was {was}</p>}
    </div>
  )
})
