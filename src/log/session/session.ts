import { createStore, type StoreApi } from 'zustand/vanilla'
import type { TimeWindow } from '../../charts/window.ts'
import type { Advice } from '../../explore/advice/advice.ts'
import type { LogProblem } from '../../gctrace/read/problems.ts'
import { longestOf, type StatedSettings } from '../../gctrace/read/run-info.ts'
import type { WhatIfSettings } from '../../known/what-if.ts'
import { cycleEnd, cycleStart } from '../../model/cycles.ts'
import { endOf } from '../../model/steps.ts'
import { failedAt, messageOf, type Result } from '../../result.ts'
import type { Search } from '../../store/advice.ts'
import { Cancelled, type Client } from '../engine/client.ts'
import type { CalibratedRun, LogSummary, MeasuredRun, PredictedRun, ReadProgress } from '../engine/jobs.ts'

/** Whether the Back button can restore the log, and why not. */
export type Keeping = 'kept' | 'too-large' | 'refused'

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
  /** The log's own settings, as typed by the reader. */
  readonly asked: StatedSettings
  readonly calibration: Result<CalibratedRun> | undefined
  readonly isCalibrating: boolean
  readonly settings: WhatIfSettings
  /** The last prediction; it stays until the next one arrives or fails. */
  readonly predicted: PredictedRun | undefined
  readonly isPredicting: boolean
  readonly predictionProblem: string | undefined
  /** The job that the reader cancelled and has not requested again. */
  readonly cancelled: 'fit' | 'prediction' | undefined
  /** Whether the Back button can restore this log; undefined until we know. */
  readonly keeping: Keeping | undefined
  /** The user came back to the page, and its log is gone. */
  readonly isLost: boolean
}

/** The state of the view, to restore it when the log is read again. */
export interface Place {
  readonly run: number
  readonly asked: StatedSettings
  readonly settings: WhatIfSettings
}

const NOTHING = {
  measured: undefined,
  opening: undefined,
  selected: 0,
  isPicked: false,
  window: undefined,
  asked: {},
  calibration: undefined,
  isCalibrating: false,
  settings: {},
  predicted: undefined,
  isPredicting: false,
  predictionProblem: undefined,
  cancelled: undefined,
} as const

interface Parts {
  readonly client: Client
  readonly store: StoreApi<SessionState>
  readonly predictor: ReturnType<typeof createPredictor>
  readonly isMeasuredOnly: boolean
  /** Number of requests: only the answer to the last one counts. */
  begun: number
  /** The settings that the shown calibration assumed for the log. */
  fittedTo: StatedSettings
}

interface SessionOptions {
  /** Whether it only measures a log, and does not calibrate on it. */
  readonly isMeasuredOnly?: boolean
}

export type Session = ReturnType<typeof createSession>

