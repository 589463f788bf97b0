import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AskedSettings } from '../gctrace/calibrate.ts'
import type { LogProblem } from '../gctrace/problems.ts'
import type { WhatIfSettings } from '../gctrace/what-if.ts'
import { cycleEnd, cycleStart } from '../model/cycles.ts'
import { endOf } from '../model/steps.ts'
import { failedAt, type Result } from '../result.ts'
import type { TimeWindow } from '../store/state.ts'
import type { Client } from './client.ts'
import type { CalibratedRun, LogSummary, MeasuredRun, PredictedRun, ReadProgress } from './jobs.ts'
import { Cancelled } from './source.ts'

/** A log as it was given: pasted text is a file too, so that both are read the same way. */
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
  /** Index into the columns of the measured run. */
  readonly selected: number
  /** Whether the reader has chosen it: until then nothing stands in front of the figure. */
  readonly isPicked: boolean
  /** Stretch of the figure that is shown; undefined for all of it. */
  readonly window: TimeWindow | undefined
  /** What the reader says of the log's own settings. */
  readonly asked: AskedSettings
  readonly calibration: Result<CalibratedRun> | undefined
  readonly isCalibrating: boolean
  readonly settings: WhatIfSettings
  readonly predicted: PredictedRun | undefined
  readonly isPredicting: boolean
}

export interface Session {
  readonly store: StoreApi<SessionState>
  read(source: Source): Promise<void>
  /** Back to the beginning; what is being read is given up. */
  leave(): void
  chooseRun(run: number): Promise<void>
  select(cycle: number): void
  /** Shows some cycles, with some room beside them, and selects the first. */
  show(first: number, last: number): void
  zoom(window: TimeWindow | undefined): void
  ask(asked: AskedSettings): Promise<void>
  suppose(settings: WhatIfSettings): void
}

const NOTHING = {
  measured: undefined,
  selected: 0,
  isPicked: false,
  window: undefined,
  asked: {},
  calibration: undefined,
  isCalibrating: false,
  settings: {},
  predicted: undefined,
  isPredicting: false,
} as const

/** What the page of logs does, without the page. */
export function createSession(client: Client): Session {
  const store = createStore<SessionState>()(() => ({ stage: { kind: 'waiting' }, ...NOTHING }))
  const { getState, setState } = store

  const fail = (error: unknown) => {
    if (error instanceof Cancelled) return
    const { stage } = getState()
    if (stage.kind === 'waiting') return
    const message = error instanceof Error ? error.message : String(error)
    setState({ stage: { kind: 'failed', source: stage.source, message }, ...NOTHING })
  }
  const measure = async (run: number) => {
    const measured = await client.ask({ kind: 'measure', run })
    setState({ ...NOTHING, measured, selected: peakCycle(measured) })
    await calibrate(measured, {})
  }
  const calibrate = async (measured: MeasuredRun, asked: AskedSettings) => {
    setState({ isCalibrating: true, asked })
    const calibration = await client.ask({ kind: 'calibrate', run: measured.run, asked }).catch((error: unknown) => {
      if (error instanceof Cancelled) throw error
      return failedAt('', error instanceof Error ? error.message : String(error))
    })
    if (getState().measured !== measured || getState().asked !== asked) return
    setState({ isCalibrating: false, calibration, predicted: undefined })
    if (calibration.ok) predict(getState().settings)
  }
  const predict = (settings: WhatIfSettings) => {
    const { isPredicting, calibration } = getState()
    setState({ settings })
    if (isPredicting || !calibration?.ok) return
    setState({ isPredicting: true })
    client.ask({ kind: 'predict', settings }).then((predicted) => {
      const now = getState()
      if (now.calibration !== calibration) {
        setState({ isPredicting: false })
        return
      }
      setState({ predicted, isPredicting: false })
      // A slider has moved on meanwhile.
      if (now.settings !== settings) predict(now.settings)
    }, fail)
  }

  return {
    store,
    async read(source) {
      client.cancel()
      setState({ ...NOTHING, stage: { kind: 'reading', source, progress: undefined } })
      const isCurrent = () => {
        const { stage } = getState()
        return stage.kind !== 'waiting' && stage.source === source
      }
      try {
        const log = await client.ask({ kind: 'read', blob: source.blob }, (progress) => {
          if (isCurrent()) setState({ stage: { kind: 'reading', source, progress } })
        })
        if (log.cycles === 0) {
          setState({ stage: { kind: 'refused', source, problems: log.problems } })
          return
        }
        setState({ stage: { kind: 'read', source, log } })
        await measure(longestRun(log))
      } catch (error) {
        if (isCurrent()) fail(error)
      }
    },
    leave() {
      client.cancel()
      setState({ ...NOTHING, stage: { kind: 'waiting' } })
    },
    chooseRun: (run) => measure(run).catch(fail),
    select(cycle) {
      const { measured } = getState()
      if (measured) setState({ selected: Math.max(0, Math.min(measured.columns.count - 1, cycle)), isPicked: true })
    },
    show(first, last) {
      const { measured } = getState()
      if (measured) setState({ selected: first, isPicked: true, window: windowAround(measured, first, last) })
    },
    zoom: (window) => setState({ window }),
    async ask(asked) {
      const { measured } = getState()
      if (measured) await calibrate(measured, asked).catch(fail)
    },
    suppose: predict,
  }
}

function longestRun({ runs }: LogSummary): number {
  return runs.reduce((a, b) => (b.cycles > a.cycles ? b : a)).index
}

function peakCycle({ columns: { heapEndMiB } }: MeasuredRun): number {
  let found = 0
  for (let i = 1; i < heapEndMiB.length; i++) if (heapEndMiB[i]! > heapEndMiB[found]!) found = i
  return found
}

/** Room beside what is shown, in shares of it. */
const ROOM = 0.3

function windowAround({ trace }: MeasuredRun, first: number, last: number): TimeWindow | undefined {
  const end = endOf(trace)
  const from = cycleStart(trace, first)
  const to = cycleEnd(trace, last)
  const room = Math.max(ROOM * (to - from), end / 200)
  return to - from + 2 * room >= end ? undefined : { start: Math.max(0, from - room), end: Math.min(end, to + room) }
}
