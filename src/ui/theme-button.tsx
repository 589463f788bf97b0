import type { Theme } from '../store/state.ts'
import { nextTheme } from './theme.ts'

const NAMES = { auto: 'as the system', light: 'light', dark: 'dark' } as const

interface ThemeButtonProps {
  readonly theme: Theme
  readonly onChange: (theme: Theme) => void
}

/** Goes round: as the system, light, dark. */
export function ThemeButton({ theme, onChange }: ThemeButtonProps) {
  return (
    <button
      type="button"
      className="quiet icon"
      aria-label={`Theme: ${NAMES[theme]}. Change to ${NAMES[nextTheme(theme)]}.`}
      title={`Theme: ${NAMES[theme]}`}
      onClick={() => onChange(nextTheme(theme))}
    >
      <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
        <circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
        <path d="M8 1.75a6.25 6.25 0 0 1 0 12.5z" fill="currentColor" />
      </svg>
    </button>
  )
}
