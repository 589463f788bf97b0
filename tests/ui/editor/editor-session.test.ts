import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { secondsOf } from '../../../src/scenario/rates.ts'
import { isUnsaved, markSaved } from '../../../src/ui/address/unsaved.ts'
import { addChange } from '../../../src/ui/editor/draw/draft.ts'
import { deletePhase, setDuration, setLive } from '../../../src/ui/editor/draw/edit.ts'
import { sessionOf } from '../../../src/ui/editor/session.ts'
import { MIB } from '../../../src/units.ts'
import { createBareApp } from '../support/app.ts'

function createTestApp() {
  const app = createBareApp()
  return { ...app, session: sessionOf(app) }
}

/** The end of the last phase in hand, with one event a second before it. */
function createDrag() {
  const app = createTestApp()
  const { store, session } = app
  const { scenario } = store.getState()
  const end = secondsOf(scenario.program)
  session.change({ ...scenario, changes: [{ at: end - 1, gogc: { kind: 'percent', percent: 50 } }] }, 'set')
  const { drawing } = session.state.getState().draft
  const last = drawing.phases.length - 1
  const { duration = 0 } = drawing.phases[last] ?? {}
  return {
    ...app,
    /** Drags it to so many seconds from where it was as the pointer went down. */
    drag: (seconds: number) => session.draw(setDuration(drawing, last, duration + seconds), 'preview'),
    eventAt: () => store.getState().scenario.changes[0]?.at ?? Number.NaN,
  }
}

type TestApp = ReturnType<typeof createTestApp>

describe('the editor’s session', () => {
  it('a drag of many moments is one step back, to the very scenario before it', () => {
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

  it('a drag there and back moves no event: each moment is drawn on the program as it was before the drag', () => {
    const { eventAt, drag, session } = createDrag()
    const before = eventAt()
    drag(-3)
    expect(eventAt()).toBe(before - 2)
    drag(-2)
    expect(eventAt()).toBe(before - 1)
    drag(0)
    session.settle()
    expect(eventAt()).toBe(before)
  })

  it('an event that one drag pushed away stays there in the next; so does a setting changed meanwhile', () => {
    const { store, eventAt, drag, session } = createDrag()
    const before = eventAt()
    drag(-3)
    store.getState().preview({ gogc: { kind: 'percent', percent: 70 } })
    drag(-2.5)
    expect(store.getState().scenario.gogc).toEqual({ kind: 'percent', percent: 70 })
    session.settle()
    drag(0)
    expect(eventAt()).toBe(before - 2)
  })

  it('changes of other controls can be undone too, and presets', () => {
    const { store, session } = createTestApp()
    const before = store.getState().scenario
    store.getState().set({ gogc: { kind: 'percent', percent: 50 } })
    store.getState().loadPreset('steady')
    session.undo()
    expect(store.getState()).toMatchObject({ presetId: 'spike', scenario: { gogc: { percent: 50 } } })
    session.undo()
    expect(store.getState().scenario).toBe(before)
  })

  it('an impossible drawing survives changes of settings, and undo', () => {
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

  it('a drawing is unsaved until it is saved or undone', () => {
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

describe('a drawing that no program can have', () => {
  it('is in the store, for the verdict and the chart, until the drawing is possible', () => {
    const { store, session } = createTestApp()
    const drawing = () => session.state.getState().draft.drawing
    expect(store.getState().shortfall).toBeUndefined()
    // The spike of half a second allocates 10 MiB on 20 that are live.
    session.draw(setLive(drawing(), 3, 120 * MIB), 'set')
    expect(store.getState().shortfall).toEqual({ phase: 2, wanted: 120 * MIB, possible: 30 * MIB })
    // Other settings do not make it possible.
    store.getState().set({ gogc: { kind: 'percent', percent: 50 } })
    expect(store.getState().shortfall).toMatchObject({ wanted: 120 * MIB })
    session.undo()
    session.undo()
    expect(store.getState().shortfall).toBeUndefined()
    session.redo()
    expect(store.getState().shortfall).toMatchObject({ possible: 30 * MIB })
    store.getState().loadPreset('steady')
    expect(store.getState().shortfall).toBeUndefined()
  })
})

/** Whatever a person may do on the page: drags of several moments, single edits, settings, events, other presets. */
const anyAct = fc.oneof(
  fc
    .tuple(fc.nat(5), fc.array(fc.integer({ min: 0, max: 300 }), { minLength: 1, maxLength: 4 }))
    .map(([phase, mibs]) => ({ store, session }: TestApp) => {
      for (const mib of mibs) session.draw(setLive(session.state.getState().draft.drawing, phase, mib * MIB), 'preview')
      store.getState().settle()
    }),
  fc.nat(5).map((phase) => ({ session }: TestApp) => {
    session.draw(deletePhase(session.state.getState().draft.drawing, phase), 'set')
  }),
  fc.integer({ min: 1, max: 500 }).map((percent) => ({ store }: TestApp) => {
    store.getState().set({ gogc: { kind: 'percent', percent } })
  }),
  fc.integer({ min: 0, max: 9 }).map((at) => ({ session }: TestApp) => {
    session.change(addChange(session.state.getState().draft.scenario, { at, procs: 2 }), 'set')
  }),
  fc.constantFrom('steady', 'thrash', 'spike').map(
    (id) =>
      ({ store }: TestApp) =>
        store.getState().loadPreset(id),
  ),
)

it('any sequence of acts, undone, restores the very scenario, preset and drawing of the start; redone, of the end', () => {
  fc.assert(
    fc.property(fc.array(anyAct, { maxLength: 25 }), (acts) => {
      const app = createTestApp()
      const placeOf = () => {
        const { draft, presetId } = app.session.state.getState()
        return { draft, presetId, scenario: app.store.getState().scenario }
      }
      const start = placeOf()
      for (const act of acts) act(app)
      const end = placeOf()
      for (let i = 0; i < acts.length; i++) app.session.undo()
      expect(placeOf()).toEqual(start)
      expect(placeOf().scenario).toBe(start.scenario)
      for (let i = 0; i < acts.length; i++) app.session.redo()
      expect(placeOf()).toEqual(end)
      expect(placeOf().scenario).toBe(end.scenario)
    }),
    { numRuns: 60 },
  )
})
