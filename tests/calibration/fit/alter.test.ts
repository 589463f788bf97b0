import { describe, expect, it } from 'vitest'
import {
  type Alteration,
  drawAlteration,
  openBounds,
  toAltered,
  unaltered,
  unlikeliness,
  withMemory,
} from '../../../src/calibration/fit/alter.ts'
import type { ModelRun } from '../../../src/calibration/fit/model-run.ts'
import { evenly } from '../../../src/prediction/sequence.ts'
import type { Phase, Scenario } from '../../../src/scenario/types.ts'
import { MIB } from '../../../src/units.ts'
import { seriesOf } from '../support.ts'
import { MB, piece, runOf, workload } from './altered-runs.ts'

const OPEN = { live: 0.04, demand: 0.02, mayWork: true }
const WITH_STACKS = seriesOf([{ start: 0, heap: [9, 9, 9] }], 4, { stacks: 10 * MIB })
const UNALTERED = { ...unaltered(runOf()), pointerArrayShare: 0.02, warmMarking: 0.25 }
const WAITS = { kind: 'waits', load: 0.5 } as const
const memory = (k: number) => withMemory(runOf(), k, WITH_STACKS).scenario.program

describe('what a log leaves open', () => {
  it('is the share of the live heap by which three rounded sizes may be off together', () => {
    expect(openBounds(workload()).live).toBeCloseTo(1.25 / 50, 9)
    const small = seriesOf([{ start: 0, heap: [1, 1, 0.1] }])
    expect(openBounds(workload({ series: small })).live).toBeCloseTo(5, 9)
  })

  it('is a MiB of the allocation per cycle, but at most a fortieth', () => {
    const of = (perCycle: number) =>
      openBounds(workload({ series: seriesOf([0, 1].map((start) => ({ start, heap: [perCycle, perCycle, 0] }))) }))
        .demand
    expect(of(100)).toBeCloseTo(0.01, 9)
    expect(of(20)).toBe(0.025)
    expect(openBounds(workload({ series: seriesOf([]) })).demand).toBe(0.025)
    expect(openBounds(workload({ series: seriesOf([{ start: 0, heap: [80, 80, 0] }]) })).demand).toBeCloseTo(1 / 80, 9)
  })

  it('is how busy a program is, if it keeps all processors busy and may have slack', () => {
    const of = (isSaturated: boolean, hasSlack: boolean, isSure: boolean) =>
      openBounds(workload({ isSaturated, slack: { hasSlack, isSure, peakRate: 1, markSlowdown: 1 } })).mayWork
    expect(of(true, true, true)).toBe(true)
    expect(of(true, false, false)).toBe(true)
    expect(of(true, false, true)).toBe(false)
    expect(of(false, true, false)).toBe(false)
  })
})

