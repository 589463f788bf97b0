import { useActions, useAppState } from './context.ts'
import { CopyLink } from './copy-link.tsx'
import { ModelSwitch } from './model/model-switch.tsx'
import { PresetChooser } from './preset-chooser.tsx'
import { ShareButton } from './share/share-button.tsx'
import { nextTheme } from './theme.ts'

const THEME_NAMES = { auto: 'as the system', light: 'light', dark: 'dark' } as const

/** The slim bar at the top. */
export function Header() {
  const { pin, unpin, present, setTheme } = useActions()
  const isPinned = useAppState((state) => state.pinned !== undefined)
  const isPresent = useAppState((state) => state.view.present)
  const theme = useAppState((state) => state.view.theme)
  return (
    <header className="header">
      <h1 className="wordmark">Sawtooth</h1>
      <PresetChooser />
      <ModelSwitch />
      <a className="quiet log-link" href="./log.html">
        Your log
      </a>
      <div className="actions">
        <button type="button" className={isPinned ? 'quiet on' : 'quiet'} onClick={isPinned ? unpin : pin}>
          {isPinned ? 'Unpin' : 'Pin'}
        </button>
        <CopyLink />
        <ShareButton />
        <button
          type="button"
          className={isPresent ? 'quiet on' : 'quiet'}
          aria-keyshortcuts="p"
          onClick={() => present(!isPresent)}
        >
          {isPresent ? 'Leave' : 'Present'}
        </button>
        <button
          type="button"
          className="quiet icon"
          aria-label={`Theme: ${THEME_NAMES[theme]}. Change to ${THEME_NAMES[nextTheme(theme)]}.`}
          title={`Theme: ${THEME_NAMES[theme]}`}
          onClick={() => setTheme(nextTheme(theme))}
        >
          <ThemeIcon />
        </button>
      </div>
    </header>
  )
}

function ThemeIcon() {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
    </svg>
  )
}
