import { PEAK_ALLOC_RATE } from '../calibration/defaults.ts'
import { simulate } from '../model/simulate.ts'
import type { Trace } from '../model/trace.ts'
import type { Scenario } from '../scenario/types.ts'
import { GIB } from '../units.ts'
import { SCAN_RATE } from './assumed.ts'
import { find, type Known, numberOf } from './known.ts'

export interface Fit {
  /** A cycle finds more live than these reachable bytes: it keeps what the program allocated while it marked. */
  readonly initialLive: number
  /** Bytes marked per CPU-second. */
  readonly scanRate: number
  /** How many seconds of allocation a cycle also keeps: objects allocated while it marked. */
  readonly black: number
  /** Factor on the allocation rate, within its known range. */
  readonly demand: number
  /** CPUs that the program itself keeps busy, if the CPU time of the whole process is known: we subtract GC’s part. */
  readonly busyProcs?: number
  readonly compulsoryGc?: number
}

type Build = (fit: Fit, seconds: number) => Scenario | undefined

/** Scan rates that we try, in bytes per CPU-second. */
const SCAN_RATES = [0.35, 0.5, 0.7, 1, 1.4, 2, 2.8, 4, 5.6, 8].map((rate) => rate * GIB)
/** GC cycles in one simulation of a fit, and its longest duration. */
const CYCLES = 40
const MOST_SECONDS = 600

/** Finds the reachable heap that gives the measured live heap, and an assumed mark cost that gives the cycle rate. */
export function fitProgram(known: Known, build: Build): Fit {
  const live = numberOf(known, 'liveHeap') ?? 0
  const assumed = numberOf(known, 'scanRate') ?? GIB
  const cycles = numberOf(known, 'cyclesPerSecond')
  const seconds = Math.max(2, secondsFor(known, CYCLES))
  const settle = (scanRate: number) => settleLive(known, live, scanRate, seconds, build)
  if (cycles === undefined) return fitShare(known, settle).fit
  if (known.isLiveFromLimit) return fitUnderLimit(known, cycles, seconds, build)
  const used = usedCpus(known)
  if (isCostOfShare(known)) {
    const best = fitShare(known, settle)
    return withDemand(known, { ...best, fit: withBusy(best, used) }, cycles)
  }
  if (find(known, 'scanRate')?.sureness !== 'assumed') {
    const one = settle(assumed)
    return withDemand(known, { ...one, fit: withBusy(one, used) }, cycles)
  }
  const usual = usualScanRate(known, live, cycles)
  // One cycle more or less in the measured time is chance.
  const chance = Math.hypot(0.02, 1 / Math.max(1, cycles * known.seconds))
  const distance = ({ fit, cyclesPerSecond }: Settled) =>
    (Math.log(Math.max(1e-9, cyclesPerSecond) / cycles) / chance) ** 2 + (Math.log(fit.scanRate / usual) / DOUBT) ** 2
  const tried = [usual, ...SCAN_RATES].map(settle)
  const best = tried.reduce((one, other) => (distance(other) < distance(one) ? other : one))
  return withDemand(known, { ...best, fit: withBusy(best, used) }, cycles)
}

interface UsedCpus {
  /** CPUs that the whole process used, and the fewest that its own work may have used. */
  readonly all: number
  readonly leastOwn: number
}

/** CPU time per second. The program’s own work used at most that (measure/measure.ts). */
function usedCpus(known: Known): UsedCpus | undefined {
  const busy = find(known, 'busyProcs')
  if (busy?.sureness !== 'derived' || !busy.low || !busy.high) return undefined
  return { all: known.scraped?.meanCpus ?? busy.high, leastOwn: busy.low }
}

/**
 * Adds the CPUs that the program keeps busy: those of its process, less the simulated ones of GC. If the simulated GC
 * alone takes more CPU than the process used, GC waited for CPUs: CPU time excludes waiting.
 */
function withBusy({ fit, besidesCpus }: Settled, used: UsedCpus | undefined): Fit {
  if (!used || besidesCpus > used.all) return fit
  // Under a CPU quota the program may do less than it demands, but it uses no more CPU than the whole process did.
  return { ...fit, busyProcs: Math.max(used.leastOwn, used.all - Math.max(0, besidesCpus)) }
}

