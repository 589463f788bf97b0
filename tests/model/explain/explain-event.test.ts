import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainEvent, timeOfChange } from '../../../src/model/explain/explain-event.ts'
import { simulate } from '../../../src/model/simulate.ts'
import type { Trace } from '../../../src/model/trace.ts'
import { groupEvents } from '../../../src/ui/editor/draw/event-groups.ts'
import { parseSize } from '../../../src/units.ts'
import { fullFields } from '../../arbitraries/program.ts'
import { scenarioOf } from '../../support/run.ts'

/** 20 MiB live and 10 MiB/s of garbage for 6 s: 30 MiB at 1 s, and a cycle every 2 s. */
function tell(changes: readonly object[], more: object = {}): readonly string[] {
  const program = { initialLive: '20MiB', heapOverhead: 0, phases: [{ duration: 6, allocRate: '10MiB' }] }
  const scenario = scenarioOf({ program, changes, ...more })
  const trace = simulate(scenario)
  return scenario.changes.map((_, i) => explainEvent(trace, scenario.changes, [i]))
}

/** The bytes of a size as texts write it. */
function bytesOf(shown: string): number {
  const size = parseSize(shown.replace(' ', ''))
  return size.ok ? size.value : Number.NaN
}

const MODELS = ['guide', 'runtime'] as const

