import { createStore, type StoreApi } from 'zustand/vanilla'
import { freeRun, type MapAxes, type Resolution, toAxes } from '../../explore/map/axes.ts'
import { type Cell, withInitial } from '../../explore/map/cell.ts'
import { levelOf, type Place, placeOf, STRIDES } from '../../explore/map/order.ts'
import { estimateSeconds, fitResolution, RESOLUTIONS } from '../../explore/map/resolution.ts'
import type { Circumstances } from '../../model/verdict.ts'
import { isSame } from '../../scenario/same.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Source } from '../../share/link.ts'
import { settingOf, toPatch } from '../patch.ts'
import type { Patch } from '../state.ts'
import type { AppStore } from '../store.ts'
import { type KnownCell, type MapQuestion, sizeOf } from './question.ts'
import type { MapWork } from './work.ts'

/** Both settings, or one of them while the other keeps its present value. */
export type MapKind = 'map' | 'gogc' | 'limit'

/** A map as far as it is simulated. Each update makes a new object. */
export interface KnownMap {
  readonly kind: MapKind
  readonly question: MapQuestion
  readonly columns: number
  readonly rows: number
  /** In rows, from the lowest limit up. Filled in place. */
  readonly cells: readonly (Cell | undefined)[]
  readonly done: number
  /** How many of its grids are complete, counted from the coarsest. */
  readonly grids: number
  /** Undefined if no finer map is offered. */
  readonly finer?: Finer | undefined
}

interface MapState {
  readonly kind: MapKind
  readonly known: KnownMap
  /** `known` when its last grid was completed, for parts that need not be drawn at every update. */
  readonly rested: KnownMap
  /** The map belongs to a program before its last change; the new map is being simulated. */
  readonly isStale: boolean
}

/** A finer map, which takes longer than a user would wait without having asked for it. */
export interface Finer extends Resolution {
  /** Seconds that it takes one thread, roughly. */
  readonly seconds: number
}

interface MapSessionOptions {
  readonly store: AppStore
  /** What verdicts on cells need (store/circumstances.ts). An argument, because a frame bundles no presets. */
  readonly circumstancesOf: (of: Pick<Source, 'presetId'>) => Circumstances
  readonly work: MapWork
  /** Calls back before the next picture is painted. */
  readonly whenDrawing?: (callback: () => void) => void
  /** Calls back in a task of its own. */
  readonly soon?: (callback: () => void) => void
  readonly now?: () => number
}

/** If the coarse grid takes longer than this, an incomplete map is shown. */
const PATIENCE_MS = 250
/** The least time between two drawings of an incomplete map, because drawing takes time too. */
const PICTURE_MS = 120

export type MapSession = ReturnType<typeof createMapSession>

/** A map that follows the program on screen. Every change starts it again, except of the two settings of its axes. */
export function createMapSession(options: MapSessionOptions) {
  const { store, circumstancesOf, work, soon = setTimeout, ...drawing } = options
  let { scenario, presetId } = store.getState()
  let refined = 0
  let isRestarting = false
  let isOver = false
  const ask = (kind: MapKind) => begin(toQuestion(scenario, circumstancesOf({ presetId }), kind, refined), kind)
  const { known } = ask('map')
  const state = createStore<MapState>()(() => ({ kind: 'map', known, rested: known, isStale: false }))
  const follow = createPictures(state, drawing)
  const restart = () => {
    const { kind } = state.getState()
    const coming = ask(kind)
    const { question } = coming.known
    state.setState({ isStale: true })
    work.start(question, nearestTo(question.axes, scenario), follow(coming))
  }
  // A drag that changes the program calls this at every step. The reach of the axes is computed in a later task, once.
  const restartLate = () => {
    isRestarting = false
    if (!isOver) restart()
  }
  const unsubscribe = store.subscribe((next) => {
    if (next.scenario === scenario && next.presetId === presetId) return
    const { kind } = state.getState()
    const isOther =
      !isSame(toFixed(next.scenario, kind), toFixed(scenario, kind)) ||
      !isSame(circumstancesOf({ presetId: next.presetId }), circumstancesOf({ presetId }))
    scenario = next.scenario
    presetId = next.presetId
    if (!isOther) return
    refined = 0
    work.cancel()
    state.setState({ isStale: true })
    if (!isRestarting) soon(restartLate)
    isRestarting = true
  })
  restart()
  return {
    state,
    show(kind: MapKind) {
      if (kind === state.getState().kind) return
      state.setState({ kind })
      restart()
    },
    /** Simulates the same map with more settings. */
    refine() {
      refined++
      restart()
    },
    destroy() {
      isOver = true
      unsubscribe()
      work.destroy()
    },
  }
}

