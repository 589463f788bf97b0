import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Clock } from '../../../src/model/clock.ts'
import { simulateGuideInSlices } from '../../../src/model/guide/simulate.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { finish } from '../../../src/model/slices.ts'
import { onClock } from '../../../src/model/wall-clock.ts'
import { defaultScenario, presetNamed, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { addChange, toDraft, withDrawing } from '../../../src/ui/editor/draw/draft.ts'
import { lengthOf } from '../../../src/ui/editor/draw/drawing.ts'
import { setAllocRate, setLive, splitPhase } from '../../../src/ui/editor/draw/edit.ts'
import { findImpossiblePhases } from '../../../src/ui/editor/draw/impossible-phases.ts'
import { fitReach, toGeometry, toStripFrame } from '../../../src/ui/editor/strip/geometry.ts'
import { toStripLayout } from '../../../src/ui/editor/strip/strip-layout.ts'
import { toStripTime } from '../../../src/ui/editor/strip/strip-time.ts'
import { MIB } from '../../../src/units.ts'

const EM = 13
const WIDTH = 900

/** Where a scenario stands on an axis that is 20 s long. */
function standOf(scenario: Scenario, drawing = toDraft(scenario).drawing) {
  const trace = finish(simulateGuideInSlices(scenario))
  const frame = toStripFrame(WIDTH, EM, fitReach(drawing), true)
  const axis = { window: [0, 20] as const, width: WIDTH, em: EM }
  const geometry = toGeometry(frame, axis, toStripTime(trace, drawing, false))
  const wishes = findImpossiblePhases(drawing)
  return toStripLayout(geometry, { drawing, scenario, selected: 0, wishes }, trace)
}

describe('positions of everything on the strip', () => {
  it('boundaries follow one another, and levels lie within their lane', () => {
    const sizes = fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(sizes, (mibs) => {
        const before = toDraft(defaultScenario())
        const drawing = mibs.reduce((drawn, mib, i) => splitPhase(setLive(drawn, i + 1, mib * MIB), i), before.drawing)
        const { scenario } = withDrawing(before, drawing)
        const { xs, ys, geometry } = standOf(scenario, drawing)
        expect(xs).toHaveLength(drawing.phases.length + 1)
        expect(ys).toHaveLength(xs.length)
        expect(xs).toEqual(xs.toSorted((a, b) => a - b))
        for (const y of ys) {
          expect(y).toBeLessThanOrEqual(geometry.live.bottom + 0.05)
          expect(y).toBeGreaterThanOrEqual(geometry.live.top - 0.05)
        }
      }),
    )
  })

  it('the real live heap is drawn only if it cannot reach the wanted one', () => {
    const draft = toDraft(defaultScenario())
    expect(standOf(draft.scenario).realYs).toEqual([])
    const drawing = setLive(setAllocRate(draft.drawing, 0, 1 * MIB), 1, 4000 * MIB)
    const { scenario } = withDrawing(draft, drawing)
    const { ys, realYs } = standOf(scenario, drawing)
    expect(realYs).toHaveLength(ys.length)
    // Lower on the screen is less of it.
    expect(realYs[1]).toBeGreaterThan(ys[1] ?? 0)
  })

  it('numbers of events at one instant stand side by side, each mark where it happens', () => {
    const scenario = defaultScenario()
    const at = lengthOf(toDraft(scenario).drawing) / 2
    const changed = [1, 2, 3].reduce((before, procs) => addChange(before, { at, procs }), scenario)
    const { events } = standOf(changed)
    expect(new Set(events.map(({ x }) => x)).size).toBe(1)
    const numbers = events.map(({ numberX }) => numberX)
    expect(numbers[0]).toBe(events[0]?.x)
    for (const [i, x] of numbers.slice(1).entries()) expect(x - (numbers[i] ?? 0)).toBeCloseTo(1.6 * EM, 0)
  })
})

describe('an event that the user puts on the strip', () => {
  const service = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 4,
    program: { pace: 'clock', busyProcs: 1, initialLive: '50MiB', phases: [{ duration: 60, allocRate: '100MiB' }] },
  })
  if (!service.ok) throw new Error(service.problems[0]?.message)

  function standOnClock(scenario: Scenario, clock: Clock) {
    const trace = simulate(scenario)
    const { drawing } = toDraft(scenario)
    const time = toStripTime(trace, drawing, scenario.program.pace === 'clock', clock)
    const axis = { window: [0, time.reach] as const, width: WIDTH, em: EM }
    const geometry = toGeometry(toStripFrame(WIDTH, EM, fitReach(drawing), true), axis, time)
    return toStripLayout(geometry, { drawing, scenario, selected: 0, wishes: [] }, onClock(trace, clock))
  }

  it.each([
    ['a service', 'cpu', service.value],
    ['a service', 'wall', service.value],
    ['headroom', 'cpu', toScenario(presetNamed('headroom'))],
    ['headroom', 'wall', toScenario(presetNamed('headroom'))],
  ] as const)('stands where the user put it: %s, axis of %s time', (_, clock, scenario) => {
    const { geometry } = standOnClock(scenario, clock)
    for (const share of [0.2, 0.5, 0.8]) {
      const x = geometry.left + share * (geometry.right - geometry.left)
      const { events } = standOnClock(addChange(scenario, { at: geometry.toOwn(x), procs: scenario.procs }), clock)
      expect(Math.abs(events[0]!.x - x)).toBeLessThanOrEqual(0.1)
    }
  })
})
