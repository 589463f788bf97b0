import { createStore, type StoreApi } from 'zustand/vanilla'
import { freeRun, type MapAxes, type Resolution, toAxes } from '../../explore/map/axes.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { levelOf, type Place, placeOf, STRIDES } from '../../explore/map/order.ts'
import { estimateSeconds, fitResolution, RESOLUTIONS } from '../../explore/map/resolution.ts'
import { withSetting } from '../../explore/map/setting.ts'
import { isSame } from '../../scenario/same.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes } from '../../units.ts'
import type { AppStore } from '../store.ts'
import type { KnownCell, MapQuestion } from './question.ts'
import { sizeOf } from './task.ts'
import type { MapWork } from './work.ts'

/** All settings, or those of one axis with the other as it is set. */
export type MapKind = 'map' | 'gogc' | 'limit'

/** What is known of a map. A new object whenever more is. */
export interface KnownMap {
  readonly kind: MapKind
  readonly question: MapQuestion
  readonly columns: number
  readonly rows: number
  /** In rows, from the lowest limit up. Filled in place. */
  readonly cells: readonly (Cell | undefined)[]
  readonly done: number
  /** How many of its grids, from the coarse one, are whole. */
  readonly grids: number
  /** Absent where this is the finest. */
  readonly finer?: Finer | undefined
}

interface MapState {
  readonly kind: MapKind
  readonly known: KnownMap
  /** `known` as it was with its last whole grid: for what need not be drawn with every picture. */
  readonly rested: KnownMap
  /** The map is of settings before the present ones; theirs is being simulated. */
  readonly isStale: boolean
}

/** A finer map than the one that is there in time. */
export interface Finer extends Resolution {
  /** About how long it takes one thread. */
  readonly seconds: number
}

export interface MapSession {
  readonly state: StoreApi<MapState>
  show(kind: MapKind): void
  /** Simulates the same map with more settings. */
  refine(): void
  /** What is left is simulated from here on. */
  turnTo(place: Place): void
  destroy(): void
}

interface MapSessionOptions {
  readonly store: AppStore
  readonly work: MapWork
  /** Calls back before the next picture is painted. */
  readonly whenDrawing: (callback: () => void) => void
  /** Calls back in a task of its own. */
  readonly soon: (callback: () => void) => void
  readonly now: () => number
}

/** A map whose coarse grid takes longer than this is shown as far as it is known. */
const PATIENCE_MS = 250
/** Pictures of what is known so far come no closer together: drawing them takes time too. */
const PICTURE_MS = 120

/** A map that follows the program on screen: begun anew at any change but of the settings that it is a map of. */
export function createMapSession({ store, work, whenDrawing, soon, now }: MapSessionOptions): MapSession {
  let scenario = store.getState().scenario
  let coming = begin(toQuestion(scenario, 'map'), 'map')
  let refined = 0
  let begunAt = now()
  let isDue = false
  let isRestarting = false
  let isOver = false
  let drawnAt = 0
  const state = createStore<MapState>()(() => {
    const { known } = coming
    return { kind: 'map', known, rested: known, isStale: false }
  })

  const publish = () => {
    isDue = false
    const { done, cells } = coming.known
    if (coming.known.grids === 0 && now() - begunAt < PATIENCE_MS) return
    if (done < cells.length && !state.getState().isStale && now() - drawnAt < PICTURE_MS) return
    drawnAt = now()
    const known = { ...coming.known }
    coming.known = known
    const { rested } = state.getState()
    const isOther = rested.question !== known.question || rested.grids !== known.grids
    state.setState({ known, rested: isOther ? known : rested, isStale: false })
  }
  const onCells = (found: readonly KnownCell[]) => {
    coming.take(found)
    if (isDue) return
    isDue = true
    whenDrawing(publish)
  }
  const restart = () => {
    const { kind } = state.getState()
    coming = begin(toQuestion(scenario, kind, refined), kind)
    begunAt = now()
    state.setState({ isStale: true })
    work.start(coming.known.question, nearestTo(coming.known.question.axes, scenario), onCells)
  }
  const unsubscribe = store.subscribe(({ scenario: next }) => {
    if (next === scenario) return
    const isOther = !isSame(toFixed(next, state.getState().kind), toFixed(scenario, state.getState().kind))
    scenario = next
    if (!isOther) return
    refined = 0
    work.cancel()
    state.setState({ isStale: true })
    if (isRestarting) return
    isRestarting = true
    // What moves the program draws it too: how far the axes reach is another task, once for all steps of a drag till then.
    soon(() => {
      isRestarting = false
      if (!isOver) restart()
    })
  })
  restart()
  return {
    state,
    show(kind) {
      if (kind === state.getState().kind) return
      state.setState({ kind })
      restart()
    },
    refine() {
      refined++
      restart()
    },
    turnTo: work.turnTo,
    destroy() {
      isOver = true
      unsubscribe()
      work.destroy()
    },
  }
}

