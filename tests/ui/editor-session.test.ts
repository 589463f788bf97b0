import { describe, expect, test } from 'vitest'
import { GUIDE } from '../../src/model/guide/simulator.ts'
import { setDuration, setLive } from '../../src/scenario/draw/edit.ts'
import { createRuns } from '../../src/store/runs.ts'
import { createApp } from '../../src/store/store.ts'
import { sessionOf } from '../../src/ui/editor/session.ts'
import { isUnsaved, markSaved } from '../../src/ui/unsaved.ts'
import { MIB } from '../../src/units.ts'

function createTestApp() {
  const app = createApp({
    runs: createRuns({
      simulators: { guide: GUIDE },
      loadSimulator: async () => GUIDE,
      createWorker: () => {
        throw new Error('no workers here')
      },
      defer: () => {},
    }),
  })
  return { ...app, session: sessionOf(app) }
}

describe('the editor’s session', () => {
  test('a drag of many moments is one step back, to the very scenario before it', () => {
    const { store, session } = createTestApp()
    const before = store.getState().scenario
    const { drawing } = session.state.getState().draft
    for (let mib = 20; mib < 40; mib++) session.draw(setLive(drawing, 1, mib * MIB), 'preview')
    session.settle()
    expect(session.state.getState().history.past).toHaveLength(1)
    session.undo()
    expect(store.getState().scenario).toBe(before)
    session.redo()
    expect(session.state.getState().draft.drawing.phases[0]?.live).toBe(39 * MIB)
  })

  test('what other controls do can be undone too, and presets', () => {
    const { store, session } = createTestApp()
    const before = store.getState().scenario
    store.getState().set({ gogc: { kind: 'percent', percent: 50 } })
    store.getState().loadPreset('steady')
    session.undo()
    expect(store.getState()).toMatchObject({ presetId: 'spike', scenario: { gogc: { percent: 50 } } })
    session.undo()
    expect(store.getState().scenario).toBe(before)
  })

  test('a wish outlives changes of settings, and comes back with undo', () => {
    const { store, session } = createTestApp()
    const { drawing } = session.state.getState().draft
    const wish = setLive(drawing, 1, 4000 * MIB)
    session.draw(wish, 'set')
    store.getState().set({ gogc: { kind: 'percent', percent: 50 } })
    expect(session.state.getState().draft.drawing).toBe(wish)
    store.getState().reset()
    session.undo()
    expect(session.state.getState().draft.drawing).toBe(wish)
  })

  test('what is drawn is unsaved until it is saved or undone', () => {
    const { store, session } = createTestApp()
    const isUnsavedNow = () => isUnsaved(store.getState().scenario)
    expect(isUnsavedNow()).toBe(false)
    session.draw(setDuration(session.state.getState().draft.drawing, 0, 9), 'set')
    expect(isUnsavedNow()).toBe(true)
    markSaved(store.getState().scenario)
    expect(isUnsavedNow()).toBe(false)
    session.draw(setDuration(session.state.getState().draft.drawing, 0, 8), 'set')
    session.undo()
    expect(isUnsavedNow()).toBe(false)
  })
})
