import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createProgressStore } from '../../../src/learn/course/progress-context.ts'

const KEY = 'sawtooth.learn'

let kept: Map<string, string>
let tell: (event: { key: string | null; newValue: string | null }) => void

beforeEach(() => {
  kept = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  vi.stubGlobal('addEventListener', (type: string, listener: typeof tell) => {
    if (type === 'storage') tell = listener
  })
})
afterEach(() => vi.unstubAllGlobals())

const refuse = () => {
  throw new Error('denied')
}

describe('progress in this browser', () => {
  it('is there again on the next visit', () => {
    createProgressStore().done('a-spike', 2, { isDone: true, isRight: true })
    expect(createProgressStore().state.getState()).toEqual({ 'a-spike': { 2: { isDone: true, isRight: true } } })
  })

  it('lasts as long as the page where storage throws', () => {
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    const store = createProgressStore()
    store.done('a-spike', 2, { isDone: true })
    store.done('a-spike', 3, { isDone: true })
    expect(store.state.getState()).toEqual({ 'a-spike': { 2: { isDone: true }, 3: { isDone: true } } })
  })

  it('of an author’s preview is not kept', () => {
    createProgressStore({ isKept: false }).done('a-spike', 2, { isDone: true })
    expect(createProgressStore().state.getState()).toEqual({})
  })
})

describe('progress in two tabs of a browser', () => {
  it('of one is not erased by the other, and the better result stays', () => {
    const [one, other] = [createProgressStore(), createProgressStore()]
    one.done('the-sawtooth', 5, { isDone: true, stars: 3 })
    other.done('a-spike', 1, { isDone: true })
    other.done('the-sawtooth', 5, { isDone: true, stars: 1 })
    const both = { 'the-sawtooth': { 5: { isDone: true, stars: 3 } }, 'a-spike': { 1: { isDone: true } } }
    expect(createProgressStore().state.getState()).toEqual(both)
    expect(other.state.getState()).toEqual(both)
  })

  it('is seen in the other at once, also where it was forgotten or all storage was emptied', () => {
    const { state } = createProgressStore()
    const lessons = { 'a-spike': { 1: { isDone: true } } }
    tell({ key: 'sawtooth.theme', newValue: 'dark' })
    expect(state.getState()).toEqual({})
    tell({ key: KEY, newValue: JSON.stringify({ version: 1, lessons }) })
    expect(state.getState()).toEqual(lessons)
    tell({ key: KEY, newValue: JSON.stringify({ version: 1, lessons: {} }) })
    expect(state.getState()).toEqual({})
    tell({ key: KEY, newValue: JSON.stringify({ version: 1, lessons }) })
    tell({ key: null, newValue: null })
    expect(state.getState()).toEqual({})
  })

  it('that was forgotten in one does not come back from the other', () => {
    const [one, other] = [createProgressStore(), createProgressStore()]
    one.done('a-spike', 1, { isDone: true })
    one.replace({})
    tell({ key: KEY, newValue: kept.get(KEY)! })
    other.done('tiny-heaps', 1, { isDone: true })
    expect(createProgressStore().state.getState()).toEqual({ 'tiny-heaps': { 1: { isDone: true } } })
  })
})
