import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  account,
  addAssistTime,
  addIdleTime,
  createLimiter,
  fillAt,
  finishGcTransition,
  type Limiter,
  resetCapacity,
  startGcTransition,
  update,
} from '../../../../src/model/runtime/pacer/limiter.ts'

/**
 * A stretch of a run: wall time in ns, the shares of the processors that are idle and that assist (as far as marking
 * leaves them), whether a cycle starts or ends after it (with what pause), and a new GOMAXPROCS.
 */
const stretch = fc.record({
  wall: fc.integer({ min: 0, max: 2e9 }),
  idle: fc.double({ min: 0, max: 1, noNaN: true }),
  assist: fc.double({ min: 0, max: 1, noNaN: true }),
  pause: fc.option(fc.integer({ min: 0, max: 1e7 })),
  procs: fc.option(fc.integer({ min: 1, max: 64 }), { freq: 10 }),
})
type Stretch = typeof stretch extends fc.Arbitrary<infer T> ? T : never

interface Step {
  readonly before: Limiter
  readonly after: Limiter
  readonly isReset: boolean
}

/** Every change of the bucket along the stretches. */
function* stepsThrough(limiter: Limiter, stretches: readonly Stretch[]): Generator<Step> {
  let now = 0
  function* step(change: () => void, isReset = false): Generator<Step> {
    const before = { ...limiter }
    change()
    yield { before, after: { ...limiter }, isReset }
  }
  for (const { wall, idle, assist, pause, procs } of stretches) {
    const cpu = wall * limiter.procs
    const idleTime = Math.floor(cpu * 0.75 * idle)
    if (limiter.isGcEnabled) addAssistTime(limiter, Math.floor((cpu * 0.75 - idleTime) * assist))
    addIdleTime(limiter, idleTime)
    now += wall
    yield* step(() => update(limiter, now))
    if (pause !== null) {
      yield* step(() => startGcTransition(limiter, !limiter.isGcEnabled, now))
      now += pause
      yield* step(() => finishGcTransition(limiter, now))
    }
    if (procs !== null) yield* step(() => resetCapacity(limiter, now, procs), true)
  }
}

function onEveryStep(check: (step: Step) => void): void {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.array(stretch, { maxLength: 60 }), (procs, stretches) => {
      for (const step of stepsThrough(createLimiter(0, procs), stretches)) check(step)
    }),
    { numRuns: 300 },
  )
}

it('the bucket’s fill is always between 0 and its capacity, in whole nanoseconds', () => {
  onEveryStep(({ after }) => {
    expect(after.fill).toBeGreaterThanOrEqual(0)
    expect(after.fill).toBeLessThanOrEqual(after.capacity)
    expect(Number.isInteger(after.fill)).toBe(true)
  })
})

it('the limiter limits only while the bucket is full', () => {
  onEveryStep(({ after }) => {
    if (after.isLimiting) expect(after.fill).toBe(after.capacity)
  })
})

it('a bucket that fills up starts limiting; only a new capacity can leave it full without limiting', () => {
  onEveryStep(({ before, after, isReset }) => {
    const wasFull = before.fill === before.capacity
    if (after.fill === after.capacity && !wasFull && !isReset) expect(after.isLimiting).toBe(true)
  })
})

it('overflow never falls, and grows only while the bucket is full', () => {
  onEveryStep(({ before, after, isReset }) => {
    expect(after.overflow).toBeGreaterThanOrEqual(before.overflow)
    if (after.overflow > before.overflow && !isReset) expect(after.fill).toBe(after.capacity)
  })
})

it('fill and overflow grow by at most the CPU time that has passed', () => {
  onEveryStep(({ before, after }) => {
    const cpu = (after.lastUpdate - before.lastUpdate) * before.procs
    expect(after.fill + after.overflow - before.fill - before.overflow).toBeLessThanOrEqual(cpu)
  })
})

it('accounting for a stretch adds its assists and its idle time, and updates at once where Go would', () => {
  const ns = fc.integer({ min: 0, max: 2e9 })
  const wall = fc.oneof(ns, fc.integer({ min: 0, max: 12e6 }))
  const parts = fc.record({ assist: ns, idle: ns, wall, isAssisting: fc.boolean(), isTransition: fc.boolean() })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.array(parts, { maxLength: 40 }), (procs, stretches) => {
      const [accounted, byHand] = [createLimiter(0, procs), createLimiter(0, procs)]
      let now = 0
      for (const { assist, idle, wall, isAssisting, isTransition } of stretches) {
        now += wall
        if (isTransition) for (const l of [accounted, byHand]) startGcTransition(l, !l.isGcEnabled, now)
        account(accounted, assist, idle, now, isAssisting)
        addAssistTime(byHand, assist)
        addIdleTime(byHand, idle)
        // Go 1.26 mgcmark.go, gcAssistAlloc1, and mgcpacer.go, findRunnableGCWorker: both run only while a cycle marks.
        const isDue = isAssisting || now - byHand.lastUpdate > 10e6
        if (byHand.isGcEnabled && isDue) update(byHand, now)
        if (isTransition) for (const l of [accounted, byHand]) finishGcTransition(l, now)
        expect(accounted).toEqual(byHand)
      }
    }),
  )
})

it('the fill at an instant is what an update at that instant leaves', () => {
  const ns = fc.integer({ min: 0, max: 2e9 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 64 }), fc.array(stretch, { maxLength: 20 }), ns, ns, ns, (procs, ...rest) => {
      const [stretches, assist, idle, wall] = rest
      const limiter = createLimiter(0, procs)
      for (const _ of stepsThrough(limiter, stretches));
      addAssistTime(limiter, assist)
      addIdleTime(limiter, idle)
      const now = limiter.lastUpdate + wall
      const before = { ...limiter }
      const fill = fillAt(limiter, now)
      expect(limiter).toEqual(before)
      update(limiter, now)
      expect(fill).toBe(limiter.fill)
    }),
  )
})
