import type { MapAxes } from '../../explore/map/axes.ts'
import { type Place, toOrder } from '../../explore/map/order.ts'
import type { SimulateCell } from '../../explore/map/shared-cells.ts'
import type { CellSetting, KnownCell, MapQuestion } from './question.ts'

/** A map that is being simulated. */
export interface Task {
  readonly id: number
  readonly question: MapQuestion
  readonly onCells: (cells: readonly KnownCell[]) => void
  /** Indices of cells from coarse to fine, the nearest first; the first `taken` of them are with somebody. */
  left: readonly number[]
  taken: number
  near: Place
}

export function beginTask(
  id: number,
  question: MapQuestion,
  near: Place,
  onCells: (cells: readonly KnownCell[]) => void,
): Task {
  return { id, question, onCells, left: orderOf(question, near), taken: 0, near }
}

/** Takes the settings of the next cells off the task, for the thread that asked. */
export function takeCells(task: Task, count: number): readonly CellSetting[] {
  const next = task.left.slice(task.taken, task.taken + count)
  task.taken += next.length
  return next.map((index) => settingOf(task.question.axes, index))
}

/** Others may take what one had no time for. */
export function putBack(task: Task, settings: readonly CellSetting[]): void {
  if (settings.length === 0) return
  task.left = [...settings.map(([index]) => index), ...task.left.slice(task.taken)]
  task.taken = 0
}

/** Asks for all cells again, as if none had been computed. */
export function startOver(task: Task): void {
  task.left = orderOf(task.question, task.near)
  task.taken = 0
}

/** What is left is taken from here on. */
export function turnTo(task: Task, near: Place): void {
  const left = new Set(task.left.slice(task.taken))
  task.left = orderOf(task.question, near).filter((index) => left.has(index))
  task.taken = 0
  task.near = near
}

function orderOf({ axes }: MapQuestion, near: Place): readonly number[] {
  return toOrder(sizeOf(axes), near)
}

export function sizeOf({ gogcs, limits }: MapAxes) {
  return { columns: gogcs.length, rows: limits.length }
}

function settingOf({ gogcs, limits }: MapAxes, index: number) {
  return [index, gogcs[index % gogcs.length]!, limits[Math.floor(index / gogcs.length)]!] as const
}

/** How long a thread works before it answers: short enough to turn to other work soon, long enough for few messages. */
export const BATCH_MS = 10

/** The results of a thread: of the settings it was given, the first one or more. */
interface Batch {
  readonly cells: readonly KnownCell[]
  /** Milliseconds. */
  readonly took: number
}

/** Simulates settings in order until the time is up: what a cell costs is known only afterwards. */
export function simulateBatch(settings: readonly CellSetting[], cellOf: SimulateCell, now: () => number): Batch {
  const begun = now()
  const cells: KnownCell[] = []
  for (const [index, gogc, limit] of settings) {
    cells.push([index, cellOf(gogc, limit)])
    if (now() - begun >= BATCH_MS) break
  }
  return { cells, took: now() - begun }
}
