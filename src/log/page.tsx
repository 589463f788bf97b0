import { PageBar } from '../ui/header/page-bar.tsx'
import { Drop } from './intake/drop.tsx'
import { Intake } from './intake/intake.tsx'
import { Reading } from './intake/reading.tsx'
import { Refused } from './intake/refused.tsx'
import { Report } from './report/report.tsx'
import { useSession, useSessionState } from './session/context.ts'

/** The page of logs: a place to put one, and then what it says. */
export function LogPage() {
  const kind = useSessionState(({ stage }) => stage.kind)
  return (
    <Drop>
      <LogBar />
      <div className="log">
        <main id="main">
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
              <Refused />
              <Intake />
            </>
          )}
          {kind === 'read' && <Report />}
        </main>
      </div>
    </Drop>
  )
}

/** Back has led here, and the log that was here is gone. */
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
  return (
    <PageBar current="log">
      {!isWaiting && (
        <button type="button" className="quiet" onClick={() => session.leave()}>
          Another log
        </button>
      )}
    </PageBar>
  )
}
