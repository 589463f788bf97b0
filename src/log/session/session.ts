import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TimeWindow } from '../../charts/window.ts'
import type { LogProblem } from '../../gctrace/read/problems.ts'
import { longestOf } from '../../gctrace/read/run-info.ts'
import { cycleEnd, cycleStart } from '../../model/cycles.ts'
import { endOf } from '../../model/steps.ts'
import { messageOf } from '../../result.ts'
import { Cancelled, type Client } from '../engine/client.ts'
import type { LogSummary, MeasuredRun, ReadProgress } from '../engine/jobs.ts'

/** A log as given. Pasted text becomes a file too, so that we read both in the same way. */
export interface Source {
  readonly name: string
  readonly blob: Blob
}

export type Stage =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading'; readonly source: Source; readonly progress: ReadProgress | undefined }
  | { readonly kind: 'refused'; readonly source: Source; readonly problems: readonly LogProblem[] }
  | { readonly kind: 'failed'; readonly source: Source; readonly message: string }
  | { readonly kind: 'read'; readonly source: Source; readonly log: LogSummary }

export interface SessionState {
  readonly stage: Stage
  readonly measured: MeasuredRun | undefined
  /** The run that was chosen, while it is being measured. */
  readonly opening: number | undefined
  /** Index into the columns of the measured run. */
  readonly selected: number
  /** Whether the reader selected a cycle. Until then, no crosshair covers the figure. */
  readonly isPicked: boolean
  /** Visible part of the figure; undefined for all of it. */
  readonly window: TimeWindow | undefined
}

const NOTHING = {
  measured: undefined,
  opening: undefined,
  selected: 0,
  isPicked: false,
  window: undefined,
} as const

interface Parts {
  readonly client: Client
  readonly store: StoreApi<SessionState>
  /** Number of requests: only the answer to the last one counts. */
  begun: number
}

export type Session = ReturnType<typeof createSession>

/** The logic of the report of a log, without React. */
export function createSession(client: Client) {
  const store = createStore<SessionState>()(() => ({ stage: { kind: 'waiting' }, ...NOTHING }))
  const { getState, setState } = store
  const parts: Parts = { client, store, begun: 0 }
  return {
    store,
    /** @param run by default the longest */
    read: (source: Source, run?: number) => read(parts, source, run),
    /** Goes back to the beginning and cancels reading. */
    leave: () => leave(parts),
    /** Cancels the running job. The last result stays on screen. */
    cancel: () => cancel(parts),
    chooseRun: (run: number) => chooseRun(parts, run),
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

/** @returns a function that says whether no other request has begun since */
function begin(parts: Parts): () => boolean {
  const turn = ++parts.begun
  return () => turn === parts.begun
}

function fail({ store }: Parts, error: unknown): void {
  const { stage } = store.getState()
  if (error instanceof Cancelled || stage.kind === 'waiting') return
  store.setState({ ...NOTHING, stage: { kind: 'failed', source: stage.source, message: messageOf(error) } })
}

async function read(parts: Parts, source: Source, run: number | undefined): Promise<void> {
  const { client, store } = parts
  client.cancel()
  const isCurrent = begin(parts)
  store.setState({ ...NOTHING, stage: { kind: 'reading', source, progress: undefined } })
  try {
    const log = await client.ask({ kind: 'read', blob: source.blob }, (progress) => {
      if (isCurrent()) store.setState({ stage: { kind: 'reading', source, progress } })
    })
    if (!isCurrent()) return
    if (log.cycles === 0) {
      store.setState({ stage: { kind: 'refused', source, problems: log.problems } })
      return
    }
    store.setState({ stage: { kind: 'read', source, log } })
    await open(parts, run ?? longestOf(log.runs).index, isCurrent)
  } catch (error) {
    if (isCurrent()) fail(parts, error)
  }
}

async function chooseRun(parts: Parts, run: number): Promise<void> {
  if (parts.store.getState().stage.kind !== 'read') return
  const isCurrent = begin(parts)
  await open(parts, run, isCurrent).catch((error: unknown) => {
    if (isCurrent()) fail(parts, error)
  })
}

async function open({ client, store }: Parts, run: number, isCurrent: () => boolean): Promise<void> {
  store.setState({ opening: run })
  const measured = await client.ask({ kind: 'measure', run })
  if (isCurrent()) store.setState({ ...NOTHING, measured, selected: peakCycle(measured) })
}

function leave(parts: Parts): void {
  begin(parts)
  parts.client.cancel()
  parts.store.setState({ ...NOTHING, stage: { kind: 'waiting' } })
}

function cancel(parts: Parts): void {
  const { client, store } = parts
  if (!store.getState().measured) {
    leave(parts)
    return
  }
  begin(parts)
  client.cancel()
  store.setState({ opening: undefined })
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
