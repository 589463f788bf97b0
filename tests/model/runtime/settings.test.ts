import { describe, expect, it } from 'vitest'
import { createRun } from '../../../src/model/runtime/create-run.ts'
import { CountingRecorder } from '../../../src/model/runtime/recorder.ts'
import type { Run } from '../../../src/model/runtime/run.ts'
import {
  applyChange,
  beginSettings,
  closeSegment,
  endMarkOfSettings,
  toPlan,
} from '../../../src/model/runtime/settings.ts'
import { MIB, toLimit } from '../../../src/units.ts'
import { scenarioOf } from '../../support/run.ts'

/** A run whose settings are in force, before any time has passed. */
function begun(program: object = {}, settings: object = {}): Run {
  const scenario = scenarioOf({
    model: 'runtime',
    ...settings,
    program: { heapOverhead: 0, phases: [{ duration: 10, allocRate: '100MiB' }], ...program },
  })
  const run = createRun(scenario, new CountingRecorder(undefined), Infinity, Infinity)
  beginSettings(run, [])
  return run
}

const percent = (value: number) => ({ kind: 'percent' as const, percent: value })

describe('a run begins', () => {
  it('with heap and scannable heap in whole bytes, without pointer-free and unscannable parts', () => {
    const { controller, mapped } = begun({
      initialLive: 10_000_001.7,
      pointerFreeLive: 4_000_000,
      scannableShare: 0.5,
      globals: 1234.6,
      stacks: 4321.9,
    })
    expect(controller).toMatchObject({
      heapMarked: 10_000_001,
      heapLive: 10_000_001,
      lastHeapScan: 3_000_000,
      globals: 1234,
      lastStackScan: 4321,
    })
    expect(mapped).toBe(10_000_001.7)
  })

  it('with GOGC and the memory limit in whole numbers, as Go keeps them', () => {
    const run = begun()
    applyChange(run, { at: 0, gogc: percent(50.9), memoryLimit: toLimit(64 * MIB + 0.9) })
    expect(run.controller).toMatchObject({ gcPercent: 50, memoryLimit: 64 * MIB, heapMinimum: 2 * MIB })
  })

  it('with nothing to scan if no pointer is live, and no stacks if nothing is live', () => {
    expect(begun({ initialLive: 100, pointerFreeLive: 200, scannableShare: 1 }).controller.lastHeapScan).toBe(0)
    expect(begun({ initialLive: 0, stacks: 5000 }).controller.lastStackScan).toBe(0)
    expect(begun({ initialLive: 1, stacks: 5000 }).controller.lastStackScan).toBe(5000)
  })

  it('with other memory and all stacks as memory that no cycle changes', () => {
    const run = begun({ otherMemory: '5MiB', stacks: 1000, stackMemory: 3000 })
    expect(run.fixedMemory).toBe(5 * MIB + 3000)
  })

  it('as swept (Go 1.26 mgc.go, gcinit: no sweep on the first cycle), so that the goal is GOGC’s from the start', () => {
    // The sweep distance would be 1 MiB above the live heap.
    const { controller } = begun({ initialLive: '10MiB' }, { gogc: 5 })
    expect(controller.sweepDistance).toBe(0)
    expect(controller.goal).toBe(10.5 * MIB)
  })
})

