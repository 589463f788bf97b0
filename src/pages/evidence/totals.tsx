import { type PublishedRow, type PublishedTotals, WITHIN_GOAL } from '../../explore/published/published.ts'
import { isOtherEnding, toEndingText } from '../../explore/published/text.ts'
import { formatShare } from '../../format.ts'
import type { FigureKind } from '../../scenario/presets/published/facts/facts.ts'
import { WorkLine } from '../frame/work-line.tsx'
import type { PiecewiseJob } from '../work/use-pieces.ts'

/** The name of each kind of figure, and its tolerance. */
const KINDS: Readonly<Record<Exclude<FigureKind, 'shown'>, readonly [name: string, tolerance: string]>> = {
  verdict: ['Killed or completed', 'the same'],
  cycles: ['GC cycles', '15 %'],
  memory: ['Memory', '10 %'],
  'gc-cpu': ['GC share, CPU time', '2 points or 30 %'],
  progress: ['Bytes allocated', '10 %'],
}

interface TotalsProps {
  readonly totals: PublishedTotals
  readonly done: number
  readonly all: number
  readonly work: PiecewiseJob<unknown>
  /** Runs that end in another way than their source reports; while they are computed they keep their place. */
  readonly otherEndings: readonly PublishedRow[]
}

/** How many of the predicted figures are within tolerance; during the computation, its progress. */
export function Totals({ totals, done, all, work, otherEndings }: TotalsProps) {
  const { judged, within, used, shown, byKind } = totals
  const isDone = done === all
  return (
    <section className="totals" aria-label="Totals">
      <WorkLine
        className="headline"
        work={work}
        done={
          <>
            <strong>
              {within} of {judged}
            </strong>{' '}
            predicted figures are within tolerance: {formatShare(within / judged)}. {100 * WITHIN_GOAL} % is our goal,
            not a standard.
          </>
        }
      >
        {done} of {all} settings
      </WorkLine>
      <progress max={all} value={done} aria-label="Settings computed" className={isDone ? 'done' : undefined} />
      <dl className="by-kind">
        {byKind.map(({ kind, judged, within }) => {
          const [name, tolerance] = KINDS[kind as Exclude<FigureKind, 'shown'>]
          const count = judged === 0 ? '…' : `${within} of ${judged}`
          return <Kind key={kind} name={name} aside={tolerance} count={count} />
        })}
        <Kind name="Used in set-up" aside="never judged" count={used} />
        <Kind name="Shown" aside="not judged" count={shown} />
      </dl>
      {otherEndings.map((row) => (
        <p key={row.preset} className={isOtherEnding(row) ? 'other-ending' : 'other-ending unknown'}>
          <strong>Ends differently.</strong> {toEndingText(row)}
        </p>
      ))}
    </section>
  )
}

interface KindProps {
  readonly name: string
  readonly aside: string
  readonly count: string | number
}

function Kind({ name, aside, count }: KindProps) {
  return (
    <div>
      <dt>
        {name} <span className="tolerance">{aside}</span>
      </dt>
      <dd>{count}</dd>
    </div>
  )
}
