import type { Theme } from '../store/state.ts'

type Child = Node | string | undefined

/** An element with attributes (undefined: left out) and children. */
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

/** Sets a text only if it differs, so that neither screen reader nor layout is disturbed without need. */
export function write(target: Element, text: string): void {
  if (target.textContent !== text) target.textContent = text
}
