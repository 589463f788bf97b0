import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { likelyUnder } from '../../src/known/what-if.ts'
import { simulate } from '../../src/model/simulate.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { type GcPercent, type Limit, MIB, OFF } from '../../src/units.ts'
import { gcLine, inventedRun, readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictFrom } from './support.ts'

const PROGRAMS = ['cache', 'grow', 'lines', 'lines-prealloc', 'people', 'spike', 'steady', 'step', 'thrash']
const logOf = (name: string) => readFileSync(`tests/fixtures/runs/logs/${name}.log`, 'utf8')

/** Calibrations, kept because several tests use the same log. */
const known = new Map<string, Calibration>()

function calibrated(text: string): Calibration {
  const found = known.get(text)
  if (found) return found
  const { columns } = readLog(text)
  const calibration = calibrate(columnsOfRun(columns, 0))
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  known.set(text, calibration.value)
  return calibration.value
}

describe('calibrating on recorded runs with GOGC=100 and no limit', () => {
  it.each(PROGRAMS)('infers the settings of %s', (program) => {
    for (const repeat of ['a', 'b']) {
      const { scenario } = calibrated(logOf(`${program}-${repeat}`))
      expect(scenario.gogc).toEqual({ kind: 'percent', percent: 100 })
      expect(scenario.memoryLimit).toEqual(OFF)
      expect(scenario.procs).toBe(2)
    }
  })

  // We leave out `grow`, whose heap grows in bursts that a log shows as a slope; `people`, with 13 cycles in 0.4 s;
  // and `thrash`, in which the least difference makes another of its 47 heaps the highest.
  it.each(['cache', 'lines', 'lines-prealloc', 'spike', 'steady', 'step'])('reproduces the log of %s', (program) => {
    for (const repeat of ['a', 'b']) {
      const { trust } = calibrated(logOf(`${program}-${repeat}`))
      expect(trust.reasons.filter((reason) => /^(GC cycles|peak heap|live heap|GC CPU)/.test(reason))).toEqual([])
    }
  })

  it('does not grade a run as good if its peak heap or GC CPU is far off, and gives reasons for a lower grade', () => {
    const all = PROGRAMS.map((program) => ({ program, ...calibrated(logOf(`${program}-a`)) }))
    const isFar = all.filter(
      ({ differences }) => Math.abs(differences?.peakHeap ?? 1) > 0.06 || Math.abs(differences?.gcCpu ?? 1) > 0.21,
    )
    expect(isFar.filter(({ trust }) => trust.grade === 'good').map(({ program }) => program)).toEqual([])
    for (const { trust, program } of all) expect(trust.reasons.length > 0, program).toBe(trust.grade !== 'good')
  })

  it.each(PROGRAMS)('makes a scenario that fits a share link: %s', (program) => {
    const { scenario } = calibrated(logOf(`${program}-a`))
    // What the contract allows for anything that the editor can draw.
    expect(encodeLink({ scenario }).length).toBeLessThan(2000)
  })

  it('finds the known values of the steady program: 40 MiB of objects, 200 MiB/s, both CPUs busy', () => {
    const { estimates } = calibrated(logOf('steady-a'))
    const value = (name: string) => estimates.find((estimate) => estimate.name === name)?.value as number
    // 3 % more than the objects’ own size: a span of 8 KiB holds 62 of them, and the pacer counts the span.
    expect(value('allocRate') / MIB).toBeGreaterThan(200)
    expect(value('allocRate') / MIB).toBeLessThan(220)
    // 40 MiB of objects, 2.5 to 3.1 MiB of pointers to them.
    expect(value('reachable') / MIB).toBeGreaterThan(41)
    expect(value('reachable') / MIB).toBeLessThan(46)
    expect(value('busyProcs')).toBe(2)
  })

  it('finds the 192 MiB of pointer-free data in the cache', () => {
    const { scenario, estimates } = calibrated(logOf('cache-a'))
    const off = Math.abs(scenario.program.pointerFreeLive - 192 * MIB)
    expect(off / MIB).toBeLessThan(10)
    expect(estimates.find(({ name }) => name === 'pointerFreeLive')!.error).toBeGreaterThan(off)
  })

  const SHARES = ['pointerArrayShare', 'heapOverhead', 'warmMarking']

  it.each(PROGRAMS)('bounds each estimate: no error as large as the value, no share above 1: %s', (program) => {
    for (const { name, value, error } of calibrated(logOf(`${program}-a`)).estimates) {
      if (typeof value !== 'number' || error === null) continue
      expect(error, name).toBeGreaterThan(0)
      expect(error, name).toBeLessThan(SHARES.includes(name) ? 1 - value : value)
    }
  })

  it('leaves out the end of the program: the forced cycle, and the cycle that found nothing left', () => {
    const log = logOf('steady-a')
    const emptied = log.replace(
      /gc 37 .*\n/,
      (line) =>
        `${line.replace(' (forced)', '')}gc 38 @6.071s 2%: 0.04+0.08+0.002 ms clock, 0.09+0/0.07/0.04+0.004 ms cpu, 0->0->0 MB, 4 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)\n`,
    )
    expect(calibrated(emptied).measured.cycles).toBe(36)
    expect(calibrated(log).measured.cycles).toBe(36)
  })
})

