import { describe, expect, it } from 'vitest'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import type { MeasuredRun } from '../../../src/log/engine/jobs.ts'
import { MIB, toLimit } from '../../../src/units.ts'
import { printed } from '../../calibration/support.ts'
import { call } from '../../cli/harness.ts'
import { readInto, startEngine } from '../support/read.ts'
import { recordedLog } from '../support/recorded.ts'

const CALIBRATE = { kind: 'calibrate', run: 0, asked: {} } as const

/** An engine that has calibrated a steady service. */
function calibrated() {
  const run = startEngine()
  readInto(run, new TextEncoder().encode(recordedLog('steady-a')), 1 << 20)
  run(CALIBRATE)
  return run
}

/** How many turns others have while it does a job. */
function turnsOf(run: ReturnType<typeof startEngine>, job: Parameters<typeof run>[0]): number {
  let turns = 0
  run(job, () => turns++)
  return turns
}

describe('an engine', () => {
  it('lets others have a turn during a long prediction', () => {
    // With so little room cycles follow each other by the thousand.
    const settings = { gogc: { kind: 'percent', percent: 1 }, durationSeconds: 200 } as const
    expect(turnsOf(calibrated(), { kind: 'predict', settings })).toBeGreaterThan(3)
  })

  it('lets others have a turn after each program that a calibration tries', () => {
    expect(turnsOf(calibrated(), CALIBRATE)).toBeGreaterThan(10)
  })

  it('gives GC’s share of the CPU by the lines of the log, beside the simulated one', () => {
    const run = startEngine()
    readInto(run, new TextEncoder().encode(recordedLog('steady-a')), 1 << 20)
    const lines = recordedLog('steady-a').split('\n')
    const sums = { spent: 0, idle: 0, end: 0 }
    for (const line of lines) {
      const [, at, stop, assist, background, idle, end] =
        /@([\d.]+)s .* ms clock, ([\d.]+)\+([\d.]+)\/([\d.]+)\/([\d.]+)\+([\d.]+) ms cpu/.exec(line)?.map(Number) ?? []
      if (at === undefined) continue
      sums.spent += (stop! + assist! + background! + end!) / 1000
      sums.idle += idle! / 1000
      sums.end = at
    }
    const made = run(CALIBRATE)
    const share = sums.spent / (2 * sums.end - sums.idle)
    expect(made).toHaveProperty(
      'value.compulsoryGcFraction',
      // The program may have gone on for half a gap after its last cycle, and forced that one itself.
      expect.toSatisfy((found) => Math.abs(found / share - 1) < 0.05),
    )
  })

  it('finds the settings that the command line finds of the same log', async () => {
    const settings = { containerLimit: toLimit(128 * MIB) }
    const advice = calibrated()({ kind: 'advise', settings, demand: USUAL_DEMAND })
    const { lines } = await call(['advise', 'tests/fixtures/runs/logs/steady-a.log', '--container', '128MiB'])
    expect(advice).toMatchObject({ recommended: (lines[0] as unknown as { recommended: string }).recommended })
    expect(advice).toHaveProperty(
      'options.0.sure.outcomes.oom-killed',
      expect.toSatisfy((share) => share > 0),
    )
  })

  it('draws no limit if the log shows only an upper bound of it', () => {
    const limitOf = (goal: number) => {
      const run = startEngine()
      const first = { start: 0.001, heap: [3, 62, 62] as const, goal: 4, background: 4 }
      const cycle = (i: number) => ({ start: i / 10, heap: [62, 63, 62] as const, goal, background: 4 })
      const text = printed([first, ...Array.from({ length: 20 }, (_, i) => cycle(i + 1))])
      readInto(run, new TextEncoder().encode(text), 1 << 20)
      return (run({ kind: 'measure', run: 0 }) as unknown as MeasuredRun).trace.segments[0]?.memoryLimit
    }
    expect(limitOf(62)).toBe(Infinity)
    expect(limitOf(75)).toBeLessThan(120 * MIB)
  })

  it('recommends no setting from a log that it cannot reproduce, and says why', () => {
    const run = startEngine()
    const lines = recordedLog('steady-a').split('\n').slice(7, 9)
    readInto(run, new TextEncoder().encode(`${lines.join('\n')}\n`), 1 << 20)
    const { trust } = (run(CALIBRATE) as unknown as { value: { trust: object } }).value
    expect(trust).toMatchObject({ grade: 'poor' })
    expect(run({ kind: 'advise', settings: {}, demand: USUAL_DEMAND })).toMatchObject({ trust, recommended: null })
  })

  it('in a new worker has lost what the stopped one had read, and says so', () => {
    for (const job of [
      { kind: 'push', from: 1, bytes: new ArrayBuffer(1) },
      { kind: 'end' },
      { kind: 'measure', run: 0 },
    ] as const)
      expect(() => startEngine()(job)).toThrow('has stopped')
  })
})
