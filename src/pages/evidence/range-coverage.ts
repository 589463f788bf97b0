/** How many recordings lay inside the 90 % ranges of one figure, as shares, and how wide the ranges were: high ÷ low. */
export interface RangeCoverage {
  readonly figure: string
  readonly all: number
  /** Of programs that calibration was not built on. */
  readonly others: number
  readonly width: number
  /** Of programs that were left out, one at a time, of what the ranges are widened by: each kind of setting, or program. */
  readonly leftOut: readonly LeftOut[]
}

interface LeftOut {
  readonly kind: string
  readonly inside: number
  readonly width: number
}

const free = (inside: number, width: number): LeftOut => ({ kind: 'without a limit', inside, width })
const limited = (inside: number, width: number): LeftOut => ({ kind: 'with one', inside, width })

/** `npm run evidence -- services` computes them in half a minute, and a test keeps them so. */
export const RANGE_COVERAGE: readonly RangeCoverage[] = [
  { figure: 'cycles', all: 0.931, others: 0.918, width: 1.8, leftOut: [free(0.898, 1.67), limited(0.897, 2.4)] },
  { figure: 'peak heap', all: 0.932, others: 0.933, width: 1.34, leftOut: [free(0.89, 1.34), limited(0.9, 1.3)] },
  { figure: 'GC CPU', all: 0.907, others: 0.892, width: 4.54, leftOut: [free(0.898, 5), limited(0.903, 3.74)] },
  { figure: 'counted', all: 0.969, others: 0.969, width: 1.52, leftOut: [free(0.938, 1.41), limited(0.896, 1.22)] },
  { figure: 'RSS', all: 0.962, others: 0.962, width: 1.48, leftOut: [free(0.953, 1.42), limited(0.91, 1.27)] },
  {
    figure: 'elapsed',
    all: 0.918,
    others: 0.913,
    width: 1.19,
    leftOut: [
      { kind: 'driven by clients', inside: 0.885, width: 1.15 },
      { kind: 'jobs', inside: 0.88, width: 2.97 },
    ],
  },
]

/** What was said of containers of a tenth less and a tenth more than the RSS that was then measured. */
export const CONTAINER_VERDICTS = { all: 262, wrong: 0, right: 47 } as const

/** What was aimed for of programs with measured memory that calibration was not built on, and what they come to. */
interface Aim {
  readonly figure: string
  /** Errors of the likely value, as shares: in the median, and what nine of ten stay below. */
  readonly median: readonly [aim: number, reached: number]
  readonly p90: readonly [aim: number, reached: number]
  /** Share of recordings inside the 90 % ranges: 0.88 to 0.95 was aimed for. */
  readonly inside: number
  /** High ÷ low, in the median. */
  readonly width: readonly [aim: number, reached: number]
}

/** Errors of GC CPU for six of the programs: median and 90th percentile, with a CPU to themselves and on a busy machine. */
export const GC_CPU_BY_MACHINE = { own: [0.132, 0.53], crowded: [0.302, 1.311] } as const

export const AIMS: readonly Aim[] = [
  { figure: 'cycles', median: [0.08, 0.08], p90: [0.3, 0.282], inside: 0.931, width: [1.5, 1.5] },
  { figure: 'peak heap', median: [0.04, 0.029], p90: [0.15, 0.129], inside: 0.916, width: [1.3, 1.23] },
  { figure: 'RSS', median: [0.05, 0.038], p90: [0.15, 0.091], inside: 0.939, width: [1.3, 1.36] },
  { figure: 'GC CPU', median: [0.2, 0.237], p90: [0.6, 0.793], inside: 0.908, width: [2, 5.65] },
]

/** What is predicted of one figure of programs that were recorded last of all. */
interface Blind {
  readonly figure: string
  readonly median: number
  readonly p90: number
  /** Share of recordings inside the 90 % ranges: with scrapes, and from the log alone. */
  readonly inside: number
  readonly insideOfLog: number
}

/** Six of the programs, recorded once more when all else was done, with a scrape of each second: no range was made from these. */
export const RECORDED_LAST: readonly Blind[] = [
  { figure: 'cycles', median: 0.058, p90: 0.506, inside: 0.833, insideOfLog: 0.917 },
  { figure: 'peak heap', median: 0.035, p90: 0.171, inside: 0.958, insideOfLog: 0.917 },
  { figure: 'RSS', median: 0.035, p90: 0.094, inside: 1, insideOfLog: 1 },
  { figure: 'GC CPU', median: 0.12, p90: 0.507, inside: 0.917, insideOfLog: 0.958 },
]

/** How many times apart GC CPU is in two recordings of one program under one setting: in the median, and nine of ten. */
export const GC_CPU_APART = { median: 1.16, p90: 1.91 } as const
