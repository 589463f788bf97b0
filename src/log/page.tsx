import { useEffect, useState } from 'react'
import { store } from '../ui/storage.ts'
import { nextTheme, readTheme } from '../ui/theme.ts'
import { useSession, useSessionState } from './context.ts'
import { Drop } from './drop.tsx'
import { Intake } from './intake.tsx'
import { Reading } from './reading.tsx'
import { Refused } from './refused.tsx'
import { Report } from './report.tsx'

/** The page of logs: a place to put one, and then what it says. */
export function LogPage() {
  const kind = useSessionState(({ stage }) => stage.kind)
  return (
    <Drop>
      <div className="log">
        <LogHeader />
        <main>
          {kind === 'waiting' && <Intake />}
          {kind === 'reading' && <Reading />}
          {(kind === 'refused' || kind === 'failed') && (
            <>
              <Refused />
              <Intake />
            </>
          )}
          {kind === 'read' && <Report />}
        </main>
      </div>
    </Drop>
  )
}

const THEME_NAMES = { auto: 'as the system', light: 'light', dark: 'dark' } as const

function LogHeader() {
  const session = useSession()
  const isWaiting = useSessionState(({ stage }) => stage.kind === 'waiting')
  const [theme, setTheme] = useState(readTheme)
  useEffect(() => {
    const { dataset } = document.documentElement
    if (theme === 'auto') delete dataset.theme
    else dataset.theme = theme
    store('sawtooth.theme', theme)
  }, [theme])
  return (
    <header className="header">
      <h1 className="wordmark">
        <a href="./">Sawtooth</a> <span>Your own gctrace</span>
      </h1>
      <div className="actions">
        {!isWaiting && (
          <button type="button" className="quiet" onClick={() => session.leave()}>
            Another log
          </button>
        )}
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
      </div>
    </header>
  )
}
