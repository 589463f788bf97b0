import { useEffect } from 'react'
import type { Theme } from '../../store/state.ts'
import { useAppState } from '../context.ts'
import { readStored, store } from '../storage.ts'

const KEY = 'sawtooth.theme'

const THEMES = ['auto', 'light', 'dark'] as const

/** The theme chosen on an earlier visit; `auto` follows the system. */
export function readTheme(): Theme {
  const stored = readStored(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'auto'
}

/** The theme after this one, for a button that goes round. */
export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto'
}

/** Gives the page the theme of the state, and remembers it. */
export function useTheme(): void {
  const theme = useAppState((state) => state.view.theme)
  useEffect(() => showTheme(theme), [theme])
}

/** Gives the page a theme, and remembers it. */
export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'auto') delete dataset.theme
  else dataset.theme = theme
  store(KEY, theme)
}
