import { createStore, type StoreApi } from 'zustand/vanilla'
import { freeRun, type MapAxes, type Resolution, toAxes } from '../../explore/map/axes.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { levelOf, type Place, placeOf, STRIDES } from '../../explore/map/order.ts'
import { estimateSeconds, fitResolution, RESOLUTIONS } from '../../explore/map/resolution.ts'
import { withInitial } from '../../explore/map/setting.ts'
import type { Circumstances } from '../../model/verdict.ts'
import { isSame } from '../../scenario/same.ts'
import type { Scenario } from '../../scenario/types.ts'
import { settingOf, toPatch } from '../patch.ts'
import type { Patch, Pinned } from '../state.ts'
import type { AppStore } from '../store.ts'
import { type KnownCell, type MapQuestion, sizeOf } from './question.ts'
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
  /** What the verdicts on a preset’s cells have to know (store/circumstances.ts): a frame’s map holds no presets. */
  readonly circumstancesOf: (of: Pick<Pinned, 'presetId'>) => Circumstances
  readonly work: MapWork
  /** Calls back before the next picture is painted. */
  readonly whenDrawing?: (callback: () => void) => void
  /** Calls back in a task of its own. */
  readonly soon?: (callback: () => void) => void
  readonly now?: () => number
}

/** A map whose coarse grid takes longer than this is shown as far as it is known. */
const PATIENCE_MS = 250
/** Pictures of what is known so far come no closer together: drawing them takes time too. */
const PICTURE_MS = 120

/** A map that follows the program on screen: begun anew at any change but of the settings that it is a map of. */
export function createMapSession(options: MapSessionOptions): MapSession {
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
  // What moves the program draws it too: how far the axes reach is another task, once for all steps of a drag till then.
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

/**
 * Shows what is known of the newest map as it comes, no more often than it can be drawn. @returns what takes the cells of
 * a map that is begun
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

/** What a map depends on: everything but the settings that it is a map of. */
function toFixed(scenario: Scenario, kind: MapKind): Scenario {
  const { gogc, memoryLimit } = settingOf(scenario)
  return withInitial(scenario, kind === 'limit' ? gogc : 100, kind === 'gogc' ? memoryLimit : Infinity)
}

/** `refined`: by how much it is to be finer than what is there in time. */
function toQuestion(scenario: Scenario, circumstances: Circumstances, kind: MapKind, refined: number) {
  const fixed = toFixed(scenario, kind)
  const free = freeRun(fixed)
  // A strip has few settings: it is ready in time.
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

/** How far an arrow key goes on a map. */
const MOVES: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
}

/**
 * Where an arrow key leads to from the setting in force, along the one axis of a strip: off the map too. undefined for
 * other keys.
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

/** What sets a cell, of a strip the one setting that it is about; undefined where that is in force, or there is no cell. */
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
