import type { InputKind } from '../known/input/input-kind.ts'
import { isRecord } from '../result.ts'
import { namesOf } from './input-list.tsx'
import { type HistoryEntry, nameIn, type TabStorage } from './kept.ts'
import type { Given, Kept, ProgramSession, ProgramState, ShownInput } from './session.ts'

/*
 * The inputs of a visit, in the tab’s own storage until the tab is closed, so that they are there again after a reload and
 * after Back. The entry of the browser’s history names them: a new visit begins without inputs, and its own replace
 * those of the visit before. They stay in the browser, and other tabs do not see them. Manifests and command lines are
 * not stored: they may hold secrets.
 */

/** Where a tab stores its inputs. */
const KEY = 'sawtooth-program'
/** We do not even pack larger files. A gctrace log packs to an eighth. */
const MOST_BYTES = 64 << 20
/** A tab has some five million characters of storage. */
const MOST_CHARACTERS = 4 << 20

/** Kinds of inputs that are stored. Any other is or may be a manifest, or has command lines, as that of `ps`. */
const PUBLIC: ReadonlySet<InputKind | undefined> = new Set<InputKind>([
  'gctrace',
  'prometheus-text',
  'prometheus-json',
  'vars',
  'heap-profile',
  'runtime-metrics',
])

/** What is stored: inputs packed, and without those that are lost. */
interface Stored extends Omit<Kept, 'inputs'> {
  /** That of the history entry. */
  readonly name: string
  readonly inputs: readonly (Omit<Given, 'blob'> & { readonly packed: string })[]
}

/**
 * Restores the inputs of the current history entry, and stores every change from then on. Never rejects.
 * @param createName gives a name that no other visit in the tab has
 * @returns a function that marks the current entry, after a move within the page, as one of this visit
 */
export async function keepInputs(
  session: ProgramSession,
  storage: TabStorage,
  entry: HistoryEntry,
  createName: () => string,
): Promise<() => void> {
  const known = nameIn(entry)
  const name = known ?? createName()
  const mark = () => entry.replaceState({ program: name }, '')
  if (known === undefined) mark()
  const packed = new Map<Given, Promise<string | undefined>>()
  const packedOf = ({ given }: ShownInput) => {
    const found = packed.get(given) ?? pack(given.blob)
    packed.set(given, found)
    return found
  }
  let latest = 0
  const save = async () => {
    const version = ++latest
    const state = session.store.getState()
    if (state.inputs.some((input) => input.state.kind === 'reading')) return
    const texts = await Promise.all(state.inputs.map((input) => (isKept(input, state) ? packedOf(input) : undefined)))
    if (version === latest) write(storage, toStored(name, state, texts))
  }
  session.store.subscribe((now, before) => {
    if (CHOICES.some((key) => now[key] !== before[key])) void save()
  })
  const kept = known === undefined ? undefined : await findKept(storage, known)
  if (kept) session.restore(kept)
  // What the user did while this part was loading.
  else if (session.store.getState() !== session.store.getInitialState()) void save()
  return mark
}

const CHOICES = ['inputs', 'typed', 'interval', 'run', 'log', 'settings'] as const

/** Whether we store an input: neither it nor anything found in its text may be a manifest. */
function isKept({ id, from }: ShownInput, { inputs }: ProgramState): boolean {
  const parts = inputs.filter((one) => one.id === id || one.from === id)
  return from === undefined && parts.every(({ state }) => state.kind === 'read' && PUBLIC.has(state.as))
}

/** @param texts the packed inputs; undefined for those that are not stored */
function toStored(name: string, state: ProgramState, texts: readonly (string | undefined)[]): Stored {
  const { inputs, typed, interval, run, log, settings } = state
  const names = namesOf(inputs)
  let left = MOST_CHARACTERS
  const all = inputs.map(({ id, given: { blob: _, ...given } }, i) => {
    const packed = texts[i]
    const isFitting = packed !== undefined && packed.length <= left
    if (isFitting) left -= packed.length
    return { id, given, packed: isFitting ? packed : undefined }
  })
  const kept = all.flatMap(({ id, given, packed }) => (packed === undefined ? [] : [{ id, given, packed }]))
  const index = kept.findIndex(({ id }) => id === log?.input)
  return {
    name,
    inputs: kept.map(({ given, packed }) => ({ ...given, packed })),
    // What was found in the text of a stored input will be found there again.
    lost: [
      ...names.filter((_, i) => !kept.some(({ id }) => id === inputs[i]!.id || id === inputs[i]!.from)),
      ...(state.restored?.lost ?? []),
    ],
    log: log && index >= 0 ? { input: index, run: log.run } : undefined,
    ...{ typed, interval, run, settings },
  }
}

function write(storage: TabStorage, stored: Stored): void {
  const isNothing = stored.inputs.length + stored.lost.length + Object.keys(stored.typed).length === 0
  try {
    if (isNothing) storage().removeItem(KEY)
    else storage().setItem(KEY, JSON.stringify(stored))
  } catch {
    // There is no storage, or it is full: then nothing comes back.
  }
}

/** What the tab has stored under a name; undefined if that is nothing, or damaged. Never rejects. */
async function findKept(storage: TabStorage, name: string): Promise<Kept | undefined> {
  try {
    const stored: unknown = JSON.parse(storage().getItem(KEY) ?? 'null')
    if (!isRecord(stored) || stored.name !== name) return undefined
    const { inputs, name: _, ...choices } = stored as unknown as Stored
    const given = inputs.map(async ({ packed, ...one }) => ({ ...one, blob: await unpack(packed) }))
    return { ...choices, inputs: await Promise.all(given) }
  } catch {
    return undefined
  }
}

/** The command line of the program in `/debug/vars`. */
const COMMAND_LINE = /"cmdline"\s*:/

/** A text to store; undefined if it is too large, has a command line, or cannot be read any more. */
async function pack(blob: Blob): Promise<string | undefined> {
  if (blob.size > MOST_BYTES) return undefined
  try {
    if (COMMAND_LINE.test(await blob.text())) return undefined
    const stream = blob.stream().pipeThrough(new CompressionStream('gzip'))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    let text = ''
    // Every browser accepts this many arguments.
    for (let at = 0; at < bytes.length; at += 0x2000) text += String.fromCharCode(...bytes.subarray(at, at + 0x2000))
    return btoa(text)
  } catch {
    return undefined
  }
}

async function unpack(packed: string): Promise<Blob> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).blob()
}
