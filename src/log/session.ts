import { createStore } from 'zustand/vanilla'
import type { TimeWindow } from '../charts/window.ts'
import { longestOf } from '../gctrace/read/run-info.ts'
import { cycleEnd, cycleStart } from '../model/cycles.ts'
import { endOf } from '../model/steps.ts'
import { messageOf } from '../result.ts'
import type { LogSummary, MeasuredRun } from './measured.ts'

/** A log as given. Pasted text becomes a file too, so that we read both in the same way. */
export interface Source {
  readonly name: string
  readonly blob: Blob
}

interface ReadLog {
  readonly source: Source
  readonly log: LogSummary
  readonly longest: Promise<MeasuredRun>
}

export interface SessionState {
  /** undefined until the first run is measured. */
  readonly measured: MeasuredRun | undefined
  /** The run that was chosen, while it is being measured. */
  readonly opening: number | undefined
  /** Why that run cannot be shown. */
  readonly problem: string | undefined
  /** Index into the columns of the measured run. */
  readonly selected: number
  /** Whether the reader selected a cycle. Until then, no crosshair covers the figure. */
  readonly isPicked: boolean
  /** Visible part of the figure; undefined for all of it. */
  readonly window: TimeWindow | undefined
}

export type Session = ReturnType<typeof createSession>

const NOTHING: SessionState = {
  measured: undefined,
  opening: undefined,
  problem: undefined,
  selected: 0,
  isPicked: false,
  window: undefined,
}

/** The state of a report. @param measure measures a run of the log other than the longest */
export function createSession(read: ReadLog, measure: (run: number) => Promise<MeasuredRun>) {
  const store = createStore<SessionState>()(() => NOTHING)
  const { getState, setState } = store
  const longest = longestOf(read.log.runs).index
  return {
    ...read,
    store,
    /** Shows a run. The one before stays until it is measured. */
    async open(run: number) {
      const { measured, opening } = getState()
      if (run === (opening ?? measured?.run)) return
      if (run === measured?.run) return setState({ opening: undefined, problem: undefined })
      setState({ opening: run, problem: undefined })
      // The reader may have chosen another one meanwhile.
      const isCurrent = () => getState().opening === run
      try {
        const other = await (run === longest ? read.longest : measure(run))
        if (isCurrent()) setState({ ...NOTHING, measured: other, selected: peakCycle(other) })
      } catch (error) {
        if (isCurrent()) setState({ opening: undefined, problem: messageOf(error) })
      }
    },
    select(cycle: number) {
      const { measured } = getState()
      if (measured) setState({ selected: Math.max(0, Math.min(measured.columns.count - 1, cycle)), isPicked: true })
    },
    /** Shows some cycles, with a margin, and selects the first. */
    show(first: number, last: number) {
      const { measured } = getState()
      if (measured) setState({ selected: first, isPicked: true, window: windowAround(measured, first, last) })
    },
    zoom: (window: TimeWindow | undefined) => setState({ window }),
  }
}

function peakCycle({ columns: { heapEndMiB } }: MeasuredRun): number {
  let found = 0
  for (let i = 1; i < heapEndMiB.length; i++) if (heapEndMiB[i]! > heapEndMiB[found]!) found = i
  return found
}

/** The margin on each side of the shown cycles, as a share of their time. */
const ROOM = 0.3

function windowAround({ trace }: MeasuredRun, first: number, last: number): TimeWindow | undefined {
  const end = endOf(trace)
  const from = cycleStart(trace, first)
  const to = cycleEnd(trace, last)
  const room = Math.max(ROOM * (to - from), end / 200)
  return to - from + 2 * room >= end ? undefined : { start: Math.max(0, from - room), end: Math.min(end, to + room) }
}
