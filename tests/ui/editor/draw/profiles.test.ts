import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { defaultScenario } from '../../../../src/scenario/presets/catalogue.ts'
import { decodeLink } from '../../../../src/share/decode.ts'
import { encodeLink } from '../../../../src/share/encode.ts'
import { blankScenario } from '../../../../src/ui/editor/draw/blank.ts'
import { listDifferences } from '../../../../src/ui/editor/draw/differences.ts'
import { addChange, toDraft, withDrawing } from '../../../../src/ui/editor/draw/draft.ts'
import { type Drawing, lengthOf, readDrawing, toProgram } from '../../../../src/ui/editor/draw/drawing.ts'
import { setLevel } from '../../../../src/ui/editor/draw/edit.ts'
import { findImpossiblePhases } from '../../../../src/ui/editor/draw/impossible-phases.ts'
import { insertProfile, liveAtTime, type Profile, spikeTimes } from '../../../../src/ui/editor/draw/profiles.ts'
import { MIB } from '../../../../src/units.ts'
import { anyDrawing, drawnValues } from './support.ts'

const blank = () => blankScenario(defaultScenario())

/** Ten seconds at 40 MiB. */
const plateau = () => setLevel(toDraft(blank()).drawing, 0, 40 * MIB)

function insert(drawing: Drawing, profile: Profile): Drawing {
  const result = insertProfile(drawing, profile)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

const liveAt = (drawing: Drawing, ...times: number[]) =>
  times.map((time) => Number((liveAtTime(drawing, time) / MIB).toFixed(9)))

describe('profiles are expanded into plain phases', () => {
  it('a spike to 120 MiB at 5 s for half a second, on a plateau of 40', () => {
    const drawn = insert(plateau(), { kind: 'spike', at: 5, peak: 120 * MIB, seconds: 0.5 })
    expect(drawn.phases.map(({ duration }) => duration)).toEqual([5, 0.1, 0.3, 0.1, 4.5])
    expect(liveAt(drawn, 0, 5, 5.1, 5.4, 5.5, 10)).toEqual([40, 40, 120, 120, 40, 40])
    // 80 MiB in a tenth of a second, and the 20 MiB/s of garbage besides.
    expect(drawn.phases[1]?.allocRate).toBe(820 * MIB)
    expect(findImpossiblePhases(drawn)).toEqual([])
  })

  it('a step lifts everything behind it', () => {
    const base = insert(plateau(), { kind: 'spike', at: 8, peak: 60 * MIB, seconds: 1 })
    const drawn = insert(base, { kind: 'step', at: 2, to: 50 * MIB, seconds: 0.5 })
    expect(liveAt(drawn, 2, 2.5, 8, 8.5, 10)).toEqual([40, 50, 50, 70, 50])
  })

  it('a leak never dies', () => {
    const drawn = insert(plateau(), { kind: 'leak', at: 4, rate: 2 * MIB })
    expect(liveAt(drawn, 4, 7, 10)).toEqual([40, 46, 52])
    expect(drawn.phases.at(-1)?.allocRate).toBe(22 * MIB)
  })

  it('a cache fills and is emptied until the end', () => {
    const drawn = insert(plateau(), { kind: 'cache', at: 2, every: 4, peak: 80 * MIB })
    expect(liveAt(drawn, 2, 5.8, 6, 9.8, 10)).toEqual([40, 80, 40, 80, 40])
  })

  it('a batch job comes every so often; its jitter is the seed’s, and stays within its bounds', () => {
    const job = { kind: 'periodic', at: 1, every: 3, peak: 80 * MIB, seconds: 0.5, jitter: 0.2, seed: 7 } as const
    const times = spikeTimes(job, 10)
    expect(times).toHaveLength(3)
    expect(spikeTimes(job, 10)).toEqual(times)
    expect(spikeTimes({ ...job, seed: 8 }, 10)).not.toEqual(times)
    times.forEach((time, i) => {
      expect(Math.abs(time - (1 + 3 * i))).toBeLessThanOrEqual(0.2 * 3)
    })
    expect(spikeTimes({ ...job, jitter: 0 }, 10)).toEqual([1, 4, 7])
  })

  it('too many phases, or a place outside the program, are refused', () => {
    const job = { kind: 'periodic', at: 0, every: 0.01, peak: MIB, seconds: 0.005, jitter: 0, seed: 1 } as const
    expect(insertProfile(plateau(), job)).toMatchObject({ ok: false, problems: [{ path: 'every' }] })
    expect(insertProfile(plateau(), { kind: 'leak', at: 11, rate: MIB })).toMatchObject({ ok: false })
  })

  it('on any drawing, the phases of a spike are possible and the line elsewhere stays', () => {
    const shares = fc.tuple(
      fc.double({ min: 0.05, max: 0.8, noNaN: true }),
      fc.double({ min: 0.01, max: 0.1, noNaN: true }),
    )
    fc.assert(
      fc.property(anyDrawing(), shares, fc.integer({ min: 1, max: 500 }), (drawing, [from, width], peak) => {
        fc.pre(findImpossiblePhases(drawing).length === 0)
        const length = lengthOf(drawing)
        const drawn = insert(drawing, { kind: 'spike', at: from * length, peak: peak * MIB, seconds: width * length })
        // Each cut rounds two durations to four digits: a thousandth of the length at most.
        expect(Math.abs(lengthOf(drawn) - length)).toBeLessThanOrEqual(length * 5e-3)
        expect(drawn.phases.some(({ live }) => live === peak * MIB)).toBe(true)
        expect(drawn.phases.at(-1)?.live).toBe(drawing.phases.at(-1)?.live)
      }),
    )
  })
})

describe('a link holds what was drawn', () => {
  it('with jitter, to the last digit', () => {
    const draft = toDraft(blank())
    const job = { kind: 'periodic', at: 1, every: 2, peak: 80 * MIB, seconds: 0.5, jitter: 0.3, seed: 42 } as const
    const { scenario } = withDrawing(draft, insert(plateau(), job))
    const opened = decodeLink(encodeLink({ scenario }))
    expect(opened.problems).toEqual([])
    expect(opened.scenario).toEqual(scenario)
    expect(drawnValues(readDrawing(opened.scenario.program))).toEqual(drawnValues(insert(plateau(), job)))
  })

  it('40 drawn phases and 20 events stay under 2,000 characters', () => {
    const size = fc.integer({ min: 1, max: 9999 })
    const phase = fc.tuple(size, size, fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 0, max: 3 }))
    const event = fc.tuple(
      fc.integer({ min: 0, max: 999 }),
      fc.integer({ min: 0, max: 5 }),
      fc.integer({ min: 1, max: 999 }),
    )
    const phases = fc.array(phase, { minLength: 40, maxLength: 40 })
    const events = fc.array(event, { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(phases, events, (drawn, changes) => {
        const base = toDraft(blank())
        const source = base.scenario.program.phases[0]
        if (!source) throw new Error('no phase')
        const drawing = {
          start: 40 * MIB,
          phases: drawn.map(([live, rate, duration, turnover]) => ({
            source,
            duration: duration / 1000,
            live: (live / 10) * MIB,
            allocRate: (rate / 10) * MIB + 1000 * MIB,
            turnover: turnover * MIB,
          })),
        }
        const { scenario } = withDrawing(base, drawing)
        const whole = changes.reduce((s, [at, kind, value]) => addChange(s, toChange(at / 100, kind, value)), scenario)
        expect(encodeLink({ scenario: whole }).length).toBeLessThan(2000)
      }),
      { numRuns: 50 },
    )
  })
})

