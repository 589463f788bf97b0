import { memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isEmptyTrace } from '../../model/empty.ts'
import { toVerdict, type Verdict } from '../../model/verdict.ts'
import { isStale, pinnedRun } from '../../store/store.ts'
import {
  COMPUTING,
  type Measured,
  RESULT_FIGURES,
  type ResultFigure,
  toComparison,
  toMeasured,
} from '../../view/figures.ts'
import { toShownMeasures } from '../../view/measures.ts'
import { useApp, useAppState, useOfRuns, useRun } from '../context.ts'
import { later } from '../later.ts'
import { Explain } from '../text/explain.tsx'
import { NoBreak } from '../text/no-break.tsx'
import { useListener } from '../use-listener.ts'
import { useCircumstances } from './use-circumstances.ts'

/** The texts load on demand, so they are not part of the first screen. */
const Note = later('This note', () => import('./note.tsx').then(({ Note }) => Note))

export function Results() {
  const { trace, isWhole } = useRun()
  const { store } = useApp()
  const scenario = useAppState((state) => state.scenario)
  const pinned = useOfRuns(pinnedRun)
  const isOld = useOfRuns(isStale)
  const now: Measured = { trace, scenario, circumstances: useCircumstances() }
  const state = store.getState()
  const before = pinned && toMeasured(pinned.trace, state.pinned ?? state)
  return (
    <section className={`results ${isOld ? 'stale' : ''}`} aria-label="Results">
      {RESULT_FIGURES.map((figure) => (
        <FigureOf key={figure.key} figure={figure} now={now} before={before} />
      ))}
      <VerdictOf {...verdictOf(now, isWhole)} was={before && toVerdict(before.trace, before.circumstances).label} />
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
    </section>
  )
}

const Term = memo(function Term({ label, of }: { readonly label: string; readonly of: string }) {
  return (
    <Explain label={label}>
      <Note of={of} />
    </Explain>
  )
})

interface FigureProps {
  readonly figure: ResultFigure
  readonly now: Measured
  readonly before: Measured | undefined
}

function FigureOf({ figure, now, before }: FigureProps) {
  const isKnown = !isEmptyTrace(now.trace)
  const value = isKnown ? figure.measure(now) : undefined
  const unit = figure.unit(now)
  return (
    <div className={`result result-${figure.key}`}>
      <Term label={figure.label(now)} of={figure.key} />
      <p className="number">
        {value === undefined ? '–' : figure.format(value, now)}
        {unit && <span className="unit"> {unit}</span>}
      </p>
      {before && <p className="compared">{toComparison(figure, before, now)}</p>}
      <p className="aside">
        <NoBreak text={isKnown ? figure.aside(now) : ' '} />
      </p>
    </div>
  )
}

/** Shown instead of a verdict while the model loads. */
const LOADING = { kind: 'loading', label: '…', reason: 'The runtime model is being loaded.' } as const

function verdictOf(
  { trace, circumstances }: Pick<Measured, 'trace' | 'circumstances'>,
  isWhole: boolean,
): Verdict | typeof LOADING | typeof COMPUTING {
  if (isEmptyTrace(trace)) return LOADING
  return isWhole ? toVerdict(trace, circumstances) : COMPUTING
}

interface VerdictTexts {
  readonly kind: string
  readonly label: string
  readonly when?: string
  readonly reason: string
  readonly was: string | undefined
}

function VerdictOf({ kind, label, when = '', reason, was }: VerdictTexts) {
  return (
    <div className={`result verdict verdict-${kind}`}>
      <Explain label="Verdict">
        <p>
          <NoBreak text={reason} />
        </p>
        <Note of={`verdict-${kind}`} />
      </Explain>
      <p className="number">
        {label.slice(0, label.length - when.length)}
        {when && <span className="when">{when}</span>}
      </p>
      {was !== undefined && <p className="compared">{was !== label && `was ${was}`}</p>}
      <Aside reason={reason} measuredText={`${was}${reason}`}>
        <NoBreak text={reason} />
      </Aside>
    </div>
  )
}

interface AsideProps {
  readonly reason: string
  /** Its lines are counted again when this text changes. */
  readonly measuredText: string
  readonly children: ReactNode
}

/** The reason for a verdict in lines of a fixed number. Where it needs more, a note shows all of it. */
function Aside({ reason, measuredText, children }: AsideProps) {
  const aside = useRef<HTMLDivElement>(null)
  const isCut = useIsCut(aside, measuredText)
  return (
    <div ref={aside} className="aside">
      {isCut && (
        <Explain label="… more">
          <p>
            <NoBreak text={reason} />
          </p>
        </Explain>
      )}
      {children}
    </div>
  )
}

/** Whether an element needs more lines for a text than there are. */
function useIsCut(ref: RefObject<HTMLElement | null>, text: string): boolean {
  const [isCut, setCut] = useState(false)
  const measure = () => {
    const element = ref.current!
    // As if the button were not there, which takes room itself.
    element.classList.add('whole')
    setCut(element.scrollHeight > element.clientHeight + 1)
    element.classList.remove('whole')
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text needs other lines
  useLayoutEffect(measure, [text])
  useListener('resize', measure)
  return isCut
}

/** The verdict on a phone, which stays under the chart. Screen readers find it among the results. */
export function VerdictBar() {
  const { trace, isWhole } = useRun()
  const circumstances = useCircumstances()
  if (isEmptyTrace(trace)) return null
  const { kind, label, reason } = verdictOf({ trace, circumstances }, isWhole)
  return (
    <div className={`verdict-bar verdict-${kind}`}>
      <Aside reason={reason} measuredText={label + reason}>
        <span aria-hidden="true">
          <b className="number">{label}</b> <NoBreak text={reason} />
        </span>
      </Aside>
    </div>
  )
}
