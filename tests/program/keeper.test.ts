import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createEngine } from '../../src/program/engine.ts'
import type { Answer, Job } from '../../src/program/jobs.ts'
import type { HistoryEntry, TabStorage } from '../../src/program/kept/entry.ts'
import { keepInputs } from '../../src/program/kept/keeper.ts'
import { stillLost, stillWritten } from '../../src/program/kept/restored.tsx'
import { textToKeep } from '../../src/program/kept/text-to-keep.ts'
import { createProgramSession } from '../../src/program/session.ts'
import { MIB } from '../../src/units.ts'
import { createDispatcher } from '../../src/work/dispatcher.ts'

const METRICS = readFileSync('tests/fixtures/metrics/steady/metrics-1.txt', 'utf8')
const SECRET = 'hunter2'
const MANIFEST = `env:\n- name: GOGC\n  value: "50"\n- name: PASSWORD\n  value: ${SECRET}\n`

/** The storage of a tab. */
function createTab() {
  const stored = new Map<string, string>()
  const storage: TabStorage = () => ({
    getItem: (key) => stored.get(key) ?? null,
    setItem: (key, value) => void stored.set(key, value),
    removeItem: (key) => void stored.delete(key),
  })
  return { storage, text: () => [...stored.values()].join() }
}

/** An entry of the browser’s history, as it is on a first visit. */
function createEntry(): HistoryEntry {
  let current: unknown = null
  return {
    get state() {
      return current
    },
    replaceState(state: unknown) {
      current = state
    },
  }
}

let visits = 0

/** The page, opened in a tab. @param entry the same one for a reload */
async function visit(storage: TabStorage, entry = createEntry()) {
  const engine = createEngine()
  const load = () => Promise.resolve(engine)
  const session = createProgramSession(createDispatcher<Job, never, Answer>({ load, defer: queueMicrotask }))
  await keepInputs(session, storage, entry, () => `visit ${++visits}`)
  return session
}

const isSettled = (session: Awaited<ReturnType<typeof visit>>, inputs: number) => {
  const state = session.store.getState()
  return state.inputs.length === inputs && !state.isWorking && state.inputs.every((one) => one.state.kind !== 'reading')
}

it('the inputs and values of a tab are there again after a reload, until the user starts over', async () => {
  const [tab, entry] = [createTab(), createEntry()]
  const first = await visit(tab.storage, entry)
  first.add([{ name: 'a.txt', blob: new Blob([METRICS]), fileSeconds: 7 }])
  first.type('allocRate', 5e7)
  first.suppose({ gogc: { kind: 'percent', percent: 50 } })
  await expect.poll(() => isSettled(first, 1)).toBe(true)
  await expect.poll(() => tab.text() !== '').toBe(true)
  const second = await visit(tab.storage, entry)
  await expect.poll(() => isSettled(second, 1)).toBe(true)
  const state = second.store.getState()
  expect(state.inputs[0]).toMatchObject({ given: { name: 'a.txt', fileSeconds: 7 }, state: { as: 'prometheus-text' } })
  expect(state).toMatchObject({
    typed: { allocRate: 5e7 },
    settings: { gogc: { percent: 50 } },
    restored: { lost: [] },
  })
  second.startOver()
  await expect.poll(() => tab.text() !== '').toBe(false)
  const third = await visit(tab.storage, entry)
  expect(third.store.getState()).toMatchObject({ inputs: [], typed: {}, restored: undefined })
})

it('a new visit begins without inputs, and its own replace those of the visit before', async () => {
  const [tab, entry] = [createTab(), createEntry()]
  const first = await visit(tab.storage, entry)
  first.type('liveHeap', 1e8)
  await expect.poll(() => tab.text()).toContain('liveHeap')
  const fresh = await visit(tab.storage)
  expect(fresh.store.getState()).toMatchObject({ typed: {}, restored: undefined })
  // Back to the first visit, while nothing has been given to the second one.
  expect((await visit(tab.storage, entry)).store.getState().typed).toEqual({ liveHeap: 1e8 })
  fresh.type('allocRate', 1e6)
  await expect.poll(() => tab.text()).toContain('allocRate')
  expect((await visit(tab.storage, entry)).store.getState()).toMatchObject({ typed: {}, restored: undefined })
})

