import { countOf, formatCount } from '../../format.ts'
import type { NeighbourKind } from '../line/other-lines.ts'

/**
 * Why a line was not read as a cycle, or what is odd about the log as a whole. The first line of each kind is shown.
 */
export type ProblemKind =
  | 'empty'
  | 'not-gctrace'
  | 'binary'
  | 'too-old'
  | 'cut'
  | 'patched'
  | 'damaged'
  | 'too-long'
  | 'repeated'
  | 'clock'
  | 'newest-first'
  | 'mixed'
  | 'unclear'
  | 'too-many'
  | 'other-output'

interface Found<Kind> {
  readonly kind: Kind
  readonly count: number
  /** Line of the first, from 1; 0 where it concerns the whole log. */
  readonly line: number
  /** The first such line, cut at 200 characters. */
  readonly text: string
  readonly message: string
}

export type LogProblem = Found<ProblemKind>
export type Neighbour = Omit<Found<NeighbourKind>, 'message'>

export function describeProblem({ count, line, message }: LogProblem): string {
  if (line === 0) return message
  const first = `line ${formatCount(line)}: ${message}`
  return count === 1 ? first : `${countOf(count, 'line')}, the first is ${first}`
}

/** Whether lines of the Go runtime are in a log that has no cycle. */
export function hasLinesOfGo({
  problems,
  neighbours,
}: {
  readonly problems: readonly LogProblem[]
  readonly neighbours: readonly Neighbour[]
}): boolean {
  return neighbours.length > 0 || problems.some(({ kind }) => OF_GO.includes(kind))
}

const OF_GO: readonly ProblemKind[] = ['cut', 'damaged', 'patched', 'too-old']

const MOST_TEXT = 200

/** The problems of a log by their kind. */
export class ProblemCounts<Kind extends string> extends Map<
  Kind,
  { count: number; line: number; text: string; message: string }
> {
  /** `message` is asked for only the first time. */
  add(kind: Kind, line: number, text: string, message: () => string): void {
    const entry = this.get(kind)
    if (entry) entry.count++
    else {
      const excerpt = copyText(text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1)}…` : text).trim()
      this.set(kind, { count: 1, line, text: excerpt, message: message() })
    }
  }

  /** In the order of their first lines. */
  list(): Found<Kind>[] {
    return [...this].map(([kind, entry]) => ({ kind, ...entry })).sort((a, b) => a.line - b.line)
  }
}

/** A copy, made by concatenation: a slice of a line would keep the whole piece of the log in memory. */
export function copyText(text: string): string {
  return ` ${text}`.slice(1)
}
