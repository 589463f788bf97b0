import { countOf } from '../format.ts'
import type { Problem } from '../result.ts'
import { clip } from '../units.ts'
import { KNOBS, LINK_PRESET_ID } from './base.ts'
import { hasColumns, isColumnKey } from './columns.ts'
import { isWhole } from './crc32.ts'
import { toFragment } from './fragment.ts'
import { type Decoded, KEY, MAX_LINK, PIN } from './link.ts'
import { MIGRATIONS, type Migration, migrate, versionOf } from './migrate.ts'
import { openSource, SOURCE_KEYS } from './open.ts'
import { unpackText } from './pack.ts'
import { type Pairs, parsePairs } from './pairs.ts'
import { didYouMean } from './suggest.ts'
import { isUnitInDoubt } from './text.ts'
import { IDLE_KEYS, parseView, VIEW_KEYS } from './view.ts'

interface DecodeOptions {
  /** This build's migrations; tests of the chain pass others. */
  readonly migrations?: readonly Migration[]
}

const OWN_KEYS: readonly string[] = [...SOURCE_KEYS, KEY.modelVersion, ...VIEW_KEYS, ...IDLE_KEYS]
const LINK_KEYS: readonly string[] = [KEY.version, KEY.packed, ...OWN_KEYS]
const MODEL_VERSION = /^[a-z\d](?:[a-z\d.-]{0,30}[a-z\d])?$/i
/** The form of a preset’s id. */
const PRESET_ID = /^[a-z\d.-]{1,40}$/
const NOTHING: Pairs = new Map()

/**
 * Opens a share link: a whole address or its fragment, as it arrives, damaged or not (see `toFragment`). Returns a
 * whole scenario for any text, lists what could not be read, and says what is used instead. Never throws.
 *
 * An empty text is no link: the result is the preset that links start from, without problems.
 */
export function decodeLink(text: string, { migrations = MIGRATIONS }: DecodeOptions = {}): Decoded {
  const newest = versionOf(migrations)
  if (text.length > MAX_LINK) {
    const message = `a text of ${text.length} characters is no link; the longest has ${MAX_LINK}`
    return open(NOTHING, NOTHING, [{ path: '', message }], false)
  }
  const fragment = toFragment(text)
  if (fragment === '') return open(NOTHING, NOTHING, [], false)
  const { pairs, problems } = parsePairs(fragment)
  const { version, problems: ofVersion } = parseVersion(pairs.get(KEY.version), newest)
  const plain = migrate(pairs, 'link', version, migrations)
  const packed = openPacked(plain.get(KEY.packed), (inner) => migrate(inner, 'packed', version, migrations))
  const before = [...ofVersion, ...problems, ...packed.problems]
  const isEmpty = pairs.size === 1 && pairs.has(KEY.version) && before.length === 0
  const cut = { path: '', message: 'the link says nothing beyond its version: it may have been cut' }
  return open(plain, packed.pairs, isEmpty ? [cut] : before, version > newest)
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

function openPacked(text: string | undefined, toPresent: (packed: Pairs) => Pairs) {
  const nothing = (problems: readonly Problem[]) => ({ pairs: NOTHING, problems })
  if (text === undefined) return nothing([])
  const packed = unpackText(text)
  if (!packed.ok) return nothing(packed.problems)
  const pairs = toPresent(parsePairs(packed.value).pairs)
  if (hasColumns(pairs) || pairs.has(KEY.preset)) return { pairs, problems: [] }
  return nothing([{ path: KEY.packed, message: 'the packed part is undamaged, but this version cannot read it' }])
}

function parseVersion(text: string | undefined, newest: number): { version: number; problems: readonly Problem[] } {
  const problem = (message: string) => [{ path: KEY.version, message }]
  if (text === undefined)
    return { version: newest, problems: problem(`is missing; the link was read as version ${newest}`) }
  const version = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  if (version === undefined)
    return { version: newest, problems: problem(`"${clip(text)}" is no version; the link was read as ${newest}`) }
  if (version <= newest) return { version, problems: [] }
  const message = `a newer Sawtooth made this link (version ${version}; this one reads up to ${newest}): what it does not know is left out`
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

/** The pairs of the run itself, and those of the run to compare with. */
function split(pairs: Pairs): [Pairs, Pairs] {
  const all = [...pairs]
  return [
    new Map(all.filter(([key]) => !key.startsWith(PIN))),
    new Map(all.flatMap(([key, value]) => (key.startsWith(PIN) ? [[key.slice(PIN.length), value]] : []))),
  ]
}

/**
 * Doubts about sizes that a link gives as small numbers without a unit. They are read as bytes, as in JSON and as Go
 * reads GOMEMLIMIT, but were most likely meant in MiB. The link is valid, so its reader is only told.
 */
function listSmallSizes(pairs: Pairs, prefix = ''): readonly Problem[] {
  return KNOBS.flatMap(({ key, kind }) => {
    const text = pairs.get(key) ?? ''
    const isSize = kind === 'size' || kind === 'size-or-off' || kind === 'rate'
    if (!isSize || !isUnitInDoubt(text)) return []
    const bytes = Number(text)
    const message = `${text} is ${countOf(bytes, 'byte')}. For ${bytes} MiB write ${key}=${bytes}MiB.`
    return [{ path: prefix + key, message }]
  })
}
