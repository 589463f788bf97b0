import { describe, expect, it } from 'vitest'
import { createRun } from '../../../src/model/runtime/create-run.ts'
import { assistRatio, waitOnCredit } from '../../../src/model/runtime/credit.ts'
import { endMark, startCycle } from '../../../src/model/runtime/cycle.ts'
import { CountingRecorder } from '../../../src/model/runtime/recorder.ts'
import type { Run } from '../../../src/model/runtime/run.ts'
import { beginSettings } from '../../../src/model/runtime/settings.ts'
import { MIB } from '../../../src/units.ts'
import { scenarioOf } from '../../support/run.ts'

/** 100 MiB live, of which 20 MiB are pointer-free, and 50 MiB allocated since. */
function grown(program: object = {}, maxCycles = Infinity): Run {
  const scenario = scenarioOf({
    model: 'runtime',
    procs: 4,
    gogc: 50,
    program: {
      initialLive: '100MiB',
      pointerFreeLive: '20MiB',
      scannableShare: 0.5,
      heapOverhead: 0,
      globals: 1000.6,
      stacks: 2000.7,
      pauseCost: 0.002,
      sweepRate: '1GiB',
      ...program,
      phases: [{ duration: 10, allocRate: '100MiB' }],
    },
  })
  const run = createRun(scenario, new CountingRecorder(undefined), maxCycles, Infinity)
  run.phase = scenario.program.phases[0]!
  run.until = run.phase.duration
  beginSettings(run, [])
  run.heap = 150 * MIB
  run.freshScannable = 1000.9
  return run
}

describe('a cycle that starts', () => {
  it('stops the world for half of the pause time, on every processor', () => {
    const run = grown()
    startCycle(run, 'heap')
    expect(run.wall).toBeCloseTo(0.001, 12)
    expect(run.cycle.pause).toBeCloseTo(0.004, 12)
    expect(run.isMarking).toBe(true)
  })

  it('gives the pacer roots and scannable heap in whole bytes', () => {
    const run = grown()
    startCycle(run, 'heap')
    // Half of the 80 MiB with pointers at the program's start, and what has been allocated since.
    expect(run.controller).toMatchObject({ stacks: 2000, globals: 1000, heapScan: 40 * MIB + 1000 })
  })

  it('gives the pacer stacks as they are allocated, and scans what is in use of them', () => {
    // Go 1.26 mgcpacer.go: maxStackScan is the allocated space of all goroutines' stacks.
    const run = grown({ stackMemory: '3MiB' })
    startCycle(run, 'heap')
    expect(run.controller.stacks).toBe(3 * MIB)
    expect(run.mark.rootsLeft).toBeCloseTo(3001.3, 6)
  })

  it('has to scan the roots, and the reachable heap that can hold pointers', () => {
    const run = grown()
    startCycle(run, 'heap')
    expect(run.mark.rootsLeft).toBeCloseTo(3001.3, 6)
    expect(run.mark.heapLeft).toBe(40 * MIB)
    const free = grown({ pointerFreeLive: '200MiB' })
    startCycle(free, 'heap')
    expect(free.mark.heapLeft).toBe(0)
  })

  it('starts with no work done, and records its plan and the roots that the plan was made from', () => {
    const run = grown({ stacks: '9MiB', globals: '3MiB' })
    Object.assign(run.controller, { lastStackScan: 5 * MIB, globals: 2 * MIB })
    const { trigger, runway, consMark } = run.controller
    const zero = { assist: 0, background: 0, idle: 0 }
    Object.assign(run.cycle, { assist: 1, background: 1, idle: 1, pause: 1 })
    const fresh = { elapsed: 0, rootsDone: 0, heapDone: 0, credit: 0, fractionalSeconds: 0, isBursting: false }
    const unfrozen = { frozenAssist: 0, frozenBackground: 0, frozenIdle: 0 }
    Object.assign(run.mark, {
      elapsed: 1,
      rootsDone: 1,
      heapDone: 1,
      credit: 1,
      fractionalSeconds: 1,
      isBursting: true,
    })
    Object.assign(run.mark, { frozenAssist: 1, frozenBackground: 1, frozenIdle: 1 })
    startCycle(run, 'timer')
    expect(run.cycle).toMatchObject({ ...zero, trigger, runway, consMark, cause: 'timer', heapStart: 150 * MIB })
    expect(run.mark).toMatchObject({ ...fresh, ...unfrozen, heapAtStart: 150 * MIB })
    // A cycle marks the roots of now; its goal was computed from those of the cycle before.
    expect(run.cycle.roots / MIB).toBe(7)
    expect(run.cycle.startPoint).toBe(run.recorder.points - 1)
  })

  it('turns off a limiter that was on since the last cycle, if the program has drained its bucket since', () => {
    const run = grown()
    run.cpuLimiter = true
    const { limiter } = run
    Object.assign(limiter, { isLimiting: true, fill: limiter.capacity })
    run.wall += 0.1
    startCycle(run, 'heap')
    expect(limiter.isLimiting).toBe(false)
    expect(run.cycle.wasLimiting).toBe(false)
  })
})

