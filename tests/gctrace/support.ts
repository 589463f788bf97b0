import type { ParsedCycle } from '../../src/gctrace/columns.ts'
import { type CycleColumns, toParsedCycle } from '../../src/gctrace/columns.ts'
import { LogReader, type ParsedLog } from '../../src/gctrace/read/reader.ts'

/** Reads a log in pieces of this many characters. */
export function readLog(text: string, pieceLength = 1 << 16): ParsedLog {
  const reader = new LogReader()
  for (let at = 0; at < text.length; at += pieceLength) reader.push(text.slice(at, at + pieceLength))
  return reader.end()
}

export function readCycles(text: string): ParsedCycle[] {
  return cyclesOf(readLog(text).columns)
}

export function cyclesOf(columns: CycleColumns): ParsedCycle[] {
  return Array.from({ length: columns.count }, (_, i) => toParsedCycle(columns, i))
}

/** Counts of the problems of each kind. */
export function problemCounts(log: ParsedLog): Record<string, number> {
  return Object.fromEntries(log.problems.map(({ kind, count }) => [kind, count]))
}

/** An invented gc line in the form of Go 1.19 to 1.27. */
export function gcLine(number: number, startSeconds: number, sizes = '40->42->20 MB, 44 MB goal'): string {
  return `gc ${number} @${startSeconds.toFixed(3)}s 3%: 0.041+5.3+0.027 ms clock, 0.16+1.2/4.4/0.9+0.10 ms cpu, ${sizes}, 1 MB stacks, 0 MB globals, 4 P`
}

/** A cycle on 4 processors; times in ms but `start`, in s. */
export interface Invented {
  start: number
  mark?: number
  assist?: number
  background?: number
  /** Sweep termination, in which the world is stopped: Go counts it on each processor. */
  pause?: number
  heap: readonly [number, number, number]
  goal: number
  forced?: boolean
}

/** Cycles that mark back to back, 40 ms each, on 4 processors. @param assist CPU milliseconds of assists in each */
export function pressedCycles(count: number, assist: number): Invented[] {
  return Array.from({ length: count }, (_, i) => ({
    start: 1 + i * 0.041,
    mark: 40,
    assist,
    background: 40,
    heap: [100, 110, 100],
    goal: 100,
  }))
}

/** A log of invented cycles. If it starts at cycle 1, it has the process's start, whose first goal shows GOGC. */
export function inventedRun(lines: readonly Invented[], firstNumber = 1): string {
  const text = lines.map(({ start, mark = 10, assist = 0, background = 8, pause = 0.02, heap, goal, forced }, i) => {
    const cpu = `${4 * pause}+${assist}/${background}/0+0.1`
    return `gc ${firstNumber + i} @${start.toFixed(3)}s 5%: ${pause}+${mark}+0.02 ms clock, ${cpu} ms cpu, ${heap.join('->')} MB, ${goal} MB goal, 0 MB stacks, 0 MB globals, 4 P${forced ? ' (forced)' : ''}`
  })
  return text.join('\n')
}
