import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MIB } from '../../../src/units.ts'
import { createBareApp } from '../support/app.ts'

function createTestApp() {
  const app = createBareApp()
  const { rested } = app
  return {
    ...app.store.getState(),
    app,
    otherMemory: () => rested.getState().scenario.program.otherMemory,
    rested,
  }
}

describe('the state at rest', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('does not change during a gesture, and is up to date when it ends', () => {
    const { preview, settle, otherMemory, rested, app } = createTestApp()
    const before = otherMemory()
    let changes = 0
    rested.subscribe(() => changes++)
    for (let mib = 20; mib < 40; mib++) {
      preview({ otherMemory: mib * MIB })
      vi.advanceTimersByTime(33)
    }
    expect(otherMemory()).toBe(before)
    expect(changes).toBe(0)
    settle()
    expect(otherMemory()).toBe(39 * MIB)
    expect(rested.getState()).toBe(app.store.getState())
    vi.runAllTimers()
    expect(changes).toBe(1)
  })

  it('is updated when a gesture pauses', () => {
    const { preview, otherMemory } = createTestApp()
    preview({ otherMemory: 20 * MIB })
    vi.advanceTimersByTime(299)
    preview({ otherMemory: 21 * MIB })
    vi.advanceTimersByTime(299)
    expect(otherMemory()).not.toBe(21 * MIB)
    vi.advanceTimersByTime(1)
    expect(otherMemory()).toBe(21 * MIB)
  })

  it('follows a change in one step at once, and what is opened amid a gesture', () => {
    const { set, preview, open, otherMemory, app } = createTestApp()
    set({ otherMemory: 30 * MIB })
    expect(otherMemory()).toBe(30 * MIB)
    const { scenario, presetId } = app.store.getState()
    preview({ otherMemory: 31 * MIB })
    open({ scenario, presetId })
    expect(otherMemory()).toBe(30 * MIB)
    vi.runAllTimers()
    expect(otherMemory()).toBe(30 * MIB)
  })

  it('belongs to its app alone', () => {
    const [one, other] = [createTestApp(), createTestApp()]
    one.set({ otherMemory: 30 * MIB })
    expect(other.otherMemory()).not.toBe(30 * MIB)
  })
})