/**
 * Whether a simulation finds the mark cost that gives GC’s share: a typed one, or one since the start if no input shows
 * the cycle rate (`costOfShare`). Not if a limit hides the live heap: GC’s share then shows no mark cost.
 */
export function isCostOfShare(known: Known): boolean {
  if (known.isLiveFromLimit) return false
  const [share, rate] = [find(known, 'gcCpu')?.sureness, find(known, 'scanRate')?.sureness]
  if (share === 'typed') return rate !== 'typed'
  return share === 'derived' && rate === 'assumed' && numberOf(known, 'cyclesPerSecond') === undefined
}

function fitShare(known: Known, settle: (scanRate: number) => Settled): Settled {
  const share = find(known, 'gcCpu')
  const usual = settle(numberOf(known, 'scanRate') ?? 2 * GIB)
  if (typeof share?.value !== 'number' || (share.sureness === 'derived' && !isCostOfShare(known))) return usual
  const wanted = Math.log(Math.max(1e-6, share.value))
  const distance = ({ gcShare }: Settled) => Math.abs(Math.log(Math.max(1e-6, gcShare)) - wanted)
  // If the share is too low by a factor, the scan rate is too high by about that factor. We correct it repeatedly.
  let best = usual
  let scanRate = usual.fit.scanRate
  for (let step = 0; step < 8 && best.gcShare > 0; step++) {
    scanRate *= Math.min(4, Math.max(0.25, best.gcShare / share.value))
    const next = settle(Math.min(MOST_RATE, Math.max(LEAST_RATE, scanRate)))
    if (distance(next) >= distance(best)) break
    best = next
    scanRate = next.fit.scanRate
  }
  return best
}

const LEAST_RATE = GIB / 32
const MOST_RATE = 64 * GIB

/** How far scan rates usually differ from the assumed one: the logarithm of a factor. */
const DOUBT = 0.7
/** Guesses: GC’s share of the CPU time besides allocation, and the part of the usual allocation time to count. */
const GC_PART = 0.35
const ALLOCATING_PART = 0.6
const USUAL_RATES = [SCAN_RATE.value, 12 * GIB] as const

/** The scan rate that the CPU time of the whole process suggests; without CPU time, the assumed rate. */
function usualScanRate(known: Known, live: number, cycles: number): number {
  const assumed = numberOf(known, 'scanRate') ?? 2 * GIB
  const busy = find(known, 'busyProcs')
  if (!busy || busy.sureness === 'assumed' || !busy.high || !(cycles > 0)) return assumed
  const allocating = (ALLOCATING_PART * (numberOf(known, 'allocRate') ?? 0)) / PEAK_ALLOC_RATE
  const all = usedCpus(known)?.all ?? busy.high
  const marking = GC_PART * Math.max(0.1 * all, all - allocating)
  const [least, most] = USUAL_RATES
  return Math.min(most, Math.max(least, (live * cycles) / marking))
}

/** Fits the allocation rate, within its known range, so that the cycle rate equals the measured one. */
function withDemand(known: Known, { fit, cyclesPerSecond }: Settled, cycles: number): Fit {
  const rate = find(known, 'allocRate')
  if (typeof rate?.value !== 'number' || !rate.low || !rate.high || !(cyclesPerSecond > 0)) return fit
  const wanted = cycles / cyclesPerSecond
  const demand = Math.min(rate.high / rate.value, Math.max(rate.low / rate.value, wanted))
  const { compulsoryGc } = fit
  return { ...fit, demand, ...(compulsoryGc !== undefined && { compulsoryGc: demand * compulsoryGc }) }
}

interface Settled extends Seen {
  readonly fit: Fit
}

/** About how many seconds the program needs for this many cycles; at most 10 minutes. */
export function secondsFor(known: Known, cycles: number): number {
  return Math.min(MOST_SECONDS, cycles / Math.max(cyclesPerSecond(known), 1e-6))
}

/** GC cycles per second, measured or else as GOGC=100 makes them. */
export function cyclesPerSecond(known: Known): number {
  const live = numberOf(known, 'liveHeap') ?? 1
  const rate = numberOf(known, 'allocRate') ?? 1
  return numberOf(known, 'cyclesPerSecond') ?? rate / Math.max(live, 4 * 1024 ** 2)
}

