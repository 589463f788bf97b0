import { type ReactNode, useState } from 'react'
import type { PageId } from './pages-nav.tsx'
import { SiteHeader } from './site-header.tsx'
import { readTheme, useTheme } from './theme.ts'

/** The header of the other pages, which keep the theme themselves. */
export function PageBar({ current, children }: { readonly current: PageId; readonly children?: ReactNode }) {
  const [theme, setTheme] = useState(readTheme)
  useTheme(theme)
  return (
    <SiteHeader current={current} theme={theme} onTheme={setTheme}>
      {children}
    </SiteHeader>
  )
}
