import { useDeferredValue, useMemo, useState } from 'react'
import {
  type PublishedRow,
  type PublishedTotals,
  summarizePublished,
  toReportedRows,
  WITHIN_GOAL,
} from '../../explore/published/published.ts'
import { isOtherEnding, mayEndOtherwise, toEndingText } from '../../explore/published/text.ts'
import { countOf, formatShare } from '../../format.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import type { FigureKind } from '../../scenario/presets/published/facts/facts.ts'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { Select } from '../../ui/select.tsx'
import { useListener } from '../../ui/use-listener.ts'
import { WorkLine } from '../frame/work-line.tsx'
import { readFind, readPlace } from '../links.ts'
import { type PiecewiseJob, usePieces } from '../work/use-pieces.ts'
import { FigureTable } from './figure-table.tsx'
import { type Filter, filterRows, KINDS, ORDERS, type Order, type RowKind } from './filter.ts'
import { SettingFacts } from './setting-facts.tsx'

/** Every published figure beside the simulated one, computed now. */
export function Published() {
  const [filter, setFilter] = useFilter()
  const { rows, pending, work } = useRows()
  const wanted = useDeferredValue(filter)
  const found = useMemo(() => filterRows(rows, wanted), [rows, wanted])
  return (
    <>
      <Totals
        totals={summarizePublished(rows)}
        done={FACTS.length - pending.size}
        all={FACTS.length}
        work={work}
        otherEndings={rows.filter(mayEndOtherwise)}
      />
      <FilterBar filter={filter} onChange={setFilter} />
      <p role="status" className="found">
        {found.length === rows.length ? '' : `${found.length} of `}
        {countOf(rows.length, 'figure')}
      </p>
      {found.length === 0 && <p className="look">No figure has all of these words. Fewer words find more.</p>}
      {wanted.order === 'source' ? (
        <BySource rows={found} pending={pending} isFiltered={found.length < rows.length} />
      ) : (
        found.length > 0 && <FigureTable rows={found} pending={pending} caption="Figures by difference" />
      )}
    </>
  )
}

interface BySourceProps {
  readonly rows: readonly PublishedRow[]
  readonly pending: ReadonlySet<string>
  readonly isFiltered: boolean
}

function BySource({ rows, pending, isFiltered }: BySourceProps) {
  // On a phone, the tables of all five sources are some twenty screens. The build draws the page without a window.
  const [isNarrow] = useState(() => globalThis.matchMedia?.('(max-width: 820px)').matches)
  return SOURCES.map(({ id, title, author, year }) => {
    const own = rows.filter((row) => row.source === id)
    if (own.length === 0) return null
    const table = <FigureTable rows={own} pending={pending} caption={`Figures of ${author}`} />
    return (
      <section key={id} className="source" aria-labelledby={`source-${id}`}>
        <h2 id={`source-${id}`}>
          {author}, {year}
        </h2>
        <p className="look">{title}</p>
        {isFiltered ? (
          table
        ) : (
          <>
            <details className="source-figures" open={!isNarrow}>
              <summary>{toSummary(own, pending)}</summary>
              {table}
            </details>
            <SettingFacts source={id} />
          </>
        )}
      </section>
    )
  })
}

/** `36 figures; 20 of 24 predicted are within tolerance` */
function toSummary(rows: readonly PublishedRow[], pending: ReadonlySet<string>): string {
  const { figures, judged, within } = summarizePublished(rows)
  const isJudged = judged > 0 && !rows.some(({ preset }) => pending.has(preset))
  return countOf(figures, 'figure') + (isJudged ? `; ${within} of ${judged} predicted are within tolerance` : '')
}

/** The filter, which begins with the text that the address asks for and follows it. */
function useFilter(): [Filter, (filter: Filter) => void] {
  const [filter, setFilter] = useState<Filter>(() => ({
    text: readFind(location.hash),
    source: '',
    kind: 'all',
    order: 'source',
  }))
  useListener('hashchange', () => {
    const text = readFind(location.hash)
    // A link to a place on the page leaves the search as it is.
    if (text !== '' || readPlace(location.hash) === '') setFilter((now) => ({ ...now, text }))
  })
  return [filter, setFilter]
}

/** The rows before they are computed: always the same objects, so that only rows that change are drawn again. */
const REPORTED = FACTS.map(toReportedRows)
const JOB = { kind: 'published' } as const