describe('a change', () => {
  it('of settings plans again, with Go’s sweep distance while garbage is left to sweep', () => {
    const run = begun({ initialLive: '10MiB' })
    run.heap = 12 * MIB + 0.7
    applyChange(run, { at: 1, gogc: percent(50) })
    expect(run.controller.sweepDistance).toBe(0)
    expect(run.controller.heapLive).toBe(12 * MIB)
    run.sweepLeft = 1
    applyChange(run, { at: 1, gogc: percent(70) })
    // Go 1.26 mgcpacer.go, commit: heapLive + sweepMinHeapDistance.
    expect(run.controller.sweepDistance).toBe(13 * MIB)
    run.sweepLeft = 0
    applyChange(run, { at: 1, memoryLimit: toLimit(64 * MIB + 0.5) })
    expect(run.controller.sweepDistance).toBe(0)
    expect(run.controller.memoryLimit).toBe(64 * MIB)
  })

  it('gives no memory back for the limit while the CPU limiter limits (Go 1.26 mheap.go, allocSpan)', () => {
    const mappedAfter = (isLimiting: boolean) => {
      const run = begun({ initialLive: '10MiB' }, { cpuLimiter: true })
      run.phase = { ...run.phase, allocRate: 100 * MIB }
      run.mapped = 100 * MIB
      run.limiter.isLimiting = isLimiting
      applyChange(run, { at: 1, memoryLimit: toLimit(64 * MIB) })
      return run.mapped / MIB
    }
    expect(mappedAfter(true)).toBe(100)
    expect(mappedAfter(false)).toBe(64)
  })

  it('while a cycle marks has no sweep distance, because everything is swept', () => {
    const run = begun({ initialLive: '10MiB' })
    run.heap = 12 * MIB
    run.isMarking = true
    applyChange(run, { at: 1, gogc: percent(25) })
    expect(run.controller.sweepDistance).toBe(0)
    expect(run.controller.goal).toBe(12.5 * MIB)
  })

  it.each([
    ['forceGC', { forceGC: true }],
    ['freeOSMemory', { freeOSMemory: true }],
  ])('that only calls (%s) plans nothing anew; one that also sets does', (_, calls) => {
    const run = begun({ initialLive: '10MiB' })
    run.sweepLeft = 1
    run.heap = 12 * MIB
    applyChange(run, { at: 1, ...calls })
    expect(run.controller.sweepDistance).toBe(0)
    expect(run.calls.pending).toBe(1)
    applyChange(run, { at: 1, gogc: percent(50), ...calls })
    expect(run.controller.sweepDistance).toBe(13 * MIB)
    expect(run.controller.goal).toBe(15 * MIB)
    expect(run.segments.map(({ goal }) => goal / MIB)).toEqual([20, 20, 15])
    expect(run.segments.map(({ before }) => before && before.goal / MIB)).toEqual([0, 20, 20])
  })

  it('makes no call unless it says so', () => {
    const run = begun()
    applyChange(run, { at: 1, gogc: percent(50), forceGC: false, freeOSMemory: false })
    expect(run.calls.pending).toBe(0)
  })

  it('of GOMAXPROCS waits for the end of the mark phase, and resizes the limiter’s bucket only then', () => {
    const run = begun({}, { procs: 2 })
    const { limiter, controller } = run
    run.isMarking = true
    run.cycle.goal = 7
    run.cycle.trigger = 5
    applyChange(run, { at: 1, procs: 8 })
    expect([run.procs, limiter.procs]).toEqual([2, 2])
    expect(toPlan(run)).toEqual({ goal: 7, trigger: 5 })
    run.isMarking = false
    expect(toPlan(run)).toEqual({ goal: controller.goal, trigger: controller.trigger })
    endMarkOfSettings(run)
    expect([run.procs, limiter.procs]).toEqual([8, 8])
    // Go 1.26 mgclimit.go, capacityPerProc: 1 s of each processor.
    expect(limiter.capacity).toBe(8e9)
  })
})

describe('a segment that ends', () => {
  it('keeps its own peaks and its throttled time', () => {
    const run = begun({ initialLive: '10MiB' })
    expect(run.segments[0]?.peak).toEqual({ memory: 0, container: 0, live: 0 })
    Object.assign(run.peak, { memory: 50, container: 60, live: 40 })
    run.live = 20
    run.throttledSeconds = 3
    closeSegment(run)
    expect(run.segments[0]).toMatchObject({ peak: { memory: 50, container: 60, live: 40 }, throttledSeconds: 3 })
    expect(run.peak).toEqual({ memory: 0, container: 0, live: 20 })
    run.segments.push({ ...run.segments[0]! })
    Object.assign(run.peak, { memory: 45, container: 70, live: 30 })
    run.throttledSeconds = 5
    closeSegment(run)
    expect(run.segments[1]).toMatchObject({ peak: { memory: 45, container: 70, live: 30 }, throttledSeconds: 2 })
  })
})
