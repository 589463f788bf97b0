import { createStore, type StoreApi } from 'zustand/vanilla'
import { isSame } from '../../scenario/same.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Origin } from '../../store/state.ts'
import { type App, type AppStore, openedAs } from '../../store/store.ts'
import { markDrawn } from '../address/unsaved.ts'
import { type Draft, toDraft, withDrawing, withScenario } from './draw/draft.ts'
import type { Drawing } from './draw/drawing.ts'
import { type History, NO_HISTORY, redo, remember, type Step, undo } from './draw/history.ts'
import { findImpossiblePhases, type ImpossiblePhase } from './draw/impossible-phases.ts'

interface UndoPoint extends Origin {
  readonly draft: Draft
}

export interface SessionState extends UndoPoint {
  readonly history: History<UndoPoint>
  readonly selected: number
  /** Drawn phases that no program can have; always the same empty list if there are none. */
  readonly wishes: readonly ImpossiblePhase[]
  /** How many times the user went to another program: by undo, redo or Reset, or by opening one. */
  readonly moves: number
}

export type Session = ReturnType<typeof createSession>

export interface SessionHost extends App {
  session?: Session
}

/** The one session of an app. It goes on while the editor is closed: what other controls change can be undone. */
export function sessionOf(app: SessionHost): Session {
  app.session ??= createSession(app)
  return app.session
}

function createSession({ store }: App) {
  const { scenario, presetId, opened } = store.getState()
  const draft = toDraft(scenario)
  const state = createStore<SessionState>()(() => ({
    draft,
    presetId,
    opened,
    history: NO_HISTORY,
    selected: 0,
    wishes: findImpossiblePhases(draft.drawing),
    moves: 0,
  }))
  const put = followStore(store, state)
  const drawOn = createPencil(store)
  const goTo = (step: Step<UndoPoint> | undefined) => {
    store.getState().settle()
    countMove(state)
    if (!step) return
    const { draft, presetId, opened } = step.to
    put(draft, 'set', { presetId, opened }, step.history)
  }
  return {
    state,
    /** Changes the drawing, as part of the present gesture or in one step. */
    draw(drawing: Drawing, how: 'preview' | 'set') {
      const { draft } = state.getState()
      if (drawing !== draft.drawing) put(drawOn(draft, drawing), how)
    },
    /** Changes the rest of the scenario. */
    change: (scenario: Scenario, how: 'preview' | 'set') => put(withScenario(state.getState().draft, scenario), how),
    /** Replaces the program in one step. From then on, Reset leads back to the new one. */
    open(scenario: Scenario) {
      put(toDraft(scenario), 'set', { presetId: undefined, opened: openedAs(scenario) })
      state.setState({ selected: 0 })
      countMove(state)
    },
    settle: () => store.getState().settle(),
    select: (selected: number) => state.setState({ selected }),
    undo: () => goTo(undo(state.getState().history, undoPointOf(state.getState()))),
    redo: () => goTo(redo(state.getState().history, undoPointOf(state.getState()))),
  }
}

/** Each moment of a gesture is drawn on the program as it was before: an event that had to move is back at the next. */
function createPencil(store: AppStore): (draft: Draft, drawing: Drawing) => Draft {
  let last: { readonly before: Draft; readonly drawn: Draft } | undefined
  return (draft, drawing) => {
    const before = store.getState().gesture.active && last?.drawn === draft ? last.before : draft
    last = { before, drawn: withDrawing(before, drawing) }
    return last.drawn
  }
}

function undoPointOf({ draft, presetId, opened }: UndoPoint): UndoPoint {
  return { draft, presetId, opened }
}

function countMove(state: StoreApi<SessionState>): void {
  state.setState(({ moves }) => ({ moves: moves + 1 }))
}

type Put = (draft: Draft, how: 'preview' | 'set', origin?: Origin, history?: History<UndoPoint>) => void

/** @returns a function that puts a draft into the store */
function followStore(store: AppStore, state: StoreApi<SessionState>): Put {
  /** The draft that this session is about to put into the store. */
  let own: { readonly draft: Draft; readonly history?: History<UndoPoint> } | undefined

  /** Tells verdict and chart that the drawing differs from the run, with the first impossible phase. */
  const tell = () => {
    const [wish] = state.getState().wishes
    const shortfall = wish && { phase: wish.phase, wanted: wish.wanted, possible: wish.possible }
    if (!isSame(store.getState().shortfall, shortfall)) store.getState().tellShortfall(shortfall)
  }
  store.subscribe((now, before) => {
    const mine = own
    own = undefined
    if (!mine && now.replaced !== before.replaced) countMove(state)
    if (!mine && now.scenario === before.scenario && now.presetId === before.presetId) return
    const { history, selected, wishes, moves: _, ...was } = state.getState()
    const isStep = now.gesture.id !== before.gesture.id || !now.gesture.active
    const next = mine?.draft ?? withScenario(was.draft, now.scenario)
    state.setState({
      draft: next,
      presetId: now.presetId,
      opened: now.opened,
      history: mine?.history ?? (isStep ? remember(history, was) : history),
      selected: Math.max(0, Math.min(selected, next.drawing.phases.length - 1)),
      wishes: next.drawing === was.draft.drawing ? wishes : findAgain(next.drawing, wishes),
    })
    tell()
  })
  return (draft, how, origin, history) => {
    own = { draft, ...(history && { history }) }
    if (!history) markDrawn(draft.scenario, state.getState().draft.scenario)
    store.getState().edit(draft.scenario, how, origin)
  }
}

function findAgain(drawing: Drawing, before: readonly ImpossiblePhase[]): readonly ImpossiblePhase[] {
  const found = findImpossiblePhases(drawing)
  return found.length === 0 && before.length === 0 ? before : found
}
