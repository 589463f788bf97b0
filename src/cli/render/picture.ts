import { toAlt } from '../../charts/still/caption.ts'
import { drawStill } from '../../charts/still/picture.ts'
import type { Shade } from '../../charts/still/styles.ts'
import { simulate } from '../../model/simulate.ts'
import { failedAt, ok, type Result } from '../../result.ts'
import { PRESETS } from '../../scenario/presets/catalogue.ts'
import { encodeLink } from '../../share/encode.ts'
import type { LinkState } from '../../share/link.ts'
import { clip } from '../../units.ts'
import { openLink, parseState } from '../source.ts'
import type { Fence } from './fences.ts'

/** What a fence shows: the run that its block describes, and the texts that go with it. */
export interface FencePicture {
  /** The picture as SVG, for light and dark pages. */
  readonly svg: Readonly<Record<Shade, string>>
  /** What it shows, in a sentence. */
  readonly alt: string
  /** The scenario as a link’s fragment. */
  readonly link: string
  readonly caption: string | undefined
}

/** @returns every problem of the block, where its scenario cannot be had */
export function drawFence({ body, options }: Fence): Result<FencePicture> {
  const state = readBody(body)
  if (!state.ok) return state
  const width = readNumber(options.get('width'))
  if (width === undefined && options.has('width'))
    return failedAt('width', `"${clip(options.get('width') ?? '')}" is no number of pixels`)
  const { scenario, presetId, pinned, view = {} } = state.value
  const trace = simulate(scenario)
  const pinnedTrace = pinned && simulate(pinned.scenario)
  const draw = (shade: Shade) =>
    drawStill({
      scenario,
      trace,
      pinned: pinnedTrace,
      window: view.zoom,
      shade,
      isHeapOnly: options.get('show') === 'heap' || (view.hide ?? []).includes('cpu'),
      ...(width === undefined ? {} : { width }),
    }).svg
  return ok({
    svg: { light: draw('light'), dark: draw('dark') },
    alt: toAlt(scenario, trace),
    link: encodeLink({ scenario, presetId, pinned, view }),
    caption: options.get('caption'),
  })
}

function readNumber(text: string | undefined): number | undefined {
  return text !== undefined && /^[1-9]\d{0,4}$/.test(text) ? Number(text) : undefined
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
