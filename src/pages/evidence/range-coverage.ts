/** How many recordings lay inside the 90 % ranges of one figure, as shares, and how wide the ranges were: high ÷ low. */
export interface RangeCoverage {
  readonly figure: string
  readonly all: number
  /** Of programs that calibration was not built on. */
  readonly others: number
  readonly width: number
  /** Of a program that was left out of what the ranges are widened by, the mean over all: each kind of setting, or program. */
  readonly leftOut: readonly LeftOut[]
}

interface LeftOut {
  readonly kind: string
  readonly inside: number
  readonly width: number
}

const of = (kind: string, inside: number, width: number): LeftOut => ({ kind, inside, width })
const free = (inside: number, width: number) => of('without a limit', inside, width)
const limited = (inside: number, width: number) => of('with one', inside, width)

/** `npm run evidence -- services` computes them in a minute, and a test keeps them so. */
export const RANGE_COVERAGE: readonly RangeCoverage[] = [
  { figure: 'cycles', all: 0.948, others: 0.939, width: 2.36, leftOut: [free(0.911, 1.58), limited(0.894, 3.76)] },
  { figure: 'peak heap', all: 0.944, others: 0.942, width: 1.46, leftOut: [free(0.903, 1.42), limited(0.901, 1.45)] },
  { figure: 'GC CPU', all: 0.93, others: 0.923, width: 5.75, leftOut: [free(0.906, 4.39), limited(0.905, 7.74)] },
  {
    figure: 'compulsory GC',
    all: 0.925,
    others: 0.927,
    width: 7.17,
    leftOut: [of('most programs', 0.896, 5.78), of('jobs with an idle CPU', 0.857, 531.28)],
  },
  { figure: 'counted', all: 0.985, others: 0.985, width: 1.53, leftOut: [free(0.94, 1.61), limited(0.885, 1.28)] },
  { figure: 'RSS', all: 0.963, others: 0.963, width: 1.58, leftOut: [free(0.924, 1.65), limited(0.893, 1.35)] },
  {
    figure: 'elapsed',
    all: 0.957,
    others: 0.96,
    width: 2.18,
    leftOut: [of('driven by clients', 0.893, 1.32), of('jobs', 0.895, 3.15)],
  },
]

/** What was said of containers of a tenth less and a tenth more than the RSS that was then measured. */
export const CONTAINER_VERDICTS = { all: 710, wrong: 0, right: 4 } as const

/**
 * Six programs that were recorded when ranges had been made of all others, from a log alone: shares inside, verdicts.
 * At first sight 0.857 of elapsed times lay inside: one that is a job was taken for a program that clients drive, and one
 * worked on for long after the last cycle of its log.
 */
export const BLIND_PROGRAMS = {
  predictions: 84,
  inside: { cycles: 0.94, 'peak heap': 0.988, 'GC CPU': 1, RSS: 1, elapsed: 1 },
  verdicts: { all: 168, wrong: 0, right: 0 },
} as const

/**
 * Nine programs of people who tried the page to find what it says wrong, from a log alone. At first sight 8 of the verdicts
 * were wrong, all of one program that hardly writes to its heap.
 */
export const READER_PROGRAMS = {
  predictions: 126,
  inside: { cycles: 0.937, 'peak heap': 0.929, 'GC CPU': 0.968, RSS: 0.817, elapsed: 1 },
  verdicts: { all: 252, wrong: 0, right: 0 },
} as const

/**
 * What was said, when they were recorded, of thirteen programs that ranges are made from by now: of seven, and of six.
 * Nothing had been made from them then. They were recorded on machines that others used too, four even on an overloaded one.
 */
export const FIRST_SIGHT = {
  ofSeven: { verdicts: 252, wrong: 9, ofOneProgram: 8 },
  ofSix: { verdicts: 108, wrong: 0 },
  overloaded: { verdicts: 104, wrong: 3 },
} as const

