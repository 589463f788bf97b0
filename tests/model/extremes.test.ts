import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import { extremeScenario } from '../arbitraries/extreme.ts'
import { findBroken } from '../support/invariants.ts'
import { run } from '../support/run.ts'

/** Enough cycles for a limit to matter; longer runs would show nothing else. */
const CEILING = { maxCycles: 2000, maxSteps: 20_000 }

/** Conditions that no run may violate, besides those of `findBroken`: columns of the runtime model, and segments. */
function brokenColumns({ points: { count, runtime }, segments }: Trace): string[] {
  const broken: string[] = []
  for (let i = 0; runtime && i < count; i++) {
    if (!(runtime.wall[i]! >= (runtime.wall[i - 1] ?? 0))) broken.push(`point ${i}: wall time runs back`)
    for (const column of [runtime.wall, runtime.counted, runtime.container, runtime.fill])
      if (!(column[i]! >= 0 && column[i]! < Infinity)) broken.push(`point ${i}: ${column[i]}`)
  }
  segments.forEach(({ time, mutatorTime }, i) => {
    const before = segments[i - 1]
    if (!(time >= (before?.time ?? 0) && mutatorTime >= 0)) broken.push(`segment ${i} at ${time}, ${mutatorTime}`)
  })
  return broken.slice(0, 5)
}

describe('a run with values at the edges of their ranges', () => {
  it.each(['guide', 'runtime'] as const)('breaks no invariant in the %s model', (model) => {
    fc.assert(
      fc.property(extremeScenario(model), (scenario) => {
        const trace = simulate(scenario, CEILING)
        expect([...findBroken(trace), ...brokenColumns(trace)]).toEqual([])
      }),
      { numRuns: model === 'guide' ? 1500 : 500 },
    )
  })
})

describe('a change a hair before a phase’s end', () => {
  it.each([1e-13, 1e-12, 2 ** -52])('neither turns time back nor removes heap: relative distance %s', (hair) => {
    const phases = [
      { duration: 3, allocRate: '10MiB' },
      { duration: 7, allocRate: '500MiB' },
    ]
    const trace = run({ gogc: 'off', program: { phases }, changes: [{ at: 3 * (1 - hair), procs: 2 }] })
    expect(findBroken(trace)).toEqual([])
    // 30 MiB of the first phase; the change is at its end, or so near that the two instants are the same.
    expect(trace.segments[1]?.time).toBeCloseTo(3, 9)
    expect(trace.result.mutatorSeconds).toBeCloseTo(10, 9)
  })
})

describe('a scan rate of next to nothing', () => {
  it.each(['guide', 'runtime'] as const)('counts as 1 byte per second, so that every time is finite: %s', (model) => {
    const at = (scanRate: number) =>
      run({ model, program: { initialLive: '20MiB', phases: [{ duration: 3, allocRate: '20MiB', scanRate }] } })
    expect(at(5e-324).result).toEqual(at(1).result)
    expect(findBroken(at(5e-324))).toEqual([])
  })
})
