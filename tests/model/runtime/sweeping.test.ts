import { expect, it } from 'vitest'
import { run } from '../../support/run.ts'

/** The same program in this many equal phases: each ends a step without changing anything. */
const inPhases = (count: number, sweepRate: string | number) =>
  run({
    model: 'runtime',
    procs: 2,
    program: {
      initialLive: '40MiB',
      sweepRate,
      phases: Array.from({ length: count }, () => ({ duration: 4 / count, allocRate: '100MiB' })),
    },
  }).result

it('garbage is swept in proportion to allocation, at the same cost however often the program changes meanwhile', () => {
  const whole = inPhases(1, '300MiB')
  // Sweeping takes some of the program's own time.
  expect(whole.wallSeconds).toBeGreaterThan(1.4 * inPhases(1, 0).wallSeconds)
  for (const count of [2, 8, 40]) {
    const { wallSeconds, totalSeconds, cycles } = inPhases(count, '300MiB')
    expect(cycles).toBe(whole.cycles)
    // Steps have rounding errors.
    expect(wallSeconds / whole.wallSeconds).toBeCloseTo(1, 9)
    expect(totalSeconds / whole.totalSeconds).toBeCloseTo(1, 9)
  }
})
