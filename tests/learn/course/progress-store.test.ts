import { afterEach, describe, expect, it, vi } from 'vitest'
import { createProgressStore } from '../../../src/learn/course/progress-context.ts'

afterEach(() => vi.unstubAllGlobals())

const fakeStorage = (kept = new Map<string, string>()) => ({
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
})

describe('progress in this browser', () => {
  it('is there again on the next visit', () => {
    vi.stubGlobal('localStorage', fakeStorage())
    createProgressStore().done('a-spike', 2, { isDone: true, isRight: true })
    expect(createProgressStore().state.getState()).toEqual({ 'a-spike': { 2: { isDone: true, isRight: true } } })
  })

  it('lasts as long as the page where storage throws', () => {
    const refuse = () => {
      throw new Error('denied')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse })
    const store = createProgressStore()
    store.done('a-spike', 2, { isDone: true })
    expect(store.state.getState()).toEqual({ 'a-spike': { 2: { isDone: true } } })
  })

  it('of an author’s preview is not kept', () => {
    vi.stubGlobal('localStorage', fakeStorage())
    createProgressStore({ isKept: false }).done('a-spike', 2, { isDone: true })
    expect(createProgressStore().state.getState()).toEqual({})
  })
})
