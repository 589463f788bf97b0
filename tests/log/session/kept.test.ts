import { describe, expect, it } from 'vitest'
import {
  createKeeper,
  findLog,
  type HistoryEntry,
  keepLog,
  keepPlace,
  type TabStorage,
} from '../../../src/log/session/keeper.ts'
import { createSession } from '../../../src/log/session/session.ts'
import { until } from '../../support/until.ts'
import { createFakeClient } from '../support/fake-client.ts'

const TEXT = 'gc 1 @0.1s é世\n'.repeat(500)
const SOURCE = { name: 'a.log', blob: new Blob([TEXT]) }
const OTHER = { name: 'b.log', blob: new Blob(['gc 1 @9s']) }
const PLACE = {
  run: 1,
  asked: { gogc: { kind: 'off' } },
  settings: { gogc: { kind: 'percent', percent: 50 }, memoryLimit: { kind: 'bytes', bytes: 2 ** 20 }, procs: 2 },
} as const

/** A tab's storage with room for so many characters. */
function createStorage(room = Infinity) {
  const held = new Map<string, string>()
  const storage: TabStorage = () => ({
    getItem: (key) => held.get(key) ?? null,
    setItem(key, value) {
      if (value.length > room) throw new DOMException('full', 'QuotaExceededError')
      held.set(key, value)
    },
    removeItem: (key) => void held.delete(key),
  })
  return { held, storage }
}

const NO_STORAGE: TabStorage = () => {
  throw new DOMException('no storage in a sandbox', 'SecurityError')
}

describe('a log that is kept', () => {
  it('comes back byte for byte, with the state of the view', async () => {
    const { storage } = createStorage()
    expect(await keepLog(storage, 'x', SOURCE)).toBe('kept')
    keepPlace(storage, PLACE)
    const found = await findLog(storage, 'x')
    expect(found).toMatchObject({ source: { name: 'a.log' }, place: PLACE })
    expect(await found?.source.blob.text()).toBe(TEXT)
  })

  it('replaces the previous one, which cannot be found any more', async () => {
    const { storage } = createStorage()
    await keepLog(storage, 'x', SOURCE)
    keepPlace(storage, PLACE)
    await keepLog(storage, 'y', OTHER)
    expect(await findLog(storage, 'x')).toBeUndefined()
    expect(await findLog(storage, 'y')).toMatchObject({ source: { name: 'b.log' }, place: undefined })
  })

  it.each([
    ['a full storage', createStorage(40).storage, SOURCE, 'refused'],
    ['no storage', NO_STORAGE, SOURCE, 'refused'],
    ['a file that has changed', createStorage().storage, { ...SOURCE, blob: unreadable() }, 'refused'],
    ['a file too large', createStorage().storage, { ...SOURCE, blob: { size: 2 ** 30 } as Blob }, 'too-large'],
    ['what does not pack', createStorage().storage, { ...SOURCE, blob: noise(5 << 20) }, 'too-large'],
  ])('is not where there is %s, and that is known', async (_, storage, source, keeping) => {
    expect(await keepLog(storage, 'x', source)).toBe(keeping)
    expect(await findLog(storage, 'x')).toBeUndefined()
  })

  it.each([
    ['log', 'null'],
    ['log', '{"id":"x"}'],
    ['log', '{"id":"x","name":"a","packed":"not packed"}'],
    ['log', '{'],
  ])('is none where its %s was damaged: %s', async (_, text) => {
    const { held, storage } = createStorage()
    await keepLog(storage, 'x', SOURCE)
    held.set('sawtooth-log', text)
    expect(await findLog(storage, 'x')).toBeUndefined()
  })

  it.each([
    '[]',
    '{"run":-1}',
    '{"run":1,"asked":{},"settings":{"gogc":{"kind":"percent"}}}',
    '{"run":0,"asked":{"x":1}}',
  ])('comes back without a place that was damaged: %s', async (text) => {
    const { held, storage } = createStorage()
    await keepLog(storage, 'x', SOURCE)
    held.set('sawtooth-log-place', text)
    expect(await findLog(storage, 'x')).toMatchObject({ place: undefined })
  })
})

/** A page at an entry of the history, over a tab's storage. */
let names = 0
async function openPage(entry: HistoryEntry, storage: TabStorage) {
  const client = createFakeClient()
  const session = createSession(client)
  const markEntry = createKeeper(session, storage, entry, () => `log-${++names}`)
  const settle = async () => {
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 0))
    await client.answerAll()
    for (let i = 0; i < 20; i++) await new Promise((resolve) => setTimeout(resolve, 0))
  }
  await settle()
  const state = () => session.store.getState()
  /** Reads a log and waits until it is kept, or cannot be: packing takes its time on threads of its own. */
  const read = async (source: typeof SOURCE) => {
    void session.read(source)
    await settle()
    await until(() => expect(state().keeping).toBeDefined())
  }
  /** Finds and unpacks a kept log on threads of its own too: its jobs are asked for at any time. */
  const comeBack = () =>
    until(async () => {
      await client.answerAll()
      expect(state().stage.kind).toBe('read')
    })
  return { session, markEntry, settle, state, read, comeBack }
}

