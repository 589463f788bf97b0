import { createStore, type StoreApi } from 'zustand/vanilla'
import { presetScenario } from '../scenario/presets/as-published.ts'
import { DEFAULT_PRESET_ID, defaultScenario, findPreset, presetNamed } from '../scenario/presets/catalogue.ts'
import type { ModelKind, Scenario } from '../scenario/types.ts'
import { withModel } from '../scenario/with-model.ts'
import { withPatch } from './patch.ts'
import type { Run, Runs } from './runs.ts'
import type { AppState, Axis, AxisReach, Notice, Opened, Origin, Patch, Start, Theme } from './state.ts'

/** What can be done to the state. */
export type AppActions = ReturnType<typeof createActions>

export type AppStore = StoreApi<AppState & AppActions>

/** The store and the runs of its scenarios. A page may have several apps; they share nothing. */
export interface App {
  readonly store: AppStore
  readonly runs: Runs
  readonly axis: StoreApi<Axis>
  /** Some parts need longer axes than the run has: the editor’s strip in time, the bets of lessons in both. */
  readonly reach: StoreApi<AxisReach>
}

/** The application's state, beginning with the default preset. A worker computes the rest of a run that takes long. */
export function createApp({ runs, theme = 'auto' }: { readonly runs: Runs; readonly theme?: Theme }): App {
  const store: AppStore = createStore<AppState & AppActions>()((set, get) => ({
    ...initialState(theme),
    ...createActions(set, get, runs),
  }))
  // First the run on screen, then a run that was pinned before it was whole.
  const completeNext = () => {
    const { scenario, pinned } = store.getState()
    const next = [scenario, pinned?.scenario].find((s) => s && !runs.runOf(s).isWhole)
    runs.complete(next)
  }
  runs.onArrival(() => {
    store.setState({ arrivals: store.getState().arrivals + 1, missing: undefined })
    completeNext()
  })
  runs.onFailure((missing) => store.setState({ missing }))
  store.subscribe((state, before) => {
    if (state.scenario !== before.scenario) completeNext()
  })
  const axis = createStore<Axis>()(() => ({ window: [0, 1], width: 0, em: 13, height: 0, memoryMax: 1 }))
  return { store, runs, axis, reach: createStore<AxisReach>()(() => ({ time: 0, memory: 0 })) }
}

function initialState(theme: Theme): AppState {
  const scenario = defaultScenario()
  return {
    scenario,
    presetId: DEFAULT_PRESET_ID,
    opened: { scenario, presetId: DEFAULT_PRESET_ID, window: undefined },
    beforeReset: undefined,
    view: { window: undefined, holdScales: false, present: false, map: false, compare: false, clock: 'cpu', theme },
    isEditing: false,
    isAdvising: false,
    cursor: undefined,
    pinned: undefined,
    switched: undefined,
    missing: undefined,
    shortfall: undefined,
    gesture: { id: 0, active: false },
    replaced: 0,
    notice: undefined,
    standIn: undefined,
    arrivals: 0,
  }
}

type SetState = (partial: Partial<AppState>) => void
type GetState = () => AppState

function createActions(set: SetState, get: GetState, runs: Runs) {
  const lastWhole = () => {
    const { scenario, standIn } = get()
    return runs.runOf(scenario).isWhole ? scenario : standIn
  }
  const change = (scenario: Scenario, active: boolean, rest: Partial<AppState> = {}) => {
    const { gesture, replaced } = get()
    const id = gesture.active ? gesture.id : gesture.id + 1
    set({
      scenario,
      standIn: lastWhole(),
      switched: undefined,
      beforeReset: undefined,
      gesture: { id, active },
      replaced: active ? replaced : replaced + 1,
      ...rest,
    })
  }
  let chosenModel: ModelKind = 'guide'
  const changeView = (view: Partial<AppState['view']>) => set({ view: { ...get().view, ...view } })

  return {
    ...createViewActions(set, get, changeView),
    /** Changes settings as part of the present gesture, or begins one. */
    preview: (patch: Patch) => change(withPatch(get().scenario, patch), true),
    /** Ends the present gesture: the next change is a new step. */
    settle() {
      const { gesture } = get()
      if (gesture.active) set({ gesture: { id: gesture.id, active: false } })
    },
    /** Changes settings in one step. */
    set: (patch: Patch) => change(withPatch(get().scenario, patch), false),
    /**
     * Replaces the whole scenario, as the program editor does: as part of the present gesture, or in one step. `origin`
     * is given if it comes from another preset or file than before.
     */
    edit: (scenario: Scenario, how: 'preview' | 'set', origin?: Origin) => change(scenario, how === 'preview', origin),
    setModel(model: ModelKind) {
      const { scenario, presetId } = get()
      chosenModel = model
      if (scenario.model === model) return
      change(withModel(scenario, model), false, { switched: { scenario, presetId, from: scenario.model } })
    },
    loadPreset(id: string) {
      const opened = openedAs(presetScenario(presetNamed(id), keptModel(get(), chosenModel)), id)
      change(opened.scenario, false, { presetId: id, opened, ...at(undefined, get()) })
    },
    ...createReset(get, change),
    /** Opens the state of a link or of an entry in the browser’s history. Not a step of its own. */
    open: createOpen(set, get, lastWhole),
    /** Notes which drawn phase the program cannot follow. */
    tellShortfall: (shortfall: AppState['shortfall']) => set({ shortfall }),
    dismissNotice: () => set({ notice: undefined }),
    /** Removes the outline of the other model, and the note about the switch. */
    dismissSwitch: () => set({ switched: undefined }),
  }
}

