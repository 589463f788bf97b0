import { describe, expect, it } from 'vitest'
import { defaultScenario } from '../../../src/scenario/presets/catalogue.ts'
import {
  type Kept,
  MAX_FILE_BYTES,
  readFile,
  readOwn,
  toFileName,
  toFileText,
  toKeeping,
  withBack,
  withOwn,
  writeOwn,
} from '../../../src/ui/editor/files/own-scenarios.ts'

function createStorage(): Kept {
  const kept = new Map<string, string>()
  return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => void kept.set(key, value) }
}

const throwing: Kept = {
  getItem: () => {
    throw new Error('refused')
  },
  setItem: () => {
    throw new Error('full')
  },
}

const named = (title: string) => ({ ...defaultScenario(), title })

describe('scenarios that the browser keeps', () => {
  it('are read back unchanged, newest first; names may repeat unless one is replaced', () => {
    const storage = createStorage()
    let own = readOwn(() => storage) ?? []
    for (const [title, id, how] of [
      ['A', '1', 'add'],
      ['B', '2', 'add'],
      ['A', '3', 'replace'],
      ['A', '4', 'add'],
    ] as const)
      own = withOwn(own, named(title), id, how)
    expect(writeOwn(() => storage, own)).toBe(true)
    expect(readOwn(() => storage)).toEqual([
      { id: '4', scenario: named('A') },
      { id: '3', scenario: named('A') },
      { id: '2', scenario: named('B') },
    ])
  })

  it('keeping a program never replaces another of the same name by itself', () => {
    const own = withOwn(withOwn([], named('A'), '1', 'add'), named('A 2'), '2', 'add')
    const other = { ...named('A'), procs: 7 }
    expect(toKeeping(own, named('B'))).toEqual({ kind: 'new' })
    expect(toKeeping(own, named('A'))).toEqual({ kind: 'kept-already' })
    expect(toKeeping(own, other)).toEqual({ kind: 'name-taken', freeTitle: 'A 3' })
    expect(toKeeping(own, { ...other, title: 'A 2' })).toEqual({ kind: 'name-taken', freeTitle: 'A 3' })
  })

  it('a deleted program goes back to its place, once', () => {
    const [c, b, a] = ['C', 'B', 'A'].map((id) => ({ id, scenario: named(id) }))
    const rest = [c!, a!]
    expect(withBack(rest, b!, 1)).toEqual([c, b, a])
    expect(withBack(withBack(rest, b!, 1), b!, 1)).toEqual([c, b, a])
    // Others were deleted meanwhile.
    expect(withBack([], a!, 2)).toEqual([a])
  })

  it('a free name is no longer than a name may be', () => {
    const own = withOwn([], named('x'.repeat(200)), '1', 'add')
    const keeping = toKeeping(own, { ...named('x'.repeat(200)), procs: 7 })
    expect(keeping).toMatchObject({ kind: 'name-taken', freeTitle: expect.stringMatching(/^x{1,198} 2$/) })
  })

  it('an entry that cannot be read any more is not listed', () => {
    const storage = createStorage()
    storage.setItem('sawtooth.scenarios', '[{"id": "1", "json": {"version": 99}}, 7, null]')
    expect(readOwn(() => storage)).toEqual([])
    storage.setItem('sawtooth.scenarios', '[{"id":')
    expect(readOwn(() => storage)).toEqual([])
  })

  it('an unreadable entry is kept all the same, after the readable ones', () => {
    const storage = createStorage()
    const future = { id: '1', json: { version: 99 } }
    storage.setItem('sawtooth.scenarios', JSON.stringify([future]))
    expect(writeOwn(() => storage, withOwn([], named('A'), '2', 'add'))).toBe(true)
    expect(writeOwn(() => storage, withOwn([], named('B'), '3', 'add'))).toBe(true)
    expect(readOwn(() => storage)).toEqual([{ id: '3', scenario: named('B') }])
    expect(JSON.parse(storage.getItem('sawtooth.scenarios') ?? '')).toContainEqual(future)
  })

  it.each([
    ['text that is no JSON any more', '[{"id": "1", "json": {"ver'],
    ['JSON of another form', '{"version":2,"scenarios":[{"id":"1"}]}'],
  ])('%s is not lost by what is kept next', (_, damaged) => {
    const storage = createStorage()
    storage.setItem('sawtooth.scenarios', damaged)
    for (const title of ['A', 'B']) {
      const own = withOwn(readOwn(() => storage) ?? [], named(title), title, 'add')
      expect(writeOwn(() => storage, own)).toBe(true)
    }
    expect(readOwn(() => storage)?.map(({ scenario }) => scenario.title)).toEqual(['B', 'A'])
    const kept: unknown[] = JSON.parse(storage.getItem('sawtooth.scenarios') ?? '')
    const last = kept.at(-1)
    expect(kept).toHaveLength(3)
    expect(typeof last === 'string' ? last : JSON.stringify(last)).toBe(damaged)
  })

  it('a storage that throws keeps nothing, and says so', () => {
    expect(readOwn(() => throwing)).toBeUndefined()
    expect(writeOwn(() => throwing, [])).toBe(false)
    const refused = () => {
      throw new Error('no storage at all')
    }
    expect(readOwn(refused)).toBeUndefined()
    expect(writeOwn(refused, [])).toBe(false)
  })
})

describe('files', () => {
  it('one of 50 MB is refused by its size, and never read', async () => {
    let reads = 0
    const text = async () => {
      reads++
      return ''
    }
    const result = await readFile({ name: 'huge.json', size: 50_000_000, text })
    expect(result).toMatchObject({ ok: false })
    expect(reads).toBe(0)
  })

  it('the largest scenario there may be still fits', () => {
    const one = defaultScenario()
    const phase = {
      ...one.program.phases[0],
      duration: 1 / 3,
      allocRate: 1e9 / 7,
      newSurvivalRate: 1 / 7,
      oldDeathRate: 1 / 7,
    }
    const phases = Array.from({ length: 1000 }, () => phase) as typeof one.program.phases
    const changes = Array.from({ length: 1000 }, (_, i) => ({ at: i / 7, outsideMemory: 1e9 / 7, procs: 64 }))
    expect(toFileText({ ...one, program: { ...one.program, phases }, changes }).length).toBeLessThan(MAX_FILE_BYTES)
  })

  it('one that cannot be read is a problem', async () => {
    const text = () => Promise.reject(new Error('gone'))
    expect(await readFile({ name: 'a.json', size: 10, text })).toMatchObject({ ok: false })
  })

  it('a saved scenario opens as the same scenario', async () => {
    const text = toFileText(named('Mine'))
    const result = await readFile({ name: 'a.json', size: text.length, text: async () => text })
    expect(result).toEqual({ ok: true, value: named('Mine') })
  })

  it('has a name that every system takes', () => {
    expect(toFileName(named('My Program: 2/3'))).toBe('my-program-2-3.json')
    expect(toFileName(named('Łódź ☃'))).toBe('d.json')
    expect(toFileName(named('☃'))).toBe('scenario.json')
  })
})
