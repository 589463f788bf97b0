import { type CycleColumns, toParsedCycles } from '../../src/gctrace/columns.ts'
import type { ParsedCycle } from '../../src/gctrace/cycle.ts'
import { createReader, type ParsedLog } from '../../src/gctrace/reader.ts'

/** Reads a log in pieces of so many characters. */
export function readLog(text: string, pieceLength = 1 << 16): ParsedLog {
  const reader = createReader()
  for (let at = 0; at < text.length; at += pieceLength) reader.push(text.slice(at, at + pieceLength))
  return reader.end()
}

export function readCycles(text: string): ParsedCycle[] {
  return toParsedCycles(readLog(text).columns)
}

export function cyclesOf(columns: CycleColumns): ParsedCycle[] {
  return toParsedCycles(columns)
}

/** Counts by kind of what was not understood. */
export function problemCounts(log: ParsedLog): Record<string, number> {
  return Object.fromEntries(log.problems.map(({ kind, count }) => [kind, count]))
}

/** Invented gc lines in the form of Go 1.19 to 1.27: a process of its own, number by number. */
export function gcLine(number: number, startSeconds: number, sizes = '40->42->20 MB, 44 MB goal'): string {
  return `gc ${number} @${startSeconds.toFixed(3)}s 3%: 0.041+5.3+0.027 ms clock, 0.16+1.2/4.4/0.9+0.10 ms cpu, ${sizes}, 1 MB stacks, 0 MB globals, 4 P`
}
