import type { MapAxes } from '../../explore/map/axes.ts'
import { type Place, toOrder } from '../../explore/map/order.ts'
import type { CellSetting, KnownCell, MapQuestion } from './question.ts'

/** A map that is being simulated. */
export interface Task {
  readonly id: number
  readonly question: MapQuestion
  readonly onCells: (cells: readonly KnownCell[]) => void
  /** Indices of the cells that nobody has taken, from coarse to fine, the nearest first. */
  left: number[]
}

export function beginTask(
  id: number,
  question: MapQuestion,
  near: Place,
  onCells: (cells: readonly KnownCell[]) => void,
): Task {
  return { id, question, onCells, left: orderOf(question, near) }
}

/** Takes the settings of the next cells off the task, for the thread that asked. */
export function takeCells(task: Task, count: number): readonly CellSetting[] {
  return task.left.splice(0, count).map((index) => settingOf(task.question.axes, index))
}

/** Others may take what one had no time for. */
export function putBack(task: Task, settings: readonly CellSetting[]): void {
  task.left.unshift(...settings.map(([index]) => index))
}

/** What is left is taken from here on. */
export function turnTo(task: Task, near: Place): void {
  const left = new Set(task.left)
  task.left = orderOf(task.question, near).filter((index) => left.has(index))
}

function orderOf({ axes }: MapQuestion, near: Place): number[] {
  return toOrder(sizeOf(axes), near)
}

export function sizeOf({ gogcs, limits }: MapAxes) {
  return { columns: gogcs.length, rows: limits.length }
}

function settingOf({ gogcs, limits }: MapAxes, index: number) {
  return [index, gogcs[index % gogcs.length]!, limits[Math.floor(index / gogcs.length)]!] as const
}
