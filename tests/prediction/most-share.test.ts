import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mostShare } from '../../src/prediction/predict.ts'
import { service } from './service.ts'

const scenario = service()

it('GC’s share without idle marking is never above that with it', () => {
  const part = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(
      fc.double({ min: 0, max: 0.99, noNaN: true }),
      part,
      fc.double({ min: 0.1, max: 100, noNaN: true }),
      (idle, own, seconds) => {
        const all = scenario.procs * seconds
        const compulsory = own * (1 - idle) * all
        const share = compulsory / (all - idle * all)
        const gcSeconds = compulsory + idle * all
        const most = mostShare(scenario, { gcSeconds: { high: gcSeconds }, wallSeconds: { low: seconds } })
        expect(share).toBeLessThanOrEqual(most * (1 + 1e-6))
      },
    ),
  )
})

it('divides by the fewest CPUs of the run, and is 1 for a run of no length', () => {
  const gcSeconds = { high: 2 }
  const changed = { ...scenario, changes: [{ at: 1, procs: 1 }] }
  expect(mostShare(changed, { gcSeconds, wallSeconds: { low: 10 } })).toBe(0.2)
  expect(mostShare(scenario, { gcSeconds, wallSeconds: { low: 0 } })).toBe(1)
})

// While a quota holds a CPU still, Go's clocks count it as going on with what it did.
it('has no bound from CPU time under a CPU quota', () => {
  const ranges = { gcSeconds: { high: 0.1 }, wallSeconds: { low: 10 } }
  const cpuQuota = { kind: 'cpus', cpus: 0.5 } as const
  expect(mostShare({ ...scenario, cpuQuota }, ranges)).toBe(1)
  expect(mostShare({ ...scenario, changes: [{ at: 1, cpuQuota }] }, ranges)).toBe(1)
  // A quota of all CPUs stops nothing.
  expect(mostShare({ ...scenario, cpuQuota: { kind: 'cpus', cpus: scenario.procs } }, ranges)).toBe(0.005)
})
