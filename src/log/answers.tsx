import { formatCount, formatSeconds, formatSize } from '../format.ts'
import { BANDS, toBand } from './bands.ts'
import type { CalibratedRun, MeasuredRun, PredictedRun } from './jobs.ts'
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
  /** Where nine of ten such predictions would lie. */
  readonly band: string
}

/** Measured and predicted side by side, with how far off such predictions have been. */
export function Answers(props: AnswersProps) {
  const { verdict } = props.predicted
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable */}
      <section className="scrolls answers" tabIndex={0} aria-label="Measured and predicted">
        <table>
          <thead>
            <tr>
              <td />
              <th scope="col" className="column">
                Measured
              </th>
              <th scope="col" className="column">
                Predicted
              </th>
              <th scope="col" className="column">
                90 % range
              </th>
              <th scope="col" className="column">
                Original settings (simulated)
              </th>
            </tr>
          </thead>
          <tbody>
            {toAnswers(props).map(({ name, measured, before, after, band }) => (
              <tr key={name}>
                <th scope="row" className="first">
                  {name}
                </th>
                <td>{measured}</td>
                <td className="after">{after}</td>
                <td>{band}</td>
                <td>{before}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p className={`verdict-line verdict-${verdict.kind}`} role="status">
        <b className="number">{verdict.label}</b> {verdict.reason}
      </p>
      <TrustLine trust={props.calibrated.trust} />
      <p className="footnote">
        {isLimitNew(props) &&
          'This log never met a memory limit, so what counts towards one besides the heap is assumed, not known. '}
        The ranges come from {BANDS.predictions} predictions for {BANDS.programs} small programs of ours: nine of ten
        were within {percent(BANDS.cycles.most)} (GC cycles), {percent(BANDS.peakHeap.most)} (peak heap) and{' '}
        {percent(BANDS.gcCpu.most)} (GC CPU) of what was then recorded, half of them within {percent(BANDS.cycles.half)}
        , {percent(BANDS.peakHeap.half)} and {percent(BANDS.gcCpu.half)}. For other programs they may be wider. A
        gctrace does not report container memory.
      </p>
    </>
  )
}

/** Whether a limit is asked about of which the log shows nothing. */
function isLimitNew({ measured: { inferred }, predicted: { scenario } }: AnswersProps): boolean {
  const { memoryLimit, containerLimit } = scenario
  return inferred?.memoryLimit.kind !== 'bytes' && (memoryLimit.kind === 'bytes' || containerLimit.kind === 'bytes')
}

function toAnswers({ measured, calibrated, predicted }: AnswersProps): Answer[] {
  const { measured: was, simulated } = calibrated
  const { figures, trace } = predicted
  return [
    {
      name: 'GC cycles',
      measured: formatCount(was.cycles),
      before: simulated ? formatCount(simulated.cycles) : '–',
      after: formatCount(figures.cycles),
      band: range(figures.cycles, BANDS.cycles, formatCount),
    },
    {
      name: 'Peak heap, as cycles end',
      measured: showWholeMiB(was.peakHeapBytes),
      before: simulated ? formatSize(simulated.peakHeapBytes) : '–',
      after: formatSize(figures.peakHeapBytes),
      band: range(figures.peakHeapBytes, BANDS.peakHeap, formatSize),
    },
    {
      name: 'Peak heap, at any time',
      measured: '–',
      before: formatSize(calibrated.trace.result.peakHeapBytes),
      after: formatSize(trace.result.peakHeapBytes),
      band: '–',
    },
    {
      name: 'Container memory',
      measured: '–',
      before: formatSize(calibrated.trace.result.peakContainerBytes),
      after: formatSize(trace.result.peakContainerBytes),
      band: '–',
    },
    {
      name: 'GC CPU',
      measured: formatSeconds(was.gcSeconds),
      before: simulated ? formatSeconds(simulated.gcSeconds) : '–',
      after: formatSeconds(figures.gcSeconds),
      band: range(figures.gcSeconds, BANDS.gcCpu, formatSeconds),
    },
    {
      name: 'Elapsed',
      measured: formatSeconds(measured.figures?.wallSeconds ?? was.wallSeconds),
      before: simulated ? formatSeconds(simulated.wallSeconds) : '–',
      after: formatSeconds(figures.wallSeconds),
      band: '–',
    },
    {
      name: 'Verdict',
      measured: '–',
      before: calibrated.verdict.label,
      after: predicted.verdict.label,
      band: '–',
    },
  ]
}

function range(value: number, band: { readonly most: number }, format: (value: number) => string): string {
  const [from, to] = toBand(value, band)
  const [low, high] = [format(from), format(to)]
  const unit = / \D+$/.exec(high)?.[0] ?? ''
  return `${unit !== '' && low.endsWith(unit) ? low.slice(0, -unit.length) : low} to ${high}`
}

function percent(share: number): string {
  return `${Math.round(1000 * share) / 10} %`
}
