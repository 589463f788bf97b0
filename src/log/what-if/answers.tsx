import { formatCount, formatSeconds, formatShare, formatSize, fromTo } from '../../format.ts'
import { withOutlook } from '../../prediction/range-verdict.ts'
import type { Spread } from '../../prediction/spread.ts'
import { FiguresTable } from '../../ui/below/figures-table.tsx'
import { NoBreak } from '../../ui/text/no-break.tsx'
import { NOT_IN_A_LOG } from '../engine/how-sure.ts'
import type { CalibratedRun, MeasuredRun, PredictedRun } from '../engine/jobs.ts'
import { cyclesName, showWholeMiB, whyLessInContainer } from './show.ts'
import { TrustLine } from './trust-line.tsx'

interface AnswersProps {
  readonly measured: MeasuredRun
  readonly calibrated: CalibratedRun
  readonly predicted: PredictedRun
}

/** Measured and predicted side by side: low, likely and high. */
export function Answers(props: AnswersProps) {
  const { outlook, whyWide, howSureShare } = props.predicted
  const { kind, label, reason } = withOutlook(props.predicted.verdict, outlook)
  return (
    <>
      <FiguresTable
        name="Measured and predicted"
        className="answers"
        columns={['Measured', 'Predicted', '90 % range', 'Original settings (simulated)']}
        rows={toRows(props)}
      />
      <p className={`verdict-line verdict-${kind}`} role="status">
        <b className="number">{label}</b> <NoBreak text={reason} />
      </p>
      <TrustLine trust={props.calibrated.trust} />
      <p className="footnote">{whyWide}</p>
      <details className="footnote how-sure">
        <summary>How sure the ranges are</summary>
        <ul>
          {[
            OF_RECORDED,
            OF_LOGGED,
            OF_GC_CPU,
            ...NOT_IN_A_LOG,
            howSureShare,
            whyLessInContainer(props.predicted.spread),
          ].map((sentence) => sentence !== '' && <li key={sentence}>{sentence}</li>)}
        </ul>
      </details>
    </>
  )
}

const OF_RECORDED = 'Nine of ten programs like those we recorded lay within such ranges.'
const OF_LOGGED =
  'Under the log’s own settings, GC cycles and the peak heap differ from the log only as two runs of a program do.'
const OF_GC_CPU = 'The range of GC CPU also holds if other processes keep the machine busier than it was.'

type Row = readonly [name: string, measured: string, after: string, band: string, before: string]
type Format = (value: number) => string

/** For each figure: measured, predicted, its 90 % range, and the simulation of the log's own settings. */
function toRows({ measured, calibrated, predicted }: AnswersProps): (Row | undefined)[] {
  const { measured: was, simulated } = calibrated
  const { figures, spread, cycleHeap, gcSecondsOnSameMachine: onSame } = predicted
  const verdict = withOutlook(predicted.verdict, predicted.outlook)
  const before = calibrated.trace.result
  /** A figure that the log shows too. */
  const seen = (name: string, key: 'cycles' | 'gcSeconds' | 'wallSeconds', format: Format, logged = was[key]): Row => {
    const own = simulated ? format(simulated[key]) : '–'
    return [name, format(logged), format(figures[key]), range(spread[key], format), own]
  }
  const derived = (name: string, key: keyof typeof spread, format: Format, logged = '–'): Row => {
    return [name, logged, format(spread[key].likely), range(spread[key], format), format(before[key])]
  }
  return [
    seen(cyclesName(measured), 'cycles', formatCount),
    [
      'Peak heap, as cycles end',
      showWholeMiB(was.peakHeapBytes),
      ...(cycleHeap.high > 0
        ? ([formatSize(figures.peakHeapBytes), range(cycleHeap, formatSize)] as const)
        : (['no cycle', '–'] as const)),
      simulated ? formatSize(simulated.peakHeapBytes) : '–',
    ],
    derived('Peak heap, at any time', 'peakHeapBytes', formatSize),
    derived('Counted by GOMEMLIMIT', 'peakMemoryBytes', formatSize),
    derived('Container memory', 'peakContainerBytes', formatSize),
    seen('GC CPU', 'gcSeconds', formatSeconds),
    onSame && [
      'GC CPU, machine as free as in the log',
      '–',
      formatSeconds(figures.gcSeconds),
      range(onSame, formatSeconds),
      '–',
    ],
    derived(
      'GC CPU share, idle marking not counted',
      'compulsoryGcFraction',
      formatShare,
      formatShare(calibrated.compulsoryGcFraction),
    ),
    seen('Elapsed', 'wallSeconds', formatSeconds, measured.figures?.wallSeconds),
    ['Verdict', '–', verdict.label, '–', calibrated.verdict.label],
  ]
}

function range({ low, high }: Spread, format: Format): string {
  return fromTo(format(low), format(high))
}
