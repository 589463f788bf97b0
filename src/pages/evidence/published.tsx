import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { type PublishedRow, summarizePublished } from '../../explore/published.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { readFind } from '../links.ts'
import { useWork } from '../work/context.ts'
import { FigureTable } from './figure-table.tsx'
import { type Filter, filterRows } from './filter.ts'
import { FilterBar } from './filter-bar.tsx'
import { SettingFacts } from './setting-facts.tsx'
import { Totals } from './totals.tsx'

/** Every published figure beside the simulated one, computed now. */
export function Published() {
  const [filter, setFilter] = useFilter()
  const settings = useSettings()
  const rows = useMemo(() => settings.flat(), [settings])
  const wanted = useDeferredValue(filter)
  const found = useMemo(() => filterRows(rows, wanted), [rows, wanted])
  return (
    <>
      <Totals totals={summarizePublished(rows)} done={settings.length} all={FACTS.length} />
      <FilterBar filter={filter} onChange={setFilter} />
      <p role="status" className="found">
        {found.length === rows.length ? `${rows.length} figures` : `${found.length} of ${rows.length} figures`}
      </p>
      {wanted.order === 'source' ? (
        <BySource rows={found} isFiltered={found.length < rows.length} />
      ) : (
        <FigureTable rows={found} caption="Figures by difference" />
      )}
    </>
  )
}

function BySource({ rows, isFiltered }: { readonly rows: readonly PublishedRow[]; readonly isFiltered: boolean }) {
  return SOURCES.map(({ id, title, author, year }) => {
    const own = rows.filter((row) => row.source === id)
    if (own.length === 0) return null
    return (
      <section key={id} className="source" aria-labelledby={`source-${id}`}>
        <h2 id={`source-${id}`}>
          {author}, {year}
        </h2>
        <p className="look">{title}</p>
        <FigureTable rows={own} caption={`Figures of ${author}`} />
        {!isFiltered && <SettingFacts source={id} />}
      </section>
    )
  })
}

/** The rows of each setting, as they come. */
function useSettings(): readonly (readonly PublishedRow[])[] {
  const { workshop } = useWork()
  const [settings, setSettings] = useState<readonly (readonly PublishedRow[])[]>([])
  useEffect(() => {
    let isCurrent = true
    const found: (readonly PublishedRow[])[] = []
    const take = (rows: readonly PublishedRow[]) => {
      found.push(rows)
      if (isCurrent) setSettings([...found])
    }
    workshop.start({ kind: 'published' }, take)
    return () => {
      isCurrent = false
    }
  }, [workshop])
  return settings
}

/** The filter, which begins with the text that the address asks for and follows it. */
function useFilter() {
  const [filter, setFilter] = useState<Filter>(() => ({
    text: readFind(location.hash),
    source: '',
    kind: 'all',
    order: 'source',
  }))
  useEffect(() => {
    const follow = () => setFilter((now) => ({ ...now, text: readFind(location.hash) }))
    addEventListener('hashchange', follow)
    return () => removeEventListener('hashchange', follow)
  }, [])
  return [filter, setFilter] as const
}
