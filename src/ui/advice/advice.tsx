import { memo, useState } from 'react'
import type { Advice as LimitsFound } from '../../explore/advice.ts'
import { withOneLimit } from '../../explore/one-limit.ts'
import { limitBytes } from '../../units.ts'
import { useActions, useApp, useAppState } from '../context.ts'
import { isMisfit, type Offer, showSize, toAnswer, toNotes, toOffers, toSummary } from './advice-text.ts'
import { Range } from './range.tsx'
import { type Advised, useAdvice } from './use-advice.ts'

/** GC CPU shares to choose from, in percent. */
const SHARES = [2, 5, 10, 15, 20, 30, 50] as const

const OPTIONS = SHARES.map((share) => (
  <option key={share} value={share}>
    {share} %
  </option>
))

/** Which GOMEMLIMIT this program can live with, in this container: found with the model on screen, and set by a click. */
export function Advice() {
  const [percent, setPercent] = useState(10)
  const advised = useAdvice(percent / 100)
  const { advice, status } = advised
  const isStale = status !== 'found'
  return (
    <details className="advice">
      <summary>
        Which limit? <Heading {...advised} />
      </summary>
      <label className="advice-share">
        GC CPU at most
        <select name="advice-share" value={percent} onChange={(event) => setPercent(Number(event.target.value))}>
          {OPTIONS}
        </select>
      </label>
      <Waiting {...advised} />
      {advice && <Found advice={advice} isStale={isStale} />}
      <p className="fine">
        Go 1.25 and later take GOMAXPROCS from the container’s CPU quota. Go does not take GOMEMLIMIT from its memory
        limit: it has to be set.
      </p>
    </details>
  )
}

function Heading({ advice, status }: Advised) {
  if (status === 'failed' || status === 'cancelled') return <span className="found stale">not searched</span>
  const tone = status === 'found' ? (advice && isMisfit(advice) ? 'bad' : '') : 'stale'
  return <span className={`found ${tone}`}>{advice ? toSummary(advice) : 'searching…'}</span>
}

/** While there is no answer: what goes on, and the way out of it. */
function Waiting({ status, cancel, tryAgain }: Advised) {
  if (status === 'found') return null
  if (status === 'searching')
    return (
      <p className="fine">
        Limits are being simulated…{' '}
        <button type="button" className="inline" onClick={cancel}>
          Cancel
        </button>
      </p>
    )
  return (
    <p role={status === 'failed' ? 'alert' : undefined}>
      {status === 'failed' ? 'The search for limits failed.' : 'The search was cancelled.'}{' '}
      <button type="button" className="inline" onClick={tryAgain}>
        {status === 'failed' ? 'Try again' : 'Search'}
      </button>
    </p>
  )
}

interface FoundProps {
  readonly advice: LimitsFound
  readonly isStale: boolean
}

const Found = memo(function Found({ advice, isStale }: FoundProps) {
  const current = useAppState((state) => limitBytes(state.scenario.memoryLimit))
  const changes = useAppState((state) => state.scenario.changes)
  const scenario = useApp().store.getState().scenario
  const offers = toOffers(advice)
  return (
    <div className={isStale ? 'stale' : ''}>
      {toAnswer(advice).map((sentence, i) => (
        <p key={sentence} className={i === 0 && isMisfit(advice) ? 'answer misfit' : 'answer'}>
          {sentence}
        </p>
      ))}
      <Range advice={advice} current={current} />
      {offers.length > 0 && (
        <dl className="bounds">
          {offers.map((offer) => (
            <Bound key={offer.name} {...offer} />
          ))}
        </dl>
      )}
      {toNotes({ ...scenario, changes }).map((note) => (
        <p key={note} className="fine">
          {note}
        </p>
      ))}
    </div>
  )
})

function Bound({ name, bytes, note }: Offer) {
  const { edit } = useActions()
  const { store } = useApp()
  const value = showSize(bytes)
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <button
          type="button"
          className="apply"
          aria-label={`Set GOMEMLIMIT to ${value}: ${name}`}
          onClick={() => edit(withOneLimit(store.getState().scenario, bytes), 'set')}
        >
          {value}
        </button>{' '}
        <span className="fine">{note}</span>
      </dd>
    </div>
  )
}
