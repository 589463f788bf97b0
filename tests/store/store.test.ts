import { describe, expect, it } from 'vitest'
import { simulateInSlices } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { createRuns } from '../../src/store/runs.ts'
import { createApp, isStale, outlinedRun, pinnedRun, shownRun } from '../../src/store/store.ts'
import { MIB, OFF } from '../../src/units.ts'
import { runAll } from '../support/tasks.ts'
import { until } from '../support/until.ts'

const percent = (value: number) => ({ kind: 'percent', percent: value }) as const
const mib = (value: number) => ({ kind: 'bytes', bytes: value * MIB }) as const

/** An app whose long runs (over `ceiling` cycles) wait in `tasks` until they are let go. */
function createTestApp(ceiling = 50_000) {
  const tasks: (() => void)[] = []
  const runs = createRuns({
    simulators: { guide: simulateInSlices, runtime: simulateInSlices },
    loadSimulator: () => Promise.reject(new Error('all are at hand')),
    createWorker: () => {
      throw new Error('workers are not allowed here')
    },
    defer: (task) => tasks.push(task),
    cycleCeiling: ceiling,
  })
  return { ...createApp({ runs }), tasks }
}

describe('the store runs without React', () => {
  it('it begins with the spike, whole, with nothing pinned', () => {
    const { store, runs } = createTestApp()
    const state = store.getState()
    expect(state.presetId).toBe('spike')
    expect(state.pinned).toBeUndefined()
    expect(isStale(state, runs)).toBe(false)
    // The published figure for GOGC=100: a peak of 60.0 MiB.
    expect(shownRun(state, runs).trace.result.peakMemoryBytes / MIB).toBeCloseTo(60, 1)
  })

  it('a trace follows its scenario, and the same scenario gives the same trace', () => {
    const { store, runs } = createTestApp()
    const before = shownRun(store.getState(), runs)
    store.getState().moveCursor(3)
    expect(shownRun(store.getState(), runs)).toBe(before)
    store.getState().set({ gogc: percent(50) })
    // The published figure for GOGC=50: 45.0 MiB, 11.9 %.
    const { result } = shownRun(store.getState(), runs).trace
    expect(result.peakMemoryBytes / MIB).toBeCloseTo(45, 1)
    expect(result.gcCpuFraction * 100).toBeCloseTo(11.9, 1)
  })

  it('set() changes memory of the program within `program`', () => {
    const { store } = createTestApp()
    store.getState().set({ otherMemory: 10 * MIB, memoryLimit: mib(60) })
    const { scenario } = store.getState()
    expect(scenario.program.otherMemory).toBe(10 * MIB)
    expect(scenario.memoryLimit).toEqual(mib(60))
    expect(scenario).not.toHaveProperty('otherMemory')
  })

  it('two apps share nothing', () => {
    const [a, b] = [createTestApp(), createTestApp()]
    a.store.getState().set({ gogc: OFF })
    expect(b.store.getState().scenario.gogc).toEqual(percent(100))
  })
})

describe('gestures are what Back undoes', () => {
  it('a drag is one gesture, and what follows is another', () => {
    const { store } = createTestApp()
    const { preview, settle, set } = store.getState()
    preview({ gogc: percent(120) })
    const first = store.getState().gesture
    expect(first.active).toBe(true)
    preview({ gogc: percent(140) })
    expect(store.getState().gesture).toEqual(first)
    settle()
    expect(store.getState().gesture).toEqual({ id: first.id, active: false })
    set({ cpuLimiter: true })
    expect(store.getState().gesture).toEqual({ id: first.id + 1, active: false })
  })

  it('settling without a change is not a step', () => {
    const { store } = createTestApp()
    const before = store.getState()
    before.settle()
    expect(store.getState()).toBe(before)
  })

  it('opening a link or going back is not a step of its own, and clears the crosshair', () => {
    const { store } = createTestApp()
    const { gesture } = store.getState()
    store.getState().moveCursor(4)
    store
      .getState()
      .open({ scenario: toScenario(findPreset('thrash')!), presetId: 'thrash', window: { start: 5, end: 9 } })
    expect(store.getState()).toMatchObject({ gesture, presetId: 'thrash', cursor: undefined })
    expect(store.getState().view.window).toEqual({ start: 5, end: 9 })
  })

  it('reset gives the preset as it ships, on the whole time axis', () => {
    const { store } = createTestApp()
    store.getState().loadPreset('thrash')
    store.getState().set({ gogc: percent(70), memoryLimit: mib(99) })
    store.getState().zoom({ start: 1, end: 2 })
    store.getState().reset()
    expect(store.getState().scenario).toEqual(toScenario(findPreset('thrash')!))
    expect(store.getState().view.window).toBeUndefined()
  })
})

