import { BACKGROUND_UTILIZATION } from './constants.ts'
import { ZERO } from './zero.ts'

/*
 * The GC CPU limiter, equal to gcCPULimiterState in Go 1.26 (mgclimit.go): a bucket that GC CPU time fills and mutator
 * CPU time drains. While it is full, goroutines that allocate neither assist nor give memory back for the memory
 * limit's sake (mheap.go, allocSpan).
 *
 * All times are whole nanoseconds of one clock that never runs backwards; amounts are CPU time. Below 2^53 (window
 * times procs included) the arithmetic is Go's, integer for integer.
 */
export type Limiter = ReturnType<typeof createLimiter>

/** mgclimit.go, capacityPerProc: CPU-ns of bucket per processor. */
const CAPACITY_PER_PROC = 1e9

/** mgclimit.go, gcCPULimiterUpdatePeriod, ns: while a cycle marks, the scheduler updates a bucket older than this. */
export const UPDATE_PERIOD = 10e6

export function createLimiter(now: number, procs: number) {
  return {
    /** Of the bucket; 0 ≤ fill ≤ capacity. CPU-ns. */
    fill: ZERO,
    capacity: procs * CAPACITY_PER_PROC,
    /** GC CPU time that did not fit into the full bucket, over the whole run. */
    overflow: ZERO,
    isLimiting: false,
    /** Marking is going on: 25 % of all CPUs count as GC. */
    isGcEnabled: false,
    /** Between startGcTransition and finishGcTransition: the world is stopped. */
    isTransitioning: false,
    /** Since the last update: CPU-ns of assists, of processors without work (idle or marking idly). */
    assistTimePool: ZERO,
    idleTimePool: ZERO,
    lastUpdate: now,
    procs,
  }
}

/**
 * The world stops and marking starts (or ends). Until finishGcTransition the limiter takes no update.
 * @throws Error during a transition, or if this state is already in force: the caller's mistake
 */
export function startGcTransition(l: Limiter, enableGc: boolean, now: number): void {
  if (l.isTransitioning) throw new Error(`a transition started at ${l.lastUpdate} is still going on at ${now}`)
  if (l.isGcEnabled === enableGc) throw new Error(`marking is ${enableGc ? 'on' : 'off'} already at ${now}`)
  flush(l, now)
  l.isGcEnabled = enableGc
  l.isTransitioning = true
}

/**
 * The world starts again. The pause counts as GC on every processor: none could do anything else.
 * @throws Error where no transition was started
 */
export function finishGcTransition(l: Limiter, now: number): void {
  if (!l.isTransitioning) throw new Error(`no transition was started before ${now}`)
  if (now >= l.lastUpdate) accumulate(l, 0, (now - l.lastUpdate) * l.procs)
  l.lastUpdate = now
  l.isTransitioning = false
}

/** CPU-ns that goroutines spent on assists: for marking, or for returning memory. Counted by the next update. */
export function addAssistTime(l: Limiter, amount: number): void {
  l.assistTimePool += amount
}

/** CPU-ns of processors that had nothing to do, idle marking included. Taken off the total by the next update. */
export function addIdleTime(l: Limiter, amount: number): void {
  l.idleTimePool += amount
}

/**
 * Accounts for a stretch of time, up to `now`. Besides transitions, Go updates the bucket only while a cycle marks: as
 * an assist ends (mgcmark.go, gcAssistAlloc1), and when the scheduler looks for a mark worker and the last update is
 * more than 10 ms ago (mgcpacer.go, findRunnableGCWorker). So a limiter that limits stays on for 10 ms, or from one
 * cycle to the next.
 */
export function account(l: Limiter, assistTime: number, idleTime: number, now: number, isAssisting: boolean): void {
  l.assistTimePool += assistTime
  l.idleTimePool += idleTime
  if (l.isGcEnabled && (isAssisting || now - l.lastUpdate > UPDATE_PERIOD)) update(l, now)
}

export function fillAt(l: Limiter, now: number): number {
  if (now < l.lastUpdate) return l.fill
  const { mutator, gc } = windowTimes(l, now)
  return Math.max(0, Math.min(l.capacity, l.fill + gc - mutator))
}

/** Brings the bucket up to `now`. In a transition nothing happens: finishGcTransition will account for the time. */
export function update(l: Limiter, now: number): void {
  if (!l.isTransitioning) flush(l, now)
}

/**
 * Changes GOMAXPROCS. A bucket that became too small is full and limiting, one with room is not limiting. A bucket that
 * is exactly full stays as it was.
 * @throws Error in a transition
 */
export function resetCapacity(l: Limiter, now: number, procs: number): void {
  if (l.isTransitioning) throw new Error(`GOMAXPROCS cannot change in a transition (at ${now})`)
  flush(l, now)
  l.procs = procs
  l.capacity = procs * CAPACITY_PER_PROC
  if (l.fill > l.capacity) {
    l.fill = l.capacity
    l.isLimiting = true
  } else if (l.fill < l.capacity) {
    l.isLimiting = false
  }
}

/** Accounts for the window since the last update (updateLocked). */
function flush(l: Limiter, now: number): void {
  if (now < l.lastUpdate) return
  const { mutator, gc } = windowTimes(l, now)
  l.lastUpdate = now
  l.assistTimePool = 0
  l.idleTimePool = 0
  accumulate(l, mutator, gc)
}

/**
 * The CPU-ns of the window since the last update:
 *
 *   GC      = assists + 25 % of all CPU time while marking
 *   mutator = all CPU time − idle − GC
 */
function windowTimes(l: Limiter, now: number): { readonly mutator: number; readonly gc: number } {
  const total = (now - l.lastUpdate) * l.procs
  // Of all CPU time: background workers get their share whether other processors are idle or not.
  const background = l.isGcEnabled ? Math.trunc(total * BACKGROUND_UTILIZATION) : 0
  const gc = l.assistTimePool + background
  return { mutator: total - l.idleTimePool - gc, gc }
}

/** Fills and drains the bucket. If GC and mutator time are equal, nothing changes: a full bucket continues limiting. */
function accumulate(l: Limiter, mutator: number, gc: number): void {
  const change = gc - mutator
  const room = l.capacity - l.fill
  if (change > 0 && change >= room) {
    l.overflow += change - room
    l.fill = l.capacity
    // A bucket that was full without limiting (its capacity was reset to its fill) stays so.
    if (room > 0) l.isLimiting = true
    return
  }
  l.fill = Math.max(0, l.fill + change)
  if (change !== 0 && room === 0) l.isLimiting = false
}