/** What predictions of one figure came to, from a log with measured memory beside it. */
export interface Reached {
  readonly figure: string
  /** Errors of the likely value, as shares: in the median, and what nine of ten stay below. */
  readonly median: number
  readonly p90: number
  /** Share of recordings inside the 90 % ranges. */
  readonly inside: number
  /** High ÷ low, in the median. */
  readonly width: number
}

/** What was aimed for of programs that calibration was not built on. Of recordings inside, 0.88 to 0.95 was the aim. */
export const AIMS: readonly Omit<Reached, 'inside'>[] = [
  { figure: 'cycles', median: 0.08, p90: 0.3, width: 1.5 },
  { figure: 'peak heap', median: 0.04, p90: 0.15, width: 1.3 },
  { figure: 'RSS', median: 0.05, p90: 0.15, width: 1.3 },
  { figure: 'GC CPU', median: 0.2, p90: 0.6, width: 2 },
]

/**
 * Nine programs that were recorded while nothing else ran, the same nine while others took both CPUs of the machine, and
 * the nine of `READER_PROGRAMS`.
 */
export const REACHED: Readonly<Record<'alone' | 'crowded' | 'readers', readonly Reached[]>> = {
  alone: [
    { figure: 'cycles', median: 0.083, p90: 0.301, inside: 0.923, width: 1.58 },
    { figure: 'peak heap', median: 0.027, p90: 0.129, inside: 0.923, width: 1.26 },
    { figure: 'RSS', median: 0.029, p90: 0.085, inside: 0.987, width: 1.27 },
    { figure: 'GC CPU', median: 0.132, p90: 0.514, inside: 0.949, width: 3.73 },
  ],
  crowded: [
    { figure: 'cycles', median: 0.069, p90: 0.298, inside: 0.976, width: 1.58 },
    { figure: 'peak heap', median: 0.029, p90: 0.215, inside: 0.904, width: 1.29 },
    { figure: 'RSS', median: 0.037, p90: 0.103, inside: 0.892, width: 1.29 },
    { figure: 'GC CPU', median: 0.314, p90: 0.918, inside: 0.795, width: 5.38 },
  ],
  readers: [
    { figure: 'cycles', median: 0.067, p90: 0.336, inside: 0.929, width: 1.6 },
    { figure: 'peak heap', median: 0.026, p90: 0.154, inside: 0.968, width: 1.32 },
    { figure: 'RSS', median: 0.044, p90: 0.156, inside: 0.937, width: 1.31 },
    { figure: 'GC CPU', median: 0.158, p90: 0.409, inside: 0.968, width: 3.36 },
  ],
}

/** Recordings without a limit inside the range of GC CPU for a machine that is as free as while the log was written. */
export const SAME_MACHINE: Readonly<
  Record<'alone' | 'crowded' | 'again' | 'others' | 'unseen', Pick<Reached, 'inside' | 'width'>>
> = {
  alone: { inside: 0.925, width: 1.86 },
  crowded: { inside: 0.55, width: 2.23 },
  again: { inside: 0.958, width: 1.81 },
  others: { inside: 0.833, width: 2 },
  unseen: { inside: 0.972, width: 1.84 },
}

/** What predictions came to of recordings that no range was made from, with scrapes; and how many lie inside the ranges of the log alone. */
export interface Blind extends Reached {
  readonly insideOfLog: number
}

/**
 * Six of the nine once more on a faster machine; three programs of other kinds; and the six of `BLIND_PROGRAMS`, of which
 * only the reach of verdicts was mended: 2 of their 168 were wrong at first sight.
 */
