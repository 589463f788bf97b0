import { formatProseSize, formatShare, toSentence } from '../format.ts'
import type { RangeVerdict } from '../prediction/range-verdict.ts'
import { NoBreak } from '../ui/text/no-break.tsx'
import { limitBytes } from '../units.ts'
import { type ShownSpan, showRate, showSize, showSpan, whyNoCycles } from './answer/show.ts'
import type { SimulatedProgram } from './jobs.ts'

interface ResultRowProps {
  readonly verdict: RangeVerdict
  readonly simulated: SimulatedProgram
}

/** The verdict in large words, and below it the figures that matter most, each as its 90 % range. */
export function ResultRow({ verdict, simulated }: ResultRowProps) {
  const { kind, label, when = '', headline = label.slice(0, label.length - when.length), summary } = verdict
  return (
    <div className="result-row">
      <div className={`result verdict verdict-${kind}`}>
        <p className="number">
          {headline}
          {when && <span className="when">{when}</span>}
        </p>
        <p className="aside">
          <NoBreak text={summary ?? verdict.reason} />
        </p>
      </div>
      <Figures simulated={simulated} />
    </div>
  )
}

function Figures({
  simulated: { scenario, spread, cycleRate, trace, gcWithinCpus },
}: Pick<ResultRowProps, 'simulated'>) {
  const { peakContainerBytes: memory, compulsoryGcFraction: gc } = spread
  const limit = limitBytes(scenario.containerLimit)
  const isFull = memory.low >= limit
  const of = limit < Infinity ? `of ${formatProseSize(limit)}; ` : ''
  const noCycles = whyNoCycles(cycleRate, trace)
  return (
    <dl className="range-figures">
      <Figure
        name="Container memory"
        span={isFull ? showSpan(limit, limit, showSize) : showSpan(memory.low, memory.high, showSize)}
        aside={isFull ? 'all of it' : `${of}${RANGE}`}
      />
      <Figure
        name="GC CPU"
        span={showSpan(gc.low, gc.high, formatShare)}
        aside={gcWithinCpus === undefined ? RANGE : `${RANGE}; end measured`}
      />
      <Figure
        name="GC cycles"
        span={noCycles ? { number: '0', unit: '' } : showSpan(cycleRate.low, cycleRate.high, showPerSecond)}
        aside={noCycles ?? RANGE}
      />
    </dl>
  )
}

const RANGE = '90 % range'

/** Two digits are enough for a large figure: the table has three. */
function showPerSecond(rate: number): string {
  return `${showRate(rate, 2)} /s`
}

interface FigureProps {
  readonly name: string
  readonly span: ShownSpan
  readonly aside: string
}

function Figure({ name, span: { number, unit }, aside }: FigureProps) {
  return (
    <div className="result">
      <dt className="fine">{name}</dt>
      <dd className="number">
        {number}
        {unit && <span className="unit"> {unit}</span>}
      </dd>
      <dd className="aside">
        <NoBreak text={aside} />
      </dd>
    </div>
  )
}

/** The reason for a verdict that the row does not give, and what could make the verdict wrong. */
export function Reasons({ verdict: { summary, reason, warnings } }: Pick<ResultRowProps, 'verdict'>) {
  return (
    <>
      {summary !== undefined && (
        <p className="reason">
          <NoBreak text={reason} />
        </p>
      )}
      <Warnings warnings={warnings} />
    </>
  )
}

/** What could make a verdict wrong, as a list. */
export function Warnings({ warnings }: Pick<RangeVerdict, 'warnings'>) {
  if (warnings.length === 0) return null
  return (
    <div className="could-be-wrong soft">
      <h3>What could make this wrong</h3>
      <ul>
        {warnings.map((warning) => (
          <li key={warning}>
            <NoBreak text={toSentence(warning)} />
          </li>
        ))}
      </ul>
    </div>
  )
}
