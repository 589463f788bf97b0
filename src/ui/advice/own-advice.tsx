import './advice.css'
import { createContext, useContext, useState } from 'react'
import type { AdviceOption } from '../../explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../explore/advice/demand.ts'
import type { Scenario } from '../../scenario/types.ts'
import { encodeLink } from '../../share/encode.ts'
import type { Search } from '../../store/advice.ts'
import { Button } from '../button.tsx'
import { goToPlace } from '../contents.tsx'
import { Demands } from './demands.tsx'
import { Found, Waiting } from './found.tsx'
import { useSearch } from './use-advice.ts'

export const ADVICE_ID = 'advice-title'

interface OwnAdviceProps<Question> {
  /** The question; a new object if any part of it changes. */
  readonly question: Question
  readonly search: Search<Question>
  /** The likely program, as it is now. */
  readonly scenario: Scenario
  /** The question is about to change. */
  readonly isHeld: boolean
}

/** Advice for a program that is known from inputs. Each option is simulated for all programs that the inputs allow. */
export function OwnAdvice<Question>({ scenario, ...asked }: OwnAdviceProps<Question>) {
  const [isAsked, setAsked] = useState(false)
  return (
    <section className="own-advice" aria-labelledby={ADVICE_ID}>
      <h2 id={ADVICE_ID}>What to set</h2>
      <p className="lead">
        We compare ways to set GOGC, GOMEMLIMIT and the container limit. Each is simulated for every program that fits
        what is known. GC CPU does not count marking on idle CPUs.
        {scenario.containerLimit.kind === 'off' &&
          ' Type a container limit among what is known to compare ways that fit it.'}
      </p>
      {isAsked ? (
        <Today value={scenario}>
          <Options {...asked} />
        </Today>
      ) : (
        <Button className="solid" onClick={() => setAsked(true)}>
          Find settings
        </Button>
      )}
    </section>
  )
}

/** The program under its present settings, for links that show an option beside it. */
const Today = createContext<Scenario | undefined>(undefined)

function Options<Question>({
  question,
  search,
  isHeld,
}: Pick<OwnAdviceProps<Question>, 'question' | 'search' | 'isHeld'>) {
  const [demand, setDemand] = useState(USUAL_DEMAND)
  const advised = useSearch(search, question, demand, { isHeld })
  const { advice, status } = advised
  return (
    <div className="advice" aria-busy={status === 'searching'}>
      <Demands demand={demand} onChange={setDemand} />
      <Waiting {...advised} />
      {advice && <Found advice={advice} isStale={status !== 'found'} Actions={Actions} />}
    </div>
  )
}

/** The clock of the inputs. */
const VIEW = { axis: 'wall' } as const

function Actions({ option }: { readonly option: AdviceOption }) {
  const today = useContext(Today)
  const { scenario } = option
  const link = (more: Parameters<typeof encodeLink>[0]['view'], pinned?: Scenario) =>
    `./${encodeLink({ scenario, view: { ...VIEW, ...more }, ...(pinned && { pinned: { scenario: pinned } }) })}`
  return (
    <>
      <a className="apply" href={link({})}>
        Open in simulator
      </a>
      <a className="apply" href={link({ map: true })}>
        Map
      </a>
      {option.name !== 'as-is' && today && (
        <a className="apply" href={link({ compare: true }, today)}>
          Compare
        </a>
      )}
    </>
  )
}

export function ToAdvice() {
  return (
    <Button className="solid" onClick={() => goToPlace(ADVICE_ID)}>
      What to set?
    </Button>
  )
}
