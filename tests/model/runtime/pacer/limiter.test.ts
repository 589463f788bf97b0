import { describe, expect, it } from 'vitest'
import {
  account,
  addAssistTime,
  addIdleTime,
  createLimiter,
  finishGcTransition,
  type Limiter,
  resetCapacity,
  startGcTransition,
  update,
} from '../../../../src/model/runtime/pacer/limiter.ts'

const MS = 1e6
const SECOND = 1e9
const PROCS = 4

/** A limiter on 4 processors that has been marking since 0, after `seconds` in which marking took every CPU. */
function busy(seconds: number): Limiter {
  const limiter = marking()
  allGc(limiter, seconds * SECOND)
  return limiter
}

function marking(): Limiter {
  const limiter = createLimiter(0, PROCS)
  transition(limiter, true)
  return limiter
}

/** A pause that takes no time. */
function transition(limiter: Limiter, enableGc: boolean): void {
  startGcTransition(limiter, enableGc, limiter.lastUpdate)
  finishGcTransition(limiter, limiter.lastUpdate)
}

/** Marking takes all CPUs for `wall` ns: a quarter by background workers, the rest by assists. */
function allGc(limiter: Limiter, wall: number): void {
  addAssistTime(limiter, wall * PROCS * 0.75)
  pass(limiter, wall)
}

function pass(limiter: Limiter, wall: number): void {
  update(limiter, limiter.lastUpdate + wall)
}

describe('the bucket', () => {
  it('holds one CPU-second per processor', () => {
    expect(createLimiter(0, 14)).toMatchObject({ capacity: 14 * SECOND, fill: 0 })
  })

  it('stays empty while only the program runs: that earns no credit', () => {
    const limiter = createLimiter(0, PROCS)
    pass(limiter, 3600 * SECOND)
    expect(limiter.fill).toBe(0)
    transition(limiter, true)
    allGc(limiter, 1 * MS)
    expect(limiter.fill).toBe(PROCS * MS)
  })

  it('fills by GC time and drains by the program’s', () => {
    const limiter = busy(0.5)
    expect(limiter.fill).toBe(2 * SECOND)
    transition(limiter, false)
    pass(limiter, 0.2 * SECOND)
    expect(limiter.fill).toBe(1.2 * SECOND)
  })

  it('counts a quarter of all CPUs as GC while marking, so that it drains by half of them', () => {
    const limiter = busy(0.5)
    pass(limiter, 100 * MS)
    expect(limiter.fill).toBe(2 * SECOND - 0.1 * SECOND * PROCS * 0.5)
  })

  it('keeps its fill while GC takes exactly half', () => {
    const limiter = busy(0.5)
    addAssistTime(limiter, 0.25 * PROCS * SECOND)
    pass(limiter, SECOND)
    expect(limiter.fill).toBe(2 * SECOND)
  })

  it('counts a pause as GC on every processor', () => {
    const limiter = createLimiter(0, PROCS)
    startGcTransition(limiter, true, 10 * MS)
    finishGcTransition(limiter, 12 * MS)
    expect(limiter.fill).toBe(2 * MS * PROCS)
  })

  it('subtracts idle time from the total after background marking’s quarter', () => {
    const limiter = busy(0.5)
    // Of 4 CPU-seconds, background marking takes one and two are idle: 1 GC, 1 program.
    addIdleTime(limiter, 2 * SECOND)
    pass(limiter, SECOND)
    expect(limiter.fill).toBe(2 * SECOND)
  })

  it('rounds background marking’s quarter down to whole nanoseconds before subtracting idle time', () => {
    const limiter = createLimiter(0, 1)
    transition(limiter, true)
    addAssistTime(limiter, 100)
    addIdleTime(limiter, 1)
    // A quarter of 7 is 1: 101 GC, 7 − 1 − 101 program.
    pass(limiter, 7)
    expect(limiter.fill).toBe(101 - (7 - 1 - 101))
  })

  it('counts assists and idle time once', () => {
    const limiter = busy(0.25)
    const { fill } = limiter
    pass(limiter, 0)
    expect(limiter.fill).toBe(fill)
  })
})

describe('limiting', () => {
  it('starts when the bucket is exactly full, without overflow', () => {
    expect(busy(1)).toMatchObject({ fill: 4 * SECOND, isLimiting: true, overflow: 0 })
    expect(busy(1 - 1e-9).isLimiting).toBe(false)
  })

  it('continues while GC takes exactly half, without overflow', () => {
    const limiter = busy(1)
    addAssistTime(limiter, 0.25 * PROCS * SECOND)
    pass(limiter, SECOND)
    expect(limiter).toMatchObject({ isLimiting: true, overflow: 0 })
  })

  it('continues while GC takes more than half, and counts the overflow', () => {
    const limiter = busy(1.5)
    expect(limiter).toMatchObject({ isLimiting: true, overflow: 2 * SECOND, fill: 4 * SECOND })
    allGc(limiter, SECOND)
    expect(limiter).toMatchObject({ isLimiting: true, overflow: 6 * SECOND, fill: 4 * SECOND })
  })

  it('ends when the first nanosecond is drained', () => {
    const limiter = busy(1)
    transition(limiter, false)
    pass(limiter, 1)
    expect(limiter).toMatchObject({ isLimiting: false, fill: 4 * SECOND - 4 })
  })
})

