import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AskedSettings } from '../../calibration/shape/infer-settings.ts'
import type { WhatIfSettings } from '../../calibration/what-if.ts'
import type { Advice } from '../../explore/advice/advice.ts'
import { cycleEnd, cycleStart } from '../../model/cycles.ts'
import { endOf } from '../../model/steps.ts'
import { failedAt } from '../../result.ts'
import type { Search } from '../../store/advice.ts'
import type { TimeWindow } from '../../store/state.ts'
import { Cancelled, type Client } from '../engine/client.ts'
import type { LogSummary, MeasuredRun } from '../engine/jobs.ts'
import { createPredictor, toMessage } from './predictor.ts'
import type { Place, SessionState, Source } from './session-state.ts'

export interface Session {
  readonly store: StoreApi<SessionState>
  /** @param place where to go on; by default the longest run, under its own settings */
  read(source: Source, place?: Place): Promise<void>
  /** Goes back to the beginning and cancels reading. */
  leave(): void
  /** Gives up what is being waited for. What is shown stays, and the settings beside it are those that it is of. */
  cancel(): void
  chooseRun(run: number): Promise<void>
  select(cycle: number): void
  /** Shows some cycles, with some room beside them, and selects the first. */
  show(first: number, last: number): void
  zoom(window: TimeWindow | undefined): void
  ask(asked: AskedSettings): Promise<void>
  suppose(settings: WhatIfSettings): void
  /** Searches for settings, beginning with those asked about. @returns how to give it up */
  readonly advise: Search<{ readonly settings: WhatIfSettings }>
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

/** The logic of the page of logs, without React. */
export function createSession(client: Client): Session {
  const store = createStore<SessionState>()(() => ({
    stage: { kind: 'waiting' },
    keeping: undefined,
    isLost: false,
    ...NOTHING,
  }))
  const { getState, setState } = store
  const predictor = createPredictor(client, store)
  // Counts requests: an answer to any but the last is ignored.
  let begun = 0
  // What the log was taken to have run with in the calibration that is shown.
  let fittedTo: AskedSettings = {}
  const begin = () => {
    const turn = ++begun
    return () => turn === begun
  }

  const fail = (error: unknown) => {
    const { stage } = getState()
    if (error instanceof Cancelled || stage.kind === 'waiting') return
    setState({ ...NOTHING, stage: { kind: 'failed', source: stage.source, message: toMessage(error) } })
  }
  const open = async (run: number, { asked, settings }: Omit<Place, 'run'>, isCurrent: () => boolean) => {
    setState({ opening: run })
    const measured = await client.ask({ kind: 'measure', run })
    if (!isCurrent()) return
    setState({ ...NOTHING, settings, measured, selected: peakCycle(measured) })
    await calibrate(measured, asked)
  }
  const calibrate = async (measured: MeasuredRun, asked: AskedSettings) => {
    setState({ isCalibrating: true, asked, cancelled: undefined })
    const calibration = await client.ask({ kind: 'calibrate', run: measured.run, asked }).catch((error: unknown) => {
      if (error instanceof Cancelled) throw error
      return failedAt('', toMessage(error))
    })
    if (getState().measured !== measured || getState().asked !== asked) return
    fittedTo = asked
    setState({
      isCalibrating: false,
      calibration,
      predicted: undefined,
      predictionProblem: undefined,
      cancelled: undefined,
    })
    predictor.update()
  }

  const leave = () => {
    begin()
    client.cancel()
    setState({ ...NOTHING, stage: { kind: 'waiting' } })
  }

  return {
    store,
    async read(source, place) {
      client.cancel()
      const isCurrent = begin()
      setState({ ...NOTHING, isLost: false, stage: { kind: 'reading', source, progress: undefined } })
      try {
        const log = await client.ask({ kind: 'read', blob: source.blob }, (progress) => {
          if (isCurrent()) setState({ stage: { kind: 'reading', source, progress } })
        })
        if (!isCurrent()) return
        if (log.cycles === 0) {
          setState({ stage: { kind: 'refused', source, problems: log.problems } })
          return
        }
        setState({ stage: { kind: 'read', source, log } })
        const from = place && place.run < log.runs.length ? place : { ...NOTHING, run: longestRun(log) }
        await open(from.run, from, isCurrent)
      } catch (error) {
        if (isCurrent()) fail(error)
      }
    },
    leave,
    cancel() {
      const { measured, isCalibrating, calibration, asked } = getState()
      if (!measured) {
        leave()
        return
      }
      begin()
      client.cancel()
      const fit = calibration ? { asked: fittedTo } : { asked, cancelled: 'fit' as const }
      setState({ opening: undefined, isCalibrating: false, ...(isCalibrating ? fit : {}) })
      predictor.giveUp()
    },
    async chooseRun(run) {
      if (getState().stage.kind !== 'read') return
      const isCurrent = begin()
      await open(run, NOTHING, isCurrent).catch((error: unknown) => {
        if (isCurrent()) fail(error)
      })
    },
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
    suppose(settings) {
      setState({ settings, predictionProblem: undefined })
      predictor.update()
    },
    advise({ settings }, demand, onEnd) {
      let isWanted = true
      const end = (advice?: Advice) => isWanted && onEnd(advice)
      client.ask({ kind: 'advise', settings, demand }).then(end, () => end())
      return () => {
        isWanted = false
      }
    },
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

/** Margins beside the visible window, as shares of it. */
const ROOM = 0.3

function windowAround({ trace }: MeasuredRun, first: number, last: number): TimeWindow | undefined {
  const end = endOf(trace)
  const from = cycleStart(trace, first)
  const to = cycleEnd(trace, last)
  const room = Math.max(ROOM * (to - from), end / 200)
  return to - from + 2 * room >= end ? undefined : { start: Math.max(0, from - room), end: Math.min(end, to + room) }
}
