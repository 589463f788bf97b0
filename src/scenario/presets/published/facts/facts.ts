/** What the published experiments ask: the gallery's groups. */
export const QUESTIONS = {
  killed: 'Why was I killed with half the memory free?',
  'too-low': 'What does a limit below the live heap cost?',
  file: 'Why 17 GC cycles to read a file?',
  cache: 'What does a cache cost?',
  outside: 'Can I take the cache off the heap?',
  ballast: 'Is the ballast still needed?',
  gogc: 'What does GOGC buy?',
} as const
export type Question = keyof typeof QUESTIONS

export interface Source {
  readonly id: string
  readonly title: string
  readonly author: string
  readonly year: number
}

/** The published figures that have a name. Units are in `FIGURES`. */
export type FigureName = keyof typeof FIGURES

/**
 * How far a simulated figure may be from the published one: `cycles` 15 %, `memory` 10 %, `gc-cpu` two percentage
 * points or 30 %, `verdict` the same, `progress` 10 %, `shown` any distance.
 */
export type FigureKind = 'cycles' | 'memory' | 'gc-cpu' | 'verdict' | 'progress' | 'shown'

/** Every figure: what it is called, its unit, and how it is judged. */
export const FIGURES = {
  verdict: { label: 'ends', unit: '', kind: 'verdict' },
  cycles: { label: 'GC cycles', unit: '', kind: 'cycles' },
  'cycles-per-second': { label: 'GC cycles per second', unit: '/s', kind: 'cycles' },
  'gc-cpu': { label: 'GC share of the CPU used', unit: '%', kind: 'gc-cpu' },
  'gctrace-cpu': { label: 'GC as gctrace prints it', unit: '%', kind: 'gc-cpu' },
  'cpu-seconds': { label: 'CPU time', unit: 's', kind: 'gc-cpu' },
  'peak-memory': { label: 'peak memory', unit: 'MiB', kind: 'memory' },
  'peak-heap': { label: 'peak heap', unit: 'MiB', kind: 'memory' },
  resident: { label: 'peak resident memory', unit: 'MiB', kind: 'memory' },
  sys: { label: 'Sys', unit: 'MiB', kind: 'memory' },
  'heap-average': { label: 'heap on average', unit: 'MiB', kind: 'memory' },
  'total-allocated': { label: 'TotalAlloc', unit: 'MiB', kind: 'memory' },
  'live-at-end': { label: 'live heap at the end', unit: 'MiB', kind: 'memory' },
  'last-start': { label: 'heap as the last cycle starts', unit: 'MiB', kind: 'memory' },
  'last-end': { label: 'heap as the last cycle ends', unit: 'MiB', kind: 'memory' },
  'last-live': { label: 'live heap, last cycle', unit: 'MiB', kind: 'memory' },
  'last-goal': { label: 'goal, last cycle', unit: 'MiB', kind: 'memory' },
  'first-goal': { label: 'first goal', unit: 'MiB', kind: 'memory' },
  goal: { label: 'goal', unit: 'MiB', kind: 'memory' },
  overhead: { label: 'memory beyond the live heap', unit: '%', kind: 'memory' },
  progress: { label: 'bytes allocated', unit: '%', kind: 'progress' },
  other: { label: '', unit: '', kind: 'shown' },
} as const satisfies Readonly<
  Record<string, { readonly label: string; readonly unit: string; readonly kind: FigureKind }>
>

/** What a source printed: one value, or the smallest and the largest of several runs (Infinity: no upper end). */
export type Reported = number | readonly [number, number] | 'killed' | 'completed'

export interface Figure {
  readonly figure: FigureName
  readonly reported: Reported
  /** Seconds of the program's own time, for figures that are read at an instant. */
  readonly at?: number
  /** Instead of the figure's own label. */
  readonly label?: string
  /** Instead of the figure's own unit. */
  readonly unit?: string
  readonly why?: string
}

/** A published figure that the preset was set up with: never judged. `sets` names the values that follow. */
export interface UsedFigure extends Figure {
  readonly sets: string
}

export interface Given {
  readonly key: string
  readonly value: string
  /** Keys of the scenario that have this value; left out where `key` names them. */
  readonly keys?: readonly string[]
}

/** A value that the source does not give, and the reason for our choice. */
interface Choice extends Given {
  readonly why: string
}

export function toFacts(
  facts: Pick<Facts, 'preset' | 'experiment' | 'source' | 'section' | 'question'> & Partial<Facts>,
): Facts {
  return { given: [], chosen: [], used: [], judged: [], notes: [], ...facts }
}

/** What a published experiment says of one of its settings, and what was added to simulate it. */
export interface Facts {
  readonly preset: string
  /** The published experiment that this setting belongs to. */
  readonly experiment: string
  readonly source: string
  readonly section: string
  readonly question: Question
  /** The preset whose given values and choices this one shares. */
  readonly like?: string
  readonly given: readonly Given[]
  readonly chosen: readonly Choice[]
  readonly used: readonly UsedFigure[]
  readonly judged: readonly Figure[]
  readonly shown?: readonly Figure[]
  readonly notes: readonly string[]
}