describe('programs drawn from what is open', () => {
  const drawn = (width: number, around = UNALTERED, open = OPEN) =>
    Array.from({ length: 200 }, (_, k) => drawAlteration(k, width, around, open))
  const extremes = (values: readonly number[]) => [Math.min(...values), Math.max(...values)] as const

  it.each<[keyof Alteration, number, number]>([
    ['live', 0.96, 1.04],
    ['demand', 0.98, 1.02],
    ['scanRate', Math.exp(-0.05), Math.exp(0.05)],
    ['before', Math.exp(-0.03), Math.exp(0.03)],
    ['globals', Math.exp(-1.4), Math.exp(1.4)],
    ['sweeping', 0, 2],
    ['unseen', 0, 1],
    ['atOnce', 0, 1],
  ])('cover the open range: %s from %d to %d', (key, least, most) => {
    const [low, high] = extremes(drawn(1).map((one) => Number(one[key])))
    expect(low).toBeGreaterThanOrEqual(least)
    expect(high).toBeLessThanOrEqual(most)
    expect(high - low).toBeGreaterThan(0.97 * (most - least))
  })

  it.each<[keyof Alteration, number, number]>([
    ['markSlowdown', 0.6, 2.2],
    ['pointerArrayShare', 0, 0.09],
    ['warmMarking', 0, 0.4],
  ])('stay within the range of programs: %s from %d to %d', (key, least, most) => {
    for (const at of [least, most]) {
      const [low, high] = extremes(drawn(1, { ...UNALTERED, [key]: at }).map((one) => Number(one[key])))
      // Draws reach half of the way to the other end, and never outside.
      expect(low).toBeGreaterThanOrEqual(at === least ? least : (least + most) / 2)
      expect(high).toBeLessThanOrEqual(at === most ? most : (least + most) / 2)
      expect(high - low).toBeGreaterThan(0.48 * (most - least))
    }
  })

  it('stay nearer to the program they are drawn around if the width is smaller', () => {
    const around: Alteration = { ...UNALTERED, scanRate: 1.1, unseen: 0.3, atOnce: 0.6, sweeping: 0.5, globals: 2 }
    for (const width of [0.5, 0.1])
      for (const one of drawn(width, around)) {
        expect(Math.abs(Math.log(one.scanRate / 1.1))).toBeLessThanOrEqual(0.05 * width + 1e-12)
        expect(Math.abs(Math.log(one.globals / 2))).toBeLessThanOrEqual(1.4 * width + 1e-12)
        expect(Math.abs(one.unseen - 0.3)).toBeLessThanOrEqual(width / 2 + 1e-12)
        expect(Math.abs(one.atOnce - 0.6)).toBeLessThanOrEqual(width / 2 + 1e-12)
        expect(Math.abs(one.sweeping - 0.5)).toBeLessThanOrEqual(width + 1e-12)
        expect(Math.abs(one.live - 1)).toBeLessThanOrEqual(0.04 * width + 1e-12)
      }
  })

  it('differ in each open value independently', () => {
    const all = Array.from({ length: 400 }, (_, k) => {
      const { work, ...numbers } = drawAlteration(k, 0.5, { ...UNALTERED, unseen: 0.5, atOnce: 0.5 }, OPEN)
      const program = withMemory(runOf(), k, WITH_STACKS).scenario.program
      const memory = [program.otherMemory, program.heapOverhead, program.outsideMemory, program.untouched]
      return [...Object.values(numbers).map(Number), ...memory, program.stackMemory, program.objectsPerSpan]
    })
    const quarters = all[0]!.map((_, at) => {
      const inOrder = all.map((values) => values[at]!).toSorted((a, b) => a - b)
      return all.map((values) => Math.floor((4 * inOrder.indexOf(values[at]!)) / all.length))
    })
    for (const [a, first] of quarters.entries())
      for (const [b, second] of quarters.slice(0, a).entries()) {
        const cells = new Set(first.map((quarter, k) => 4 * quarter + second[k]!))
        expect(cells.size, `${b} and ${a}`).toBeGreaterThanOrEqual(15)
      }
  })

  it.each<[string, number, (k: number) => number]>([
    ['scanRate', 0, (k) => drawAlteration(k, 0.4, UNALTERED, OPEN).scanRate],
    ['live', 1, (k) => drawAlteration(k, 0.4, UNALTERED, OPEN).live],
    ['demand', 2, (k) => drawAlteration(k, 0.4, UNALTERED, OPEN).demand],
    ['before', 3, (k) => drawAlteration(k, 0.4, UNALTERED, OPEN).before],
    ['markSlowdown', 4, (k) => drawAlteration(k, 0.4, { ...UNALTERED, markSlowdown: 1.4 }, OPEN).markSlowdown],
    ['globals', 5, (k) => drawAlteration(k, 0.4, UNALTERED, OPEN).globals],
    ['sweeping', 6, (k) => drawAlteration(k, 0.4, UNALTERED, OPEN).sweeping],
    ['pointers', 7, (k) => drawAlteration(k, 0.4, { ...UNALTERED, pointerArrayShare: 0.045 }, OPEN).pointerArrayShare],
    ['warmMarking', 8, (k) => drawAlteration(k, 0.4, { ...UNALTERED, warmMarking: 0.2 }, OPEN).warmMarking],
    ['load', 10, (k) => drawAlteration(k, 1, UNALTERED, OPEN).work!.load],
    ['load nearby', 10, (k) => drawAlteration(k, 0.4, { ...UNALTERED, work: WAITS }, OPEN).work!.load],
    ['otherMemory', 11, (k) => memory(k).otherMemory],
    ['heapOverhead', 12, (k) => memory(k).heapOverhead],
    ['outsideMemory', 13, (k) => memory(k).outsideMemory],
    ['stackMemory', 14, (k) => memory(k).stackMemory],
    ['objectsPerSpan', 15, (k) => memory(k).objectsPerSpan],
    ['unseen', 17, (k) => drawAlteration(k, 0.7, UNALTERED, OPEN).unseen],
    ['unseen nearby', 17, (k) => drawAlteration(k, 0.4, { ...UNALTERED, unseen: 0.5 }, OPEN).unseen],
  ])('differ in %s along its own axis, with larger values farther along', (_, axis, drawnAt) => {
    const order = Array.from({ length: 60 }, (_, k) => k).toSorted((a, b) => evenly(a, axis) - evenly(b, axis))
    const values = order.map((k) => drawnAt(k))
    expect(values).toEqual(values.toSorted((a, b) => a - b))
    expect(values.at(-1)).toBeGreaterThan(values[0]!)
  })

  it('cover each kind of work with loads across the whole range', () => {
    for (const kind of ['catches-up', 'waits', 'all-it-can']) {
      const loads = drawn(1).flatMap(({ work }) => (work!.kind === kind ? [work!.load] : []))
      const [low, high] = extremes(loads)
      expect(low, kind).toBeLessThan(0.25)
      expect(high, kind).toBeGreaterThan(0.95)
    }
  })

  it('never have a negative time for sweeping', () => {
    expect(Math.min(...drawn(1, { ...UNALTERED, sweeping: 0.1 }).map(({ sweeping }) => sweeping))).toBe(0)
  })

  it('have a load of at least a fifth in each kind of work, and catch up twice as often', () => {
    const works = drawn(1).map(({ work }) => work!)
    const [low, high] = extremes(works.map(({ load }) => load))
    expect(low).toBeGreaterThanOrEqual(0.2)
    expect(low).toBeLessThan(0.22)
    expect(high).toBeLessThanOrEqual(1)
    expect(high).toBeGreaterThan(0.98)
    const shareOf = (kind: string) => works.filter((work) => work.kind === kind).length / works.length
    expect(shareOf('catches-up')).toBeCloseTo(0.5, 1)
    expect(shareOf('waits')).toBeCloseTo(0.25, 1)
    expect(shareOf('all-it-can')).toBeCloseTo(0.25, 1)
  })

  it('work as the log shows if it does, and keep the kind of work of the program they are drawn near', () => {
    expect(drawn(1, UNALTERED, { ...OPEN, mayWork: false }).every(({ work }) => work === undefined)).toBe(true)
    expect(drawn(0.5).every(({ work }) => work === undefined)).toBe(true)
    const around = { ...UNALTERED, work: { kind: 'waits', load: 0.5 } as const }
    expect(new Set(drawn(1, around).map(({ work }) => work?.kind)).size).toBe(3)
    const near = drawn(0.5, around).map(({ work }) => work!)
    expect(new Set(near.map(({ kind }) => kind))).toEqual(new Set(['waits']))
    const [low, high] = extremes(near.map(({ load }) => load))
    expect(low).toBeCloseTo(0.5 * Math.exp(-0.25), 1)
    expect(high).toBeCloseTo(0.5 * Math.exp(0.25), 1)
  })

  it('keep the load above 0 and at most 1', () => {
    const near = (load: number) =>
      extremes(drawn(0.7, { ...UNALTERED, work: { kind: 'waits', load } }).map(({ work }) => work!.load))
    expect(near(1)[1]).toBe(1)
    expect(near(0.05)[0]).toBe(0.05)
  })
})

