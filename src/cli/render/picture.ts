import { toAlt } from '../../charts/still/caption.ts'
import { drawStill } from '../../charts/still/picture.ts'
import type { Shade } from '../../charts/still/styles.ts'
import { simulate } from '../../model/simulate.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../../result.ts'
import { PRESETS } from '../../scenario/presets/all.ts'
import { machineMemoryOf } from '../../scenario/presets/catalogue.ts'
import { encodeLink } from '../../share/encode.ts'
import type { LinkState } from '../../share/link.ts'
import { didYouMean } from '../../share/suggest.ts'
import { clip } from '../../units.ts'
import { openLink, parseState, refuseMap } from '../source.ts'
import type { Fence } from './fences.ts'

export interface FencePicture {
  readonly svg: Readonly<Record<Shade, string>>
  /** The picture in a sentence. */
  readonly alt: string
  /** The scenario as a link’s fragment. */
  readonly link: string
  /** The Sawtooth at which the block’s link was made. */
  readonly base: string | undefined
  /** The author’s caption, in the language `lang`. */
  readonly caption: string | undefined
  readonly lang: string | undefined
  /** On the page, in pixels. */
  readonly height: string | undefined
}

/** Draws a fenced block. @returns every problem of it, if its scenario is invalid or an option is wrong */
export function drawFence({ body, options }: Pick<Fence, 'body' | 'options'>): Result<FencePicture> {
  const state = readBody(body)
  const problems = [...(state.ok ? refuseMap(state.value) : state.problems), ...checkOptions(options)]
  if (!state.ok || problems.length > 0) return failed(problems)
  const { scenario, presetId, pinned, view = {} } = state.value
  const circumstances = { machineMemory: machineMemoryOf(presetId) }
  const width = options.get('width')
  const trace = simulate(scenario)
  const pinnedTrace = pinned && simulate(pinned.scenario)
  const draw = (shade: Shade) =>
    drawStill({
      scenario,
      trace,
      pinned: pinnedTrace,
      window: view.zoom,
      clock: view.axis ?? 'cpu',
      circumstances,
      shade,
      isHeapOnly: options.get('show') === 'heap' || (view.hide ?? []).includes('cpu'),
      ...(width === undefined ? {} : { width: Number(width) }),
    }).svg
  return ok({
    svg: { light: draw('light'), dark: draw('dark') },
    alt: toAlt(scenario, trace, circumstances),
    link: encodeLink({ scenario, presetId, pinned, view }),
    base: /^https?:/i.test(body) ? body.slice(0, body.search(/#|%23|\s|$/)) : undefined,
    caption: options.get('caption'),
    lang: options.get('lang'),
    height: options.get('height'),
  })
}

/** A link or its fragment, scenario JSON, or a preset’s name with settings: `spike gogc=50 memoryLimit=40MiB`. */
function readBody(body: string): Result<LinkState> {
  if (body === '') return failedAt('', 'the block is empty; write a link, a preset or scenario JSON')
  if (body.startsWith('{')) return parseState(body)
  if (/^(#|https?:)/i.test(body)) return openLink(body.split(/\s+/)[0] ?? '')
  const [preset = '', ...settings] = body.split(/\s+/)
  if (!PRESETS.some(({ id }) => id === preset))
    return failedAt('', `"${clip(preset)}" is no preset (there is ${PRESETS.map(({ id }) => id).join(', ')})`)
  return openLink(`#v=1&preset=${preset}${settings.map((setting) => `&${setting}`).join('')}`)
}

/** The values of each option of a block: a pattern, and its meaning in words. */
const OPTIONS: ReadonlyMap<string, readonly [pattern: RegExp, takes: string]> = new Map([
  ['caption', [/\S/, 'words, in quotes']],
  ['height', [/^[1-9]\d{0,4}$/, 'pixels on the page, such as 300']],
  ['lang', [/^[a-z]{2,3}(-[a-z\d]{1,8})*$/i, 'the language of the caption, such as en or pt-BR']],
  ['show', [/^heap$/, 'heap (without the chart of GC’s CPU share)']],
  ['width', [/^[1-9]\d{0,4}$/, 'pixels of the picture, such as 960']],
])

function checkOptions(options: ReadonlyMap<string, string>): readonly Problem[] {
  return [...options].flatMap(([key, value]) => {
    const [pattern, takes] = OPTIONS.get(key) ?? []
    if (!pattern) {
      const near = didYouMean(key, OPTIONS.keys()) || `; there is ${[...OPTIONS.keys()].join(', ')}`
      return [{ path: clip(key), message: `is no option of a block${near}` }]
    }
    return pattern.test(value) ? [] : [{ path: key, message: `"${clip(value)}": takes ${takes}` }]
  })
}
