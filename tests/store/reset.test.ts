import { describe, expect, it } from 'vitest'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { openedAs } from '../../src/store/store.ts'
import { blankScenario } from '../../src/ui/editor/draw/blank.ts'
import { sessionOf } from '../../src/ui/editor/session.ts'
import { MIB } from '../../src/units.ts'
import { createBareApp } from '../ui/support/app.ts'

const percent = (value: number) => ({ kind: 'percent', percent: value }) as const
const preset = (id: string) => toScenario(findPreset(id)!)
/** A program of its own, as a link brings it. */
const own = { ...preset('steady'), title: 'Ours', gogc: percent(77) }

describe('Reset gives back what was opened', () => {
  it('a link: its program and settings, and its part of the time axis', () => {
    const { store } = createBareApp()
    const window = { start: 1, end: 2 }
    store.getState().open({ scenario: own, presetId: undefined, window })
    store.getState().set({ gogc: percent(300) })
    store.getState().zoom(undefined)
    store.getState().reset()
    expect(store.getState()).toMatchObject({ scenario: own, presetId: undefined, view: { window } })
  })

  it('a changed preset that came in a link: with the sender’s changes', () => {
    const { store } = createBareApp()
    const sent = { ...preset('thrash'), gogc: percent(70) }
    store.getState().open({ scenario: sent, presetId: 'thrash' })
    store.getState().set({ memoryLimit: { kind: 'bytes', bytes: 99 * MIB } })
    store.getState().reset()
    expect(store.getState()).toMatchObject({ scenario: sent, presetId: 'thrash' })
  })

  it('a file or a blank program, not the preset that was there before', () => {
    const app = createBareApp()
    const { store } = app
    const session = sessionOf(app)
    for (const opened of [own, blankScenario(own)]) {
      session.open(opened)
      session.change({ ...store.getState().scenario, title: 'Renamed' }, 'set')
      store.getState().reset()
      expect(store.getState()).toMatchObject({ scenario: opened, presetId: undefined })
    }
  })

  it('the program that an undo in the editor leads to, as it began', () => {
    const app = createBareApp()
    const { store } = app
    const session = sessionOf(app)
    store.getState().set({ gogc: percent(50) })
    session.open(own)
    session.undo()
    store.getState().reset()
    expect(store.getState()).toMatchObject({ scenario: preset('spike'), presetId: 'spike' })
  })

  it('in the model that is on screen', () => {
    const { store } = createBareApp()
    store.getState().open({ scenario: own, presetId: undefined })
    store.getState().setModel('runtime')
    store.getState().set({ gogc: percent(300) })
    store.getState().reset()
    expect(store.getState().scenario).toEqual({ ...own, model: 'runtime', cpuLimiter: true })
  })

  it('the origin that a history entry has stored', () => {
    const { store } = createBareApp()
    const scenario = { ...own, gogc: percent(300) }
    store.getState().open({ scenario, presetId: undefined, opened: openedAs(own) })
    store.getState().reset()
    expect(store.getState().scenario).toEqual(own)
  })
})

describe('a Reset can be taken back', () => {
  const change = () => {
    const app = createBareApp()
    app.store.getState().set({ gogc: percent(300) })
    app.store.getState().zoom({ start: 1, end: 2 })
    return app
  }

  it('to the scenario before it, in a separate step', () => {
    const { store } = change()
    const { scenario, gesture } = store.getState()
    store.getState().reset()
    expect(store.getState().gesture.id).toBe(gesture.id + 1)
    store.getState().undoReset()
    expect(store.getState().scenario).toBe(scenario)
    expect(store.getState().view.window).toEqual({ start: 1, end: 2 })
    expect(store.getState().gesture.id).toBe(gesture.id + 2)
  })

  it('until the next change', () => {
    const { store } = change()
    store.getState().reset()
    store.getState().set({ gogc: percent(40) })
    const { scenario } = store.getState()
    store.getState().undoReset()
    expect(store.getState().scenario).toBe(scenario)
  })

  it('where nothing was changed there is nothing to take back', () => {
    const { store } = createBareApp()
    const { scenario } = store.getState()
    store.getState().reset()
    expect(store.getState()).toMatchObject({ scenario, beforeReset: undefined })
  })

  it('and a second Reset leaves the first one to take back', () => {
    const { store } = change()
    const { scenario } = store.getState()
    store.getState().reset()
    store.getState().reset()
    store.getState().undoReset()
    expect(store.getState().scenario).toBe(scenario)
  })
})

describe('text that was typed into the settings is outdated', () => {
  const counts = (act: (app: ReturnType<typeof createBareApp>) => void) => {
    const app = createBareApp()
    const before = app.store.getState().replaced
    act(app)
    return app.store.getState().replaced > before
  }

  it.each<[string, Parameters<typeof counts>[0]]>([
    ['Reset, even where nothing was changed', ({ store }) => store.getState().reset()],
    ['a preset', ({ store }) => store.getState().loadPreset('steady')],
    ['a link, and a step back', ({ store }) => store.getState().open({ scenario: own, presetId: undefined })],
    ['a cell of the map', ({ store }) => store.getState().set({ gogc: percent(50) })],
    ['a step of the editor', ({ store }) => store.getState().edit(own, 'set')],
  ])('by %s', (_, act) => expect(counts(act)).toBe(true))

  it('but not by another slider, field or switch', () =>
    expect(
      counts(({ store }) => {
        store.getState().preview({ gogc: percent(50) })
        store.getState().settle()
      }),
    ).toBe(false))
})
