import { describe, expect, it } from 'vitest'
import { factsOf } from '../../src/model/judgement/facts.ts'
import { shareTaken, toVerdict } from '../../src/model/verdict.ts'
import { run } from '../support/run.ts'

describe('thrashing, where some CPUs are idle,', () => {
  it('is not claimed where idle CPUs could do all of the marking, whatever Go’s own share of the CPU is', () => {
    const limited = (procs: number) =>
      run({
        model: 'runtime',
        procs,
        memoryLimit: '1000MiB',
        program: { pace: 'clock', busyProcs: 1, initialLive: '1GiB', phases: [{ duration: 30, allocRate: '50MiB' }] },
      })
    for (const procs of [16, 256]) {
      const trace = limited(procs)
      const { mutatorSeconds, wallSeconds, compulsoryGcFraction } = trace.result
      // All of the work is done in time: 30 s of it in 30 s. Go's limiter divides by what idle CPUs leave.
      expect(wallSeconds).toBeCloseTo(30, 3)
      expect(mutatorSeconds).toBeCloseTo(30, 3)
      expect(compulsoryGcFraction).toBeGreaterThan(0.75)
      const { label, reason } = toVerdict(trace, {})
      expect(label).toBe('GC CPU limited')
      expect(reason).not.toContain('half of the CPU or more')
      expect(Number(/GC took ([\d.]+) % of the CPU that/.exec(reason)?.[1])).toBeLessThan(10)
    }
  })

  it('counts what the program lost: about the time by which its work takes longer', () => {
    const program = (busyProcs: number) => ({
      initialLive: '100MiB',
      busyProcs,
      phases: [{ duration: 20, allocRate: '200MiB', scanRate: '500MiB' }],
    })
    for (const busy of [1, 2, 4, 8]) {
      const settings = { model: 'runtime', procs: 8, gogc: 'off', program: program(busy) }
      const [free, held] = [run(settings), run({ ...settings, memoryLimit: '110MiB' })]
      const lost = 1 - free.result.wallSeconds / held.result.wallSeconds
      expect(shareTaken(held, factsOf(held))).toBeCloseTo(lost, 1)
    }
  })
})
