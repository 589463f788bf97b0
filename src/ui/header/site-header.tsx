import type { ReactNode } from 'react'
import type { Theme } from '../../store/state.ts'
import { type PageId, PagesNav } from './pages-nav.tsx'
import { nextTheme } from './theme.ts'

interface SiteHeaderProps {
  readonly current: PageId
  readonly theme: Theme
  readonly onTheme: (theme: Theme) => void
  readonly children?: ReactNode
}

/** The bar at the top of every page: links to the other pages, and the theme. */
export function SiteHeader({ current, theme, onTheme, children }: SiteHeaderProps) {
  return (
    <>
      <SkipLink />
      <header className="site-header">
        {current === 'app' ? (
          // A link would replace the content on screen by the initial page.
          <span className="wordmark">Sawtooth</span>
        ) : (
          <a className="wordmark" href="./">
            Sawtooth
          </a>
        )}
        <PagesNav current={current} />
        {children}
        <ThemeButton theme={theme} onTheme={onTheme} />
      </header>
    </>
  )
}

/** Skips the header, to the page's `main`. The address contains the state of the page, so it does not change. */
function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: a link to the content, as everywhere; the script only keeps the address
    <a
      className="skip"
      href="#main"
      onClick={(event) => {
        event.preventDefault()
        const main = document.getElementById('main')
        if (!main) return
        main.tabIndex = -1
        main.focus()
      }}
    >
      Skip to the content
    </a>
  )
}

const NAMES = { auto: 'system', light: 'light', dark: 'dark' } as const

/** Cycles through the themes: system, light, dark. */
function ThemeButton({ theme, onTheme }: Pick<SiteHeaderProps, 'theme' | 'onTheme'>) {
  return (
    <button
      type="button"
      className="quiet icon"
      aria-label={`Theme: ${NAMES[theme]}. Switch to ${NAMES[nextTheme(theme)]}.`}
      title={`Theme: ${NAMES[theme]}`}
      onClick={() => onTheme(nextTheme(theme))}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
      </svg>
    </button>
  )
}