/** The logic of the page of logs, without React. */
export function createSession(client: Client, { isMeasuredOnly = false }: SessionOptions = {}) {
  const store = createStore<SessionState>()(() => ({
    stage: { kind: 'waiting' },
    keeping: undefined,
    isLost: false,
    ...NOTHING,
  }))
  const { getState, setState } = store
  const predictor = createPredictor(client, store)
  const parts: Parts = { client, store, predictor, isMeasuredOnly, begun: 0, fittedTo: {} }
  return {
    store,
    /** @param place the state to restore; by default the longest run, under its own settings */
    read: (source: Source, place?: Place) => read(parts, source, place),
    /** Goes back to the beginning and cancels reading. */
    leave: () => leave(parts),
    /** Cancels the running job. The last result stays on screen; the controls go back to the settings of that result. */
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
    async ask(asked: StatedSettings) {
      const { measured } = getState()
      if (measured) await calibrate(parts, measured, asked).catch((error: unknown) => fail(parts, error))
    },
    suppose(settings: WhatIfSettings) {
      setState({ settings, predictionProblem: undefined })
      parts.predictor.update()
    },
    /** Searches for settings, starting from those asked about. @returns a function that cancels the search */
    advise: (({ settings }, demand, onEnd) => {
      let isWanted = true
      const end = (advice?: Advice) => isWanted && onEnd(advice)
      client.ask({ kind: 'advise', settings, demand }).then(end, () => end())
      return () => {
        isWanted = false
      }
    }) satisfies Search<{ readonly settings: WhatIfSettings }>,
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

async function read(parts: Parts, source: Source, place: Place | undefined): Promise<void> {
  const { client, store } = parts
  client.cancel()
  const isCurrent = begin(parts)
  store.setState({ ...NOTHING, isLost: false, stage: { kind: 'reading', source, progress: undefined } })
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
    const kept = place && place.run < log.runs.length ? place : undefined
    await open(parts, kept?.run ?? longestOf(log.runs).index, kept, isCurrent)
  } catch (error) {
    if (isCurrent()) fail(parts, error)
  }
}

async function chooseRun(parts: Parts, run: number): Promise<void> {
  if (parts.store.getState().stage.kind !== 'read') return
  const isCurrent = begin(parts)
  await open(parts, run, undefined, isCurrent).catch((error: unknown) => {
    if (isCurrent()) fail(parts, error)
  })
}

/** @param kept what was asked about the run, if it was open before */
async function open(parts: Parts, run: number, kept: Place | undefined, isCurrent: () => boolean): Promise<void> {
  const { client, store } = parts
  store.setState({ opening: run })
  const measured = await client.ask({ kind: 'measure', run })
  if (!isCurrent()) return
  store.setState({ ...NOTHING, settings: kept?.settings ?? {}, measured, selected: peakCycle(measured) })
  if (!parts.isMeasuredOnly) await calibrate(parts, measured, kept?.asked ?? measured.stated)
}

async function calibrate(parts: Parts, measured: MeasuredRun, asked: StatedSettings): Promise<void> {
  const { getState, setState } = parts.store
  setState({ isCalibrating: true, asked, cancelled: undefined })
  const job = { kind: 'calibrate', run: measured.run, asked } as const
  const calibration = await parts.client.ask(job).catch((error: unknown) => {
    if (error instanceof Cancelled) throw error
    return failedAt('', messageOf(error))
  })
  if (getState().measured !== measured || getState().asked !== asked) return
  parts.fittedTo = asked
  setState({
    isCalibrating: false,
    calibration,
    predicted: undefined,
    predictionProblem: undefined,
    cancelled: undefined,
  })
  parts.predictor.update()
}

function leave(parts: Parts): void {
  begin(parts)
  parts.client.cancel()
  parts.store.setState({ ...NOTHING, stage: { kind: 'waiting' } })
}

function cancel(parts: Parts): void {
  const { measured, isCalibrating, calibration, asked } = parts.store.getState()
  if (!measured) {
    leave(parts)
    return
  }
  begin(parts)
  parts.client.cancel()
  const fit = calibration ? { asked: parts.fittedTo } : { asked, cancelled: 'fit' as const }
  parts.store.setState({ opening: undefined, isCalibrating: false, ...(isCalibrating ? fit : {}) })
  parts.predictor.giveUp()
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

/**
 * Keeps the prediction up to date with the newest settings and calibration. It runs one prediction at a time. If something
 * changes meanwhile, it runs another one afterwards, so the last request always gets an answer.
 */
function createPredictor(client: Client, { getState, setState }: StoreApi<SessionState>) {
  let isUnderWay = false
  // Number of requests: a cancelled one may still be answered.
  let turn = 0
  let shown: SessionState['settings'] = {}
  /** Predicts for the requested settings, unless a prediction runs or none is possible yet. Called after each change. */
  const update = () => {
    const { calibration, settings, isCalibrating } = getState()
    // The worker answers in order: a request during calibration would be simulated with another calibration.
    if (isUnderWay || isCalibrating || !calibration?.ok) return
    isUnderWay = true
    const own = ++turn
    setState({ isPredicting: true, cancelled: undefined })
    const isOf = (now: SessionState) => now.calibration === calibration && now.settings === settings
    const finish = (change: Partial<SessionState>) => {
      if (turn !== own) return
      isUnderWay = false
      const now = getState()
      setState({ isPredicting: false, ...(now.calibration === calibration ? change : {}) })
      if (!isOf(now)) update()
    }
    client.ask({ kind: 'predict', settings }).then(
      (predicted) => {
        if (turn === own) shown = settings
        finish({ predicted, predictionProblem: undefined })
      },
      (error: unknown) => {
        const isShown = isOf(getState()) && !(error instanceof Cancelled)
        finish(isShown ? { predicted: undefined, predictionProblem: messageOf(error) } : {})
      },
    )
  }
  /** Cancels the running prediction: the settings go back to those of the shown prediction. */
  const giveUp = () => {
    turn++
    isUnderWay = false
    const { predicted, predictionProblem, calibration } = getState()
    const isMissed = calibration?.ok && predictionProblem === undefined
    const none = isMissed ? { cancelled: 'prediction' as const } : {}
    setState({ isPredicting: false, ...(predicted ? { settings: shown } : none) })
  }
  return { update, giveUp }
}
