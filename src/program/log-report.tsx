import { useEffect, useState } from 'react'
import { createClient, createLogDesk } from '../log/engine/client.ts'
import { Reading } from '../log/intake/reading.tsx'
import { Refused } from '../log/intake/refused.tsx'
import { Report } from '../log/report/report.tsx'
import { SessionContext, useSessionState } from '../log/session/context.ts'
import { createSession } from '../log/session/session.ts'
import type { Given } from './session.ts'

/** The report of the page of logs, for a log given on this page. */
export function LogReport({ given }: { readonly given: Given }) {
  const [session] = useState(() => createSession(createClient(createLogDesk())))
  useEffect(() => {
    void session.read({ ...given, name: given.name ?? 'pasted text' })
    return () => session.leave()
  }, [session, given])
  return (
    <SessionContext value={session}>
      <Stage />
    </SessionContext>
  )
}

function Stage() {
  const kind = useSessionState(({ stage }) => stage.kind)
  if (kind === 'reading') return <Reading />
  if (kind === 'refused' || kind === 'failed') return <Refused />
  return kind === 'read' ? <Report hasAdvice={false} /> : null
}