/** The reachable bytes that give the measured live heap. They are fewer, as a cycle also keeps new objects. */
function settleLive(known: Known, live: number, scanRate: number, seconds: number, build: Build): Settled {
  const allocRate = Math.max(1, numberOf(known, 'allocRate') ?? 1)
  let fit: Fit = { initialLive: live, scanRate, black: 0, demand: 1 }
  let shown = NOTHING_SEEN
  for (let step = 0; step < 4; step++) {
    const seen = observe(build(fit, seconds))
    if (!seen) break
    shown = seen
    const extra = Math.max(0, seen.live - fit.initialLive)
    const initialLive = Math.max(0.3 * live, live - extra)
    fit = { ...fit, initialLive, black: (live - initialLive) / allocRate, compulsoryGc: seen.compulsoryGc }
  }
  return { ...shown, fit }
}

/**
 * If the memory limit sets the goals, the cycle rate depends on the live heap. If no live heap within its range gives
 * the measured cycle rate, it stays as measured.
 */
function fitUnderLimit(known: Known, cycles: number, seconds: number, build: Build): Fit {
  const quantity = find(known, 'liveHeap')
  const value = numberOf(known, 'liveHeap') ?? 0
  const scanRate = numberOf(known, 'scanRate') ?? GIB
  const at = (initialLive: number): Fit => ({ initialLive, scanRate, black: 0, demand: 1 })
  const from = 0.7 * (quantity?.low ?? value)
  const to = 1.1 * (quantity?.high ?? value)
  let [low, high] = [from, to]
  let seen: Seen | undefined
  for (let step = 0; step < 9; step++) {
    const middle = (low + high) / 2
    const one = observe(build(at(middle), seconds))
    if (one && one.cyclesPerSecond < cycles) low = middle
    else high = middle
    seen = one ?? seen
  }
  const isFound = low > from && high < to && isRateMeasured(known, seen?.cyclesPerSecond ?? 0)
  const fit = at(isFound ? (low + high) / 2 : value)
  if (!isFound) seen = observe(build(fit, seconds))
  return { ...fit, ...(seen && { compulsoryGc: seen.compulsoryGc }) }
}

function isRateMeasured(known: Known, perSecond: number): boolean {
  const { low, high } = find(known, 'cyclesPerSecond') ?? {}
  return perSecond >= (low ?? 0) && perSecond <= (high ?? Infinity)
}

interface Seen {
  readonly live: number
  readonly cyclesPerSecond: number
  readonly gcShare: number
  /** Without idle marking. */
  readonly compulsoryGc: number
  /** CPUs used in addition to the program’s own work: by GC, and by sweeping. */
  readonly besidesCpus: number
}

const NOTHING_SEEN: Seen = { live: 0, cyclesPerSecond: 0, gcShare: 0, compulsoryGc: 0, besidesCpus: 0 }

function observe(scenario: Scenario | undefined): Seen | undefined {
  return scenario && seenIn(simulate(scenario), scenario)
}

function seenIn({ cycles, result }: Trace, { procs, program: { busyProcs } }: Scenario): Seen | undefined {
  const { runtime, count } = cycles
  const from = count >> 1
  if (!runtime || count - from < 2) return undefined
  let live = 0
  let gcSeconds = 0
  let idleSeconds = 0
  for (let i = from; i < count; i++) {
    live += runtime.liveFound[i]!
    if (i === from) continue
    idleSeconds += runtime.idle[i]!
    gcSeconds += runtime.assist[i]! + runtime.background[i]! + runtime.idle[i]! + runtime.pause[i]!
  }
  const seconds = runtime.endWall[count - 1]! - runtime.endWall[from]!
  return {
    live: live / (count - from),
    cyclesPerSecond: (count - 1 - from) / seconds,
    gcShare: gcSeconds / (procs * seconds),
    compulsoryGc: (gcSeconds - idleSeconds) / Math.max(1e-9, procs * seconds - idleSeconds),
    besidesCpus: busyProcs > 0 ? result.totalSeconds / result.wallSeconds - busyProcs : 0,
  }
}