describe('how unlikely a program is', () => {
  it('is 0 for the calibrated program', () => {
    expect(unlikeliness(UNALTERED, OPEN)).toBe(0)
  })

  it.each<[Partial<Alteration>, number]>([
    [{ live: 1.02 }, 1],
    [{ demand: 0.98 }, 1],
    [{ sweeping: 0 }, 1],
    [{ sweeping: 3 }, 4],
    [{ scanRate: Math.exp(0.05) }, 1],
    [{ before: Math.exp(-0.06) }, 4],
    [{ globals: Math.exp(1.4) }, 1],
    [{ markSlowdown: Math.exp(0.5) }, 1],
    [{ live: 1.02, demand: 1.02, sweeping: 0, before: Math.exp(0.03) }, 4],
  ])('is the square of the distance in each open value: %o', (by, expected) => {
    expect(unlikeliness({ ...UNALTERED, ...by }, OPEN)).toBeCloseTo(expected, 9)
  })

  it('is more for another kind of work than calibrated, so that only a much better fit justifies it', () => {
    const by: Alteration = { ...UNALTERED, work: { kind: 'waits', load: 0.5 } }
    expect(unlikeliness(by, OPEN)).toBeGreaterThan(4)
  })
})

describe('an altered program', () => {
  const { scenario } = runOf()
  const altered = (by: Partial<Alteration>, of = workload(), run = runOf()): Scenario =>
    toAltered(run, of, { ...UNALTERED, ...by }).scenario
  const phases = (by: Partial<Alteration>, run = runOf()): readonly Phase[] =>
    altered(by, workload(), run).program.phases

  it('is the same without alterations, except for how its heap is marked', () => {
    const same = altered({})
    expect(same.program.phases).toEqual(scenario.program.phases)
    expect({ ...same.program, pointerArrayShare: 0, warmMarking: 0 }).toEqual({
      ...scenario.program,
      pointerArrayShare: 0,
      warmMarking: 0,
    })
    expect(altered({ pointerArrayShare: 0.07, warmMarking: 0.31 }).program).toMatchObject({
      pointerArrayShare: 0.07,
      warmMarking: 0.31,
    })
  })

  it('has all live heaps larger by one factor: the initial one, and what survives', () => {
    const { program } = altered({ live: 1.1 })
    expect(program.initialLive).toBe(55 * MB)
    expect(program.phases[1]?.newSurvivalRate).toBeCloseTo(0.275, 4)
  })

  it('allocates more by one factor, and before the longest phase by a second one, but keeps no more bytes', () => {
    const [first, longest, last] = phases({ demand: 1.25, before: 1.6 })
    expect(first!.allocRate).toBe(160 * MB)
    expect(first!.newSurvivalRate).toBeCloseTo(0.25, 4)
    expect(longest!.allocRate).toBe(125 * MB)
    expect(longest!.newSurvivalRate).toBeCloseTo(0.2, 4)
    expect(last!.allocRate).toBe(50 * MB)
  })

  it('never keeps more than it allocates', () => {
    expect(phases({ live: 3 })[0]?.newSurvivalRate).toBe(1)
  })

  it('has other factors for its mark rate, mark slowdown, globals and sweeping', () => {
    const { program } = altered({ scanRate: 0.5, markSlowdown: 1.5, globals: 2, sweeping: 2 })
    expect(program.phases[1]).toMatchObject({ scanRate: 2e9, markSlowdown: 3 })
    expect(program.globals).toBe(0.4 * MB)
    expect(program.sweepRate).toBe(5e9)
  })

  it('never works faster while marking, and keeps the log’s mark slowdown if it is a job of goroutines', () => {
    expect(phases({ markSlowdown: 0.4 })[1]?.markSlowdown).toBe(1)
    expect(phases({ markSlowdown: 2 }, runOf({ goroutines: 1 }))[1]?.markSlowdown).toBe(2)
  })

  it('has no sweeping if the factor is close to 0', () => {
    expect(altered({ sweeping: 0.09 }).program.sweepRate).toBe(0)
    expect(altered({ sweeping: 0.1 }).program.sweepRate).toBeGreaterThan(0)
  })

  it('catches up, works as fast as it can, or waits, with its load as a share of the processors', () => {
    // 100 MiB/s in the longest phase, on two processors of the log.
    const working = (kind: 'catches-up' | 'all-it-can' | 'waits') => {
      const slack = { hasSlack: false, isSure: false, peakRate: 300 * MB, markSlowdown: 1 }
      return altered({ work: { kind, load: 0.25 } }, workload({ slack })).program
    }
    expect(working('catches-up').peakAllocRate).toBe(200 * MB)
    expect(working('waits')).toMatchObject({ peakAllocRate: 0, busyProcs: 0.5 })
    const all = working('all-it-can')
    expect(all.peakAllocRate).toBe(300 * MB)
    // The demand is a fifth more than the program can allocate.
    expect(all.phases[1]!.allocRate).toBe(120 * MB)
    expect(working('waits').phases[1]!.allocRate).toBe(100 * MB)
  })

  it('may have a heap that grew unseen before the program dropped it', () => {
    const grows = piece(0, 1, { reachableFrom: 0, reachableTo: 100 * MIB })
    const drops = piece(2, 3, { allocatedFrom: 0, allocatedTo: 0, reachableFrom: 50 * MIB, reachableTo: 10 * MIB })
    const again = [grows, piece(1, 2), drops]
    const { pieces, scenario } = runOf()
    const three = [...scenario.program.phases, ...scenario.program.phases, ...scenario.program.phases]
    const batches: ModelRun = {
      pieces: [...again, ...again, ...again],
      scenario: { ...scenario, program: { ...scenario.program, phases: three } },
    }
    // Without an alteration, nothing grew unseen.
    expect(toAltered(batches, workload(), UNALTERED).scenario.program.phases).toEqual(three)
    const [, , dropped] = toAltered(batches, workload(), { ...UNALTERED, unseen: 1 }).scenario.program.phases
    // The heap grew by 100 MiB beyond the 50 that were seen, and 10 MiB are left.
    expect(dropped?.oldDeathRate).toBeCloseTo(1 - 10 / 150, 4)
    expect(pieces.length).toBe(3)
  })
})
