import { type ReactNode, useEffect, useState } from 'react'
import { nextTheme, readTheme, showTheme } from '../../ui/theme.ts'

const PAGES = [
  { id: 'app', href: './', name: 'Simulator' },
  { id: 'experiments', href: './experiments.html', name: 'Experiments' },
  { id: 'evidence', href: './evidence.html', name: 'Evidence' },
  { id: 'log', href: './log.html', name: 'Your log' },
] as const

const THEME_NAMES = { auto: 'as the system', light: 'light', dark: 'dark' } as const

interface PageFrameProps {
  readonly current: 'experiments' | 'evidence'
  readonly title: string
  readonly lead: ReactNode
  readonly children: ReactNode
}

/** What the pages beside the app share: the bar at the top, with the way to the others, and the title. */
export function PageFrame({ current, title, lead, children }: PageFrameProps) {
  return (
    <div className="reading-page">
      <header className="page-bar">
        <a className="wordmark" href="./">
          Sawtooth
        </a>
        <nav aria-label="Pages">
          <ul>
            {PAGES.map(({ id, href, name }) => (
              <li key={id}>
                <a href={href} aria-current={id === current ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <ThemeButton />
      </header>
      <main>
        <h1>{title}</h1>
        <div className="page-lead">{lead}</div>
        {children}
      </main>
    </div>
  )
}

function ThemeButton() {
  const [theme, setTheme] = useState(readTheme)
  useEffect(() => showTheme(theme), [theme])
  return (
    <button
      type="button"
      className="quiet icon"
      aria-label={`Theme: ${THEME_NAMES[theme]}. Change to ${THEME_NAMES[nextTheme(theme)]}.`}
      title={`Theme: ${THEME_NAMES[theme]}`}
      onClick={() => setTheme(nextTheme(theme))}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
      </svg>
    </button>
  )
}
