import { countOf } from '../format.ts'
import type { Problem } from '../result.ts'
import { knownPresets } from '../scenario/presets/all.ts'
import { findPreset } from '../scenario/presets/catalogue.ts'
import { validateScenario } from '../scenario/validate.ts'
import { isSizeKind } from '../scenario/value.ts'
import { clip } from '../units.ts'
import { type BaseJson, KNOBS, LINK_PRESET_ID, toBaseJson } from './base.ts'
import { hasColumns, isColumnKey, parseColumns } from './columns.ts'
import { isWhole } from './crc32.ts'
import { toFragment } from './fragment.ts'
import { layOver } from './knobs.ts'
import { type Decoded, KEY, LINK_VERSION, MAX_LINK, PIN } from './link.ts'
import { unpackText } from './pack.ts'
import { type Pairs, parsePairs } from './pairs.ts'
import { didYouMean } from './suggest.ts'
import { isUnitInDoubt } from './text.ts'
import { IDLE_KEYS, parseView, VIEW_KEYS } from './view.ts'

export const SOURCE_KEYS: readonly string[] = [KEY.preset, ...KNOBS.map(({ key }) => key)]

const OWN_KEYS: readonly string[] = [...SOURCE_KEYS, KEY.modelVersion, ...VIEW_KEYS, ...IDLE_KEYS]
const LINK_KEYS: readonly string[] = [KEY.version, KEY.packed, ...OWN_KEYS]
const MODEL_VERSION = /^[a-z\d](?:[a-z\d.-]{0,30}[a-z\d])?$/i
const PRESET_ID = /^[a-z\d.-]{1,40}$/
const NOTHING: Pairs = new Map()

/**
 * Opens a share link: a whole address or its fragment, damaged or not (see `toFragment`). Returns a whole scenario for
 * any text, and lists what could not be read. Never throws. An empty text gives the preset that links start from.
 */
export function decodeLink(text: string): Decoded {
  if (text.length > MAX_LINK) {
    const message = `a text of ${text.length} characters is no link; the longest has ${MAX_LINK}`
    return open(NOTHING, NOTHING, [{ path: '', message }], false)
  }
  const fragment = toFragment(text)
  if (fragment === '') return open(NOTHING, NOTHING, [], false)
  const { pairs, problems } = parsePairs(fragment)
  const { version, problems: ofVersion } = parseVersion(pairs.get(KEY.version))
  const packed = openPacked(pairs.get(KEY.packed))
  const before = [...ofVersion, ...problems, ...packed.problems]
  const isEmpty = pairs.size === 1 && pairs.has(KEY.version) && before.length === 0
  const cut = { path: '', message: 'the link says nothing beyond its version: it may have been cut' }
  return open(pairs, packed.pairs, isEmpty ? [cut] : before, version > LINK_VERSION)
}

/** Whether a link has a packed part that `decodeLink` will unpack; false for a damaged one. Never throws. */
export function isPacked(text: string): boolean {
  const packed = plainPairs(text).get(KEY.packed)
  return packed !== undefined && isWhole(packed)
}

/** The presets that a link names outside its packed part, whether they exist or not. Never throws. */
export function namedPresets(text: string): readonly string[] {
  const pairs = plainPairs(text)
  return [KEY.preset, PIN + KEY.preset].map((key) => pairs.get(key) ?? '').filter((id) => PRESET_ID.test(id))
}

function plainPairs(text: string): Pairs {
  return text.length <= MAX_LINK ? parsePairs(toFragment(text)).pairs : NOTHING
}

function openPacked(text: string | undefined) {
  const nothing = (problems: readonly Problem[]) => ({ pairs: NOTHING, problems })
  if (text === undefined) return nothing([])
  const packed = unpackText(text)
  if (!packed.ok) return nothing(packed.problems)
  const { pairs } = parsePairs(packed.value)
  if (hasColumns(pairs) || pairs.has(KEY.preset)) return { pairs, problems: [] }
  return nothing([{ path: KEY.packed, message: 'the packed part is undamaged, but this version cannot read it' }])
}

function parseVersion(text: string | undefined): { version: number; problems: readonly Problem[] } {
  const problem = (message: string) => [{ path: KEY.version, message }]
  if (text === undefined)
    return { version: LINK_VERSION, problems: problem(`is missing; the link was read as version ${LINK_VERSION}`) }
  const version = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  if (version === undefined)
    return {
      version: LINK_VERSION,
      problems: problem(`"${clip(text)}" is no version; the link was read as ${LINK_VERSION}`),
    }
  if (version <= LINK_VERSION) return { version, problems: [] }
  const message = `a newer Sawtooth made this link (version ${version}; this one reads up to ${LINK_VERSION}): unknown keys are left out`
  return { version, problems: problem(message) }
}

