import { useDeferredValue, useMemo } from 'react'
import { type PublishedRow, summarizePublished } from '../../explore/published/published.ts'
import { mayEndOtherwise } from '../../explore/published/text.ts'
import { countOf } from '../../format.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { FigureTable } from './figure-table.tsx'
import { filterRows } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { SettingFacts } from './setting-facts.tsx'
import { Totals } from './totals.tsx'
import { useFilter } from './use-filter.ts'
import { useRows } from './use-rows.ts'

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
  return SOURCES.map(({ id, title, author, year }) => {
    const own = rows.filter((row) => row.source === id)
    if (own.length === 0) return null
    return (
      <section key={id} className="source" aria-labelledby={`source-${id}`}>
        <h2 id={`source-${id}`}>
          {author}, {year}
        </h2>
        <p className="look">{title}</p>
        <FigureTable rows={own} pending={pending} caption={`Figures of ${author}`} />
        {!isFiltered && <SettingFacts source={id} />}
      </section>
    )
  })
}
