import { expect, it } from 'vitest'
import { emptyTrace, isEmptyTrace } from '../../src/model/empty.ts'
import { simulateGuideInSlices } from '../../src/model/guide/simulate.ts'
import { landmarksOf } from '../../src/model/moments.ts'
import { simulateRuntimeInSlices } from '../../src/model/runtime/simulate.ts'
import { simulate } from '../../src/model/simulate.ts'
import { finish, inSlices } from '../../src/model/slices.ts'
import { MIB } from '../../src/units.ts'
import { digestOf, scenarioOf } from '../support/run.ts'

const FIELDS = {
  memoryLimit: '30MiB',
  containerLimit: '50MiB',
  procs: 3,
  program: { otherMemory: '7MiB', outsideMemory: '9MiB', phases: [{ duration: 1, allocRate: '20MiB' }] },
}

it('a run of which nothing is known has its first settings, and no figures', () => {
  const { result, segments, points, cycles, holds } = emptyTrace(scenarioOf(FIELDS))
  const { outcome, modelVersion, ...figures } = result
  expect(new Set(Object.values(figures))).toEqual(new Set([0]))
  expect([outcome, modelVersion]).toEqual([{ kind: 'completed' }, ''])
  expect(segments).toHaveLength(1)
  expect(segments[0]).toMatchObject({
    time: 0,
    mutatorTime: 0,
    otherMemory: 7 * MIB,
    outsideMemory: 9 * MIB,
    memoryLimit: 30 * MIB,
    containerLimit: 50 * MIB,
    procs: 3,
    goal: Infinity,
    peak: { memory: 0, container: 0, live: 0 },
  })
  for (const column of [
    points.time,
    points.live,
    points.fresh,
    cycles.startPoint,
    cycles.goal,
    cycles.rule,
    cycles.fillAfter,
  ])
    expect(column).toHaveLength(0)
  expect([points.count, cycles.count, cycles.forced, holds]).toEqual([0, 0, [], []])
  expect(landmarksOf(emptyTrace(scenarioOf(FIELDS)))).toEqual([])
})

it('a simulated run never counts as one of which nothing is known', () => {
  expect(isEmptyTrace(emptyTrace(scenarioOf(FIELDS)))).toBe(true)
  expect(isEmptyTrace(simulate(scenarioOf({ program: { phases: [] } })))).toBe(false)
})

it.each([
  ['guide', simulateGuideInSlices],
  ['runtime', simulateRuntimeInSlices],
])('a run slice by slice is the run of its model (%s); none where the model is not at hand', (model, simulator) => {
  const scenario = scenarioOf({ ...FIELDS, model })
  expect(digestOf(finish(inSlices(simulator, scenario)))).toEqual(digestOf(simulate(scenario)))
  expect(finish(inSlices(undefined, scenario))).toEqual(emptyTrace(scenario))
})