/** Opens the pairs in the link and the pairs packed in it. Of a key in both, the one in the link itself counts. */
function open(plain: Pairs, packed: Pairs, before: readonly Problem[], newer: boolean): Decoded {
  const [plainOwn, plainPin] = split(plain)
  const [packedOwn, packedPin] = split(packed)
  const unknown = [...unknownKeys(plainOwn, LINK_KEYS, ''), ...unknownKeys(packedOwn, OWN_KEYS, 'z.')]
  const isLost =
    before.some(({ path }) => path === KEY.preset) ||
    (before.length + unknown.length > 0 && !SOURCE_KEYS.some((key) => plainOwn.has(key) || packedOwn.has(key)))
  const own = openSource(plainOwn, packedOwn, LINK_PRESET_ID, isLost)
  const hasPin = plainPin.size + packedPin.size > 0
  const pin = hasPin ? openSource(plainPin, packedPin, own.presetId ?? LINK_PRESET_ID) : undefined
  const beside: Pairs = new Map([...packedOwn, ...plainOwn])
  const { view, problems: ofView } = parseView(beside)
  const { modelVersion, problems: ofModel } = parseModelVersion(beside.get(KEY.modelVersion))
  return {
    scenario: own.scenario,
    presetId: own.presetId,
    view,
    pinned: pin ? { scenario: pin.scenario, presetId: pin.presetId } : undefined,
    modelVersion,
    problems: [
      ...before,
      ...own.problems,
      ...ofModel,
      ...ofView,
      ...unknown,
      ...(pin?.problems.map(({ path, message }) => ({ path: PIN + path, message })) ?? []),
      ...unknownKeys(plainPin, SOURCE_KEYS, PIN),
      ...unknownKeys(packedPin, SOURCE_KEYS, `z.${PIN}`),
    ],
    doubts: [...listSmallSizes(beside), ...listSmallSizes(new Map([...packedPin, ...plainPin]), PIN)],
    kept: [
      ...own.kept,
      ...Object.keys(view).map((key) => `${key}=${beside.get(key)}`),
      ...(pin ? [`to compare with: ${pin.kept.join(', ')}`] : []),
    ],
    isReplaced: own.isReplaced,
    newer,
  }
}

function parseModelVersion(text: string | undefined): { modelVersion?: string; problems: readonly Problem[] } {
  if (text === undefined) return { problems: [] }
  if (MODEL_VERSION.test(text)) return { modelVersion: text, problems: [] }
  return { problems: [{ path: KEY.modelVersion, message: `"${clip(text)}" is no model's version` }] }
}

function unknownKeys(pairs: Pairs, known: readonly string[], prefix: string): readonly Problem[] {
  const isPacked = prefix.startsWith('z.')
  return [...pairs.keys()]
    .filter((key) => !known.includes(key) && !(isPacked && isColumnKey(key)))
    .map((key) => ({ path: prefix + clip(key), message: `unknown key, ignored${hint(key, known)}` }))
}

function hint(key: string, known: readonly string[]): string {
  if (isColumnKey(key)) return ': only packed links can hold it'
  const asLabel = KNOBS.find(({ label }) => label === key.toUpperCase())
  return didYouMean(asLabel?.key ?? key, known)
}

function split(pairs: Pairs): [Pairs, Pairs] {
  const all = [...pairs]
  return [
    new Map(all.filter(([key]) => !key.startsWith(PIN))),
    new Map(all.flatMap(([key, value]) => (key.startsWith(PIN) ? [[key.slice(PIN.length), value]] : []))),
  ]
}

/**
 * Small numbers without a unit are read as bytes, as in JSON and as Go reads GOMEMLIMIT, but were most likely meant in
 * MiB. The link is valid, so its reader is only told.
 */
function listSmallSizes(pairs: Pairs, prefix = ''): readonly Problem[] {
  return KNOBS.flatMap(({ key, kind }) => {
    const text = pairs.get(key) ?? ''
    if (!isSizeKind(kind) || !isUnitInDoubt(text)) return []
    const bytes = Number(text)
    const message = `${text} is ${countOf(bytes, 'byte')}. For ${bytes} MiB write ${key}=${bytes}MiB.`
    return [{ path: prefix + key, message }]
  })
}

/** More would not help anybody. */
const MAX_PROBLEMS = 20

type Json = Record<string, unknown>

/**
 * The scenario that pairs describe: a packed one or a preset, with the knobs of the link itself laid over it. If
 * something cannot be read, the value below it stays and a problem is reported. Never throws.
 * @param presetId the preset to vary if the pairs name none
 * @param isLost whether the link may have named one where it could not be read
 */
export function openSource(plain: Pairs, packed: Pairs, presetId: string, isLost = false) {
  const base = hasColumns(packed) ? openColumns(packed) : undefined
  // A packed variation of a preset is read like a readable one.
  const pairs: Pairs = new Map([...packed, ...plain])
  const preset = openPreset(pairs, presetId)
  const { scenario, kept, problems } = layOver(base?.json ?? preset.json, base?.json ? plain : pairs)
  const all = [...preset.problems, ...(base?.problems ?? []), ...problems]
  if (base?.json)
    return {
      scenario,
      presetId: preset.named,
      problems: all,
      kept: ['the program of the link', ...kept],
      isReplaced: false,
    }
  const isStandIn = preset.named === undefined && (isLost || base || plain.has(KEY.packed) || plain.has(KEY.preset))
  const isReplaced = Boolean(isStandIn) && kept.length === 0
  const below = `“${preset.title}”${isStandIn && !isReplaced ? ' in place of what could not be read' : ''}`
  return { scenario, presetId: preset.id, problems: all, kept: [below, ...kept], isReplaced }
}

function openPreset(pairs: Pairs, otherwise: string) {
  const wanted = pairs.get(KEY.preset)
  const named = wanted === undefined ? undefined : findPreset(wanted)
  const preset = named ?? findPreset(otherwise)
  if (!preset) throw new Error(`no preset "${otherwise}"`)
  const problems = wanted === undefined || named ? [] : [unknownPreset(wanted)]
  return { id: preset.id, title: preset.title, named: named?.id, json: toBaseJson(preset), problems }
}

function unknownPreset(id: string): Problem {
  const ids = knownPresets().map((preset) => preset.id)
  return { path: KEY.preset, message: `there is no preset "${clip(id)}"${didYouMean(id, ids)}` }
}

/**
 * A packed scenario's JSON, valid; absent if it cannot be read. Invalid fields are left out if the rest is a valid
 * scenario (a newer Sawtooth may allow them).
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
