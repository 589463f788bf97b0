import { type ReactNode, useEffect, useState } from 'react'
import { type PageId, PagesNav } from './pages-nav.tsx'
import { readTheme, showTheme } from './theme.ts'
import { ThemeButton } from './theme-button.tsx'

interface PageBarProps {
  readonly current: PageId
  /** What the page can do besides. */
  readonly children?: ReactNode
}

/** The bar at the top of the pages beside the app: the way to the others, and the theme. */
export function PageBar({ current, children }: PageBarProps) {
  const [theme, setTheme] = useState(readTheme)
  useEffect(() => showTheme(theme), [theme])
  return (
    <header className="page-bar">
      <a className="wordmark" href="./">
        Sawtooth
      </a>
      <PagesNav current={current} />
      {children}
      <ThemeButton theme={theme} onChange={setTheme} />
    </header>
  )
}