describe('a calibration', () => {
  it('prefers given settings to inferred ones', () => {
    const { columns } = readLog(logOf('steady-a'))
    const asked = calibrate(columns, {
      gogc: { kind: 'percent', percent: 120 },
      memoryLimit: { kind: 'bytes', bytes: 1e9 },
    })
    expect(asked.ok && asked.value.scenario.gogc).toEqual({ kind: 'percent', percent: 120 })
    expect(asked.ok && asked.value.estimates.slice(0, 2).map(({ sureness }) => sureness)).toEqual(['asked', 'asked'])
  })

  it('gives settings in percent and bytes, or as the word off', () => {
    const { columns } = readLog(logOf('steady-a'))
    const settingsOf = (gogc: GcPercent, memoryLimit: Limit) => {
      const asked = calibrate(columns, { gogc, memoryLimit })
      return asked.ok && asked.value.estimates.slice(0, 2).map(({ value }) => value)
    }
    const limit = { kind: 'bytes', bytes: 1e9 } as const
    const percent = { kind: 'percent', percent: 120 } as const
    expect(settingsOf(percent, OFF)).toEqual([120, 'off'])
    expect(settingsOf(OFF, limit)).toEqual(['off', 1e9])
  })

  it('refuses a log of forced cycles only, and a log whose clock does not move', () => {
    const forced = calibrate(readLog(`${gcLine(1, 1)} (forced)\n`).columns)
    expect(forced).toMatchObject({ ok: false, problems: [{ message: expect.stringContaining('forced') }] })
    const still = gcLine(1, 0).replace('0.041+5.3+0.027', '0+0+0')
    expect(calibrate(readLog(still).columns)).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringContaining('clock') }],
    })
  })

  it('accepts a log that begins later than its process, with a live heap', () => {
    const later = logOf('steady-a').split('\n').slice(12).join('\n')
    const { scenario, differences, measured } = calibrated(later)
    expect(scenario.program.initialLive / MIB).toBeGreaterThan(40)
    expect(measured.cycles).toBe(24)
    expect(Math.abs(differences?.cycles ?? 1)).toBeLessThanOrEqual(0.09)
  })

  it('says how many goals show GOGC: the first of the process, or none if the log begins later', () => {
    // The heaps are so small that no later goal shows GOGC.
    const gogcOf = (first: number) => {
      const lines = [0, 1, 2].map((i) => gcLine(first + i, first + i + 0.5, '3->4->1 MB, 4 MB goal'))
      return calibrated(lines.join('\n')).estimates[0]
    }
    expect(gogcOf(1)).toMatchObject({
      value: 100,
      sureness: 'inferred',
      text: expect.stringContaining(': 1 goal agrees'),
    })
    expect(gogcOf(5)).toMatchObject({ value: 100, sureness: 'assumed', text: expect.stringContaining('default') })
  })

  it('warns of a small heap, of few cycles, of an inferred limit', () => {
    const small = Array.from({ length: 4 }, (_, i) => gcLine(i + 1, i + 0.5, '3->4->1 MB, 4 MB goal')).join('\n')
    const { reasons } = calibrated(small).trust
    expect(reasons).toContain('the heap is so small that sizes in whole MiB may be far off')
    expect(reasons).toContain('based on only 4 cycles')
    const limited = Array.from({ length: 30 }, (_, i) =>
      gcLine(i + 1, i + 0.5, i < 2 ? '3->4->3 MB, 4 MB goal' : '110->118->100 MB, 120 MB goal'),
    )
    expect(calibrated(limited.join('\n')).warnings.join(' ')).toContain(
      'A memory limit was in effect, or the program lowered GOGC while it ran',
    )
  })
})

