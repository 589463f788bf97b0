import { expect, it } from 'vitest'
import type { Frame } from '../../src/charts/layout.ts'
import { cycleStretches } from '../../src/charts/marks.ts'
import { toLinearScale } from '../../src/charts/path.ts'
import { unfinishedStart } from '../../src/model/cycles.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'

it('a cycle that the end of the run cuts off is drawn up to there', () => {
  const trace = simulate(toScenario(findPreset('lines-arena')!))
  const end = endOf(trace)
  const frame = { x: toLinearScale([0, end], [0, 1000]), left: 0, right: 1000 } as Frame
  const drawn = cycleStretches(trace, [0, end], frame)
  expect(drawn).toHaveLength(3)
  expect(drawn.at(-1)![0]).toBeCloseTo((1000 * unfinishedStart(trace)!) / end, 6)
  expect(drawn.at(-1)![1]).toBeCloseTo(1000, 6)
  expect(cycleStretches(trace, [0, unfinishedStart(trace)! / 2], frame).length).toBeLessThan(3)
})