export const RECORDED_LATER: Readonly<Record<'again' | 'others' | 'unseen', readonly Blind[]>> = {
  again: [
    { figure: 'cycles', median: 0.071, p90: 0.441, inside: 0.896, width: 1.71, insideOfLog: 1 },
    { figure: 'peak heap', median: 0.04, p90: 0.174, inside: 0.875, width: 1.28, insideOfLog: 0.917 },
    { figure: 'RSS', median: 0.037, p90: 0.098, inside: 0.958, width: 1.31, insideOfLog: 1 },
    { figure: 'GC CPU', median: 0.12, p90: 0.521, inside: 0.917, width: 3.83, insideOfLog: 0.958 },
  ],
  others: [
    { figure: 'cycles', median: 0.094, p90: 0.275, inside: 0.958, width: 1.75, insideOfLog: 1 },
    { figure: 'peak heap', median: 0.028, p90: 0.059, inside: 0.917, width: 1.24, insideOfLog: 1 },
    { figure: 'RSS', median: 0.027, p90: 0.106, inside: 0.917, width: 1.29, insideOfLog: 1 },
    { figure: 'GC CPU', median: 0.202, p90: 0.576, inside: 0.875, width: 4.16, insideOfLog: 1 },
  ],
  unseen: [
    { figure: 'cycles', median: 0.111, p90: 0.362, inside: 0.929, width: 2, insideOfLog: 1 },
    { figure: 'peak heap', median: 0.047, p90: 0.154, inside: 0.952, width: 1.37, insideOfLog: 1 },
    { figure: 'RSS', median: 0.037, p90: 0.154, inside: 0.94, width: 1.4, insideOfLog: 1 },
    { figure: 'GC CPU', median: 0.15, p90: 0.566, inside: 0.988, width: 3.86, insideOfLog: 1 },
  ],
}

/** How many predictions these are. */
export const LATER_PREDICTIONS = { again: 48, others: 24, unseen: 84 } as const

/** What three scrapes of 24 programs tell of their other settings without a log, by what is exposed; and of containers. */
export const SCRAPES_ALONE: Readonly<
  Record<'default' | 'all', { readonly reached: readonly Reached[]; readonly verdicts: { all: number; right: number } }>
> = {
  default: {
    reached: [
      { figure: 'cycles', median: 0.2, p90: 0.6, inside: 0.936, width: 3 },
      { figure: 'peak heap', median: 0.058, p90: 0.295, inside: 0.933, width: 1.63 },
      { figure: 'RSS', median: 0.045, p90: 0.181, inside: 0.95, width: 1.75 },
      { figure: 'GC CPU', median: 0.793, p90: 21.24, inside: 0.915, width: 146.05 },
    ],
    verdicts: { all: 564, right: 14 },
  },
  all: {
    reached: [
      { figure: 'cycles', median: 0.2, p90: 0.6, inside: 0.901, width: 3 },
      { figure: 'peak heap', median: 0.059, p90: 0.371, inside: 0.908, width: 1.57 },
      { figure: 'RSS', median: 0.049, p90: 0.201, inside: 0.95, width: 1.57 },
      { figure: 'GC CPU', median: 0.351, p90: 1.241, inside: 0.908, width: 12.38 },
    ],
    verdicts: { all: 564, right: 13 },
  },
}

/** Of how many of ten cases “could be killed” is said, and how often the container was then one that kills. */
export interface Chance {
  readonly said: readonly [least: number, most: number]
  readonly verdicts: number
  readonly killed: number
}

/** Enough verdicts to tell a share of each. */
export const CHANCE_BINS = [
  [0, 1],
  [2, 3],
  [4, 6],
  [7, 8],
  [9, 9],
] as const
const chances = (...each: readonly (readonly [verdicts: number, killed: number])[]): readonly Chance[] =>
  CHANCE_BINS.map((said, i) => ({ said, verdicts: each[i]![0], killed: each[i]![1] }))

/** From a log alone, of 54 programs; with scrapes or measured memory beside it; and from three scrapes without a log. */
export const CHANCES: Readonly<Record<'log' | 'measured' | 'scrapes', readonly Chance[]>> = {
  log: chances([276, 22], [203, 24], [180, 89], [203, 174], [264, 252]),
  measured: chances([243, 11], [140, 10], [103, 49], [89, 80], [178, 175]),
  scrapes: chances([38, 9], [160, 10], [169, 73], [88, 82], [95, 95]),
}

/** How many times apart GC CPU is in two recordings of one program under one setting: in the median, and nine of ten. */
export const GC_CPU_APART = { median: 1.16, p90: 2.04 } as const
