import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RunFigures } from '../../src/calibration/fit/figures.ts'
import { type Basis, compareFigures, type Grade, showTrust, toTrust } from '../../src/calibration/trust.ts'
import { formatDifference } from '../../src/format.ts'
import { MIB } from '../../src/units.ts'

const MEASURED: RunFigures = {
  cycles: 100,
  forcedCycles: 0,
  peakHeapBytes: 200 * MIB,
  liveBytes: 100 * MIB,
  meanLiveBytes: 90 * MIB,
  allocatedBytes: 9000 * MIB,
  gcSeconds: 10,
  idleSeconds: 4,
  assistSeconds: 1,
  markSeconds: 5,
  wallSeconds: 60,
}
const BASIS: Basis = { procs: 4, forcedLeftOut: 0, missing: 0 }
/** A run with some figures multiplied by these factors. */
const times = (factors: Partial<Record<keyof RunFigures, number>>): RunFigures => ({
  ...MEASURED,
  ...Object.fromEntries(
    Object.entries(factors).map(([key, factor]) => [key, MEASURED[key as keyof RunFigures] * factor]),
  ),
})

describe('the grade of trust', () => {
  it.each<[string, Partial<Record<keyof RunFigures, number>>, Grade, readonly string[]]>([
    ['all as measured', {}, 'good', []],
    [
      'all within what is good',
      { cycles: 0.95, peakHeapBytes: 1.05, liveBytes: 0.95, gcSeconds: 1.2, wallSeconds: 1.05 },
      'good',
      [],
    ],
    ['cycles by −5.3 %, which are shown as −5 %', { cycles: 0.947, peakHeapBytes: 0.98, gcSeconds: 0.99 }, 'good', []],
    ['cycles by −8 %', { cycles: 0.92 }, 'fair', ['GC cycles −8 % in the simulation']],
    ['elapsed time by +5.45 %, which is shown as +5 %', { wallSeconds: 1.0545 }, 'good', []],
    ['peak heap by +16 %', { peakHeapBytes: 1.16 }, 'poor', ['peak heap +16 % in the simulation']],
    ['GC cycles by −16 %', { cycles: 0.84 }, 'poor', ['GC cycles −16 % in the simulation']],
    ['peak heap by +6 %', { peakHeapBytes: 1.06 }, 'fair', ['peak heap +6 % in the simulation']],
    ['live heap by −16 %', { liveBytes: 0.84 }, 'poor', ['live heap −16 % in the simulation']],
    ['GC CPU by +21 %', { gcSeconds: 1.21 }, 'fair', ['GC CPU +21 % in the simulation']],
    ['GC CPU by +41 %', { gcSeconds: 1.41 }, 'poor', ['GC CPU +41 % in the simulation']],
    [
      'elapsed time by +17 %, all else as measured',
      { wallSeconds: 1.17 },
      'poor',
      ['elapsed time +17 % in the simulation'],
    ],
    [
      'several, the worst first',
      { cycles: 0.9, wallSeconds: 1.3 },
      'poor',
      ['elapsed time +30 % in the simulation', 'GC cycles −10 % in the simulation'],
    ],
  ])('%s', (_, factors, grade, reasons) => {
    expect(toTrust(MEASURED, times(factors), BASIS)).toEqual({ grade, reasons })
  })

  it.each<[string, Partial<RunFigures>, Partial<RunFigures>, Grade]>([
    ['one cycle of 11', { cycles: 11 }, { cycles: 12 }, 'good'],
    ['two cycles of 11', { cycles: 11 }, { cycles: 13 }, 'poor'],
    ['a MiB of 16', { peakHeapBytes: 16 * MIB }, { peakHeapBytes: 17 * MIB }, 'good'],
    ['two MiB of 16', { peakHeapBytes: 16 * MIB }, { peakHeapBytes: 18 * MIB }, 'fair'],
    ['4 ms of GC CPU', { gcSeconds: 0.004 }, { gcSeconds: 0.008 }, 'good'],
    [
      'and half a second of 5 is a difference: the log ends when it ends',
      { wallSeconds: 5 },
      { wallSeconds: 5.5 },
      'fair',
    ],
    ['but not 50 ms of it', { gcSeconds: 0.1 }, { gcSeconds: 0.15 }, 'poor'],
  ])('ignores differences that the log itself leaves open: %s', (_, measured, simulated, grade) => {
    expect(toTrust({ ...MEASURED, ...measured }, { ...MEASURED, ...measured, ...simulated }, BASIS).grade).toBe(grade)
  })

  it.each<[idleSeconds: number, share: number, Grade]>([
    [58, 1, 'good'],
    [50, 5, 'good'],
    [40, 10, 'fair'],
    [20, 18, 'poor'],
  ])('compares GC’s share without idle marking: %s s of it leave %s %%, which is %s', (idleSeconds, share, grade) => {
    // 60 of 240 CPU-seconds are GC. In the log, idle CPUs did 58 of them: 2 of the other 182 are left.
    const log = { ...MEASURED, gcSeconds: 60, idleSeconds: 58 }
    const reason = `GC without idle marking takes ${share} % of the CPU instead of 1 %`
    expect(toTrust(log, { ...log, idleSeconds }, BASIS)).toEqual({ grade, reasons: grade === 'good' ? [] : [reason] })
  })

  it('is fair if forced cycles are left out, whose GC CPU the simulation lacks, and poor if those are most', () => {
    const few = { ...MEASURED, cycles: 20 }
    expect(toTrust(few, few, { ...BASIS, forcedLeftOut: 20 }).grade).toBe('fair')
    expect(toTrust(few, few, { ...BASIS, forcedLeftOut: 67 })).toEqual({
      grade: 'poor',
      reasons: ['forced by the program and left out: 67 cycles'],
    })
  })

  it('asks for no longer log if nearly all cycles were forced: it would have as few others', () => {
    const two = { ...MEASURED, cycles: 2, forcedCycles: 0 }
    expect(toTrust(two, two, { ...BASIS, forcedLeftOut: 67 }).tooLittle).toBe(
      'Of 69 GC cycles the program forced 67. The others are too few for a prediction.',
    )
  })

  it.each([
    [1, 'good'],
    [2, 'fair'],
    [10, 'fair'],
    [12, 'poor'],
  ] as const)('falls with the share of cycles that are not in the log: %i beside 98 make it %s', (missing, grade) => {
    const log = { ...MEASURED, cycles: 98 }
    const reasons = grade === 'good' ? [] : [`rates are too low: the log lacks ${missing} cycles`]
    expect(toTrust(log, log, { ...BASIS, missing })).toEqual({ grade, reasons })
  })

  it.each([
    [1, 'based on only 1 cycle', 'One GC cycle is too little for a prediction'],
    [2, 'based on only 2 cycles', 'Two GC cycles are too few for a prediction'],
  ])('is poor with hardly any cycle: %i allow no prediction', (cycles, reason, why) => {
    const log = { ...MEASURED, cycles }
    const { tooLittle, ...trust } = toTrust(log, log, BASIS)
    expect(trust).toEqual({ grade: 'poor', reasons: [reason] })
    expect(tooLittle).toContain(why)
    const forced = { ...log, forcedCycles: 15 }
    expect(toTrust(forced, forced, BASIS)).toEqual({
      grade: 'fair',
      reasons: [`${reason} that the program did not force`],
    })
  })

  it.each<[Partial<RunFigures>, Grade, string]>([
    [{ cycles: 9 }, 'fair', 'based on only 9 cycles'],
    [{ cycles: 3 }, 'fair', 'based on only 3 cycles'],
    [{ cycles: 3, forcedCycles: 15 }, 'fair', 'based on only 3 cycles that the program did not force'],
    [
      { peakHeapBytes: 15 * MIB, liveBytes: 7 * MIB },
      'fair',
      'the heap is so small that sizes in whole MiB may be far off',
    ],
  ])('is lower if the log shows little: %o', (measured, grade, reason) => {
    const log = { ...MEASURED, ...measured }
    expect(toTrust(log, log, BASIS)).toEqual({ grade, reasons: [reason] })
  })

  it('is good with ten cycles that the simulation reproduces', () => {
    const log = { ...MEASURED, cycles: 10 }
    expect(toTrust(log, log, BASIS)).toEqual({ grade: 'good', reasons: [] })
  })

  it('ignores figures that were not measured', () => {
    expect(compareFigures(MEASURED, { ...MEASURED, gcSeconds: 0 }).gcCpu).toBe(0)
    expect(compareFigures(times({ gcSeconds: 2 }), { ...MEASURED, gcSeconds: 0.5 }).gcCpu).toBe(39)
  })

  it.each([
    [0.5, '+50 %'],
    [-0.124, '−12 %'],
    [0.004, '±0 %'],
    [2, '+200 %'],
  ])('shows a difference of %d in whole percent, with its sign', (share, text) => {
    expect(formatDifference(share)).toBe(text)
  })

  it('is at best fair if cycles could not show how much was live in between', () => {
    const { grade, reasons } = toTrust(MEASURED, MEASURED, { ...BASIS, unseenLive: 150 * MIB })
    expect(grade).toBe('fair')
    expect(reasons).toEqual([expect.stringContaining('up to 150 MiB may have been live between them')])
  })

  it('is poor if nobody knows whether a limit or a low GOGC made the goals', () => {
    expect(toTrust(MEASURED, MEASURED, { ...BASIS, isLimitGuessed: true })).toMatchObject({
      grade: 'poor',
      reasons: [expect.stringContaining('from a memory limit or from a GOGC below 25')],
    })
  })

  it('is poor if nothing could be compared', () => {
    expect(toTrust(MEASURED, undefined, BASIS)).toMatchObject({
      grade: 'poor',
      reasons: [expect.stringContaining('too long')],
    })
  })

  it('is shown as one sentence with the grade and every reason', () => {
    expect(showTrust({ grade: 'good', reasons: [] })).toBe('Trust: good, the simulation reproduces the log.')
    expect(showTrust(toTrust(MEASURED, times({ cycles: 0.92 }), BASIS))).toBe(
      'Trust: fair, take the answers as estimates: GC cycles −8 % in the simulation.',
    )
    expect(showTrust(toTrust(MEASURED, times({ wallSeconds: 1.17, cycles: 0.9 }), BASIS))).toBe(
      'Trust: poor, do not rely on the answers: elapsed time +17 % in the simulation; GC cycles −10 % in the simulation.',
    )
  })

  it('names exactly the figures whose shown difference is too large for a good grade', () => {
    const factor = fc.double({ min: 0.4, max: 1.8, noNaN: true })
    const keys = { cycles: factor, peakHeapBytes: factor, liveBytes: factor, gcSeconds: factor, wallSeconds: factor }
    fc.assert(
      fc.property(fc.record(keys), (factors) => {
        const simulated = times(factors)
        const { grade, reasons } = toTrust(MEASURED, simulated, { ...BASIS, procs: 64 })
        const { gcCpu, ...sizes } = compareFigures(simulated, MEASURED)
        const shown = (share: number) => Number(formatDifference(share).replace(/[ %±]/g, '').replace('−', '-'))
        const isGood =
          Object.values(sizes).every((share) => Math.abs(shown(share)) <= 5) && Math.abs(shown(gcCpu)) <= 20
        expect(grade === 'good').toBe(isGood)
        expect(reasons.length === 0).toBe(isGood)
        for (const reason of reasons) expect(reason).not.toMatch(/ [±+−]?[0-5] %/)
      }),
    )
  })
})
