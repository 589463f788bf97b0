import { createStore, type StoreApi } from 'zustand/vanilla'
import { freeRun, type MapAxes, type Resolution, toAxes } from '../../explore/map/axes.ts'
import { type Cell, withInitial } from '../../explore/map/cell.ts'
import { levelOf, type Place, placeOf } from '../../explore/map/order.ts'
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
  readonly cells: (Cell | undefined)[]
  readonly done: number
  /** Undefined if no finer map is offered. */
  readonly finer?: Finer | undefined
}

interface MapState {
  readonly kind: MapKind
  readonly known: KnownMap
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
  const ask = (kind: MapKind) => toMap(scenario, circumstancesOf({ presetId }), kind, refined)
  const state = createStore<MapState>()(() => ({ kind: 'map', known: ask('map'), isStale: false }))
  const follow = createPictures(state, drawing)
  const restart = () => {
    const coming = ask(state.getState().kind)
    state.setState({ isStale: true })
    work.start(coming.question, nearestTo(coming.question.axes, scenario), follow(coming))
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

/** Shows the newest map as its cells arrive, as often as it can be drawn. @returns what receives the cells of a map */
function createPictures(
  state: StoreApi<MapState>,
  {
    whenDrawing = requestAnimationFrame,
    now = () => performance.now(),
  }: Pick<MapSessionOptions, 'whenDrawing' | 'now'>,
) {
  let coming: KnownMap
  let begunAt = 0
  let isDue = false
  let drawnAt = 0
  const publish = () => {
    isDue = false
    const done = coming.cells.filter((cell) => cell !== undefined).length
    if (!hasCoarseGrid(coming) && now() - begunAt < PATIENCE_MS) return
    if (done < coming.cells.length && !state.getState().isStale && now() - drawnAt < PICTURE_MS) return
    drawnAt = now()
    state.setState({ known: { ...coming, done }, isStale: false })
  }
  return (map: KnownMap) => {
    coming = map
    begunAt = now()
    return (found: readonly KnownCell[]) => {
      for (const [index, cell] of found) map.cells[index] = cell
      if (isDue) return
      isDue = true
      whenDrawing(publish)
    }
  }
}

function hasCoarseGrid(map: KnownMap): boolean {
  return map.cells.every((cell, index) => cell !== undefined || levelOf(placeOf(index, map), map) > 0)
}

/** Everything that a map depends on: all of the scenario except the settings of its axes. */
function toFixed(scenario: Scenario, kind: MapKind): Scenario {
  const { gogc, memoryLimit } = settingOf(scenario)
  return withInitial(scenario, kind === 'limit' ? gogc : 100, kind === 'gogc' ? memoryLimit : Infinity)
}

/** A map without cells. `refined`: by how many resolutions it is finer than the first map, which must be ready soon. */
function toMap(scenario: Scenario, circumstances: Circumstances, kind: MapKind, refined: number): KnownMap {
  const fixed = toFixed(scenario, kind)
  const free = freeRun(fixed)
  // A strip has few settings, so it is always ready soon.
  const level = kind === 'map' ? Math.max(0, fitResolution(fixed.model, free) - refined) : 0
  const both = toAxes(fixed, RESOLUTIONS[level]!, free)
  const finer = RESOLUTIONS[level - 1]
  const { gogc, memoryLimit } = settingOf(scenario)
  const axes = { map: both, gogc: { ...both, limits: [memoryLimit] }, limit: { ...both, gogcs: [gogc] } }[kind]
  const size = sizeOf(axes)
  return {
    kind,
    question: { scenario: fixed, circumstances, axes },
    ...size,
    cells: Array.from({ length: size.columns * size.rows }),
    done: 0,
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

/** The setting to which an arrow key leads, perhaps beyond the map; undefined for other keys. */
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
