import { bench, describe } from 'vitest'
import { bundle } from '../tools/bundle.mjs'
import { GUIDE_CASES } from './guide-cases.ts'
import { loadGuideModel } from './guide-script.ts'

const guide = process.env.GUIDE_JS ? loadGuideModel(process.env.GUIDE_JS) : undefined

// Bundled: Vitest reaches what modules export through getters, which for a run of a dozen cycles would cost as much again.
const { simulate }: typeof import('../../src/model/simulate.ts') = await import(
  /* @vite-ignore */ await bundle('src/model/simulate.ts')
)

for (const { name, scenario, workload, config } of GUIDE_CASES) {
  describe(`spike, ${name}: ${simulate(scenario).result.cycles} cycles`, () => {
    bench('sawtooth', () => {
      simulate(scenario)
    })
    if (guide) {
      bench('the public guide’s script', () => {
        guide(workload, config)
      })
    }
  })
}
