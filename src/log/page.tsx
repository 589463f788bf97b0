import { useEffect, useRef } from 'react'
import { Button } from '../ui/button.tsx'
import { PageBar } from '../ui/header/page-bar.tsx'
import { later } from '../ui/later.ts'
import { Intake, useTake } from './intake/intake.tsx'
import { useWholePage } from './intake/intake-field.tsx'
import { Reading } from './intake/reading.tsx'
import { Refused } from './intake/refused.tsx'
import { useSession, useSessionState } from './session/context.ts'

const loadReport = () => import('./report/report.tsx').then(({ Report }) => Report)
const Report = later('The report', loadReport)

/** The page of logs: a field to paste one, then its report. */
export function LogPage() {
  const kind = useSessionState(({ stage }) => stage.kind)
  const isOver = useWholePage(useTake())
  useEffect(() => {
    // We load the report while the first log is being read. If that fails, a message takes its place.
    if (kind === 'reading') loadReport().catch(() => {})
  }, [kind])
  const main = useRef<HTMLElement>(null)
  const shown = useRef(kind)
  useEffect(() => {
    // The focused element is gone, such as the field: move the focus to the new content.
    if (kind !== shown.current && document.activeElement === document.body) main.current?.focus({ preventScroll: true })
    shown.current = kind
  }, [kind])
  return (
    <div className={isOver ? 'drop over' : 'drop'}>
      <LogBar />
      <div className="log">
        <main id="main" ref={main} tabIndex={-1}>
          <h1 className="visually-hidden">Your own gctrace</h1>
          {kind === 'waiting' && (
            <>
              <Lost />
              <Intake />
            </>
          )}
          {kind === 'reading' && <Reading />}
          {(kind === 'refused' || kind === 'failed') && (
            <>
              <Refused elsewhere={<Elsewhere />} />
              <Intake />
            </>
          )}
          {kind === 'read' && <Report />}
        </main>
      </div>
    </div>
  )
}

function Elsewhere() {
  return (
    <p>
      <a href="./program.html">Your program</a> reads metrics, dumps and manifests.
    </p>
  )
}

/** Shown if the user came back and the log is gone. */
function Lost() {
  const isLost = useSessionState((state) => state.isLost)
  if (!isLost) return null
  return (
    <p className="notice" role="status">
      The log that you read here is no longer in this tab. Please open it again.
    </p>
  )
}

function LogBar() {
  const session = useSession()
  const isWaiting = useSessionState(({ stage }) => stage.kind === 'waiting')
  return <PageBar current="log">{!isWaiting && <Button onClick={() => session.leave()}>Another log</Button>}</PageBar>
}
