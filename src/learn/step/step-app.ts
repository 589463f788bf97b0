import { clockOfLesson, cutScenario } from '../../lessons/experiment.ts'
import type { Step } from '../../lessons/lesson.ts'
import { GUIDE } from '../../model/guide/simulator.ts'
import { RUNTIME } from '../../model/runtime/simulator.ts'
import { createRuns } from '../../store/runs.ts'
import { type App, createApp, openedAs } from '../../store/store.ts'
import { createPageApp, type PageApp } from '../../ui/context.ts'

/** The figure of one step with its controls: as much of its run as may be seen before the bet, then all of it. */
export function createStepApp(step: Step): PageApp {
  const app = createPageApp(
    createApp({
      runs: createRuns({
        simulators: { guide: GUIDE, runtime: RUNTIME },
        loadSimulator: refuse,
        createWorker: refuse,
        defer: (callback) => setTimeout(callback, 0),
      }),
    }),
  )
  openStep(app, step, step.bet === undefined)
  return app
}

/** Shows the run of a step: all of it, or its beginning. */
export function openStep({ store }: App, step: Step, isWhole: boolean): void {
  const scenario = isWhole || !step.bet ? step.scenario : cutScenario(step.scenario, step.bet.until)
  const presetId = isWhole ? step.presetId : undefined
  const clock = clockOfLesson(step.scenario)
  store.getState().open({ isFirst: true, scenario, presetId, clock, opened: openedAs(step.scenario, step.presetId) })
}

/** Both models are here, and the runs of lessons are short: nothing is loaded and no worker is needed. */
function refuse(): never {
  throw new Error('a lesson loads nothing')
}
