import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { longestOf } from '../gctrace/read/run-info.ts'
import { SessionContext } from '../log/context.ts'
import type { LogSummary, MeasuredRun } from '../log/measured.ts'
import { Report } from '../log/report/report.tsx'
import { createSession } from '../log/session.ts'
import { useProgram } from './context.ts'
import type { Given } from './session.ts'

interface LogReportProps {
  readonly id: number
  readonly given: Given
  readonly log: LogSummary
  readonly longest: Promise<MeasuredRun>
  /** The run that the answers of this page use; undefined: the longest. */
  readonly run: number | undefined
}

/** The report of a log among the inputs. Report and page always show the same run. */
export function LogReport({ id, given, log, longest, run = longestOf(log.runs).index }: LogReportProps) {
  const program = useProgram()
  const [session] = useState(() => {
    const source = { ...given, name: given.name ?? 'pasted text' }
    return createSession({ source, log, longest }, (other) => program.measure(id, other))
  })
  useEffect(() => void session.open(run), [session, run])
  const measured = useStore(session.store, (state) => state.measured)
  useEffect(() => {
    program.showMeasured(measured && { input: id, run: measured.run, drawable: measured })
    return () => program.showMeasured(undefined)
  }, [program, id, measured])
  return (
    <SessionContext value={session}>
      <Report onRun={(other) => program.pickLog({ input: id, run: other })} />
    </SessionContext>
  )
}