describe('the model is a choice of its own', () => {
  it('another preset keeps the model that the reader chose, and not one that only a preset brought', () => {
    const { store } = createTestApp()
    const modelOf = (id: string) => {
      store.getState().loadPreset(id)
      return store.getState().scenario.model
    }
    expect(modelOf('people-table')).toBe('runtime')
    expect(modelOf('steady')).toBe('guide')
    store.getState().setModel('runtime')
    expect(modelOf('thrash')).toBe('runtime')
    // Even after a preset that brings the same model.
    expect(modelOf('people-table')).toBe('runtime')
    expect(modelOf('steady')).toBe('runtime')
  })

  it('switching the model sets the new model’s default GC CPU limit', () => {
    const { store } = createTestApp()
    store.getState().setModel('runtime')
    expect(store.getState().scenario).toMatchObject({ model: 'runtime', cpuLimiter: true })
    store.getState().setModel('guide')
    expect(store.getState().scenario).toMatchObject({ model: 'guide', cpuLimiter: false })
  })

  it('a GC CPU limit that was set by hand stays, and GOGC becomes whole', () => {
    const { store } = createTestApp()
    store.getState().set({ cpuLimiter: true, gogc: percent(12.5) })
    store.getState().setModel('runtime')
    expect(store.getState().scenario).toMatchObject({ cpuLimiter: true, gogc: percent(13) })
    store.getState().setModel('guide')
    expect(store.getState().scenario.cpuLimiter).toBe(false)
  })
})

describe('the run of the other model stands behind the new one', () => {
  it('from the switch until something is changed', () => {
    const { store, runs } = createTestApp()
    const guide = shownRun(store.getState(), runs)
    store.getState().setModel('runtime')
    expect(store.getState().switched?.from).toBe('guide')
    expect(outlinedRun(store.getState(), runs)).toBe(guide)
    store.getState().set({ gogc: percent(50) })
    expect(outlinedRun(store.getState(), runs)).toBeUndefined()
  })

  it('until it is dismissed, and never before a pinned one', () => {
    const { store, runs } = createTestApp()
    store.getState().setModel('runtime')
    store.getState().dismissSwitch()
    expect(outlinedRun(store.getState(), runs)).toBeUndefined()
    store.getState().pin()
    store.getState().setModel('guide')
    expect(outlinedRun(store.getState(), runs)).toBe(pinnedRun(store.getState(), runs))
  })

  it('choosing the present model is no step', () => {
    const { store } = createTestApp()
    const { gesture } = store.getState()
    store.getState().setModel('guide')
    expect(store.getState()).toMatchObject({ gesture, switched: undefined })
  })
})

it('a model that cannot be loaded counts as missing until it is', async () => {
  let come = (_: typeof simulateInSlices) => {}
  const answers = [
    () => Promise.reject(new Error('offline')),
    () => new Promise<typeof simulateInSlices>((resolve) => (come = resolve)),
  ]
  const runs = createRuns({
    simulators: { guide: simulateInSlices },
    loadSimulator: () => answers.shift()!(),
    createWorker: () => {
      throw new Error('no worker here')
    },
    defer: (task) => task(),
  })
  const { store } = createApp({ runs })
  const whole = shownRun(store.getState(), runs)
  store.getState().setModel('runtime')
  expect(shownRun(store.getState(), runs)).toBe(whole)
  await until(() => expect(store.getState().missing).toBe('runtime'))
  store.getState().set({ gogc: percent(50) })
  come(simulateInSlices)
  await until(() => expect(store.getState().missing).toBeUndefined())
  expect(isStale(store.getState(), runs)).toBe(false)
  expect(shownRun(store.getState(), runs).trace.model).toBe('runtime')
})

