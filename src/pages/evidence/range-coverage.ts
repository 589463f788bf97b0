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
  { figure: 'cycles', all: 0.943, others: 0.93, width: 2, leftOut: [free(0.902, 1.62), limited(0.894, 2.38)] },
  { figure: 'peak heap', all: 0.913, others: 0.925, width: 1.35, leftOut: [free(0.894, 1.36), limited(0.894, 1.32)] },
  { figure: 'GC CPU', all: 0.91, others: 0.895, width: 4.54, leftOut: [free(0.896, 4.9), limited(0.902, 3.7)] },
  { figure: 'counted', all: 0.964, others: 0.964, width: 1.47, leftOut: [free(0.925, 1.46), limited(0.884, 1.35)] },
  { figure: 'RSS', all: 0.94, others: 0.94, width: 1.45, leftOut: [free(0.925, 1.43), limited(0.884, 1.32)] },
  {
    figure: 'elapsed',
    all: 0.912,
    others: 0.899,
    width: 1.19,
    leftOut: [
      { kind: 'driven by clients', inside: 0.892, width: 1.14 },
      { kind: 'jobs', inside: 0.888, width: 3.01 },
    ],
  },
]

/** What was said of containers of a tenth less and a tenth more than the RSS that was then measured. */
export const CONTAINER_VERDICTS = { all: 166, wrong: 0, right: 33 } as const

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

export const AIMS: readonly Aim[] = [
  { figure: 'cycles', median: [0.08, 0.1], p90: [0.3, 0.298], inside: 0.952, width: [1.5, 1.71] },
  { figure: 'peak heap', median: [0.04, 0.044], p90: [0.15, 0.136], inside: 0.88, width: [1.3, 1.28] },
  { figure: 'RSS', median: [0.05, 0.05], p90: [0.15, 0.161], inside: 0.892, width: [1.3, 1.4] },
  { figure: 'GC CPU', median: [0.2, 0.353], p90: [0.6, 0.968], inside: 0.88, width: [2, 5.31] },
]

/** How many times apart GC CPU is in two recordings of one program under one setting: in the median, and nine of ten. */
export const GC_CPU_APART = { median: 1.25, p90: 1.95 } as const
