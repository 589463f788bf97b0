import { useEffect, useState } from 'react'
import { readFind } from '../links.ts'
import type { Filter } from './filter.ts'

/** The filter, which begins with the text that the address asks for and follows it. */
export function useFilter(): [Filter, (filter: Filter) => void] {
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
  return [filter, setFilter]
}
