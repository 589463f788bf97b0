import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { createClient, createLogDesk } from '../log/engine/client.ts'
import { Reading } from '../log/reading.tsx'
import { Refused } from '../log/refused.tsx'
import { Report } from '../log/report/report.tsx'
import { SessionContext, useSessionState } from '../log/session/context.ts'
import { createSession, type SessionState } from '../log/session/session.ts'
import { useProgram } from './context.ts'
import type { Given } from './session.ts'

interface LogReportProps {
  readonly id: number
  readonly given: Given
  /** The run that the answers of this page use; undefined: the longest. */
  readonly run: number | undefined
}

/** The report of a log among the inputs. Report and page always show the same run. */
export function LogReport({ id, given, run }: LogReportProps) {
  const program = useProgram()
  const [dispatcher] = useState(createLogDesk)
  const [session] = useState(() => createSession(createClient(dispatcher)))
  const [first] = useState(run)
  useEffect(() => {
    void session.read({ ...given, name: given.name ?? 'pasted text' }, first)
    return () => {
      session.leave()
      dispatcher.destroy()
    }
  }, [dispatcher, session, given, first])
  useEffect(() => {
    const follow = ({ measured, opening }: SessionState) => {
      if (measured && run !== undefined && run !== (opening ?? measured.run)) void session.chooseRun(run)
    }
    follow(session.store.getState())
    return session.store.subscribe((now, before) => {
      // The first run opens by itself. Any other run is the reader’s choice, even before the first was measured.
      const isOther = now.opening !== undefined && now.opening !== before.opening
      if (isOther && (before.measured || before.opening !== undefined)) {
        if (now.opening !== run) program.pickLog({ input: id, run: now.opening })
      } else if (!before.measured) follow(now)
    })
  }, [session, program, id, run])
  const measured = useStore(session.store, (state) => state.measured)
  useEffect(() => {
    program.showMeasured(measured && { input: id, run: measured.run, drawable: measured })
    return () => program.showMeasured(undefined)
  }, [program, id, measured])
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
  return kind === 'read' ? <Report /> : null
}