describe('what an event did, in the guide model', () => {
  it('SetGCPercent: the goal before and after, and the cycles until the next event', () => {
    const changes = [
      { at: 1, gogc: 50 },
      { at: 3, gogc: 'off' },
      { at: 4, gogc: 'off' },
      { at: 5, gogc: 100 },
    ]
    expect(tell(changes)).toEqual([
      'goal 40.0 MiB → 30.0 MiB · 2 cycles until the next event',
      'no goal any more · no cycle until the next event',
      'no goal, as before · no cycle until the next event',
      'goal 40.0 MiB · 1 cycle until the end',
    ])
  })

  it('SetMemoryLimit: the same', () => {
    // Due at once, then every second, but not at the very end.
    expect(tell([{ at: 1, memoryLimit: '30MiB' }])).toEqual(['goal 40.0 MiB → 30.0 MiB · 5 cycles until the end'])
  })

  it('a container resized: how full it is then, and a GOMEMLIMIT that is too large for it', () => {
    const changes = [
      { at: 1, containerLimit: '64MiB' },
      { at: 2.5, memoryLimit: '56MiB' },
    ]
    expect(tell(changes, { containerLimit: '100MiB', memoryLimit: '90MiB' })).toEqual([
      '30.0 MiB in a container of 64.0 MiB · GOMEMLIMIT 90.0 MiB is more than the container has for Go · 1 cycle until the next event',
      'goal stays at 40.0 MiB · 1 cycle until the end',
    ])
  })

  it('a GOMEMLIMIT that is too large: wherever one of the three sizes was set, and nowhere else', () => {
    const isStale = (change: object, more: object) =>
      /more than the container/.test(tell([{ at: 1, ...change }], more)[0]!)
    const full = { containerLimit: '64MiB', memoryLimit: '64MiB', program: { phases: [{ duration: 2 }] } }
    // The memory limit cannot use memory outside Go.
    expect(isStale({ outsideMemory: '1MiB' }, full)).toBe(true)
    expect(isStale({ memoryLimit: '65MiB' }, full)).toBe(true)
    expect(isStale({ containerLimit: '63MiB' }, full)).toBe(true)
    expect(isStale({ gogc: 50 }, { ...full, memoryLimit: '65MiB' })).toBe(false)
    expect(isStale({ memoryLimit: '64MiB' }, full)).toBe(false)
    expect(isStale({ memoryLimit: 'off' }, full)).toBe(false)
  })

  it('a goal that a cycle changed in the second before', () => {
    const program = { phases: [{ duration: 1, allocRate: '20MiB', newSurvivalRate: 1 }] }
    // 4 MiB at 0.2 s, then 8 MiB at 0.4 s, then 16.
    expect(tell([{ at: 0.5, gogc: 50 }], { program })[0]).toMatch(/^goal 16\.\d MiB → 12\.\d MiB/)
  })

  it('memory outside Go: what the container counts; and whether that killed the program', () => {
    expect(tell([{ at: 1, outsideMemory: '25MiB' }])).toEqual([
      '55.0 MiB in all, no container limit · 2 cycles until the end',
    ])
    expect(tell([{ at: 1, outsideMemory: '25MiB' }], { containerLimit: '50MiB' })).toEqual([
      '55.0 MiB in a container of 50.0 MiB · killed at once',
    ])
    // 5 MiB more at 10 MiB/s.
    expect(tell([{ at: 1, outsideMemory: '25MiB' }], { containerLimit: '60MiB' })).toEqual([
      '55.0 MiB in a container of 60.0 MiB · no cycle until the end · killed 0.50 s later',
    ])
  })

  it('GOMAXPROCS: the limiter’s bucket, or nothing at all', () => {
    expect(tell([{ at: 1, procs: 4 }])[0]).toMatch(/^no effect: .* · 2 cycles until the end$/)
    expect(tell([{ at: 1, procs: 4 }], { cpuLimiter: true })[0]).toMatch(/can bank 4 CPU-seconds/)
  })

  it('the GC CPU limit: for how long it acts', () => {
    const held = {
      gogc: 'off',
      memoryLimit: '1MiB',
      program: { fixedCost: 0.6, phases: [{ duration: 0.5, allocRate: '10MiB' }] },
    }
    const changes = [
      { at: 0, cpuLimiter: true },
      { at: 0.25, cpuLimiter: false },
    ]
    // The cycle that is due at 0.2 s waits until the limiter is turned off.
    expect(tell(changes, held)).toEqual([
      '1 cycle until the next event · the GC CPU limit acts for 50.0 ms of it',
      'from here on nothing limits the collector’s CPU (real Go always does) · 3 cycles until the end',
    ])
  })

  it('runtime.GC(): its cycle, which is not one of those that Go starts', () => {
    const changes = [
      { at: 1, forceGC: true },
      { at: 6, forceGC: true },
    ]
    expect(tell(changes)).toEqual([
      'cycle 1: 30.0 MiB, of which 20.0 MiB live · 19.5 ms of CPU time · 2 cycles until the next event',
      'cycle 4: 30.0 MiB, of which 20.0 MiB live · 19.5 ms of CPU time · no cycle until the end',
    ])
  })

  it('several at one instant: each compared with the state after the one before', () => {
    const changes = [
      { at: 1, gogc: 200 },
      { at: 1, gogc: 50 },
    ]
    expect(tell(changes).map((text) => text.split(' · ')[0])).toEqual([
      'goal 40.0 MiB → 60.0 MiB',
      'goal 60.0 MiB → 30.0 MiB',
    ])
  })

  it('at 0: the first goal; the changes of that instant begin the run together', () => {
    const changes = [
      { at: 0, gogc: 50 },
      { at: 0, forceGC: true },
      { at: 1, gogc: 100 },
    ]
    const [first, second, third] = tell(changes)
    expect(first).toBe('goal 30.0 MiB · no cycle until the next event')
    expect(second).toBe(
      'cycle 1: 20.0 MiB, of which 20.0 MiB live · 19.5 ms of CPU time · no cycle until the next event',
    )
    expect(third).toBe('goal 30.0 MiB → 40.0 MiB · 2 cycles until the end')
  })
})

