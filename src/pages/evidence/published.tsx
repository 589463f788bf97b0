import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import {
  type PublishedRow,
  summarizePublished,
  toReportedRows,
  WITHIN_GOAL,
} from '../../explore/published/published.ts'
import { isOtherEnding, mayEndOtherwise, toEndingText } from '../../explore/published/text.ts'
import { countOf, formatShare } from '../../format.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { goToPlace } from '../../ui/contents.tsx'
import { Select } from '../../ui/select.tsx'
import { useListener } from '../../ui/use-listener.ts'
import { WorkLine } from '../frame/work-line.tsx'
import { readFind, readPlace } from '../links.ts'
import { type PiecewiseJob, usePieces } from '../work/use-pieces.ts'
import { FigureTable } from './figure-table.tsx'
import { type Filter, filterRows, KINDS, type RowKind } from './filter.ts'
import { RatioFigure } from './ratio-figure.tsx'
import { SettingFacts } from './setting-facts.tsx'

export const RATIOS = 'Simulated beside reported'
export const RATIOS_ID = 'ratios-title'
export const FIGURES = 'Every published figure'
export const FIGURES_ID = 'figures-title'

/** Every published figure beside the simulated one, computed now: a figure of all, then the tables. */
export function Published() {
  const [filter, setFilter] = useFilter()
  const { rows, pending, work } = useRows()
  const wanted = useDeferredValue(filter)
  const found = useMemo(() => filterRows(rows, wanted), [rows, wanted])
  // If the address holds a search, go to the figures that it finds.
  useEffect(() => {
    if (readFind(location.hash) !== '' && readPlace(location.hash) === '') goToPlace(FIGURES_ID)
  }, [])
  return (
    <>
      <section aria-labelledby={RATIOS_ID}>
        <h2 id={RATIOS_ID}>{RATIOS}</h2>
        <Totals rows={rows} done={FACTS.length - pending.size} all={FACTS.length} work={work} />
      </section>
      <section aria-labelledby={FIGURES_ID}>
        <h2 id={FIGURES_ID}>{FIGURES}</h2>
        <FilterBar filter={filter} onChange={setFilter} />
        <p role="status" className="found soft">
          {found.length === rows.length ? '' : `${found.length} of `}
          {countOf(rows.length, 'figure')}
        </p>
        {found.length === 0 && <p className="look">No figure has all of these words. Fewer words find more.</p>}
        <BySource rows={found} pending={pending} isFiltered={found.length < rows.length} />
      </section>
    </>
  )
}

interface BySourceProps {
  readonly rows: readonly PublishedRow[]
  readonly pending: ReadonlySet<string>
  readonly isFiltered: boolean
}

/** A fold for each article, open if it holds what a search found. */
function BySource({ rows, pending, isFiltered }: BySourceProps) {
  return SOURCES.map(({ id, title, author, year }) => {
    const own = rows.filter((row) => row.source === id)
    if (own.length === 0) return null
    return (
      <details key={id} id={`source-${id}`} className="source" open={isFiltered}>
        <summary className="soft">
          <h3>{title}</h3> {author}, {year}: {toSummary(own, pending)}
        </summary>
        <FigureTable rows={own} pending={pending} caption={`Figures of ${author}`} />
        <SettingFacts source={id} />
      </details>
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

interface TotalsProps {
  readonly rows: readonly PublishedRow[]
  readonly done: number
  readonly all: number
  readonly work: PiecewiseJob<unknown>
}

/** How many of the predicted figures are within tolerance, and each of them as a dot; before, the progress. */
function Totals({ rows, done, all, work }: TotalsProps) {
  const { judged, within, used, shown, verdicts } = summarizePublished(rows)
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
      <RatioFigure published={work.state === 'computing' || work.state === 'waiting' ? undefined : rows} />
      <p className="look">
        The shaded band is the tolerance. A range that an article reports counts from its nearer end. Of{' '}
        {isDone ? `${verdicts.judged} endings, killed or completed, ${verdicts.right} are` : 'the endings, … are'} as
        reported; they have no ratio. Never judged: {used} figures that set the presets up, and {shown} that are only
        shown.
      </p>
      {rows.filter(mayEndOtherwise).map((row) => (
        <p key={row.preset} className={isOtherEnding(row) ? 'other-ending' : 'other-ending unknown'}>
          <strong>Ends differently.</strong> {toEndingText(row)}
        </p>
      ))}
    </section>
  )
}

/** Text, source and role. */
function FilterBar({ filter, onChange }: { readonly filter: Filter; readonly onChange: (filter: Filter) => void }) {
  const sources = SOURCES.map(({ id, author, year }) => [id, `${author}, ${year}`] as const)
  return (
    <search className="filter-bar">
      <label>
        <span className="fine">Find words or a number</span>
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
      <span className="fine">{label}</span>
      <Select value={value} options={options} onChoose={onChoose} />
    </label>
  )
}