/** The published figures, each beside the simulated one as soon as that is known; `pending`: settings without. */
function useRows() {
  const work = usePieces(JOB)
  const { pieces } = work
  return useMemo(
    () => ({
      rows: REPORTED.flatMap((reported, i) => pieces[i] ?? reported),
      pending: new Set(FACTS.slice(pieces.length).map(({ preset }) => preset)),
      work,
    }),
    [pieces, work],
  )
}

const TOLERANCES: Readonly<Record<Exclude<FigureKind, 'shown'>, readonly [name: string, tolerance: string]>> = {
  verdict: ['Killed or completed', 'the same'],
  cycles: ['GC cycles', '15 %'],
  memory: ['Memory', '10 %'],
  'gc-cpu': ['GC share, CPU time', '2 points or 30 %'],
  progress: ['Bytes allocated', '10 %'],
}

interface TotalsProps {
  readonly totals: PublishedTotals
  readonly done: number
  readonly all: number
  readonly work: PiecewiseJob<unknown>
  /** Runs that end in another way than their source reports; while they are computed they keep their place. */
  readonly otherEndings: readonly PublishedRow[]
}

/** How many of the predicted figures are within tolerance; during the computation, its progress. */
function Totals({ totals, done, all, work, otherEndings }: TotalsProps) {
  const { judged, within, used, shown, byKind } = totals
  const isDone = done === all
  return (
    <section className="totals" aria-label="Totals">
      <WorkLine
        className="headline"
        work={work}
        done={
          <>
            <strong>
              {within} of {judged}
            </strong>{' '}
            predicted figures are within tolerance: {formatShare(within / judged)}. {100 * WITHIN_GOAL} % is our goal,
            not a standard.
          </>
        }
      >
        {done} of {all} settings
      </WorkLine>
      <progress max={all} value={done} aria-label="Settings computed" className={isDone ? 'done' : undefined} />
      <dl className="by-kind">
        {byKind.map(({ kind, judged, within }) => {
          const [name, tolerance] = TOLERANCES[kind as Exclude<FigureKind, 'shown'>]
          const count = judged === 0 ? '…' : `${within} of ${judged}`
          return <Kind key={kind} name={name} aside={tolerance} count={count} />
        })}
        <Kind name="Used in set-up" aside="never judged" count={used} />
        <Kind name="Shown" aside="not judged" count={shown} />
      </dl>
      {otherEndings.map((row) => (
        <p key={row.preset} className={isOtherEnding(row) ? 'other-ending' : 'other-ending unknown'}>
          <strong>Ends differently.</strong> {toEndingText(row)}
        </p>
      ))}
    </section>
  )
}

interface KindProps {
  readonly name: string
  readonly aside: string
  readonly count: string | number
}

function Kind({ name, aside, count }: KindProps) {
  return (
    <div>
      <dt>
        {name} <span className="tolerance">{aside}</span>
      </dt>
      <dd>{count}</dd>
    </div>
  )
}

/** Text, source, role and order. */
function FilterBar({ filter, onChange }: { readonly filter: Filter; readonly onChange: (filter: Filter) => void }) {
  const sources = SOURCES.map(({ id, author, year }) => [id, `${author}, ${year}`] as const)
  return (
    <search className="filter-bar">
      <label>
        <span>Find words or a number</span>
        <input
          type="search"
          value={filter.text}
          placeholder="weaviate cycles"
          onChange={(event) => onChange({ ...filter, text: event.target.value })}
        />
      </label>
      <Choice
        label="Source"
        value={filter.source}
        options={[['', 'all five'], ...sources]}
        onChoose={(source) => onChange({ ...filter, source })}
      />
      <Choice
        label="Show"
        value={filter.kind}
        options={Object.entries(KINDS) as [RowKind, string][]}
        onChoose={(kind) => onChange({ ...filter, kind })}
      />
      <Choice
        label="Order"
        value={filter.order}
        options={Object.entries(ORDERS) as [Order, string][]}
        onChoose={(order) => onChange({ ...filter, order })}
      />
    </search>
  )
}

interface ChoiceProps<Value> {
  readonly label: string
  readonly value: Value
  readonly options: readonly (readonly [value: Value, name: string])[]
  readonly onChoose: (value: Value) => void
}

function Choice<Value extends string>({ label, value, options, onChoose }: ChoiceProps<Value>) {
  return (
    <label>
      <span>{label}</span>
      <Select value={value} options={options} onChoose={onChoose} />
    </label>
  )
}
