import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { setLive } from '../../../src/ui/editor/draw/edit.ts'
import { restedSessionOf, sessionOf } from '../../../src/ui/editor/session.ts'
import { MIB } from '../../../src/units.ts'
import { createBareApp } from '../support/app.ts'

function createTestSession() {
  const app = createBareApp()
  const session = sessionOf(app)
  const rested = restedSessionOf(app)
  const liveAt = (mib: number) => setLive(session.state.getState().draft.drawing, 1, mib * MIB)
  return { session, rested, liveAt, firstLive: () => rested.getState().draft.drawing.phases[0]?.live }
}

describe('the session at rest', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('does not change during a gesture, and is up to date when it ends', () => {
    const { session, rested, liveAt, firstLive } = createTestSession()
    const before = firstLive()
    for (let mib = 20; mib < 40; mib++) {
      session.draw(liveAt(mib), 'preview')
      vi.advanceTimersByTime(33)
    }
    expect(firstLive()).toBe(before)
    session.settle()
    expect(firstLive()).toBe(39 * MIB)
    expect(rested.getState()).toBe(session.state.getState())
  })

  it('is updated when a gesture pauses', () => {
    const { session, liveAt, firstLive } = createTestSession()
    session.draw(liveAt(33), 'preview')
    expect(firstLive()).not.toBe(33 * MIB)
    vi.advanceTimersByTime(300)
    expect(firstLive()).toBe(33 * MIB)
  })

  it('follows one step, undo and redo at once', () => {
    const { session, rested, liveAt, firstLive } = createTestSession()
    const before = firstLive()
    session.draw(liveAt(33), 'set')
    expect(firstLive()).toBe(33 * MIB)
    session.undo()
    expect(firstLive()).toBe(before)
    session.redo()
    expect(firstLive()).toBe(33 * MIB)
    expect(rested.getState()).toBe(session.state.getState())
  })

  it('another phase in hand is seen at once, with its values, amid a gesture too', () => {
    const { session, rested, liveAt, firstLive } = createTestSession()
    session.draw(liveAt(33), 'preview')
    session.select(2)
    expect(rested.getState().selected).toBe(2)
    expect(firstLive()).toBe(33 * MIB)
  })
})