function createEntry(): HistoryEntry {
  const entry = {
    state: null as unknown,
    replaceState(state: unknown) {
      entry.state = state
    },
  }
  return entry
}

describe('coming back to the page', () => {
  it('shows the log again, with the same run and settings', async () => {
    const [entry, { storage }] = [createEntry(), createStorage()]
    const first = await openPage(entry, storage)
    await first.read(SOURCE)
    expect(first.state().keeping).toBe('kept')
    void first.session.chooseRun(0)
    await first.settle()
    first.session.suppose(PLACE.settings)
    const second = await openPage(entry, storage)
    await second.comeBack()
    await second.settle()
    expect(second.state()).toMatchObject({
      stage: { kind: 'read', source: { name: 'a.log' } },
      measured: { run: 0 },
      predicted: { settings: PLACE.settings },
      keeping: 'kept',
    })
  })

  it('finds nothing for a history entry without a log', async () => {
    const [entry, { storage }] = [createEntry(), createStorage()]
    const first = await openPage(entry, storage)
    await first.read(SOURCE)
    expect((await openPage(createEntry(), storage)).state()).toMatchObject({
      stage: { kind: 'waiting' },
      isLost: false,
    })
    // Links within the page make entries that lead to the same log.
    const beside = createEntry()
    entry.replaceState = (state) => beside.replaceState(state, '')
    first.markEntry()
    const second = await openPage(beside, storage)
    await second.comeBack()
  })

  it('says that a log is gone, until another one is read', async () => {
    const [entry, { storage }] = [createEntry(), createStorage()]
    const first = await openPage(entry, storage)
    await first.read(SOURCE)
    const other = await openPage(createEntry(), storage)
    await other.read(OTHER)
    const second = await openPage(entry, storage)
    expect(second.state()).toMatchObject({ stage: { kind: 'waiting' }, isLost: true })
    await second.read(OTHER)
    expect(second.state()).toMatchObject({ stage: { kind: 'read' }, isLost: false })
  })

  it('leaves nothing in the tab of a log that was left', async () => {
    const [entry, { held, storage }] = [createEntry(), createStorage()]
    const { session, read, state } = await openPage(entry, storage)
    await read(SOURCE)
    session.leave()
    expect([held.size, entry.state, state().keeping]).toEqual([0, null, undefined])
  })

  describe('while a log is still being packed', () => {
    it('leaves nothing of it in the tab once the reader has left it', async () => {
      const { held, storage } = createStorage()
      const { session, settle } = await openPage(createEntry(), storage)
      const { source, finish } = createSlowSource()
      void session.read(source)
      await settle()
      session.leave()
      await finish()
      expect(held.size).toBe(0)
    })

    it('keeps the log that was read afterwards', async () => {
      const [entry, { storage }] = [createEntry(), createStorage()]
      const { session, read, settle, state } = await openPage(entry, storage)
      const { source, finish } = createSlowSource()
      void session.read(source)
      await settle()
      await read(OTHER)
      await finish()
      expect(state().keeping).toBe('kept')
      const { log } = entry.state as { log: string }
      expect(await findLog(storage, log)).toMatchObject({ source: { name: OTHER.name } })
    })
  })

  it('says that nothing can be kept if there is no storage', async () => {
    const { read, state } = await openPage(createEntry(), NO_STORAGE)
    await read(SOURCE)
    expect(state()).toMatchObject({ stage: { kind: 'read' }, keeping: 'refused' })
  })
})

/** A log whose packing ends when the test says so. `finish` resolves once it would have been stored. */
function createSlowSource() {
  const blob = new Blob([TEXT])
  let resolve = () => {}
  const promise = new Promise<void>((end) => {
    resolve = end
  })
  const pack = blob.stream.bind(blob)
  let hasEnded = false
  blob.stream = () => {
    const slow = new TransformStream({
      flush: async () => {
        await promise
        hasEnded = true
      },
    })
    return pack().pipeThrough(slow) as ReturnType<Blob['stream']>
  }
  const finish = async () => {
    resolve()
    await until(() => expect(hasEnded).toBe(true))
    // What follows the end of the stream takes some turns: compression and storing.
    for (let i = 0; i < 50; i++) await new Promise((next) => setTimeout(next, 1))
  }
  return { source: { name: 'slow.log', blob }, finish }
}

function unreadable(): Blob {
  const blob = new Blob(['x'])
  blob.stream = () => {
    throw new DOMException('the file has changed', 'NotReadableError')
  }
  return blob
}

/** Bytes that no packing makes fewer: a linear congruential generator's. */
function noise(length: number): Blob {
  const bytes = new Uint8Array(length)
  let state = 1
  for (let i = 0; i < length; i++) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    bytes[i] = state >>> 24
  }
  return new Blob([bytes])
}