describe('a change of GOMAXPROCS', () => {
  it('counts the time before it with the old number', () => {
    const limiter = busy(0.5)
    transition(limiter, false)
    resetCapacity(limiter, limiter.lastUpdate + 100 * MS, 16)
    expect(limiter).toMatchObject({ fill: 2 * SECOND - 0.4 * SECOND, capacity: 16 * SECOND, procs: 16 })
  })

  it('that makes the bucket smaller than its fill leaves it full and limiting, without overflow', () => {
    const limiter = busy(0.5)
    resetCapacity(limiter, limiter.lastUpdate, 1)
    expect(limiter).toMatchObject({ fill: SECOND, isLimiting: true, overflow: 0 })
  })

  it('that makes the bucket larger ends the limiting', () => {
    const limiter = busy(1)
    resetCapacity(limiter, limiter.lastUpdate, 5)
    expect(limiter).toMatchObject({ fill: 4 * SECOND, isLimiting: false })
  })

  it('that makes the bucket exactly as large as its fill changes nothing, and starts no limiting', () => {
    const limiter = busy(0.5)
    resetCapacity(limiter, limiter.lastUpdate, 2)
    expect(limiter).toMatchObject({ fill: 2 * SECOND, capacity: 2 * SECOND, isLimiting: false })
    addAssistTime(limiter, 2 * SECOND)
    pass(limiter, SECOND)
    expect(limiter).toMatchObject({ isLimiting: false, overflow: 2 * SECOND + SECOND })
  })

  it('to the same number does not end the limiting', () => {
    const limiter = busy(1)
    resetCapacity(limiter, limiter.lastUpdate, PROCS)
    expect(limiter).toMatchObject({ fill: 4 * SECOND, isLimiting: true })
  })
})

describe('the clock', () => {
  it('changes nothing if it is in the past', () => {
    const limiter = busy(0.5)
    const before = { ...limiter }
    update(limiter, limiter.lastUpdate - 1)
    expect(limiter).toEqual(before)
  })
})

describe('a transition', () => {
  it('takes no update: the pause counts when it has ended', () => {
    const limiter = createLimiter(0, PROCS)
    startGcTransition(limiter, true, 0)
    update(limiter, 5 * MS)
    expect(limiter.lastUpdate).toBe(0)
    finishGcTransition(limiter, 5 * MS)
    expect(limiter.fill).toBe(5 * MS * PROCS)
  })

  it('throws if the caller starts or ends it wrongly', () => {
    const limiter = createLimiter(0, PROCS)
    expect(() => startGcTransition(limiter, false, 1)).toThrow('off already')
    expect(() => finishGcTransition(limiter, 1)).toThrow('no transition')
    startGcTransition(limiter, true, 1)
    expect(() => startGcTransition(limiter, false, 2)).toThrow('still going on')
    expect(() => resetCapacity(limiter, 2, 8)).toThrow('transition')
  })
})

describe('time is accounted for', () => {
  /** A marking limiter that began to limit at its last update. */
  function limiting(): Limiter {
    const limiter = busy(1)
    expect(limiter.isLimiting).toBe(true)
    return limiter
  }

  it('at once while goroutines assist', () => {
    const limiter = marking()
    account(limiter, 3 * MS, 0, MS, true)
    expect(limiter).toMatchObject({ fill: 4 * MS, lastUpdate: MS, assistTimePool: 0 })
  })

  it('by the scheduler only when the last update is more than 10 ms ago, so that a limiter limits for that long', () => {
    const limiter = limiting()
    const start = limiter.lastUpdate
    for (const wall of [4 * MS, 4.5 * MS, 10 * MS]) {
      account(limiter, 0, 0, start + wall, false)
      expect([limiter.isLimiting, limiter.lastUpdate]).toEqual([true, start])
    }
    account(limiter, 0, 0, start + 10 * MS + 1, false)
    expect([limiter.isLimiting, limiter.lastUpdate]).toEqual([false, start + 10 * MS + 1])
  })

  it('between two cycles by nobody, so that a limiter limits until the next cycle starts', () => {
    const limiter = limiting()
    transition(limiter, false)
    const now = limiter.lastUpdate + SECOND
    account(limiter, MS, 0, now, false)
    expect(limiter).toMatchObject({ isLimiting: true, fill: limiter.capacity, assistTimePool: MS })
    startGcTransition(limiter, true, now)
    expect(limiter).toMatchObject({ isLimiting: false, fill: limiter.capacity - PROCS * SECOND + 2 * MS })
  })
})