/** What a map depends on: everything but the settings that it is a map of. */
function toFixed(scenario: Scenario, kind: MapKind): Scenario {
  const { gogc, limit } = settingOf(scenario)
  return withSetting(scenario, kind === 'limit' ? gogc : 100, kind === 'gogc' ? limit : Infinity)
}

/** `refined`: by how much it is to be finer than what is there in time. */
function toQuestion(scenario: Scenario, kind: MapKind, refined = 0) {
  const fixed = toFixed(scenario, kind)
  const free = freeRun(fixed)
  // A strip has so few settings that it is there in time.
  const level = kind === 'map' ? Math.max(0, fitResolution(fixed.model, free) - refined) : 0
  const axes = toAxes(fixed, RESOLUTIONS[level]!, free)
  const finer = RESOLUTIONS[level - 1]
  const { gogc, limit } = settingOf(scenario)
  return {
    scenario: fixed,
    axes: kind === 'gogc' ? { ...axes, limits: [limit] } : kind === 'limit' ? { ...axes, gogcs: [gogc] } : axes,
    finer: finer && { ...finer, seconds: estimateSeconds(fixed.model, free, finer) },
  }
}

function settingOf({ gogc, memoryLimit }: Scenario) {
  return { gogc: gogc.kind === 'off' ? Infinity : gogc.percent, limit: limitBytes(memoryLimit) }
}

/** The cell next to the setting in force. */
export function nearestTo({ gogcs, limits }: MapAxes, scenario: Scenario): Place {
  const { gogc, limit } = settingOf(scenario)
  return { column: nearest(gogcs, gogc), row: nearest(limits, limit) }
}

function nearest(values: readonly number[], wanted: number): number {
  const distance = (value: number) =>
    value === wanted ? 0 : Number.isFinite(value) && Number.isFinite(wanted) ? Math.abs(Math.log(value / wanted)) : 1e9
  return values.reduce((best, value, i) => (distance(value) < distance(values[best]!) ? i : best), 0)
}

function begin({ finer, ...question }: ReturnType<typeof toQuestion>, kind: MapKind) {
  const size = sizeOf(question.axes)
  const cells = Array.from<Cell | undefined>({ length: size.columns * size.rows })
  const gridOf = (index: number) => levelOf(placeOf(index, size), size)
  /** How many cells of each grid are not known yet. */
  const left = STRIDES.map((_, grid) => cells.filter((_cell, index) => gridOf(index) === grid).length)
  const known: KnownMap = { kind, question, ...size, cells, done: 0, grids: 0, finer }
  return {
    known,
    take(found: readonly KnownCell[]) {
      let { done } = this.known
      for (const [index, cell] of found) {
        if (cells[index] === undefined) {
          done++
          left[gridOf(index)]!--
        }
        cells[index] = cell
      }
      const unfinished = left.findIndex((count) => count > 0)
      this.known = { ...this.known, done, grids: unfinished < 0 ? left.length : unfinished }
    },
  }
}
