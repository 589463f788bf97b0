import '../ui/advice/advice.css'
import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { AdviceOption } from '../explore/advice/advice.ts'
import { USUAL_DEMAND } from '../explore/advice/demand.ts'
import { asOneOfMany } from '../explore/one-of-many.ts'
import { toSentence } from '../format.ts'
import type { Scenario } from '../scenario/types.ts'
import { encodeLink } from '../share/encode.ts'
import type { LinkView } from '../share/view.ts'
import { Demands } from '../ui/advice/demands.tsx'
import { Found, Waiting } from '../ui/advice/found.tsx'
import { useSearch } from '../ui/advice/use-advice.ts'
import { Button } from '../ui/button.tsx'
import { useProgram, useProgramState } from './context.ts'
import { isAdvised } from './findings.tsx'
import type { ProgramAnswer, SimulatedProgram } from './jobs.ts'
import { ADVICE_ID, NEW_TAB, SIMULATED_ID } from './next-steps.tsx'

/** What to set, for the known program. Each option is simulated for all programs that the inputs allow. */
export function Advice() {
  const answer = useProgramState((state) => state.answer)
  const { askAdvice } = useProgram()
  const isAsked = useProgramState((state) => state.isAdviceAsked)
  if (!isAdvised(answer)) return null
  const { unread, simulated } = answer
  if (unread.length > 0)
    return <Part>{unread.map(toSentence).join(' ')} For advice, type it under “What is known”.</Part>
  const { scenario } = simulated
  return (
    <Part
      below={
        isAsked ? (
          <Today value={scenario}>
            <Options question={answer} simulated={simulated} />
          </Today>
        ) : (
          <Button className="solid" onClick={askAdvice}>
            Find settings
          </Button>
        )
      }
    >
      We compare ways to set GOGC, GOMEMLIMIT and the container limit. Each is simulated for every program that fits
      what is known. GC CPU does not count marking on idle CPUs.
      {scenario.containerLimit.kind === 'off' &&
        ' Type a container limit among what is known to compare ways that fit it.'}
    </Part>
  )
}

function Part({ children, below }: { readonly children: ReactNode; readonly below?: ReactNode }) {
  return (
    <section className="own-advice" aria-labelledby={ADVICE_ID}>
      <h2 id={ADVICE_ID}>What to set</h2>
      <p className="lead">{children}</p>
      {below}
    </section>
  )
}

/** The program under its present settings, for links that show an option beside it. */
const Today = createContext<Scenario | undefined>(undefined)

function Options({ question, simulated }: { readonly question: ProgramAnswer; readonly simulated: SimulatedProgram }) {
  const { advise } = useProgram()
  const isHeld = useProgramState(({ isWorking, isCancelled }) => isWorking || isCancelled)
  const [demand, setDemand] = useState(USUAL_DEMAND)
  const advised = useSearch(advise, question, demand, { isHeld })
  const { advice, status } = advised
  // What “Simulated” says of the program, whatever its settings.
  const given = useMemo(() => {
    const { verdict, gcNotes } = simulated
    return { warnings: [...verdict.warnings, ...gcNotes].map(toSentence), headingId: SIMULATED_ID }
  }, [simulated])
  return (
    <div className="advice" aria-busy={status === 'searching'}>
      <Demands demand={demand} onChange={setDemand} />
      <Waiting {...advised} />
      {advice && <Found advice={advice} isStale={status !== 'found'} given={given} Actions={Actions} />}
    </div>
  )
}

function Actions({ option: { name, scenario } }: { readonly option: AdviceOption }) {
  const today = useContext(Today)
  // The clock of the inputs.
  const link = (view: LinkView, pinned?: Scenario) =>
    `./${encodeLink({
      scenario: asOneOfMany(scenario),
      view: { axis: 'wall', ...view },
      ...(pinned && { pinned: { scenario: asOneOfMany(pinned) } }),
    })}`
  return (
    <>
      <a className="apply" href={link({})} {...NEW_TAB}>
        Open in simulator
      </a>
      <a className="apply" href={link({ map: true })} {...NEW_TAB}>
        Map
      </a>
      {name !== 'as-is' && today && (
        <a className="apply" href={link({ compare: true }, today)} {...NEW_TAB}>
          Compare
        </a>
      )}
    </>
  )
}
