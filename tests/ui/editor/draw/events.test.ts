import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultScenario } from '../../../../src/scenario/presets/catalogue.ts'
import { roundDrawn, roundSize } from '../../../../src/scenario/round.ts'
import type { Change, Scenario } from '../../../../src/scenario/types.ts'
import { decodeLink } from '../../../../src/share/decode.ts'
import { encodeLink } from '../../../../src/share/encode.ts'
import { blankScenario } from '../../../../src/ui/editor/draw/blank.ts'
import { listDifferences } from '../../../../src/ui/editor/draw/differences.ts'
import { addChange, toDraft, withDrawing } from '../../../../src/ui/editor/draw/draft.ts'
import {
  deleteEvents,
  describeEvent,
  findMoved,
  groupEvents,
  moveEvents,
  setLine,
} from '../../../../src/ui/editor/draw/event-groups.ts'
import {
  expandEvents,
  insertEvents,
  type Ramp,
  type Resize,
  toSteps,
} from '../../../../src/ui/editor/draw/event-profiles.ts'
import { MIB } from '../../../../src/units.ts'

/** Ten seconds with nothing happening. */
const blank = () => blankScenario(defaultScenario())

function insert(scenario: Scenario, profile: Resize | Ramp): Scenario {
  const result = insertEvents(scenario, profile)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

const bytes = (mib: number) => ({ kind: 'bytes', bytes: mib * MIB }) as const
const RESIZE: Resize = { kind: 'resize', at: 5, container: 64 * MIB, limit: 56 * MIB, order: 'after', delay: 2 }
const RAMP: Ramp = { kind: 'outside', at: 4, from: 0, to: 32 * MIB, seconds: 2, isBack: false, hold: 1 }

describe('a container resized', () => {
  it('with GOMEMLIMIT stale for a while', () => {
    expect(expandEvents(RESIZE, 10)).toEqual([
      { at: 5, containerLimit: bytes(64) },
      { at: 7, memoryLimit: bytes(56) },
    ])
  })
  it('with GOMEMLIMIT set ahead of it', () => {
    expect(expandEvents({ ...RESIZE, order: 'before' }, 10)).toEqual([
      { at: 3, memoryLimit: bytes(56) },
      { at: 5, containerLimit: bytes(64) },
    ])
  })
  it('without GOMEMLIMIT ever following', () => {
    expect(expandEvents({ ...RESIZE, order: 'never' }, 10)).toEqual([{ at: 5, containerLimit: bytes(64) }])
  })
  it('keeps both within the program', () => {
    expect(expandEvents({ ...RESIZE, delay: 60 }, 10)[1]?.at).toBe(10)
    expect(expandEvents({ ...RESIZE, order: 'before', delay: 60 }, 10)[0]?.at).toBe(0)
  })
  it('at one instant keeps the order that is asked for', () => {
    const keys = (order: Resize['order']) =>
      insert(blank(), { ...RESIZE, order, delay: 0 }).changes.map((change) => Object.keys(change)[1])
    expect(keys('after')).toEqual(['containerLimit', 'memoryLimit'])
    expect(keys('before')).toEqual(['memoryLimit', 'containerLimit'])
  })
})

/** Memory outside Go over a stretch of time, in byte-seconds. */
function area(steps: readonly Change[], level: number, from: number, to: number): number {
  let [sum, time, height] = [0, from, level]
  for (const { at, outsideMemory = 0 } of steps) {
    sum += height * (at - time)
    ;[time, height] = [at, outsideMemory]
  }
  return sum + height * (to - time)
}

describe('memory outside Go along a line', () => {
  it('in eight steps, each in the middle of the part it stands for', () => {
    const steps = expandEvents(RAMP, 10)
    expect(steps.map(({ at }) => at)).toEqual([4.125, 4.375, 4.625, 4.875, 5.125, 5.375, 5.625, 5.875])
    expect(steps.map(({ outsideMemory = 0 }) => outsideMemory / MIB)).toEqual([4, 8, 12, 16, 20, 24, 28, 32])
  })
  it('and back as slowly, after a while', () => {
    const steps = expandEvents({ ...RAMP, isBack: true }, 10)
    expect(steps).toHaveLength(16)
    expect(steps[8]).toEqual({ at: 7.125, outsideMemory: 28 * MIB })
    expect(steps.at(-1)).toEqual({ at: 8.875, outsideMemory: 0 })
  })
  it('leaves out steps after the program’s end', () => {
    expect(expandEvents({ ...RAMP, at: 9 }, 10).map(({ at }) => at)).toEqual([9.125, 9.375, 9.625, 9.875])
  })
  it('keeps the last of several steps that four digits cannot distinguish', () => {
    const steps = toSteps(1000, 0, 8 * MIB, 1)
    expect(steps).toEqual([
      { at: 1000, outsideMemory: 4 * MIB },
      { at: 1001, outsideMemory: 8 * MIB },
    ])
  })
  it('outside the program is refused, at its path', () => {
    expect(insertEvents(blank(), { ...RAMP, at: 11 })).toMatchObject({ ok: false, problems: [{ path: 'at' }] })
    // At the end there is no time for even the first step.
    expect(insertEvents(blank(), { ...RAMP, at: 10 })).toMatchObject({ ok: false, problems: [{ path: 'at' }] })
  })

  const anyLine = fc.record({
    at: fc.integer({ min: 0, max: 700 }).map((n) => n / 100),
    seconds: fc.integer({ min: 40, max: 300 }).map((n) => n / 100),
    from: fc.integer({ min: 0, max: 400 }).map((n) => n * MIB),
    to: fc.integer({ min: 0, max: 400 }).map((n) => n * MIB),
  })

  it('line and steps enclose the same area', () => {
    fc.assert(
      fc.property(anyLine, ({ at, from, to, seconds }) => {
        const steps = toSteps(at, from, to, seconds)
        const line = (seconds * (from + to)) / 2
        // Four digits of each time and size.
        expect(Math.abs(area(steps, from, at, at + seconds) - line)).toBeLessThanOrEqual(0.002 * (from + to) * seconds)
      }),
    )
  })

  it('is known again from its steps, also when something else happens between them', () => {
    fc.assert(
      fc.property(anyLine, fc.array(fc.double({ min: 0, max: 10, noNaN: true }), { maxLength: 3 }), (line, times) => {
        fc.pre(Math.abs(line.to - line.from) >= 8 * MIB)
        const other = times.reduce((s, at) => addChange(s, { at: roundDrawn(at), forceGC: true }), blank())
        const scenario = insert(other, { ...RAMP, ...line })
        const groups = groupEvents(scenario.changes)
        expect(groups).toHaveLength(times.length + 1)
        const found = groups.find((group) => group.line)?.line
        expect(found?.to).toBe(line.to)
        // Four digits of each step, of which there are eight to a line.
        expect(found?.at).toBeCloseTo(line.at, 1)
        expect(found?.seconds).toBeCloseTo(line.seconds, 1)
        expect(Math.abs((found?.from ?? Number.NaN) - line.from)).toBeLessThanOrEqual(
          0.01 * Math.max(line.from, line.to),
        )
        expect(groups.flatMap(({ indices }) => indices).sort((a, b) => a - b)).toEqual(
          scenario.changes.map((_, i) => i),
        )
      }),
    )
  })

  it('there and back are two lines', () => {
    const { changes } = insert(blank(), { ...RAMP, isBack: true })
    expect(groupEvents(changes).map(({ line }) => line)).toEqual([
      { at: 4, from: 0, to: 32 * MIB, seconds: 2 },
      { at: 7, from: 32 * MIB, to: 0, seconds: 2 },
    ])
  })
})

describe('an event in words', () => {
  it('the steps of a line are one', () => {
    const { changes } = addChange(insert(blank(), RAMP), { at: 5, forceGC: true })
    const texts = groupEvents(changes).map((group) => describeEvent(group, changes))
    const line = 'from 4 s Memory outside Go goes from 0 B to 32.0 MiB in 8 steps over 2 s'
    expect(texts).toEqual([line, 'at 5 s runtime.GC() is called'])
    expect(listDifferences({ ...blank(), changes }, blank())).toEqual(texts.map((text) => `Event: ${text}`))
  })
})

describe('events that are moved', () => {
  it('go together where they are a line, and stay within the program', () => {
    const scenario = insert(blank(), RAMP)
    const [line] = groupEvents(scenario.changes)
    if (!line) throw new Error('no line')
    const moved = moveEvents(scenario, line, 5.125)
    expect(groupEvents(moved.changes)).toMatchObject([{ line: { at: 5, seconds: 2 } }])
    const far = moveEvents(scenario, line, 9.9)
    expect(groupEvents(far.changes)).toMatchObject([{ line: { at: 8, seconds: 2, to: 32 * MIB } }])
    const steep = setLine(scenario, line, { at: 4, from: 8 * MIB, to: 0, seconds: 1 })
    expect(steep.changes).toHaveLength(8)
    expect(groupEvents(steep.changes)).toMatchObject([{ line: { from: 8 * MIB, to: 0, seconds: 1 } }])
  })

  it('leave everything else as it is, and stand where they are looked for', () => {
    const anyTimes = fc.array(
      fc.integer({ min: 0, max: 20 }).map((n) => n / 2),
      { minLength: 1, maxLength: 6 },
    )
    fc.assert(
      fc.property(anyTimes, fc.nat(), fc.integer({ min: 0, max: 20 }), (times, which, half) => {
        const scenario = times.reduce((s, at, i) => addChange(s, { at, procs: i + 1 }), blank())
        const groups = groupEvents(scenario.changes)
        const group = groups[which % groups.length]!
        const change = scenario.changes[group.indices[0]!]!
        const to = half / 2
        const moved = moveEvents(scenario, group, to)
        const place = findMoved(scenario, group, to)
        expect(moved.changes[place]).toEqual({ ...change, at: to })
        expect(moved.changes.filter((_, i) => i !== place)).toEqual(deleteEvents(scenario, group).changes)
      }),
    )
  })
})

describe('a link', () => {
  it('of 40 phases, a ramp there and back and four more events stays under 2,000 characters', () => {
    const digits = fc.integer({ min: 1000, max: 9999 })
    const anyPhases = fc.array(fc.tuple(digits, digits, digits), { minLength: 40, maxLength: 40 })
    const anyRamp = fc.tuple(digits, digits, digits, digits)
    fc.assert(
      fc.property(anyPhases, anyRamp, (drawn, [at, from, to, seconds]) => {
        const draft = toDraft(blank())
        const source = draft.drawing.phases[0]!.source
        const { scenario } = withDrawing(draft, {
          start: 40 * MIB,
          phases: drawn.map(([live, rate, duration]) => ({
            source,
            duration: duration / 1000,
            live: (live / 10) * MIB,
            allocRate: (rate / 10) * MIB + 1000 * MIB,
            turnover: 0,
          })),
        })
        const ramp = { at: at / 1000, from: roundSize((from / 10) * MIB), to: roundSize((to / 10) * MIB) }
        const ramped = insert(scenario, { ...RAMP, ...ramp, seconds: seconds / 1000, isBack: true })
        const whole = [1, 3].reduce((s, n) => addChange(s, { at: n, forceGC: true }), insert(ramped, RESIZE))
        expect(whole.changes.length).toBeGreaterThan(16)
        const link = encodeLink({ scenario: whole })
        expect(link.length).toBeLessThan(2000)
        expect(decodeLink(link).scenario).toEqual(whole)
      }),
      { numRuns: 50 },
    )
  })
})