describe('what an event did, in the runtime model', () => {
  it('runtime.GC(): when it was over, and how long it waited for a cycle that was running', () => {
    const [text] = tell([{ at: 1, forceGC: true }], { model: 'runtime' })
    // 20 MiB at 1 GiB/s, and 0.1 ms of pauses.
    expect(text).toMatch(
      /^cycle 1: 30\.0 MiB, of which 20\.0 MiB live · its mark phase ended 19\.6 ms of elapsed time after the call · \d cycles? until the end$/,
    )
    const [, second] = tell(
      [
        { at: 1, forceGC: true },
        { at: 1, forceGC: true },
      ],
      { model: 'runtime' },
    )
    expect(second).toMatch(/^waited 19\.6 ms of elapsed time for a cycle that was running · cycle 2: /)
  })

  it('runtime.GC(): the heap as marking ends, with what other goroutines allocate meanwhile, of which some is live', () => {
    // Nothing is garbage: all 30 MiB are live, and so is what the 0.03 s of marking add at 10 MiB/s on one of 4 CPUs.
    const phases = [{ duration: 6, allocRate: '10MiB', newSurvivalRate: 1 }]
    const program = { initialLive: '20MiB', heapOverhead: 0, pace: 'clock', phases }
    const [text] = tell([{ at: 1, forceGC: true }], { model: 'runtime', procs: 4, gogc: 'off', program })
    const [, start, end, live] = /^cycle 1: (\S+) MiB → (\S+) MiB while marking, of which (\S+) MiB live/.exec(text!)!
    expect(start).toBe('30.0')
    expect(Number(end)).toBeGreaterThan(30)
    expect(live).toBe(end)
  })

  it('GOMAXPROCS: its share that background marking takes', () => {
    expect(tell([{ at: 1, procs: 4 }], { model: 'runtime' })[0]).toMatch(
      /^background marking takes about a quarter of 4 CPUs · /,
    )
  })

  it('the other settings, as in the guide model', () => {
    const first = (change: object, more: object = {}) =>
      tell([{ at: 1, ...change }], { model: 'runtime', ...more })[0]?.split(' · ')[0]
    expect(first({ gogc: 50 })).toBe('goal 40.0 MiB → 30.0 MiB')
    // 3 % or 1 MiB of headroom.
    expect(first({ memoryLimit: '30MiB' })).toBe('goal 40.0 MiB → 29.0 MiB')
    expect(first({ outsideMemory: '25MiB' })).toBe('55.0 MiB in all, no container limit')
    expect(first({ containerLimit: '64MiB' })).toBe('30.0 MiB in a container of 64.0 MiB')
  })
})

describe.each(MODELS)('where the run ends early, in the %s model', (model) => {
  it('an event after that says so', () => {
    const changes = [
      { at: 1, containerLimit: '20MiB' },
      { at: 1, gogc: 50 },
      { at: 4, forceGC: true },
    ]
    expect(tell(changes, { model })).toEqual([
      '30.0 MiB in a container of 20.0 MiB · killed at once',
      'the run was killed before it',
      'the run was killed before it',
    ])
  })

  it('an event at 0 of a program that does not start says so', () => {
    const [first, second] = tell(
      [
        { at: 0, gogc: 50 },
        { at: 1, gogc: 100 },
      ],
      { model, containerLimit: '10MiB' },
    )
    expect(first).toBe('goal 30.0 MiB · killed at once')
    expect(second).toBe('the run was killed before it')
  })
})

describe.each(MODELS)('a ramp, in the %s model', (model) => {
  const changes = [2, 2.5, 3, 3.5].map((at, i) => ({ at, outsideMemory: `${(i + 1) * 5}MiB` }))
  const tellLine = (more: object) => {
    const program = { initialLive: '20MiB', heapOverhead: 0, phases: [{ duration: 6, allocRate: 0 }] }
    const scenario = scenarioOf({ model, program, changes, ...more })
    return explainEvent(simulate(scenario), scenario.changes, [0, 1, 2, 3])
  }

  it('is described as one event: how full the container is at the end', () => {
    expect(tellLine({ containerLimit: '50MiB' })).toBe('40.0 MiB in a container of 50.0 MiB · no cycle until the end')
  })

  it('that kills before its end says how far it got', () => {
    expect(tellLine({ containerLimit: '32MiB' })).toBe(
      'step 3 of 4 reached · 35.0 MiB in a container of 32.0 MiB · killed at once',
    )
  })
})

