import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { Outcome, scenarioOf } from '../../src/pages/experiments/outcome.tsx'
import { RESULT_FIGURES, toMeasured } from '../../src/view/figures.ts'

it('the card of a killed run gives its progress as the simulator does', () => {
  const scenario = scenarioOf('headroom-none')
  const trace = simulate(scenario)
  const [done] =
    /[\d.]+ % of its work done/.exec(renderToStaticMarkup(<Outcome preset="headroom-none" trace={trace} />)) ?? []
  expect(done).toBe('31.5 % of its work done')
  const total = RESULT_FIGURES.find(({ key }) => key === 'total-time')!
  expect(total.aside(toMeasured(trace, { scenario }))).toContain(done)
})
