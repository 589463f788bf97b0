import type { Spread } from '../../calibration/ensemble/predict.ts'
import { withOutlook } from '../../calibration/outlook.ts'
import { formatCount, formatSeconds, formatShare, formatSize } from '../../format.ts'
import type { CalibratedRun, MeasuredRun, PredictedRun } from '../engine/jobs.ts'
import { FiguresTable } from './figures-table.tsx'
import { showWholeMiB } from './show.ts'
import { TrustLine } from './trust-line.tsx'

interface AnswersProps {
  readonly measured: MeasuredRun
  readonly calibrated: CalibratedRun
  readonly predicted: PredictedRun
}

interface Answer {
  readonly name: string
  readonly measured: string
  /** The log's own settings, simulated. */
  readonly before: string
  readonly after: string
  /** Low to high: nine of ten such predictions hold. */
  readonly band: string
}

/** Measured and predicted side by side: low, likely and high. */
export function Answers(props: AnswersProps) {
  const { outlook, whyWide } = props.predicted
  const { kind, label, reason } = withOutlook(props.predicted.verdict, outlook)
  return (
    <>
      <FiguresTable
        name="Measured and predicted"
        className="answers"
        columns={['Measured', 'Predicted', '90 % range', 'Original settings (simulated)']}
        rows={toAnswers(props).map(({ name, measured, before, after, band }) => [name, measured, after, band, before])}
      />
      <p className={`verdict-line verdict-${kind}`} role="status">
        <b className="number">{label}</b> {reason}
      </p>
      <TrustLine trust={props.calibrated.trust} />
      <p className="footnote">
        {whyWide} Nine of ten programs like those we recorded lay within such ranges. GC CPU also depends on what else
        the machine does.
      </p>
    </>
  )
}

function toAnswers({ measured, calibrated, predicted }: AnswersProps): Answer[] {
  const { measured: was, simulated } = calibrated
  const { figures, trace, spread, cycleHeap } = predicted
  return [
    {
      name: 'GC cycles',
      measured: formatCount(was.cycles),
      before: simulated ? formatCount(simulated.cycles) : '–',
      after: formatCount(figures.cycles),
      band: range(spread.cycles, formatCount),
    },
    {
      name: 'Peak heap, as cycles end',
      measured: showWholeMiB(was.peakHeapBytes),
      before: simulated ? formatSize(simulated.peakHeapBytes) : '–',
      after: formatSize(figures.peakHeapBytes),
      band: range(cycleHeap, formatSize),
    },
    {
      name: 'Peak heap, at any time',
      measured: '–',
      before: formatSize(calibrated.trace.result.peakHeapBytes),
      after: formatSize(trace.result.peakHeapBytes),
      band: range(spread.peakHeapBytes, formatSize),
    },
    {
      name: 'Counted by GOMEMLIMIT',
      measured: '–',
      before: formatSize(calibrated.trace.result.peakMemoryBytes),
      after: formatSize(trace.result.peakMemoryBytes),
      band: range(spread.peakMemoryBytes, formatSize),
    },
    {
      name: 'Container memory',
      measured: '–',
      before: formatSize(calibrated.trace.result.peakContainerBytes),
      after: formatSize(trace.result.peakContainerBytes),
      band: range(spread.peakContainerBytes, formatSize),
    },
    {
      name: 'GC CPU',
      measured: formatSeconds(was.gcSeconds),
      before: simulated ? formatSeconds(simulated.gcSeconds) : '–',
      after: formatSeconds(figures.gcSeconds),
      band: range(spread.gcSeconds, formatSeconds),
    },
    {
      name: 'Compulsory GC CPU',
      measured: '–',
      before: formatShare(calibrated.trace.result.compulsoryGcFraction),
      after: formatShare(trace.result.compulsoryGcFraction),
      band: range(spread.compulsoryGcFraction, formatShare),
    },
    {
      name: 'Elapsed',
      measured: formatSeconds(measured.figures?.wallSeconds ?? was.wallSeconds),
      before: simulated ? formatSeconds(simulated.wallSeconds) : '–',
      after: formatSeconds(figures.wallSeconds),
      band: range(spread.wallSeconds, formatSeconds),
    },
    {
      name: 'Verdict',
      measured: '–',
      before: calibrated.verdict.label,
      after: predicted.outlook?.label ?? predicted.verdict.label,
      band: '–',
    },
  ]
}

function range(spread: Spread, format: (value: number) => string): string {
  const [low, high] = [format(spread.low), format(spread.high)]
  const unit = / \D+$/.exec(high)?.[0] ?? ''
  return `${unit !== '' && low.endsWith(unit) ? low.slice(0, -unit.length) : low} to ${high}`
}
