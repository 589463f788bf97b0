import type { Theme } from '../store/state.ts'

type Child = Node | string | undefined

export function element<K extends keyof HTMLElementTagNameMap>(
  name: K,
  attributes: Readonly<Record<string, string | undefined>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(key, value)
  made.append(...children.filter((child) => child !== undefined))
  return made
}

export function showTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'auto') delete dataset.theme
  else dataset.theme = theme
}

/** Before the unit of a figure, where no line may break. */
const BEFORE_UNIT = /(\d) (?=[KMGT]?i?B|[mµ]?s\b|%)/g

/** Sets a text, only if it differs. No line breaks between a number and its unit. */
export function write(target: Element, text: string): void {
  const kept = text.replace(BEFORE_UNIT, '$1\u00a0')
  if (target.textContent !== kept) target.textContent = kept
}
