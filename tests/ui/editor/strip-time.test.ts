import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { endOf } from '../../../src/model/steps.ts'
import { defaultScenario } from '../../../src/scenario/presets/catalogue.ts'
import { toDraft } from '../../../src/ui/editor/draw/draft.ts'
import { lengthOf } from '../../../src/ui/editor/draw/drawing.ts'
import { laneTicks, toStripFrame } from '../../../src/ui/editor/strip/geometry.ts'
import { toStripTime } from '../../../src/ui/editor/strip/strip-time.ts'
import { MIB, toLimit } from '../../../src/units.ts'

/** The spike in a container, which kills it while memory passes so many MiB. */
function stripOf(containerMib: number, model: 'guide' | 'runtime') {
  const scenario = {
    ...defaultScenario(),
    model,
    containerLimit: { kind: 'bytes', bytes: containerMib * MIB } as const,
  }
  const trace = simulate(scenario)
  const { drawing } = toDraft(scenario)
  return { trace, length: lengthOf(drawing), time: toStripTime(trace, drawing, false) }
}

const runs = fc.record({
  mib: fc.integer({ min: 5, max: 80 }),
  model: fc.constantFrom('guide' as const, 'runtime' as const),
})

describe('the strip’s axis', () => {
  it('holds the whole program, however early the run was killed', () => {
    fc.assert(
      fc.property(runs, ({ mib, model }) => {
        const { trace, length, time } = stripOf(mib, model)
        expect(time.toAxis(length)).toBeCloseTo(time.reach, 6)
        expect(time.ended !== undefined).toBe(trace.result.outcome.kind === 'oom-killed')
        // Neither part is squeezed out of sight by the other.
        expect(time.reach).toBeLessThanOrEqual(2 * endOf(trace) + 1e-9)
      }),
      { numRuns: 40 },
    )
  })

  it('puts the time after a kill behind the run, and converts positions back', () => {
    fc.assert(
      fc.property(runs, fc.double({ min: 0, max: 1, noNaN: true }), ({ mib, model }, share) => {
        const { length, time } = stripOf(mib, model)
        const own = share * length
        expect(time.toOwn(time.toAxis(own))).toBeCloseTo(own, 6)
        if (time.ended && own > time.ended.own) expect(time.toAxis(own)).toBeGreaterThan(time.ended.axis)
      }),
      { numRuns: 40 },
    )
  })

  it('counts elapsed time if the charts do', () => {
    const service = { ...defaultScenario(), model: 'runtime', procs: 4 } as const
    const { drawing } = toDraft(service)
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(20, 400), (share, mib) => {
        const trace = simulate({ ...service, containerLimit: toLimit(mib * MIB) })
        const time = toStripTime(trace, drawing, false, 'wall')
        const own = share * lengthOf(drawing)
        expect(time.toOwn(time.toAxis(own))).toBeCloseTo(own, 4)
        if (time.ended) expect(time.ended.axis).toBeCloseTo(trace.result.wallSeconds, 9)
        else expect(time.toAxis(lengthOf(drawing))).toBeCloseTo(trace.result.wallSeconds, 6)
      }),
      { numRuns: 40 },
    )
  })

  it('ends with the run if that ended with its program', () => {
    const { trace, time } = stripOf(400, 'guide')
    expect(time.reach).toBe(endOf(trace))
    expect(time.ended).toBeUndefined()
  })
})

it('both lanes have figures from 0 up, in one unit, without overlaps', () => {
  const em = 13
  const reach = fc.integer({ min: 1, max: 4_000_000 }).map((mib) => mib * MIB)
  fc.assert(
    fc.property(reach, reach, (live, rate) => {
      const frame = toStripFrame(900, em, { live, rate }, false)
      for (const lane of [frame.live, frame.rate]) {
        const { list } = laneTicks(lane, em)
        expect(list[0]?.text).toBe('0')
        expect(list.length).toBeGreaterThanOrEqual(2)
        const ys = list.map(({ value }) => lane.toY(value))
        for (const [i, y] of ys.slice(1).entries()) expect((ys[i] ?? 0) - y).toBeGreaterThanOrEqual(em - 1e-9)
      }
    }),
  )
})
