import { lazy, Suspense } from 'react'
import { PageBar } from '../ui/header/page-bar.tsx'
import { useProgramState } from './context.ts'
import { Findings } from './findings.tsx'
import { InputList } from './input-list.tsx'
import { Intake } from './intake.tsx'
import { KnownTable } from './known-table.tsx'
import { ProgramAdvice } from './own-advice.tsx'
import { isAnswerAwaited } from './session.ts'
import { Simulated } from './simulated.tsx'

const LogReport = lazy(async () => ({ default: (await import('./log-report.tsx')).LogReport }))

/** The page of the user’s own program: its inputs, its simulation, and what is known of it. */
export function ProgramPage() {
  const isTyped = useProgramState(({ inputs }) => inputs.length === 0)
  const hasRun = useProgramState(({ answer }) => answer?.simulated !== undefined)
  const isAwaited = useProgramState(isAnswerAwaited)
  return (
    <>
      <PageBar current="program" />
      <div className="log program">
        <main id="main">
          <h1 className="visually-hidden">Your program</h1>
          <Intake />
          <InputList />
          {/* Who types does so above the answer; who pastes has it first. */}
          <div className="known-and-run">
            {isTyped && <KnownTable isBrief />}
            <Simulated />
            {!isTyped && (
              <div>
                <Findings />
                {isAwaited ? <Awaited /> : <KnownTable isBrief={!hasRun} />}
              </div>
            )}
          </div>
          <Advised />
          <OwnLog />
        </main>
      </div>
    </>
  )
}

/** In place of a table that would ask for what the input is about to tell. */
function Awaited() {
  return (
    <p className="lead" role="status">
      Your input is being read, and the program that it tells of simulated…
    </p>
  )
}

function Advised() {
  const answer = useProgramState((state) => state.answer)
  return answer?.simulated ? <ProgramAdvice answer={answer} /> : null
}

/** A gctrace log gets its whole report, as on the page of logs. */
function OwnLog() {
  const log = useProgramState(({ inputs }) =>
    inputs.find(({ state }) => state.kind === 'read' && state.as === 'gctrace'),
  )
  if (!log) return null
  return (
    <section className="own-log" aria-labelledby="own-log-title">
      <h2 id="own-log-title">What the log shows</h2>
      <Suspense>
        <LogReport key={log.id} given={log.given} />
      </Suspense>
    </section>
  )
}
