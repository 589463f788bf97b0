import { useState } from 'react'
import type { PageId } from './pages-nav.tsx'
import { SiteHeader } from './site-header.tsx'
import { readTheme, useTheme } from './theme.ts'

/** The header of the other pages, which keep the theme themselves. */
export function PageBar({ current }: { readonly current: PageId }) {
  const [theme, setTheme] = useState(readTheme)
  useTheme(theme)
  return <SiteHeader current={current} theme={theme} onTheme={setTheme} />
}
