import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORESEEN_REASON } from '../../src/model/ceiling.ts'
import { simulateRuntimeInSlices } from '../../src/model/runtime/simulate.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { scenarioOf } from '../support/run.ts'

const isForeseen = ({ result: { outcome } }: Trace) => outcome.kind === 'stopped' && outcome.reason === FORESEEN_REASON

describe('a run of the guide model that gives up early', () => {
  /** 20 MiB live and 10 MiB/s of garbage: a cycle every 2 s. At most ten may run. */
  const early = (phases: readonly object[], more: object = {}, program: object = {}) =>
    simulate(scenarioOf({ ...more, program: { initialLive: '20MiB', phases, ...program } }), {
      maxCycles: 10,
      givesUpEarly: true,
    })
  const phase = (duration: number, more: object = {}) => ({ duration, allocRate: '10MiB', ...more })

  it('gives up at its start if it needs over two cycles more than it may take', () => {
    const { result } = early([phase(27)])
    expect(result.outcome).toEqual({ kind: 'stopped', reason: FORESEEN_REASON, atSeconds: 0 })
    expect(isForeseen(early([phase(23)]))).toBe(false)
    expect(early([phase(19)]).result).toMatchObject({ cycles: 9, outcome: { kind: 'completed' } })
  })

  it('counts the cycles that have run, and looks again at each phase and each change', () => {
    const second = early([phase(13), phase(20)])
    expect([isForeseen(second), second.result.cycles, second.result.mutatorSeconds]).toEqual([true, 6, 13])
    const changed = early([phase(15)], { changes: [{ at: 3, gogc: 10 }] })
    expect([isForeseen(changed), changed.result.mutatorSeconds]).toEqual([true, 3])
  })

  it('takes into account that the first goal may be far away', () => {
    // 180 MiB are allocated before the first cycle, at GOGC=900; after that, GOGC=50 needs one cycle a second.
    const far = (duration: number) => early([phase(duration)], { gogc: 900, changes: [{ at: 0.5, procs: 2 }] })
    expect(far(150).result.cycles).toBe(8)
  })

  it('does not give up if cycles differ, wait, or do not happen', () => {
    expect(isForeseen(early([phase(100, { newSurvivalRate: 0.5 })]))).toBe(false)
    expect(isForeseen(early([phase(100)], { cpuLimiter: true }))).toBe(false)
    expect(early([phase(100)], { containerLimit: '39MiB' }).result.outcome.kind).toBe('oom-killed')
  })

  it('is otherwise the same run, and never gives up a run that would have completed', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide' }), fc.integer({ min: 1, max: 300 }), (scenario, maxCycles) => {
        const found = simulate(scenario, { maxCycles, givesUpEarly: true })
        const whole = simulate(scenario, { maxCycles })
        if (isForeseen(found)) expect(whole.result.outcome.kind).toBe('stopped')
        else expect(found.result).toEqual(whole.result)
      }),
      { numRuns: 200 },
    )
  })
})

describe('a run of the runtime model that gives up early', () => {
  const phase = (duration: number) => ({ duration, allocRate: '1GiB' })
  const scenarioWith = (...phases: readonly object[]) =>
    scenarioOf({ model: 'runtime', program: { initialLive: '4MiB', phases } })
  const stepsOf = (...phases: readonly object[]) => [...simulateRuntimeInSlices(scenarioWith(...phases), {}, 1)].length
  const perSecond = stepsOf(phase(2)) / 2

  it('gives up after some thousand steps if it would take more than twice its bound at that pace', () => {
    const maxSteps = 20_000
    const withSteps = (share: number) => {
      const trace = simulate(scenarioWith(phase((share * maxSteps) / perSecond)), { maxSteps, givesUpEarly: true })
      return { isForeseen: isForeseen(trace), seconds: trace.result.mutatorSeconds }
    }
    const far = withSteps(2.1)
    expect(far.isForeseen).toBe(true)
    expect(far.seconds * perSecond).toBeGreaterThan(8000)
    expect(far.seconds * perSecond).toBeLessThan(8400)
    // The rest may be faster, so the run is tried.
    const near = withSteps(1.9)
    expect(near.isForeseen).toBe(false)
    expect(near.seconds * perSecond).toBeGreaterThan(19_000)
    expect(simulate(scenarioWith(phase(50_000 / perSecond)), { maxSteps }).result.mutatorSeconds).toBe(near.seconds)
  })

  it('judges each phase by its own pace', () => {
    // 7,000 steps in the first phase, then hardly any: at the first phase's pace there would be millions.
    const quiet = { duration: 10_000, allocRate: 0 }
    const options = { maxSteps: 20_000, givesUpEarly: true }
    expect(
      simulate(scenarioWith(phase(7000 / perSecond), quiet, phase(7000 / perSecond)), options).result.outcome,
    ).toEqual({
      kind: 'completed',
    })
  })
})
