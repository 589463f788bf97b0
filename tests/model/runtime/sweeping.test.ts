import { expect, it } from 'vitest'
import { run } from '../../support/run.ts'

/** The same program in so many equal phases: each ends a step, and says nothing new. */
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
  // Sweeping takes time of the program's own.
  expect(whole.wallSeconds).toBeGreaterThan(1.4 * inPhases(1, 0).wallSeconds)
  for (const count of [2, 8, 40]) {
    const { wallSeconds, totalSeconds, cycles } = inPhases(count, '300MiB')
    expect(cycles).toBe(whole.cycles)
    // Steps round.
    expect(wallSeconds / whole.wallSeconds).toBeCloseTo(1, 9)
    expect(totalSeconds / whole.totalSeconds).toBeCloseTo(1, 9)
  }
})
