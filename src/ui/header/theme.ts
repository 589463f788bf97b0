import { useEffect } from 'react'
import type { Theme } from '../../store/state.ts'
import { showTheme } from '../../view/dom.ts'
import { readStored, store } from '../storage.ts'

const KEY = 'sawtooth.theme'

const THEMES = ['auto', 'light', 'dark'] as const

/** The theme chosen on an earlier visit; `auto` follows the system. */
export function readTheme(): Theme {
  const stored = readStored(KEY)
  return THEMES.find((theme) => theme === stored) ?? 'auto'
}

export function nextTheme(theme: Theme): Theme {
  return THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto'
}

export function useTheme(theme: Theme): void {
  useEffect(() => {
    showTheme(theme)
    store(KEY, theme)
  }, [theme])
}
