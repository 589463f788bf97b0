import { findPreset } from '../scenario/presets/catalogue.ts'
import { findVariation } from './base.ts'
import { toColumns } from './columns.ts'
import { KEY, LINK_VERSION, type LinkState, PIN, type Source } from './link.ts'
import { packText } from './pack.ts'
import { toPairsText } from './pairs.ts'
import { type Door, toViewPairs } from './view.ts'

type Pair = readonly [string, string]

/** Text that survives chat, mail and Markdown: the alphabet of links, and an end that no auto-linker cuts off. */
const SAFE = /^[\w.~=&-]*[a-zA-Z\d]$/

/**
 * The share link of a state, from its `#` on: readable if every scenario in it is a preset with changed knobs, else
 * packed into one value. `decodeLink` gives back exactly the same scenario.
 *
 * @throws Error for view state that a link cannot carry (a name with a space in it)
 */
export function encodeLink(state: LinkState, door: Door = 'link'): string {
  const { view = {}, pinned, modelVersion } = state
  const own = toSourcePairs(state)
  const pin = pinned && toSourcePairs(pinned)
  const pairs: Pair[] = [
    ...own.pairs,
    ...(modelVersion === undefined ? [] : [[KEY.modelVersion, modelVersion] as const]),
    ...toViewPairs(view, door),
    ...(pin?.pairs.map(([key, value]) => [PIN + key, value] as const) ?? []),
  ]
  const isReadable = own.isReadable && pin?.isReadable !== false
  const rest: readonly Pair[] = isReadable ? pairs : [[KEY.packed, packText(toPairsText(pairs))]]
  const link = toPairsText([[KEY.version, String(LINK_VERSION)], ...rest])
  if (!SAFE.test(link)) throw new Error(`"#${link}" would not survive as a link`)
  return `#${link}`
}

function toSourcePairs({ scenario, presetId }: Source): {
  readonly pairs: readonly Pair[]
  readonly isReadable: boolean
} {
  const variation = findVariation(scenario)
  if (variation) return { pairs: [[KEY.preset, variation.presetId], ...variation.knobs], isReadable: true }
  const isKnown = presetId !== undefined && findPreset(presetId) !== undefined
  const origin: readonly Pair[] = isKnown ? [[KEY.preset, presetId]] : []
  return { pairs: [...origin, ...toColumns(scenario)], isReadable: false }
}
