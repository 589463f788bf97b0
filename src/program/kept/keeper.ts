import type { InputKind } from '../../known/input/input-kind.ts'
import type { QuantityKey } from '../../known/quantities.ts'
import { METRICS_KINDS } from '../../metrics/kind.ts'
import { isRecord } from '../../result.ts'
import { namesOf } from '../input-list.tsx'
import type { TypedValues } from '../jobs.ts'
import type { Given, Kept, Lost, ProgramSession, ProgramState, ShownInput } from '../session.ts'
import { type HistoryEntry, nameIn, type TabStorage } from './entry.ts'
import { stillLost, stillWritten } from './restored.tsx'
import { textToKeep } from './text-to-keep.ts'

/*
 * The inputs of a visit, in the tab’s own storage until the tab is closed, so that they are there again after a reload and
 * after Back. The entry of the browser’s history names them: a new visit begins without inputs, and its own replace
 * those of the visit before. They stay in the browser, and other tabs do not see them. Text that may hold secrets is not
 * stored (`textToKeep`); of manifests, only the numbers that they set.
 */

/** Where a tab stores its inputs. */
const KEY = 'sawtooth-program'
/** We do not even pack larger files. A gctrace log packs to an eighth. */
const MOST_BYTES = 16 << 20
/** A tab has some five million characters of storage. */
const MOST_CHARACTERS = 4 << 20

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
  const packedOf = ({ given, state }: ShownInput) => {
    if (state.kind !== 'read') return undefined
    const found = packed.get(given) ?? pack(given.blob, state.as)
    packed.set(given, found)
    return found
  }
  let latest = 0
  const save = async () => {
    const version = ++latest
    const state = session.store.getState()
    if (state.inputs.some((input) => input.state.kind === 'reading')) return
    const texts = await Promise.all(state.inputs.map(packedOf))
    if (version === latest) write(storage, toStored(name, state, texts))
  }
  session.store.subscribe((now, before) => {
    if (now.inputs !== before.inputs) giveWay(session)
    if (CHOICES.some((key) => now[key] !== before[key])) void save()
  })
  const kept = known === undefined ? undefined : await findKept(storage, known)
  if (kept) session.restore(kept)
  // What the user did while this part was loading.
  else if (session.store.getState() !== session.store.getInitialState()) void save()
  return mark
}

/** What a visit stores. The answer is among it, because it holds the settings of the manifests. */
const CHOICES = ['inputs', 'typed', 'interval', 'run', 'log', 'settings', 'answer'] as const
const SETTINGS: readonly QuantityKey[] = ['containerLimit', 'cpuQuota', 'procs', 'gogc', 'memoryLimit']

/** The settings that only manifests show. */
function writtenIn({ answer }: ProgramState): TypedValues {
  const set = answer?.known.filter(({ key, sureness }) => sureness === 'set' && SETTINGS.includes(key)) ?? []
  return Object.fromEntries(set.map(({ key, value }) => [key, value]))
}

/** Inputs of other kinds are manifests. */
const MEASURED: readonly InputKind[] = ['gctrace', ...METRICS_KINDS]

/** Drops kept settings once a manifest is given, or once no input is missing: the inputs then count instead. */
function giveWay({ store, type }: ProgramSession): void {
  const state = store.getState()
  const hasManifest = state.inputs.some(({ state }) => state.kind === 'read' && !MEASURED.includes(state.as))
  if (!hasManifest && stillLost(state).some(({ of }) => of !== 'command')) return
  for (const key of Object.keys(stillWritten(state))) type(key as QuantityKey, undefined)
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
    lost: [
      ...inputs.flatMap(({ id, state }, i): Lost[] => {
        const [name, of] = [names[i]!, state.kind === 'reading' ? undefined : state.as]
        return kept.some((one) => one.id === id) ? [] : [{ name, of }]
      }),
      ...inputs.flatMap((input, i): Lost[] =>
        hasCommand(input) ? [{ name: `the command above ${names[i]}`, of: 'command' }] : [],
      ),
      ...stillLost(state),
    ],
    written: { ...stillWritten(state), ...writtenIn(state) },
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
    forget(storage)
  }
}

/** After a failure: there is no storage, or it is full. What an earlier call stored must not come back. */
function forget(storage: TabStorage): void {
  try {
    storage().removeItem(KEY)
  } catch {
    // Then nothing was stored.
  }
}

/** Whether a log has a command above it, which may set GOGC or GOMEMLIMIT. */
function hasCommand({ state }: ShownInput): boolean {
  return state.kind === 'read' && state.log?.runs.some(({ command }) => command !== undefined) === true
}

/** What the tab has stored under a name; undefined if that is nothing, or damaged. Never rejects. */
async function findKept(storage: TabStorage, name: string): Promise<Kept | undefined> {
  try {
    const stored: unknown = JSON.parse(storage().getItem(KEY) ?? 'null')
    if (!isRecord(stored) || stored.name !== name) return undefined
    const { inputs, name: _, ...choices } = stored as unknown as Stored
    const given = inputs.map(async ({ packed, ...one }) => ({ ...one, blob: await unpack(packed) }))
    // An earlier version of the page stored only names.
    const lost = choices.lost.map((one: Lost | string) => (typeof one === 'string' ? { name: one } : one))
    return { ...choices, lost, inputs: await Promise.all(given) }
  } catch {
    return undefined
  }
}

/** The text to store of an input, packed; undefined if it is too large, cannot be read any more, or is not stored. */
async function pack(blob: Blob, kind: InputKind): Promise<string | undefined> {
  if (blob.size > MOST_BYTES) return undefined
  try {
    const text = textToKeep(kind, await blob.text())
    if (text === undefined) return undefined
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'))
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer())
    let packed = ''
    // Every browser accepts this many arguments.
    for (let at = 0; at < bytes.length; at += 0x2000) packed += String.fromCharCode(...bytes.subarray(at, at + 0x2000))
    return btoa(packed)
  } catch {
    return undefined
  }
}

async function unpack(packed: string): Promise<Blob> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).blob()
}
