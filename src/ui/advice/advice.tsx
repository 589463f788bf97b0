import { memo, useEffect, useRef, useState } from 'react'
import type { Advice as AdviceFound } from '../../explore/advice.ts'
import { USUAL_DEMAND } from '../../explore/advice-demand.ts'
import { recommendedOf, titleOf, toNoneText } from '../../explore/advice-words.ts'
import { useAppState } from '../context.ts'
import { Demands } from './demands.tsx'
import { Option } from './option.tsx'
import { type Advised, useAdvice } from './use-advice.ts'

/** What to set, as options: each simulated with the model on screen, with its figures and its risk. */
export function Advice() {
  const [demand, setDemand] = useState(USUAL_DEMAND)
  const advised = useAdvice(demand)
  const { advice, status } = advised
  const place = useRef<HTMLDetailsElement>(null)
  const isAsked = useAppState((state) => state.isAdvising)
  useEffect(() => {
    if (isAsked) place.current?.scrollIntoView({ block: 'start' })
  }, [isAsked])
  return (
    <details ref={place} className="advice" open={isAsked}>
      <summary>
        What to set? <Heading {...advised} />
      </summary>
      <Demands demand={demand} onChange={setDemand} />
      <Waiting {...advised} />
      {advice && <Found advice={advice} isStale={status !== 'found'} />}
      <p className="fine">
        Go 1.25 and later take GOMAXPROCS from the container’s CPU quota. Go does not take GOMEMLIMIT from its memory
        limit: it has to be set.
      </p>
    </details>
  )
}

function Heading({ advice, status }: Advised) {
  if (status === 'failed' || status === 'cancelled') return <span className="found stale">not searched</span>
  if (!advice) return <span className="found stale">searching…</span>
  const tone = status !== 'found' ? 'stale' : advice.recommended === null && !advice.isTooLong ? 'bad' : ''
  return <span className={`found ${tone}`}>{toSummary(advice)}</span>
}

function toSummary(advice: AdviceFound): string {
  const option = recommendedOf(advice)
  if (!option) return advice.isTooLong ? 'not searched' : 'nothing fits'
  const title = titleOf(option, advice)
  return title[0]?.toLowerCase() + title.slice(1)
}

/** While there is no answer: what goes on, and the way out of it. */
function Waiting({ status, cancel, tryAgain }: Advised) {
  if (status === 'found') return null
  if (status === 'searching')
    return (
      <p className="fine">
        Settings are being simulated…{' '}
        <button type="button" className="inline" onClick={cancel}>
          Cancel
        </button>
      </p>
    )
  return (
    <p role={status === 'failed' ? 'alert' : undefined}>
      {status === 'failed' ? 'The search for settings failed.' : 'The search was cancelled.'}{' '}
      <button type="button" className="inline" onClick={tryAgain}>
        {status === 'failed' ? 'Try again' : 'Search'}
      </button>
    </p>
  )
}

interface FoundProps {
  readonly advice: AdviceFound
  readonly isStale: boolean
}

const Found = memo(function Found({ advice, isStale }: FoundProps) {
  const [chosen, setChosen] = useState<string>()
  const changesSettings = useAppState(({ scenario }) =>
    scenario.changes.some(({ gogc, memoryLimit }) => gogc ?? memoryLimit),
  )
  const shown = advice.options.find(({ name }) => name === chosen) ?? recommendedOf(advice)
  const none = toNoneText(advice)
  return (
    <div className={isStale ? 'stale' : ''}>
      {none && <p className="answer misfit">{none}</p>}
      <ul className="options">
        {advice.options.map((option) => (
          <Option
            key={option.name}
            option={option}
            advice={advice}
            isShown={option === shown}
            onShow={() => setChosen(option.name)}
          />
        ))}
      </ul>
      {changesSettings && (
        <p className="fine">
          This run changes GOGC or GOMEMLIMIT on its way. Every option but the first is one setting for the whole run.
        </p>
      )}
    </div>
  )
})