describe('a wait for the next turn of a fractional worker', () => {
  it.each([0.5, 1000])('uses up credit for every byte that is allocated meanwhile, at %d bytes per second', (rate) => {
    const run = grown()
    startCycle(run, 'heap')
    run.mark.credit = 1e9
    const ratio = assistRatio(run)
    expect(ratio).toBeGreaterThan(100)
    const { seconds, used } = waitOnCredit(run, ratio, rate, 2, 0.0005)
    expect(seconds).toBeGreaterThan(0.1)
    // The heap comes nearer to its goal, so the last byte costs more than the first, by this share.
    const nearer = (rate * seconds) / (run.controller.goal - run.heap)
    expect(used / (ratio * rate * seconds)).toBeGreaterThanOrEqual(1)
    expect(used / (ratio * rate * seconds)).toBeLessThan(1 / (1 - nearer))
  })
})

describe('a cycle that ends', () => {
  function ended(program: object = {}, maxCycles = Infinity): Run {
    const run = grown(program, maxCycles)
    startCycle(run, 'heap')
    run.mark.elapsed = 0.5
    run.mark.heapDone = 40 * MIB
    run.heap = 160 * MIB
    endMark(run)
    return run
  }

  it('finds live what was reachable at its start and what was allocated meanwhile; the rest is to be swept', () => {
    const run = ended()
    expect([run.live / MIB, run.heap / MIB, run.cycle.liveFound / MIB]).toEqual([110, 110, 110])
    expect(run.cycle.heapEnd).toBe(160 * MIB)
    // The whole heap at the end of marking, except the pointer-free data.
    expect(run.sweepLeft / MIB).toBe(140)
    expect(run.cycle.pause).toBeCloseTo(0.008, 12)
    expect(run.isMarking).toBe(false)
    expect([run.hasCycled, run.lastCycleWall]).toEqual([true, run.wall])
    expect(run.freshScannable).toBe(0)
  })

  it('took as much CPU time by Go’s clocks as it used, plus what passed while a quota held the container still', () => {
    const run = grown()
    startCycle(run, 'heap')
    Object.assign(run.cycle, { assist: 0.5, background: 0.25, idle: 0.125 })
    Object.assign(run.mark, { elapsed: 0.5, frozenAssist: 4, frozenBackground: 2, frozenIdle: 1 })
    endMark(run)
    expect(run.cycle).toMatchObject({ clockedAssist: 4.5, clockedBackground: 2.25, clockedIdle: 1.125 })
    expect(run.cycle).toMatchObject({ assist: 0.5, background: 0.25, idle: 0.125 })
  })

  it('leaves nothing to sweep in a program whose sweeping costs nothing', () => {
    expect(ended({ sweepRate: 0 }).sweepLeft).toBe(0)
  })

  it('plans the next cycle: GOGC’s goal from the live heap found and the roots', () => {
    const { controller } = ended()
    const roots = 2000 + 1000
    expect(controller.gcPercentGoal).toBe(110 * MIB + Math.floor((110 * MIB + roots) / 2))
    expect(controller.lastHeapScan).toBe(40 * MIB)
  })

  it('gives the pacer whole bytes, and tells it that sweeping is not done', () => {
    const run = grown({ initialLive: 104_857_600.9 })
    startCycle(run, 'heap')
    run.mark.heapDone = 1000.9
    run.heap = 160 * MIB
    endMark(run)
    const live = 110 * MIB
    expect(run.controller).toMatchObject({ heapMarked: live, lastHeapScan: 1000, lastStackScan: 2000 })
    // Go 1.26 mgcpacer.go, commit: heapLive + sweepMinHeapDistance.
    expect(run.controller.sweepDistance).toBe(live + MIB)
    expect(run.peak.live).toBe(run.live)
  })

  it.each(['call', 'free', 'heap', 'timer'] as const)(
    'started by a %s serves a call only if a call started it',
    (cause) => {
      const run = grown()
      startCycle(run, cause)
      endMark(run)
      expect(run.calls.hasMarked).toBe(cause === 'call' || cause === 'free')
    },
  )

  it('is the last one if it reaches the maximum number of cycles', () => {
    expect(ended({}, 1).ended?.kind).toBe('stopped')
    expect(ended({}, 2).ended).toBeUndefined()
  })
})
