import { useEffect, useRef, useState } from 'react'
import type { Advice as AdviceFound, AdviceOption } from '../../explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../explore/advice/demand.ts'
import { toChangesText } from '../../explore/advice/warnings.ts'
import { isTooShort, recommendedOf, titleOf } from '../../explore/advice/words.ts'
import { lowerFirst } from '../../format.ts'
import { Button } from '../button.tsx'
import { showComparison } from '../compare/show.ts'
import { useActions, useAppState } from '../context.ts'
import { Demands } from './demands.tsx'
import { Found, Waiting } from './found.tsx'
import { OneOfMany } from './one-of-many.tsx'
import { type Advised, useAdvice } from './use-advice.ts'

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
      <OneOfMany />
      <Waiting {...advised} />
      {advice && <Found advice={advice} isStale={status !== 'found'} Actions={Actions} />}
      {advice && <ChangesNote />}
      <p className="fine">
        If go.mod says go 1.25 or later, Go takes GOMAXPROCS from the container’s CPU quota. Go does not take GOMEMLIMIT
        from its memory limit: it has to be set.
      </p>
    </details>
  )
}

/** The answer in the closed part’s one line. Advice for earlier settings would be read as an answer for these. */
export function Heading({ advice, status }: Pick<Advised, 'advice' | 'status'>) {
  if (status === 'failed' || status === 'cancelled') return <span className="found stale">not searched</span>
  if (!advice || status === 'searching') return <span className="found stale">searching…</span>
  const tone = advice.recommended === null && !advice.isTooLong ? 'bad' : ''
  return <span className={`found ${tone}`}>{toSummary(advice)}</span>
}

function toSummary(advice: AdviceFound): string {
  const option = recommendedOf(advice)
  if (isTooShort(advice)) return 'too few GC cycles'
  if (!option && advice.options.some(({ grade }) => grade === 'throttled')) return 'raise the CPU quota first'
  if (!option) return advice.isTooLong ? 'not searched' : 'nothing fits'
  return lowerFirst(titleOf(option, advice))
}

function Actions({ option }: { readonly option: AdviceOption }) {
  const { edit, pin, compare: open } = useActions()
  const compare = () => {
    pin()
    edit(option.scenario, 'set')
    open(true)
    showComparison()
  }
  if (option.name === 'as-is') return null
  return (
    <>
      <Button className="apply" onClick={() => edit(option.scenario, 'set')}>
        Set this
      </Button>
      <Button className="apply" onClick={compare}>
        Compare
      </Button>
    </>
  )
}

function ChangesNote() {
  const text = useAppState(({ scenario }) => toChangesText(scenario))
  return text && <p className="fine">{text}</p>
}
