import { bench, describe } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { GUIDE_CASES } from './guide-cases.ts'
import { loadGuideModel } from './guide-script.ts'

const guide = process.env.GUIDE_JS ? loadGuideModel(process.env.GUIDE_JS) : undefined

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
