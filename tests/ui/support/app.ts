import { simulateGuideInSlices } from '../../../src/model/guide/simulate.ts'
import { createRuns } from '../../../src/store/runs.ts'
import { createApp } from '../../../src/store/store.ts'
import { createPageApp, type PageApp } from '../../../src/ui/context.ts'

/** An app without a page, that computes all by the guide’s model and on the spot. */
export function createBareApp(): PageApp {
  return createPageApp(
    createApp({
      runs: createRuns({
        simulators: { guide: simulateGuideInSlices },
        loadSimulator: async () => simulateGuideInSlices,
        createWorker: () => {
          throw new Error('no workers here')
        },
        defer: () => {},
      }),
    }),
  )
}
