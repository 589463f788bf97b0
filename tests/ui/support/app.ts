import { GUIDE } from '../../../src/model/guide/simulator.ts'
import { createRuns } from '../../../src/store/runs.ts'
import { type App, createApp } from '../../../src/store/store.ts'

/** An app without a page, that computes all by the guide’s model and on the spot. */
export function createBareApp(): App {
  return createApp({
    runs: createRuns({
      simulators: { guide: GUIDE },
      loadSimulator: async () => GUIDE,
      createWorker: () => {
        throw new Error('no workers here')
      },
      defer: () => {},
    }),
  })
}