describe('forced cycles of a log', () => {
  /** A steady program of 64 MiB, marked once a second, which forces every so many cycles. */
  const log = (count: number, every: number) =>
    inventedRun(
      Array.from({ length: count }, (_, i) => ({
        start: 1 + i,
        heap: i === 0 ? [4, 4, 4] : i === 1 ? [7, 8, 8] : [120, 121, 64],
        goal: i === 0 ? 4 : i < 3 ? 8 * i : 128,
        forced: i > 2 && i % every === 0,
      })),
    )

  it('become calls of runtime.GC() in the scenario, at their moments', () => {
    const { scenario, warnings } = calibrated(log(50, 10))
    expect(scenario.changes.map(({ forceGC }) => forceGC)).toEqual([true, true, true, true])
    expect(scenario.changes.map(({ at }) => Math.round(at))).toEqual([11, 21, 31, 41])
    expect(warnings.join(' ')).toContain('4 forced cycles: simulated at the same time')
  })

  it('are dropped with the time that is cut off', () => {
    const base = calibrated(log(50, 10))
    expect(likelyUnder(base, { durationSeconds: 25 }).changes.length).toBe(2)
    expect(likelyUnder(base, { durationSeconds: 100 }).changes.length).toBe(4)
  })

  it('are left out with a warning if they are too many for a link', () => {
    const { scenario, warnings, measured } = calibrated(log(60, 2))
    expect(scenario.changes).toEqual([])
    expect(measured.cycles).toBe(32)
    expect(warnings.join(' ')).toContain('28 forced cycles are too many')
  })
})

describe('what if', () => {
  const { columns } = readLog(logOf('steady-a'))

  it('changes only the settings asked about', () => {
    const base = calibrated(logOf('steady-a'))
    const scenario = likelyUnder(base, { gogc: { kind: 'percent', percent: 200 }, procs: 1 })
    expect(scenario).toEqual({ ...base.scenario, gogc: { kind: 'percent', percent: 200 }, procs: 1 })
  })

  it('answers with a run: GOGC=200 halves the cycles of the steady program', () => {
    const answer = predictFrom(columns, { gogc: { kind: 'percent', percent: 200 } })!
    expect(Math.abs(answer.spread.cycles.likely - 17)).toBeLessThanOrEqual(2)
  })

  it('runs for the given time: half the time has about half the cycles, twice the time twice as many', () => {
    const base = calibrated(logOf('steady-a'))
    const cycles = (durationSeconds: number) => simulate(likelyUnder(base, { durationSeconds })).result
    const own = simulate(base.scenario).result
    expect(cycles(3).wallSeconds).toBeCloseTo(3, 1)
    expect(cycles(12).wallSeconds).toBeCloseTo(12, 1)
    // Start-up takes six cycles of the 36 in a tenth of a second.
    expect(cycles(3).cycles).toBeGreaterThan(0.5 * own.cycles)
    expect(cycles(3).cycles).toBeLessThan(0.7 * own.cycles)
    expect(cycles(12).cycles).toBeGreaterThan(1.7 * own.cycles)
    expect(cycles(12).cycles).toBeLessThan(2 * own.cycles)
  })

  it('ends a growing job when its work is done, even if it has more time', () => {
    const job = calibrated(logOf('people-a'))
    expect(simulate(likelyUnder(job, { durationSeconds: 60 })).result.wallSeconds).toBeLessThan(1)
  })
})