it('a manifest is not stored, because it may hold secrets, and the next visit says so', async () => {
  const [tab, entry] = [createTab(), createEntry()]
  const first = await visit(tab.storage, entry)
  first.add([{ blob: new Blob([METRICS]) }, { name: 'pod.yaml', blob: new Blob([MANIFEST]) }])
  await expect.poll(() => isSettled(first, 2)).toBe(true)
  await expect.poll(() => tab.text() !== '').toBe(true)
  // What is stored is packed, so a look for the secret would find nothing: one input alone is stored.
  expect(JSON.parse(tab.text()).inputs).toHaveLength(1)
  for (let reload = 0; reload < 2; reload++) {
    const next = await visit(tab.storage, entry)
    await expect.poll(() => isSettled(next, 1)).toBe(true)
    expect(next.store.getState().restored?.lost).toEqual([
      { name: expect.stringMatching(/^pod\.yaml/), of: 'kubernetes' },
    ])
  }
})

it('the numbers of a manifest that is not stored count as typed, until it is there again', async () => {
  const [tab, entry] = [createTab(), createEntry()]
  const sample = (name: string) => ({ name, blob: new Blob([readFileSync(`src/program/samples/${name}`)]) })
  const manifest = sample('deployment.yaml')
  const outlookOf = ({ store }: Awaited<ReturnType<typeof visit>>) => store.getState().answer?.simulated?.outlook
  const first = await visit(tab.storage, entry)
  first.setInterval(30)
  first.add([sample('metrics-1.txt'), sample('metrics-2.txt'), manifest])
  await expect.poll(() => isSettled(first, 3)).toBe(true)
  expect(outlookOf(first)?.kind).toBe('could-be-killed')
  await expect.poll(() => tab.text()).toContain('"written":{"containerLimit"')
  const next = async () => {
    const session = await visit(tab.storage, entry)
    await expect.poll(() => isSettled(session, 2)).toBe(true)
    return session
  }
  for (let reload = 0; reload < 2; reload++) {
    const again = await next()
    expect(again.store.getState().typed).toEqual({ containerLimit: 512 * MIB })
    expect(stillWritten(again.store.getState())).toEqual({ containerLimit: 512 * MIB })
    expect(outlookOf(again)).toEqual(outlookOf(first))
  }
  const given = await next()
  given.add([manifest])
  await expect.poll(() => isSettled(given, 3)).toBe(true)
  expect(given.store.getState().typed).toEqual({})
  expect(outlookOf(given)).toEqual(outlookOf(first))
  // So does a manifest of another kind.
  const other = await next()
  other.add([{ name: 'compose.yaml', blob: new Blob(['services:\n  app:\n    image: app\n    mem_limit: 110m\n']) }])
  await expect.poll(() => isSettled(other, 3)).toBe(true)
  expect(other.store.getState().typed).toEqual({})
  const known = other.store.getState().answer!.known
  expect(known.find(({ key }) => key === 'containerLimit')?.value).toBe(110 * MIB)
  // A value that the user has taken away does not come back.
  await expect.poll(() => JSON.parse(tab.text()).inputs.length).toBe(2)
  const without = await next()
  without.type('containerLimit', undefined)
  await expect.poll(() => tab.text()).toContain('"written":{}')
  expect((await next()).store.getState().typed).toEqual({})
})

const LOG = readFileSync('src/program/samples/steady.log', 'utf8')
const BLOCK = (kind: string, text: string) => `\`\`\`${kind}\n${text}\`\`\`\n`
const POD = `apiVersion: v1\nkind: Pod\nmetadata: {name: a}\nspec:\n  containers:\n  - name: app\n    ${MANIFEST.replaceAll('\n', '\n    ')}\n`
const PS = `USER PID %CPU %MEM VSZ RSS COMMAND\nroot 7 1.0 2.0 900000 120000 /app -password=${SECRET}\n`
const ENTRIES = [`connected with ${SECRET}`, ...LOG.split('\n')].map((line) => ['1772622153123456789', line])
const LOKI = JSON.stringify({ data: { resultType: 'streams', result: [{ stream: { pod: 'a' }, values: ENTRIES }] } })