describe('in every run', { timeout: 60_000 }, () => {
  it.each(MODELS)('every event is described with numbers, each at its instant, in the %s model', (model) => {
    fc.assert(
      fc.property(fullFields, (fields) => {
        const scenario = scenarioOf({ model, ...fields })
        const trace = simulate(scenario, { maxCycles: 500 })
        const { changes } = scenario
        for (const { indices } of groupEvents(changes)) {
          const text = explainEvent(trace, changes, indices)
          expect(text).not.toBe('')
          expect(text).not.toMatch(/NaN|Infinity|undefined|−/)
          const [, whole, part] =
            /([\d.]+ [KMGT]?i?B)(?: while marking)?, of which (\S+ [KMGT]?i?B) live/.exec(text) ?? []
          if (whole && part) expect(bytesOf(part), text).toBeLessThanOrEqual(bytesOf(whole))
        }
        const times = changes.flatMap((_, i) => timeOfChange(trace, changes, i) ?? [])
        expect([...times].sort((a, b) => a - b)).toEqual(times)
        if (trace.result.outcome.kind === 'completed') expect(times).toHaveLength(changes.length)
      }),
      { numRuns: 150 },
    )
  })
})

describe('a CPU quota that is set while the program runs', () => {
  it('says for how long it held the program still, and which GOMAXPROCS Go would choose', () => {
    const changes = [
      { at: 2, cpuQuota: 1 },
      { at: 4, cpuQuota: 8 },
    ]
    const [tight, wide] = tell(changes, { model: 'runtime', procs: 4 })
    // Two CPU-seconds at one of four CPUs: 75 ms of each 100.
    expect(tight).toMatch(
      /throttled for 1\.[45]\d s of elapsed time; Go takes GOMAXPROCS=2 \(go\.mod says go 1\.25 or later, GOMAXPROCS not set\): add the event GOMAXPROCS/,
    )
    // A raised quota, too, down to the CPUs that the machine has, which no scenario tells.
    expect(wide).toMatch(
      /never throttled; Go takes up to GOMAXPROCS=8 \(go\.mod says go 1\.25 or later, GOMAXPROCS not set\): add the event GOMAXPROCS/,
    )
    const followed = [
      { at: 2, cpuQuota: 8 },
      { at: 2, procs: 8 },
    ]
    expect(tell(followed, { model: 'runtime', procs: 4 })[0]).toMatch(/^never throttled · /)
    expect(tell(changes)[0]).toMatch(/no effect: the guide’s model has no CPU quota/)
    expect(tell([{ at: 2, cpuQuota: 4 }], { model: 'runtime', procs: 4 })[0]).toMatch(/^never throttled · /)
  })
})

describe('a call whose cycle is not in the run', () => {
  const call = [{ at: 1, forceGC: true }]
  const program = {
    initialLive: '4GiB',
    phases: [{ duration: 3, allocRate: '500MiB', scanRate: '1GiB', goroutines: 8 }],
  }

  it('says that its cycle did not end if the container ended the run meanwhile', () => {
    const [text] = tell(call, { model: 'runtime', gogc: 'off', containerLimit: '5GiB', program })
    expect(text).toMatch(/^its cycle did not end · no cycle until the end · killed /)
  })
})

describe('the instant of a change', () => {
  const timeAt = (at: number, mutatorTime: number) => {
    const trace = {
      segments: [
        { time: 0, mutatorTime: 0 },
        { time: 7, mutatorTime },
      ],
    } as unknown as Trace
    return timeOfChange(trace, [{ at }], 0)
  }

  it('is its segment’s, which may be rounded', () => {
    expect([timeAt(3, 3), timeAt(1e6, 1e6 + 1e-5), timeAt(0.001, 0.001)]).toEqual([7, 7, 7])
  })

  it('is unknown while a run with other changes is on screen', () => {
    expect([timeAt(3, 3.5), timeAt(3, 2), timeAt(0.5, 0.49)]).toEqual([undefined, undefined, undefined])
  })
})
