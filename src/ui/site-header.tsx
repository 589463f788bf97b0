import type { ReactNode } from 'react'
import type { Theme } from '../store/state.ts'
import { type PageId, PagesNav } from './pages-nav.tsx'
import { SkipLink } from './skip-link.tsx'
import { ThemeButton } from './theme-button.tsx'

interface SiteHeaderProps {
  readonly current: PageId
  readonly theme: Theme
  readonly onTheme: (theme: Theme) => void
  /** What the page can do besides. */
  readonly children?: ReactNode
}

/** The bar at the top of every page, the same on all: the way to the others, and the theme. */
export function SiteHeader({ current, theme, onTheme, children }: SiteHeaderProps) {
  return (
    <>
      <SkipLink />
      <header className="site-header">
        {current === 'app' ? (
          // A link would replace what is on screen by the page as it was first.
          <span className="wordmark">Sawtooth</span>
        ) : (
          <a className="wordmark" href="./">
            Sawtooth
          </a>
        )}
        <PagesNav current={current} />
        {children}
        <ThemeButton theme={theme} onChange={onTheme} />
      </header>
    </>
  )
}