it('the pinned run stays as the settings move on', () => {
  const { store, runs } = createTestApp()
  expect(pinnedRun(store.getState(), runs)).toBeUndefined()
  const before = shownRun(store.getState(), runs)
  store.getState().pin()
  store.getState().set({ gogc: percent(200) })
  expect(pinnedRun(store.getState(), runs)).toBe(before)
  store.getState().unpin()
  expect(pinnedRun(store.getState(), runs)).toBeUndefined()
})

describe('runs too long for this thread', () => {
  it('the last whole run is shown until the new one is whole', async () => {
    const { store, runs, tasks } = createTestApp(20)
    const whole = shownRun(store.getState(), runs)
    store.getState().set({ memoryLimit: mib(20) }) // thrashes: far more than 20 cycles
    expect(isStale(store.getState(), runs)).toBe(true)
    expect(shownRun(store.getState(), runs)).toBe(whole)
    await runAll(tasks)
    expect(isStale(store.getState(), runs)).toBe(false)
    const run = shownRun(store.getState(), runs)
    expect(run.trace.result.outcome.kind).toBe('completed')
    expect(run.trace.result.cycles).toBeGreaterThan(20)
    expect(store.getState().arrivals).toBe(1)
  })

  it('no other run is shown for the link that the page was opened with', async () => {
    const { store, runs, tasks } = createTestApp(20)
    const before = shownRun(store.getState(), runs)
    const opened = { scenario: toScenario(findPreset('thrash')!), presetId: 'thrash' }
    store.getState().open({ ...opened, isFirst: true })
    expect(isStale(store.getState(), runs)).toBe(true)
    expect(shownRun(store.getState(), runs)).not.toBe(before)
    await runAll(tasks)
    expect(isStale(store.getState(), runs)).toBe(false)
  })

  it('going back to a long run leaves the present one greyed meanwhile', () => {
    const { store, runs } = createTestApp(20)
    const before = shownRun(store.getState(), runs)
    store.getState().open({ scenario: toScenario(findPreset('thrash')!), presetId: 'thrash' })
    expect(isStale(store.getState(), runs)).toBe(true)
    expect(shownRun(store.getState(), runs)).toBe(before)
  })

  it('of several requests only the newest is shown', async () => {
    const { store, runs, tasks } = createTestApp(20)
    store.getState().set({ memoryLimit: mib(20) })
    store.getState().set({ memoryLimit: mib(15) })
    store.getState().set({ memoryLimit: mib(10) })
    const shown: (number | string | undefined)[] = []
    runs.onArrival((scenario) =>
      shown.push(scenario?.memoryLimit.kind === 'bytes' ? scenario.memoryLimit.bytes : 'off'),
    )
    await runAll(tasks)
    expect(shown).toEqual([10 * MIB])
    const { trace } = shownRun(store.getState(), runs)
    expect(trace.segments[0]?.memoryLimit).toBe(10 * MIB)
  })

  it('a run pinned before it was whole is completed after the shown run', async () => {
    const { store, runs, tasks } = createTestApp(20)
    store.getState().set({ memoryLimit: mib(20) })
    store.getState().pin()
    store.getState().set({ memoryLimit: mib(15) })
    await runAll(tasks)
    expect(isStale(store.getState(), runs)).toBe(false)
    expect(pinnedRun(store.getState(), runs)?.isWhole).toBe(true)
  })
})

describe('the editor', () => {
  const opened = () => ({ scenario: toScenario(findPreset('spike')!), presetId: 'spike' })

  it('a link opens it, and none closes it: Back and Forward lead from step to step of what is drawn', () => {
    const { store } = createTestApp()
    expect(store.getState().isEditing).toBe(false)
    store.getState().open({ ...opened(), edit: true })
    expect(store.getState().isEditing).toBe(true)
    store.getState().open(opened())
    expect(store.getState().isEditing).toBe(true)
    store.getState().showEditor(false)
    expect(store.getState().isEditing).toBe(false)
  })
})
