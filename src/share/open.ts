import { countOf } from '../format.ts'
import type { Problem } from '../result.ts'
import { knownPresets } from '../scenario/presets/all.ts'
import { findPreset } from '../scenario/presets/catalogue.ts'
import { validateScenario } from '../scenario/validate.ts'
import { clip } from '../units.ts'
import { type BaseJson, KNOBS, toBaseJson } from './base.ts'
import { hasColumns, parseColumns } from './columns.ts'
import { layOver } from './knobs.ts'
import { KEY, type Source } from './link.ts'
import type { Pairs } from './pairs.ts'
import { didYouMean } from './suggest.ts'

/** The keys that determine what is simulated. */
export const SOURCE_KEYS: readonly string[] = [KEY.preset, ...KNOBS.map(({ key }) => key)]

/** The most problems of a packed scenario that are listed: more would not help anybody. */
const MAX_PROBLEMS = 20

type Json = Record<string, unknown>

export interface Opened extends Source {
  readonly problems: readonly Problem[]
  readonly kept: readonly string[]
}

/**
 * The scenario that pairs describe: a packed one or a preset, with the knobs of the link itself laid over it. If
 * something cannot be read, the value below it stays and a problem is reported. Never throws.
 * @param presetId the preset to vary if the pairs name none
 * @param isLost whether the link may have named one where it could not be read
 */
export function openSource(plain: Pairs, packed: Pairs, presetId: string, isLost = false): Opened {
  const base = hasColumns(packed) ? openColumns(packed) : undefined
  // A packed variation of a preset is read like a readable one.
  const pairs: Pairs = new Map([...packed, ...plain])
  const preset = openPreset(pairs, presetId)
  const { scenario, kept, problems } = layOver(base?.json ?? preset.json, base?.json ? plain : pairs)
  const all = [...preset.problems, ...(base?.problems ?? []), ...problems]
  if (base?.json) return { scenario, presetId: preset.named, problems: all, kept: ['the program of the link', ...kept] }
  const isStandIn = preset.named === undefined && (isLost || base || plain.has(KEY.packed) || plain.has(KEY.preset))
  const below = `the preset "${preset.id}"${isStandIn ? ' in place of what could not be read' : ''}`
  return { scenario, presetId: preset.id, problems: all, kept: [below, ...kept] }
}

function openPreset(pairs: Pairs, otherwise: string) {
  const wanted = pairs.get(KEY.preset)
  const named = wanted === undefined ? undefined : findPreset(wanted)
  const preset = named ?? findPreset(otherwise)
  if (!preset) throw new Error(`no preset "${otherwise}"`)
  const problems = wanted === undefined || named ? [] : [unknownPreset(wanted)]
  return { id: preset.id, named: named?.id, json: toBaseJson(preset), problems }
}

function unknownPreset(id: string): Problem {
  const ids = knownPresets().map((preset) => preset.id)
  return { path: KEY.preset, message: `there is no preset "${clip(id)}"${didYouMean(id, ids)}` }
}

/**
 * A packed scenario's JSON, valid; absent if it cannot be read. Invalid fields are left out if the rest is a valid
 * scenario (a newer Sawtooth may allow them), and all of them are reported.
 */
function openColumns(packed: Pairs): { readonly json?: BaseJson; readonly problems: readonly Problem[] } {
  const raw = parseColumns(packed)
  const whole = validateScenario(raw)
  if (whole.ok) return { json: raw, problems: [] }
  for (const { path } of whole.problems) remove(raw, path)
  if (!validateScenario(raw).ok) return { problems: listed(whole.problems, '') }
  return { json: raw, problems: listed(whole.problems, '; the default stands in for it') }
}

function listed(problems: readonly Problem[], end: string): readonly Problem[] {
  const more = problems.length - MAX_PROBLEMS
  const shown = problems.slice(0, MAX_PROBLEMS)
  const list = shown.map(({ path, message }) => ({ path: `z.${clip(path)}`, message: message + end }))
  return more > 0 ? [...list, { path: 'z', message: `and ${countOf(more, 'more problem')}` }] : list
}

/** Takes a field out of JSON by its problem's path, `program.phases[3].allocRate`. Lists keep their entries. All names are the tables’ own. */
function remove(raw: Json, path: string): void {
  const steps = path.split(/[.[\]]+/)
  const last = steps.pop() ?? ''
  let at: Json | undefined = raw
  for (const step of steps) at = at?.[step] as Json | undefined
  delete at?.[last]
}