/**
 * Shows the newest map as its cells arrive, but no more often than it can be drawn.
 * @returns a function that receives the cells of a new map
 */
function createPictures(
  state: StoreApi<MapState>,
  {
    whenDrawing = requestAnimationFrame,
    now = () => performance.now(),
  }: Pick<MapSessionOptions, 'whenDrawing' | 'now'>,
) {
  let coming: ReturnType<typeof begin>
  let begunAt = 0
  let isDue = false
  let drawnAt = 0
  const publish = () => {
    isDue = false
    const { done, cells, grids } = coming.known
    if (grids === 0 && now() - begunAt < PATIENCE_MS) return
    if (done < cells.length && !state.getState().isStale && now() - drawnAt < PICTURE_MS) return
    drawnAt = now()
    const known = { ...coming.known }
    coming.known = known
    const { rested } = state.getState()
    const isOther = rested.question !== known.question || rested.grids !== known.grids
    state.setState({ known, rested: isOther ? known : rested, isStale: false })
  }
  return (begun: typeof coming) => {
    coming = begun
    begunAt = now()
    return (found: readonly KnownCell[]) => {
      coming.take(found)
      if (isDue) return
      isDue = true
      whenDrawing(publish)
    }
  }
}

/** Everything that a map depends on: all of the scenario except the settings of its axes. */
function toFixed(scenario: Scenario, kind: MapKind): Scenario {
  const { gogc, memoryLimit } = settingOf(scenario)
  return withInitial(scenario, kind === 'limit' ? gogc : 100, kind === 'gogc' ? memoryLimit : Infinity)
}

/** `refined`: by how many resolutions it is finer than the first map, which must be ready soon. */
function toQuestion(scenario: Scenario, circumstances: Circumstances, kind: MapKind, refined: number) {
  const fixed = toFixed(scenario, kind)
  const free = freeRun(fixed)
  // A strip has few settings, so it is always ready soon.
  const level = kind === 'map' ? Math.max(0, fitResolution(fixed.model, free) - refined) : 0
  const axes = toAxes(fixed, RESOLUTIONS[level]!, free)
  const finer = RESOLUTIONS[level - 1]
  const { gogc, memoryLimit } = settingOf(scenario)
  const ofKind = { map: axes, gogc: { ...axes, limits: [memoryLimit] }, limit: { ...axes, gogcs: [gogc] } }
  return {
    scenario: fixed,
    circumstances,
    axes: ofKind[kind],
    finer: finer && { ...finer, seconds: estimateSeconds(fixed.model, free, finer) },
  }
}

/** The cell next to the setting in force. */
export function nearestTo({ gogcs, limits }: MapAxes, scenario: Scenario): Place {
  const { gogc, memoryLimit } = settingOf(scenario)
  return { column: nearest(gogcs, gogc), row: nearest(limits, memoryLimit) }
}

/** By how many settings an arrow key moves on a map. */
const MOVES: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
}

/**
 * The setting to which an arrow key leads from the present one, along the axis of a strip; it may lie beyond the map.
 * Undefined for other keys.
 */
export function stepFrom(axes: MapAxes, scenario: Scenario, key: string): Place | undefined {
  const move = MOVES[key]
  if (!move) return undefined
  const { column, row } = nearestTo(axes, scenario)
  const [columns, rows] = move
  if (axes.limits.length === 1) return { column: column + columns + rows, row }
  if (axes.gogcs.length === 1) return { column, row: row + columns + rows }
  return { column: column + columns, row: row + rows }
}

/** The change that sets a cell (on a strip: its one setting); undefined if the cell is missing or in force. */
export function patchTo(known: KnownMap, { column, row }: Place, scenario: Scenario): Patch | undefined {
  const { kind, question } = known
  const [gogc, memoryLimit] = [question.axes.gogcs[column], question.axes.limits[row]]
  if (gogc === undefined || memoryLimit === undefined || isSame(settingOf(scenario), { gogc, memoryLimit }))
    return undefined
  return toPatch({ ...(kind !== 'limit' && { gogc }), ...(kind !== 'gogc' && { memoryLimit }) })
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
  /** The number of cells of each grid that are not simulated yet. */
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
