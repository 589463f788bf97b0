import { formatSeconds } from '../../format.ts'
import type { PaidPart } from '../../model/explain/explain-runtime.ts'
import type { ExplainedTerm } from '../../model/explain/explain-terms.ts'
import { type Readout as Text, toReadout } from '../../view/readout-text.ts'
import { useAppState, useRun } from '../context.ts'
import { NoBreak } from '../text/no-break.tsx'

export function Readout() {
  const { trace } = useRun()
  const cursor = useAppState((state) => state.cursor)
  const readout = toReadout(trace, cursor)
  const { terms, paid } = readout
  return terms && paid ? <CycleTerms {...readout} terms={terms} paid={paid} /> : <Sentence {...readout} />
}

function Sentence({ title, goal, rest }: Text) {
  return (
    <p>
      <span className="which">
        <NoBreak text={title} />
      </span>
      <b className="goal">
        <NoBreak text={goal} />
      </b>
      <span>
        <NoBreak text={rest} />
      </span>
    </p>
  )
}

interface CycleTermsProps {
  readonly title: string
  readonly goal: string
  readonly terms: readonly ExplainedTerm[]
  readonly paid: readonly PaidPart[]
}

/** A cycle of the runtime model, term by term. Every term has the same size for all cycles. */
export function CycleTerms({ title, goal, terms, paid }: CycleTermsProps) {
  return (
    <dl className="terms">
      <div className="term-goal">
        <dt>
          <NoBreak text={title} />
        </dt>
        <dd>
          <b className="goal">
            <NoBreak text={goal} />
          </b>
        </dd>
      </div>
      {terms.map(({ key, name, value, gloss }) => (
        <div key={key} className={`term-${key}`}>
          <dt>{name}</dt>
          <dd>{value}</dd>
          <dd className="gloss">
            <NoBreak text={gloss} />
          </dd>
        </div>
      ))}
      <WhoPaid paid={paid} />
    </dl>
  )
}

const BAR = 100

function WhoPaid({ paid }: { readonly paid: readonly PaidPart[] }) {
  const total = paid.reduce((sum, { seconds }) => sum + seconds, 0)
  const payers = paid.filter(({ seconds }) => seconds > 0)
  return (
    <div className="term-paid">
      <dt>Who paid: {formatSeconds(total)} of CPU time</dt>
      <dd className="paid-bar">
        <svg aria-hidden="true" viewBox={`0 0 ${BAR} 1`} preserveAspectRatio="none">
          {toPieces(payers, total).map(({ who, from, width }) => (
            <rect key={who} className={who} x={from} y="0" width={width} height="1" />
          ))}
        </svg>
      </dd>
      <dd className="gloss">
        {payers.map(({ who, name, seconds }) => (
          <span key={who} className={`payer ${who}`}>
            {name} {formatSeconds(seconds)}
          </span>
        ))}
      </dd>
    </div>
  )
}

function toPieces(payers: readonly PaidPart[], total: number) {
  let from = 0
  return payers.map(({ who, seconds }) => {
    const piece = { who, from, width: (BAR * seconds) / total }
    from += piece.width
    return piece
  })
}
