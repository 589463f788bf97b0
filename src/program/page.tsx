import { lazy, Suspense } from 'react'
import { PageBar } from '../ui/page-bar.tsx'
import { useProgramState } from './context.ts'
import { Findings } from './findings.tsx'
import { InputList } from './input-list.tsx'
import { Intake } from './intake.tsx'
import { KnownTable } from './known-table.tsx'
import { Simulated } from './simulated.tsx'

const LogReport = lazy(async () => ({ default: (await import('./log-report.tsx')).LogReport }))

/** The page of one’s own program: what one has, what is known from it, and the program simulated. */
export function ProgramPage() {
  return (
    <>
      <PageBar current="program" />
      <div className="log program">
        <main id="main">
          <h1 className="visually-hidden">Your program</h1>
          <Intake />
          <InputList />
          <Findings />
          <div className="known-and-run">
            <KnownTable />
            <Simulated />
          </div>
          <OwnLog />
        </main>
      </div>
    </>
  )
}

/** A gctrace log tells far more than a table: its report, as on the page of logs. */
function OwnLog() {
  const log = useProgramState(({ inputs }) =>
    inputs.find(({ state }) => state.kind === 'read' && state.as === 'gctrace'),
  )
  if (!log) return null
  return (
    <section aria-labelledby="own-log-title">
      <h2 id="own-log-title">What the log shows</h2>
      <Suspense>
        <LogReport key={log.id} given={log.given} />
      </Suspense>
    </section>
  )
}
