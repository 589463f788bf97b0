import { useDeferredValue, useMemo, useState } from 'react'
import { type PublishedRow, summarizePublished, toReportedRows } from '../../explore/published/published.ts'
import { mayEndOtherwise } from '../../explore/published/text.ts'
import { countOf } from '../../format.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { useListener } from '../../ui/use-listener.ts'
import { readFind } from '../links.ts'
import { type PiecewiseJob, usePieces } from '../work/use-pieces.ts'
import { FigureTable } from './figure-table.tsx'
import { type Filter, filterRows } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { SettingFacts } from './setting-facts.tsx'
import { Totals } from './totals.tsx'

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
  useListener('hashchange', () => setFilter((now) => ({ ...now, text: readFind(location.hash) })))
  return [filter, setFilter]
}

interface Computed {
  /** Every figure: the reported one from the start, and the simulated one once it is computed. */
  readonly rows: readonly PublishedRow[]
  /** Settings whose rows are not computed yet. */
  readonly pending: ReadonlySet<string>
  readonly work: PiecewiseJob<readonly PublishedRow[]>
}

/** The rows before they are computed: always the same objects, so that only rows that change are drawn again. */
const REPORTED = FACTS.map(toReportedRows)
const JOB = { kind: 'published' } as const

/** The published figures, each beside the simulated one as soon as that is known, in the order of the facts. */
function useRows(): Computed {
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
