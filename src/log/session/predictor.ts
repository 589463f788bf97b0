import type { StoreApi } from 'zustand/vanilla'
import { messageOf } from '../../result.ts'
import { Cancelled, type Client } from '../engine/client.ts'
import type { SessionState } from './session-state.ts'

/**
 * Keeps the prediction up to date with the newest settings and calibration. It runs one prediction at a time. If something
 * changes meanwhile, it runs another one afterwards, so the last request always gets an answer.
 */
export function createPredictor(client: Client, { getState, setState }: StoreApi<SessionState>) {
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