it.each([
  ['a manifest', POD],
  ['a manifest above a log', POD + LOG],
  ['a log and a manifest in blocks', LOG + BLOCK('yaml', POD)],
  ['metrics and a manifest in blocks', BLOCK('text', METRICS) + BLOCK('yaml', POD)],
  ['a docker command above a log', `$ docker run -e GOGC=50 -e PASSWORD=${SECRET} app\n${LOG}`],
  ['a command above a log', `$ GOGC=50 GODEBUG=gctrace=1 PASSWORD=${SECRET} ./app\n${LOG}`],
  ['output of the program in a log', LOG.replace('\n', `\nconnected with ${SECRET}\n`)],
  ['a log in an answer of Loki', LOKI],
  ['processes below metrics', METRICS + PS],
  ['processes', PS],
  [
    '/debug/vars',
    `{"cmdline": ["/app", "-password=${SECRET}"], "memstats": {"HeapAlloc": 1, "NumGC": 3, "NextGC": 4194304, "Sys": 9}}`,
  ],
])('nothing that may be a secret is stored: %s', async (_, text) => {
  const tab = createTab()
  const session = await visit(tab.storage)
  session.add([{ blob: new Blob([text]) }])
  await expect.poll(() => session.store.getState().inputs.every(({ state }) => state.kind !== 'reading')).toBe(true)
  await expect.poll(() => tab.text()).not.toBe('')
  const { inputs } = JSON.parse(tab.text()) as { inputs: { packed: string }[] }
  for (const { packed } of inputs) {
    const unpacked = gunzipSync(Buffer.from(packed, 'base64')).toString()
    expect(unpacked).toMatch(/^(gc \d|go_|# )/)
    expect(unpacked).not.toContain(SECRET)
  }
})

it('lines of JSON, as VictoriaMetrics exports them, are stored like JSON', () => {
  const line = '{"metric":{"__name__":"go_goroutines"},"values":[5],"timestamps":[1785000000000]}\n'
  expect(textToKeep('prometheus-json', line + line)).toBe(line + line)
  expect(textToKeep('prometheus-json', line + line.slice(0, 40))).toBeUndefined()
})

it('a command above a log is named as missing, because it may set GOGC', async () => {
  const [tab, entry] = [createTab(), createEntry()]
  const first = await visit(tab.storage, entry)
  first.add([{ name: 'a.log', blob: new Blob([`$ GOGC=50 GODEBUG=gctrace=1 ./app\n${LOG}`]) }])
  await expect.poll(() => tab.text()).toContain('a.log')
  const next = await visit(tab.storage, entry)
  await expect.poll(() => next.store.getState().inputs.length).toBe(1)
  expect(stillLost(next.store.getState())).toEqual([{ name: 'the command above a.log, gctrace log', of: 'command' }])
})

it('what the user gives before the inputs are back stays', async () => {
  const [tab, entry] = [createTab(), createEntry()]
  const first = await visit(tab.storage, entry)
  first.type('liveHeap', 1e8)
  first.type('allocRate', 1e7)
  await expect.poll(() => tab.text()).toContain('allocRate')
  const kept = {
    inputs: [],
    lost: [],
    typed: { liveHeap: 1e8, allocRate: 1e7 },
    interval: 30,
    run: 0,
    log: undefined,
    settings: {},
  }
  first.startOver()
  first.type('liveHeap', 3e8)
  first.restore(kept)
  expect(first.store.getState()).toMatchObject({ typed: { liveHeap: 3e8, allocRate: 1e7 }, interval: 30 })
})

it('what an earlier version of the page could not store is named, though it stored only names', async () => {
  const [tab, entry] = [createTab(), createEntry()]
  entry.replaceState({ program: 'old' }, '')
  const old = {
    name: 'old',
    inputs: [],
    lost: ['pod.yaml'],
    typed: { liveHeap: 1e8 },
    interval: 30,
    run: 0,
    settings: {},
  }
  tab.storage().setItem('sawtooth-program', JSON.stringify(old))
  expect((await visit(tab.storage, entry)).store.getState().restored?.lost).toEqual([{ name: 'pod.yaml' }])
})

it('a storage that is full keeps nothing of earlier inputs', async () => {
  const tab = createTab()
  let isFull = false
  const storage: TabStorage = () => ({
    ...tab.storage(),
    setItem(key, value) {
      if (isFull) throw new Error('full')
      tab.storage().setItem(key, value)
    },
  })
  const session = await visit(storage)
  session.type('liveHeap', 1e8)
  await expect.poll(() => tab.text()).toContain('liveHeap')
  isFull = true
  session.type('liveHeap', 2e8)
  await expect.poll(() => tab.text()).toBe('')
})

it('a storage that refuses everything leaves the page as it is', async () => {
  const refuse = () => {
    throw new Error('refused')
  }
  const session = await visit(refuse)
  session.type('liveHeap', 1e8)
  expect(session.store.getState().typed).toEqual({ liveHeap: 1e8 })
})
