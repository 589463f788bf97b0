import { type Series, toSeries } from '../../src/calibration/shape/series.ts'
import type { CycleColumns } from '../../src/gctrace/columns.ts'
import type { WhatIfSettings } from '../../src/known/what-if.ts'
import type { Search } from '../../src/prediction/predict.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import { MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

/** A cycle of a log: start in seconds, other times in ms, sizes in whole MiB, as gctrace prints them. */
export interface Printed {
  readonly start: number
  readonly heap: readonly [start: number, end: number, live: number]
  readonly goal?: number
  readonly pauses?: readonly [number, number]
  readonly pausesCpu?: readonly [number, number]
  readonly mark?: number
  readonly assist?: number
  readonly background?: number
  readonly idle?: number
  readonly stacks?: number
  readonly globals?: number
  readonly procs?: number
  readonly forced?: boolean
}

/** The log of these cycles, numbered from `first` on. */
export function printed(cycles: readonly Printed[], first = 1): string {
  const lines = cycles.map((cycle, i) => {
    const { start, heap, goal = 2 * heap[2], pauses = [0, 0], pausesCpu = [0, 0], mark = 10 } = cycle
    const { assist = 0, background = 0, idle = 0, stacks = 0, globals = 0, procs = 4, forced = false } = cycle
    const times = `${pauses[0]}+${mark}+${pauses[1]} ms clock, ${pausesCpu[0]}+${assist}/${background}/${idle}+${pausesCpu[1]} ms cpu`
    const sizes = `${heap.join('->')} MB, ${goal} MB goal, ${stacks} MB stacks, ${globals} MB globals, ${procs} P`
    return `gc ${first + i} @${start.toFixed(3)}s 1%: ${times}, ${sizes}${forced ? ' (forced)' : ''}`
  })
  return `${lines.join('\n')}\n`
}

export function seriesOfLog(cycles: readonly Printed[], first = 1): Series {
  const series = toSeries(readLog(printed(cycles, first)).columns)
  if (!series) throw new Error('there are cycles of the program’s own')
  return series
}

/** A cycle by its figures: times in seconds, sizes in MiB, to any fraction. */
export interface Figures {
  readonly start: number
  readonly heap: readonly [start: number, end: number, live: number]
  readonly goal?: number
  /** Reachable heap at the start of the cycle; by default what the cycle found live. */
  readonly reachable?: number
  readonly roots?: number
  readonly pause?: number
  readonly mark?: number
  readonly assist?: number
  readonly background?: number
  readonly idle?: number
  readonly forced?: boolean
}

/** A series of these cycles on `procs` processors. It allocates only what the heap sizes show. */
export function seriesOf(cycles: readonly Figures[], procs = 4, rest: Partial<Series> = {}): Series {
  const column = (figure: (cycle: Figures) => number) => Float64Array.from(cycles, figure)
  const size = (figure: (cycle: Figures) => number) => column((cycle) => MIB * figure(cycle))
  let sum = 0
  const allocated = cycles.map(({ heap }, i) => {
    const before = cycles[i - 1]?.heap
    sum += before ? before[1] - before[0] + heap[0] - before[2] : heap[0]
    return sum * MIB
  })
  return {
    count: cycles.length,
    procs,
    ownProcs: column(() => procs),
    start: column(({ start }) => start),
    pause: column(({ pause = 0 }) => pause),
    mark: column(({ mark = 0.1 }) => mark),
    assist: column(({ assist = 0 }) => assist),
    background: column(({ background = 0 }) => background),
    idle: column(({ idle = 0 }) => idle),
    pauseCpu: column(({ pause = 0 }) => procs * pause),
    heapStart: size(({ heap }) => heap[0]),
    heapEnd: size(({ heap }) => heap[1]),
    live: size(({ heap }) => heap[2]),
    goal: size(({ heap, goal = 2 * heap[2] }) => goal),
    stacks: 0,
    globals: 0,
    roots: size(({ roots = 0 }) => roots),
    reachable: size(({ heap, reachable = heap[2] }) => reachable),
    allocated: Float64Array.from(allocated),
    endSeconds: (cycles.at(-1)?.start ?? 0) + 1,
    endAllocated: sum * MIB,
    openSeconds: 0,
    initialLive: 0,
    forced: Uint8Array.from(cycles, ({ forced }) => (forced ? 1 : 0)),
    forcedLeftOut: 0,
    afterWork: 0,
    tooEarly: 0,
    missing: 0,
    ...rest,
  }
}

const MARK_SECONDS = 0.02

/**
 * A service that keeps 1.5 of 4 CPUs busy, with GOGC=100. It allocates at each of these rates, in MiB per second, for
 * `cyclesOfEach` cycles, with `keeps` MiB live meanwhile.
 */
export function seriesOfLoads(
  rates: readonly number[],
  cyclesOfEach = 10,
  keeps: (load: number) => number = () => 50,
): Series {
  const cycles: Figures[] = []
  let at = 0
  let live = keeps(0)
  for (const [load, rate] of rates.entries()) {
    const reachable = keeps(load)
    const marked = MARK_SECONDS * rate
    for (let i = 0; i < cyclesOfEach; i++) {
      const end = 2 * live
      at += (end - marked - live) / rate
      live = reachable + marked
      const cpu = { mark: MARK_SECONDS, background: MARK_SECONDS, idle: 1.5 * MARK_SECONDS }
      cycles.push({ start: at, heap: [end - marked, end, live], reachable, goal: end, ...cpu })
      at += MARK_SECONDS
    }
  }
  const series = seriesOf(cycles, 4, { initialLive: keeps(0) * MIB, endSeconds: at + 0.2 })
  const after = (MARK_SECONDS + 0.2) * rates.at(-1)! * MIB
  return { ...series, endAllocated: series.allocated.at(-1)! + after }
}

/** Runs a search to its end. Returns how many programs it tried, and what it found. */
export function countTrials<T>(search: Search<T>): { readonly trials: number; readonly found: T } {
  let trials = 0
  for (;;) {
    const step = search.next()
    if (step.done) return { trials, found: step.value }
    trials++
  }
}

/** Predicts the program of a log under other settings; undefined if the log cannot be calibrated. */
export function predictFrom(columns: CycleColumns, settings: WhatIfSettings): Prediction | undefined {
  const calibration = calibrate(columns)
  return calibration.ok ? predictUnder(calibration.value, settings) : undefined
}

/** A steady cycle every second: the MiB that it finds live, and the CPU-seconds that it marks. */
export const marks = (live: number, background: number, rest: Partial<Figures> = {}) => ({
  heap: [2 * live, 2 * live, live] as const,
  background,
  ...rest,
})
const everySecond = (cycles: readonly Omit<Figures, 'start'>[]) => cycles.map((cycle, i) => ({ ...cycle, start: i }))
export const onProcs = (procs: number, cycles: readonly Omit<Figures, 'start'>[]) =>
  seriesOf(everySecond(cycles), procs)
