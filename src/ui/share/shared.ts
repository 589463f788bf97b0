import { toAlt } from '../../charts/still/caption.ts'
import { drawStill, type Still } from '../../charts/still/picture.ts'
import type { Trace } from '../../model/trace.ts'
import { titleOf } from '../../scenario/presets/as-published.ts'
import type { Scenario } from '../../scenario/types.ts'
import { encodeLink } from '../../share/encode.ts'
import { type Served, toFileStem } from '../../share/export/snippets.ts'
import { PARTS } from '../../share/parts.ts'
import { circumstancesOf } from '../../store/circumstances.ts'
import { toLinkState } from '../../store/link.ts'
import type { Theme } from '../../store/state.ts'
import { type App, pinnedRun, shownRun } from '../../store/store.ts'

export interface ShareOptions {
  readonly hide: readonly string[]
  readonly theme: Theme
  /** In pixels; undefined: as wide as the page around it. */
  readonly width: number | undefined
  /** In pixels; undefined: the height that the frame asks for. */
  readonly height: number | undefined
  /** The height that the frame in the preview asks for. */
  readonly wishedHeight: number
}

/** A frame is small, so it hides rarely used controls at first. */
export const DEFAULT_OPTIONS: ShareOptions = {
  hide: ['procs', 'other-memory'],
  theme: 'auto',
  width: undefined,
  height: undefined,
  wishedHeight: 620,
}

export interface Shared extends Served {
  readonly scenario: Scenario
  readonly trace: Trace
  readonly fileName: string
  readonly alt: string
  /** Draws the picture, in the chosen theme or, for "auto", as on screen. */
  draw(): Still
}

export function toShared(app: App, { hide, theme }: ShareOptions): Shared {
  const state = app.store.getState()
  const { trace } = shownRun(state, app.runs)
  const linkState = toLinkState(state)
  const { scenario, presetId } = state
  const circumstances = circumstancesOf(state)
  const page = toPage(location.href)
  const base = new URL('./', page).href
  const link = encodeLink(linkState)
  // In the table's order, so that the same choice gives the same link.
  const hidden = PARTS.map(({ name }) => name).filter((name) => hide.includes(name))
  const view = { ...linkState.view, ...(hidden.length > 0 && { hide: hidden }), ...(theme !== 'auto' && { theme }) }
  return {
    base,
    page,
    link,
    embedLink: encodeLink({ ...linkState, view }, 'embed'),
    title: titleOf(scenario),
    scenario,
    trace,
    fileName: `sawtooth-${toFileStem(presetId ?? scenario.title) || 'run'}`,
    alt: toAlt(scenario, trace, circumstances),
    draw: () =>
      drawStill({
        scenario,
        trace,
        pinned: pinnedRun(state, app.runs)?.trace,
        window: state.view.window,
        clock: state.view.clock,
        circumstances,
        shade: isDark(theme === 'auto' ? state.view.theme : theme) ? 'dark' : 'light',
        isHeapOnly: hide.includes('cpu'),
        link: page + link,
      }),
  }
}

/** The page's own address. A copy that was opened from a file uses the address of the served page, if it knows it. */
function toPage(href: string): string {
  const site: unknown = import.meta.env.VITE_SITE_URL
  if (href.startsWith('file:') && typeof site === 'string' && site !== '') return site.replace(/\/*$/, '/')
  return href.replace(/#.*$/s, '').replace(/\/index\.html$/, '/')
}

function isDark(theme: Theme): boolean {
  return theme === 'auto' ? matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
}
