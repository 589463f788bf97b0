import computed from './ranges.json' with { type: 'json' }

/** The share of recordings inside the 90 % ranges of one figure, and the width of the ranges: high ÷ low. */
export interface RangeCoverage {
  readonly figure: string
  readonly all: number
  /** Of programs that calibration was not built on. */
  readonly others: number
  readonly width: number
  /** The same for a program that was left out when the ranges were made: the means, by kind of setting or program. */
  readonly leftOut: readonly { readonly kind: string; readonly inside: number; readonly width: number }[]
}

/** Verdicts on containers that are a tenth smaller and a tenth larger than the RSS that was then measured. */
interface Verdicts {
  readonly all: number
  /** Verdicts that were certain, but the program did otherwise. */
  readonly wrong: number
  /** Verdicts that were certain and came true. */
  readonly right: number
}

/** Predictions from the logs of programs from which no range was made. */
interface Unseen {
  readonly predictions: number
  /** Shares of recordings inside the ranges, by figure. */
  readonly inside: Readonly<Record<string, number>>
  readonly verdicts: Verdicts
}

/** Predictions of one figure, from a log together with measured memory. */
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

/** Predictions with scrapes for recordings from which no range was made; `insideOfLog`: the share with the log alone. */
export interface Blind extends Reached {
  readonly insideOfLog: number
}

/** N of “could be killed (N of 10)”, and how often the container did kill. */
export interface Chance {
  readonly said: readonly [least: number, most: number]
  readonly verdicts: number
  readonly killed: number
}

/** Groups of recordings with scrapes, made later than the ranges: six programs again, three of other kinds, six new ones. */
type Later = 'again' | 'others' | 'unseen'

/** What services in containers are predicted from. */
export type ContainedFrom = 'log' | 'log and memory' | 'log and scrapes' | 'scrapes'

/** All tables of the evidence page that show how good ranges and verdicts are. */
export interface Ranges {
  readonly coverage: readonly RangeCoverage[]
  readonly containerVerdicts: Verdicts
  /** Six programs that were recorded when ranges had been made of all others. */
  readonly blindPrograms: Unseen
  /** Nine programs by testers who looked for wrong answers of the page. */
  readonly readerPrograms: Unseen
  /**
   * Nine programs that were recorded while nothing else ran, the same nine while others took both CPUs of the machine, and
   * the nine of `readerPrograms`.
   */
  readonly reached: Readonly<Record<'alone' | 'crowded' | 'readers', readonly Reached[]>>
  /** Recordings without a limit inside the range of GC CPU for a machine that is as free as while the log was written. */
  readonly sameMachine: Readonly<Record<'alone' | 'crowded' | 'odd' | Later, Pick<Reached, 'inside' | 'width'>>>
  /** Of the six new programs only the reach of verdicts was mended: 2 of their 168 were wrong at first sight. */
  readonly recordedLater: Readonly<Record<Later, readonly Blind[]>>
  readonly laterPredictions: Readonly<Record<Later, number>>
  /** Predictions for 24 programs without a log: from three scrapes, by the metrics that are exposed, and from one dump. */
  readonly scrapesAlone: Readonly<
    Record<
      'default' | 'all' | 'dump',
      { readonly reached: readonly Reached[]; readonly verdicts: Omit<Verdicts, 'wrong'> }
    >
  >
  /** 119 predictions for seventeen programs from which no range was made, from each kind of input. */
  readonly oddPrograms: readonly {
    readonly from: 'log' | 'measured' | 'default' | 'all' | 'dump'
    readonly reached: readonly Reached[]
    readonly verdicts: Verdicts
  }[]
  /** Services under CPU quotas, and in containers whose memory the kernel limited, by what is known of them. */
  readonly contained: readonly {
    readonly from: ContainedFrom
    readonly reached: readonly Pick<Reached, 'figure' | 'inside'>[]
    /** Under CPU quotas, on containers a tenth smaller and larger than the RSS that was then measured. */
    readonly verdicts: Verdicts
    /** On containers whose memory the kernel limited. */
    readonly kernel: Verdicts
  }[]
  /**
   * Services in containers, with a realistic choice of memory, CPU quota, GOGC and GOMEMLIMIT; recorded after all
   * ranges and rules were made.
   */
  readonly chosen: readonly {
    readonly from: ContainedFrom
    readonly reached: readonly Reached[]
    readonly kernel: Verdicts
  }[]
  /** Services under a CPU quota, which the first run had too: other GOGC and GOMEMLIMIT; verdicts as in `contained`. */
  readonly quota: readonly {
    readonly from: ContainedFrom
    readonly reached: readonly Reached[]
    readonly verdicts: Verdicts
  }[]
  /** How many services of `chosen` get a certain verdict in a container of `times` their RSS; by input, as there. */
  readonly sure: readonly { readonly times: number; readonly of: number; readonly sure: readonly number[] }[]
  /** From a log alone, of 54 programs; with scrapes or measured memory beside it; and from three scrapes without a log. */
  readonly chances: Readonly<Record<'log' | 'measured' | 'scrapes' | 'kernel', readonly Chance[]>>
  /** The ratio of GC CPU in two recordings of one program under one setting: the median, and the 90th percentile. */
  readonly gcCpuApart: { readonly median: number; readonly p90: number }
}

/** `npm run evidence -- write` computes them from all recordings (tests/tools/evidence-ranges.ts). */
export const RANGES = computed as unknown as Ranges

/**
 * Verdicts on thirteen programs (seven, then six) when they were recorded, before ranges were made from them too. The
 * machines were shared with others; four programs even ran on an overloaded one.
 */
export const FIRST_SIGHT = {
  ofSeven: { verdicts: 252, wrong: 9, ofOneProgram: 8 },
  ofSix: { verdicts: 108, wrong: 0 },
  overloaded: { verdicts: 104, wrong: 3 },
} as const

/** The aims for programs that calibration was not built on; for the share of recordings inside: 0.88 to 0.95. */
export const AIMS: readonly Omit<Reached, 'inside'>[] = [
  { figure: 'cycles', median: 0.08, p90: 0.3, width: 1.5 },
  { figure: 'peak heap', median: 0.04, p90: 0.15, width: 1.3 },
  { figure: 'RSS', median: 0.05, p90: 0.15, width: 1.3 },
  { figure: 'GC CPU', median: 0.2, p90: 0.6, width: 2 },
]
