import { formatCount, formatSeconds, formatShare, fromTo } from '../../format.ts'
import { showRounded } from '../../log/show.ts'
import { toShortVerdict } from '../../prediction/range-verdict.ts'
import type { Spread } from '../../prediction/spread.ts'
import type { Answered, SimulatedProgram } from '../jobs.ts'
import { showRate, showSize } from './show.ts'

/** A figure of the program, for the tables of the page. */
export interface Figure {
  readonly name: string
  /** As measured under the program’s own settings; `–` if no input shows it. */
  readonly measured: string
  /** undefined if a simulation does not have it. */
  readonly of: (answered: Answered) => Spread | undefined
  readonly show: (value: number) => string
}

/** Shown for a figure that does not exist. */
export const NONE = '–'

/**
 * The figures of the program. A log has a length, so its figures are those of the whole run; without a log, they are
 * rates.
 * @param measuredRate GC cycles per second; undefined if no input shows them
 */
export function figuresOf(simulated: SimulatedProgram, measuredRate: number | undefined): Figure[] {
  const { logged, measuredCounted, measuredContainer, measuredGc } = simulated
  const figure = (name: string, of: Figure['of'], show: Figure['show'], measured?: number, showMeasured = show) => {
    return { name, measured: measured === undefined ? NONE : showMeasured(measured), of, show }
  }
  const compulsory = measuredGc?.compulsory ?? logged?.compulsoryGcFraction
  const { cycles, peakHeapBytes, gcSeconds, wallSeconds, forcedCycles = 0 } = logged?.figures ?? {}
  const leftOut = logged?.forcedLeftOut ?? 0
  const counted = forcedCycles + leftOut > 0 ? ', forced ones not counted' : ''
  // The CPU time has that of forced cycles among the others.
  const timed = forcedCycles === 0 && leftOut > 0 ? ', without forced cycles' : ''
  const ofLog = (...figures: readonly Figure[]) => (logged ? figures : [])
  return [
    logged
      ? figure(`GC cycles${counted}`, ({ spread }) => spread.cycles, formatCount, cycles)
      : figure('GC cycles per second', ({ cycleRate }) => cycleRate, showRate, measuredRate),
    ...ofLog(
      figure(
        'Peak heap, as cycles end',
        ({ cycleHeap }) => (cycleHeap.high > 0 ? cycleHeap : undefined),
        showSize,
        peakHeapBytes,
        showRounded,
      ),
    ),
    figure(logged ? 'Peak heap, at any time' : 'Peak heap', ({ spread }) => spread.peakHeapBytes, showSize),
    figure('Counted by GOMEMLIMIT, highest', ({ spread }) => spread.peakMemoryBytes, showSize, measuredCounted),
    figure('Container memory, highest', ({ spread }) => spread.peakContainerBytes, showSize, measuredContainer),
    ...ofLog(
      figure(`GC CPU time, idle marking included${timed}`, ({ spread }) => spread.gcSeconds, formatSeconds, gcSeconds),
      figure(
        'GC CPU time, if the machine is as free as in the log',
        (one) => one.gcSecondsOnSameMachine,
        formatSeconds,
      ),
    ),
    figure(
      'GC CPU share, idle marking not counted',
      ({ spread }) => spread.compulsoryGcFraction,
      formatShare,
      compulsory,
    ),
    ...ofLog(figure('Elapsed', ({ spread }) => spread.wallSeconds, formatSeconds, wallSeconds)),
  ]
}

export type MeasuredRow = readonly [name: string, measured: string, simulated: string, range: string]

/** Measured figures beside simulated ones. Figures that the simulation does not have are left out. */
export function toMeasuredRows(figures: readonly Figure[], simulated: Answered): MeasuredRow[] {
  return figures.flatMap(({ name, measured, of, show }) => {
    const spread = of(simulated)
    return spread ? [[name, measured, show(spread.likely), rangeOf(spread, show)] as const] : []
  })
}

export type ComparedRow = readonly [name: string, ...columns: string[]]

interface Judged {
  readonly before: boolean
  readonly after: boolean
}

/**
 * The program under its own and under other settings, with its verdicts.
 * @param isBesideLog whether a column with the measured figures comes first
 * @param judged whether all settings in force are known, so that there is a verdict
 */
export function toComparedRows(
  figures: readonly Figure[],
  before: Answered,
  after: Answered,
  judged: Judged,
  isBesideLog: boolean,
): ComparedRow[] {
  const isThrottled = [before, after].some(({ throttledShare }) => throttledShare.high > 0)
  const toThrottled = ({ throttledShare }: Answered) => throttledShare
  const throttled = { name: 'Time stopped by the CPU quota', measured: NONE, of: toThrottled, show: formatShare }
  const row = (name: string, measured: string, ...columns: readonly string[]): ComparedRow =>
    isBesideLog ? [name, measured, ...columns] : [name, ...columns]
  const rows = [...figures, ...(isThrottled ? [throttled] : [])].flatMap(({ name, measured, of, show }) => {
    const [was, will] = [of(before), of(after)]
    if (!was && !will) return []
    return [
      row(
        name,
        measured,
        was ? show(was.likely) : NONE,
        ...(will ? [show(will.likely), rangeOf(will, show)] : [NONE, NONE]),
      ),
    ]
  })
  const labelOf = ({ verdict, outlook }: Answered, isJudged: boolean) =>
    isJudged ? toShortVerdict(verdict, outlook) : NONE
  return [...rows, row('Verdict', NONE, labelOf(before, judged.before), labelOf(after, judged.after), NONE)]
}

function rangeOf({ low, high }: Spread, show: Figure['show']): string {
  return fromTo(show(low), show(high))
}