function toChange(at: number, kind: number, value: number) {
  const size = { kind: 'bytes', bytes: value * MIB } as const
  if (kind === 0) return { at, gogc: { kind: 'percent', percent: value } } as const
  if (kind === 1) return { at, memoryLimit: size }
  if (kind === 2) return { at, containerLimit: size }
  if (kind === 3) return { at, outsideMemory: value * MIB }
  return kind === 4 ? { at, procs: (value % 64) + 1 } : { at, cpuLimiter: value % 2 === 0 }
}

describe('differences', () => {
  it('none between a scenario and itself', () => {
    expect(listDifferences(blank(), blank())).toEqual([])
  })
  it('settings, phases and events, a line each', () => {
    const draft = toDraft(blank())
    const { scenario } = withDrawing(draft, setLevel(draft.drawing, 0, 40 * MIB))
    const changed = addChange({ ...scenario, cpuLimiter: false }, { at: 5, gogc: { kind: 'percent', percent: 50 } })
    expect(listDifferences(changed, blank())).toEqual([
      '50 % GC CPU limit: on → off',
      'Initial live heap: 20.0 MiB → 40.0 MiB',
      'Event: at 5 s GOGC becomes 50 %',
    ])
  })
  it('inserted phases are named by their place', () => {
    const drawing = insert(toDraft(blank()).drawing, { kind: 'spike', at: 5, peak: 90 * MIB, seconds: 1 })
    const changed = { ...blank(), program: toProgram(drawing, blank().program) }
    expect(listDifferences(changed, blank())).toEqual(['Phases: 1 → 5; phases 1 to 5 are new or changed'])
  })
})

describe('a day', () => {
  const day = (more: Partial<Profile & { kind: 'daily' }> = {}): Profile => ({
    kind: 'daily',
    at: 0,
    seconds: 24,
    rate: 500 * MIB,
    night: 0.2,
    peak: 100 * MIB,
    hour: 14,
    ...more,
  })
  /** 24 seconds at 40 MiB. */
  const long = () => {
    const { start, phases } = plateau()
    return { start, phases: phases.map((phase) => ({ ...phase, duration: 24 })) }
  }

  it('is 24 phases that take the place of what was there, busiest at the peak hour', () => {
    const { phases } = insert(long(), day())
    expect(phases).toHaveLength(24)
    const rates = phases.map(({ allocRate }) => allocRate)
    const most = Math.max(...rates)
    // The hours on both sides of the peak, each at its middle: 500 · (0.2 + 0.8 · (1 + cos 7.5°) / 2).
    expect([rates[13], rates[14]]).toEqual([most, most])
    expect(most / MIB).toBeCloseTo(498.3, 1)
    // Twelve hours from it, 500 · (0.2 + 0.8 · (1 − cos 7.5°) / 2) = 101.71, up to four digits.
    expect(Math.min(...rates) / MIB).toBe(101.8)
  })

  it('has the live heap at its height at the peak hour, and as it was twelve hours from it', () => {
    const drawn = insert(long(), day())
    expect(liveAt(drawn, 0, 2, 14)).toEqual([40, 40, 100])
    expect(findImpossiblePhases(drawn)).toEqual([])
  })

  it('allocates what a sine does on average, whenever its peak is, and leaves the program as long as it was', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 23 }), fc.double({ min: 0, max: 1, noNaN: true }), (hour, night) => {
        const drawn = insert(long(), day({ hour, night, peak: 40 * MIB }))
        expect(lengthOf(drawn)).toBeCloseTo(24, 6)
        const mean = drawn.phases.reduce((sum, { allocRate }) => sum + allocRate, 0) / 24
        // Half of what lies between night and peak; rates have four digits.
        expect(mean / (500 * MIB * (night + (1 - night) / 2))).toBeCloseTo(1, 2)
      }),
    )
  })
})