function createOpen(set: SetState, get: GetState, lastWhole: () => Scenario | undefined) {
  return (link: Opened, notice?: Notice) => {
    const { scenario, presetId, pinned, window, isFirst = false, opened, edit = false, advise = false } = link
    const { holdScales = false, present = false, map = false, compare = false, clock = 'cpu' } = link
    const { gesture, replaced, view } = get()
    set({
      scenario,
      standIn: isFirst ? undefined : lastWhole(),
      presetId,
      opened: opened ?? { scenario, presetId, window },
      pinned,
      switched: undefined,
      beforeReset: undefined,
      notice,
      cursor: undefined,
      view: { ...view, window, holdScales, present, map, compare, clock },
      isEditing: edit || get().isEditing,
      isAdvising: advise || get().isAdvising,
      gesture: { id: gesture.id, active: false },
      replaced: replaced + 1,
    })
  }
}

/** What was opened, with the whole time axis. */
export function openedAs(scenario: Scenario, presetId?: string): Start {
  return { scenario, presetId, window: undefined }
}

/** The state after another program was opened: no crosshair, and the whole time axis. */
function at(window: Start['window'], { view }: AppState): Partial<AppState> {
  return { cursor: undefined, view: { ...view, window } }
}

type ChangeScenario = (scenario: Scenario, active: boolean, rest: Partial<AppState>) => void

function createReset(get: GetState, change: ChangeScenario) {
  return {
    /** Restores what was opened, in the present model, and its part of the time axis. */
    reset() {
      const { opened, scenario, presetId, view } = get()
      let { beforeReset } = get()
      const to = inModelOf(opened, scenario.model)
      if (to !== scenario || opened.window !== view.window) beforeReset = { scenario, presetId, window: view.window }
      change(to, false, { presetId: opened.presetId, beforeReset, ...at(opened.window, get()) })
    },
    /** Undoes a Reset, if nothing else was changed since. A step of its own. */
    undoReset() {
      const { beforeReset: before } = get()
      if (before) change(before.scenario, false, { presetId: before.presetId, ...at(before.window, get()) })
    },
  }
}

/** What was opened, in the present model, unless its preset states its own model. */
function inModelOf({ scenario, presetId }: Start, model: ModelKind): Scenario {
  return statedModel(presetId) ? scenario : withModel(scenario, model)
}

function statedModel(presetId: string | undefined): unknown {
  return presetId === undefined ? undefined : findPreset(presetId)?.json.model
}

/**
 * The model for another preset: the present one. If the present preset brought it, the one that the reader chose last.
 */
function keptModel({ scenario, presetId }: Pick<Start, 'scenario' | 'presetId'>, chosen: ModelKind): ModelKind {
  return statedModel(presetId) === scenario.model ? chosen : scenario.model
}

function createViewActions(set: SetState, get: GetState, changeView: (view: Partial<AppState['view']>) => void) {
  return {
    pin: () => set({ pinned: { scenario: get().scenario, presetId: get().presetId }, switched: undefined }),
    unpin: () => set({ pinned: undefined }),
    moveCursor(cursor: number | undefined) {
      if (cursor !== get().cursor) set({ cursor })
    },
    zoom: (window: AppState['view']['window']) => changeView({ window }),
    holdScales: (holdScales: boolean) => changeView({ holdScales }),
    present: (present: boolean) => changeView({ present }),
    showMap: (map: boolean) => changeView({ map }),
    showEditor: (isEditing: boolean) => set({ isEditing }),
    compare: (compare: boolean) => changeView({ compare }),
    /** Chooses the clock of the time axis. */
    countBy: (clock: AppState['view']['clock']) => changeView({ clock }),
    setTheme: (theme: Theme) => changeView({ theme }),
  }
}

/** The scenario's own run or, while a worker computes it, the last whole one; always the same object. */
export function shownRun(state: AppState, runs: Runs): Run {
  const run = runs.runOf(state.scenario)
  if (run.isWhole || !state.standIn) return run
  return runs.runOf(state.standIn)
}

/** Whether the run on screen is not the whole run of the scenario. */
export function isStale(state: AppState, runs: Runs): boolean {
  return !runs.runOf(state.scenario).isWhole
}

/** Whether a worker computes the rest of the run; false while its model is loading. */
export function isComputing(state: AppState, runs: Runs): boolean {
  return isStale(state, runs) && runs.isBegun(state.scenario)
}

/**
 * The run whose outline is drawn behind the one on screen: the pinned one, else the same program in the other model
 * just after a switch of the model.
 */
export function outlinedRun(state: AppState, runs: Runs): Run | undefined {
  const behind = state.pinned ?? state.switched
  return behind && runs.runOf(behind.scenario)
}

export function pinnedRun(state: AppState, runs: Runs): Run | undefined {
  return state.pinned && runs.runOf(state.pinned.scenario)
}
