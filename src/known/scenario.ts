import type { Calibration } from '../calibration/calibrate.ts'
import * as typical from '../calibration/defaults.ts'
import { formatBriefSize, lowerFirst } from '../format.ts'
import { type BusyRange, bindingQuota, LEAST_BUSY } from '../prediction/busy.ts'
import { failedAt, ok, type Result } from '../result.ts'
import { procsForQuota } from '../scenario/procs-for-quota.ts'
import type { Program, Scenario } from '../scenario/types.ts'
import type { Settings } from '../scenario/under-settings.ts'
import { validateScenario } from '../scenario/validate.ts'
import { OFF } from '../units.ts'
import { toCalls } from './by-program.ts'
import { cyclesPerSecond, type Fit, fitProgram, isCostOfShare, secondsFor } from './fit.ts'
import { find, isOtherWatched, type Known, numberOf, stillNeeded, withChanged } from './known.ts'
import { mostOverhead } from './log/most-overhead.ts'
import { objectsPerSpan, TABLES, UNFILLED } from './measure/memory.ts'
import { isKillOpen } from './measure/oom-kill.ts'
import { givesOtherGoal } from './measure/simulated-goal.ts'
import { findUnseenPeak, isPeakOpen, type UnseenPeak, withMostStacks, withPeak } from './measure/unseen-peak.ts'
import { fromStretches, type PhaseJson, timesShorter } from './phases.ts'
import { aboutQuantity, isKnown, type Quantity, type QuantityKey } from './quantities.ts'
import { isSetting, readSettings } from './settings.ts'
import { stackSwing } from './underestimate.ts'
import { likelyUnder } from './what-if.ts'

/**
 * A program known from metrics runs for this many seconds, or for this many GC cycles if these take longer: with hardly
 * any cycle, the heap does not fill, and GC costs next to nothing.
 */
const DEFAULT_SECONDS = 60
const DEFAULT_CYCLES = 10

export interface KnownProgram {
  readonly known: Known
  readonly fit: Fit | undefined
  readonly scenario: Scenario
  /** The requested duration; undefined: as long as needed. */
  readonly seconds?: number | undefined
  /** A peak of the live heap between scrapes, which the scenario includes. */
  readonly peak?: UnseenPeak | undefined
  /** Whether there was a peak between scrapes that a memory limit may have cut: nothing shows its height. */
  readonly isPeakOpen?: boolean
  /** Whether the kernel killed it, and the scenario does not show why. */
  readonly isKillOpen?: boolean
  /** Whether its simulation does not reproduce the heap goal of the scrapes. */
  readonly isGoalMissed?: boolean
  /** How many times shorter each part of the time of the scrapes is simulated. */
  readonly timesShorter?: number
}

/**
 * The scenario of a known program, paced by the clock, under its known settings.
 * @param seconds how long it runs. The default is the length of its log; without a log a minute, or longer if its
 * stretches last longer or its GC cycles are rare
 * @returns a problem that names the missing quantities
 */
export function programOf(inputs: Known, seconds?: number): Result<KnownProgram> {
  if (inputs.calibration) return fromLog(inputs, inputs.calibration, seconds)
  const needed = stillNeeded(inputs)
  if (needed.length > 0)
    return failedAt(
      '',
      `the input does not show ${needed.map((key) => lowerFirst(aboutQuantity(key).label)).join(' and ')}: add a log or metrics of the program, or type the values`,
    )
  const scraped = asWatched(inputs)
  const fit = fitProgram(scraped, (tried, runSeconds) => {
    const made = build(scraped, tried, [toPhase(scraped, tried, runSeconds)])
    return made.ok ? made.value : undefined
  })
  const runSeconds = seconds ?? Math.max(DEFAULT_SECONDS, secondsFor(inputs, DEFAULT_CYCLES))
  const shorter = seconds === undefined ? timesShorter(inputs.stretches ?? [], cyclesPerSecond(inputs)) : 1
  const { initialLive, phases } = inputs.stretches
    ? fromStretches(inputs.stretches, runSeconds, seconds !== undefined, fit, shorter)
    : { ...fit, phases: [toPhase(inputs, fit, runSeconds)] }
  const isTyped = find(inputs, 'liveHeap')?.sureness === 'typed'
  const known = isTyped ? inputs : withMostStacks(inputs, build(scraped, fit, phases, initialLive))
  const watched = asWatched(known)
  // Stacks may have taken as much again between two scrapes.
  const taken = (known.scraped?.mostTaken ?? 0) - stackSwing(known)
  const peak = isTyped
    ? undefined
    : findUnseenPeak(taken, phases, initialLive, (tried) => build(watched, fit, tried, initialLive))
  const scenario = build(known, fit, peak ? withPeak(phases, initialLive, peak) : phases, initialLive)
  const withCost = isCostOfShare(known) ? withCostOfShare(known, fit) : known
  const own = build(watched, fit, phases, initialLive)
  const isGoalMissed = own.ok && givesOtherGoal(own.value, known)
  if (!scenario.ok) return scenario
  const isOpen = !isTyped && isPeakOpen(taken, own)
  const opens = { isPeakOpen: isOpen, isKillOpen: isKillOpen(known.oomKill, own.ok ? own.value : scenario.value) }
  return ok({ known: withCost, fit, scenario: scenario.value, peak, ...opens, isGoalMissed, timesShorter: shorter })
}

/** The error of a typed share of GC, as a factor: it is rounded, and from another moment. */
const TYPED_ERROR = 1.2

/** With the mark rate that gives GC’s share. It already accounts for pointer-free data, so we assume none. */
function withCostOfShare(known: Known, { scanRate }: Fit): Known {
  const { value, low, high, sureness } = find(known, 'gcCpu')!
  const isTyped = sureness === 'typed'
  const [share, least, most] = isTyped
    ? ['the typed share of GC', TYPED_ERROR, TYPED_ERROR]
    : ['GC’s share of the CPU since the start', high! / Number(value), Number(value) / low!]
  const derived = { source: `found by simulating: gives ${share}`, sureness: 'derived' } as const
  const rate = { value: scanRate, low: scanRate / least, high: scanRate * most }
  return withChanged(known, {
    scanRate: () => ({ ...derived, ...rate }),
    pointerFreeLive: ({ sureness }) => sureness === 'assumed' && { ...derived, value: 0, low: 0, high: 0 },
  })
}

/**
 * A Go without a memory limit ignores one (`notesOnAsked` says so).
 *
 * GOMAXPROCS does not follow the CPU quota if Go does not choose it: if it is set, if a manifest turns this off, or
 * before Go 1.25. If we derived it from the quota in force, it follows the new quota up and down, because no input
 * shows that the machine has fewer CPUs. If it was measured, it only falls: it may already be all CPUs of the machine.
 */
export function toAsked(known: Known, asked: Settings): Settings {
  const procs = find(known, 'procs')
  const settings = isIgnored(known, asked) ? { ...asked, memoryLimit: OFF } : asked
  const { cpuQuota } = settings
  if (isFromQuota(known) && cpuQuota?.kind === 'cpus') return { procs: procsForQuota(cpuQuota.cpus), ...settings }
  return known.followsQuota || typeof procs?.value !== 'number' ? settings : { procs: procs.value, ...settings }
}

/** Whether a memory limit is asked for that this Go does not have. */
function isIgnored({ isBeforeLimits }: Known, { memoryLimit = OFF }: Settings): boolean {
  return isBeforeLimits && memoryLimit.kind !== 'off'
}

export function notesOnAsked(known: Known, settings: Settings): string[] {
  const { cpuQuota, procs } = settings
  const notes: string[] = []
  if (isIgnored(known, settings))
    notes.push('this Go ignores GOMEMLIMIT, which needs Go 1.19 or later: we simulate the program without it')
  // A container without a CPU limit may use all CPUs of the machine, and no input shows how many these are.
  if (isFromQuota(known) && cpuQuota?.kind === 'off' && procs === undefined)
    notes.push(
      `GOMAXPROCS stays ${numberOf(known, 'procs')}: without a CPU limit Go uses all CPUs of the machine, so set GOMAXPROCS too`,
    )
  return notes
}

/** Whether GOMAXPROCS was derived from the CPU quota. */
function isFromQuota(known: Known): boolean {
  return find(known, 'procs')?.sureness === 'derived'
}

/** The fit uses the program as measured: without a container, and without settings that were not in force. */
function asWatched(known: Known): Known {
  const { quantities, watched } = known
  const isWatched = watched.has('cyclesPerSecond')
  return {
    ...known,
    quantities: quantities.flatMap((quantity) => {
      if (quantity.key === 'containerLimit') return []
      if (!isWatched || !isSetting(quantity.key) || !isOtherWatched(known, quantity)) return [quantity]
      return watched.get(quantity.key) ?? assumedSetting(quantity)
    }),
  }
}

function assumedSetting(quantity: Quantity): Quantity[] {
  if (quantity.key === 'procs') return [quantity]
  return [{ ...quantity, value: quantity.key === 'gogc' ? 100 : 'off', sureness: 'assumed' }]
}

/** The known quantities, with fitted values in place of assumed ones, and with the unseen peak. */
export function withFitted(program: KnownProgram): Known {
  const { known, peak } = program
  const fitted = withFit(program)
  if (!peak) return fitted
  const [more, taken] = [peak.bytes, known.scraped?.mostTaken ?? 0].map(formatBriefSize)
  return withChanged(fitted, {
    liveHeap: ({ value, high, source }) =>
      typeof value === 'number' && {
        high: Math.max(high ?? 0, value + peak.bytes),
        source: `${source}; for a moment ${more} more, because Go once took ${taken} from the system`,
      },
  })
}

function withFit({ known, fit }: KnownProgram): Known {
  if (!fit || !known.watched.has('cyclesPerSecond')) return known
  const { busyProcs, scanRate } = fit
  return withChanged(known, {
    busyProcs: ({ source }) =>
      busyProcs !== undefined && { value: busyProcs, source: `${source}, less the simulated CPU time of GC` },
    scanRate({ value, low, high, sureness }) {
      if (sureness !== 'assumed' || value === scanRate) return false
      // The bounds move by the same factor as the value. `ranges.ts` draws programs within them in the same way.
      const by = typeof value === 'number' ? scanRate / value : 1
      const moved = (bound: number | null) => (bound === null ? null : by * bound)
      return { value: scanRate, low: moved(low), high: moved(high), source: FITTED, sureness: 'derived' }
    },
  })
}

const FITTED = 'found by simulating: fits the measured GC cycles best; not measured itself'

function toPhase(known: Known, { scanRate, demand }: Fit, duration: number): PhaseJson {
  return { duration, allocRate: demand * (numberOf(known, 'allocRate') ?? 0), scanRate, dropsLate: true }
}

function build(known: Known, fit: Fit, phases: readonly PhaseJson[], initialLive = fit.initialLive): Result<Scenario> {
  const get = (key: QuantityKey) => numberOf(known, key) ?? 0
  const procs = Math.max(1, Math.round(get('procs')))
  const busy = Math.min(procs, Math.max(LEAST_BUSY, fit.busyProcs ?? get('busyProcs')))
  const isSaturated = busy > procs - 0.2
  const slowdown = isSaturated ? { markSlowdown: typical.MARK_SLOWDOWN } : {}
  return validateScenario({
    version: 1,
    title: 'Your program',
    model: 'runtime',
    gogc: settingOf(known, 'gogc'),
    memoryLimit: settingOf(known, 'memoryLimit'),
    containerLimit: settingOf(known, 'containerLimit'),
    cpuQuota: settingOf(known, 'cpuQuota'),
    procs,
    program: {
      initialLive: round(initialLive),
      otherMemory: round(get('otherMemory')),
      outsideMemory: round(get('outsideMemory')),
      pace: 'clock',
      busyProcs: isSaturated ? 0 : round(busy),
      peakAllocRate: isSaturated ? typical.PEAK_ALLOC_RATE : 0,
      pointerFreeLive: round(Math.min(get('pointerFreeLive'), fit.initialLive)),
      untouched: round(known.scraped?.untouched ?? 0),
      stacks: round(get('scannedStacks')),
      stackMemory: round(get('stacks')),
      globals: known.scraped?.last.get('scanGlobals') ?? typical.GLOBALS,
      ...rounded(fromOverhead(known)),
      sweepRate: typical.SWEEP_RATE,
      warmMarking: typical.WARM_MARKING,
      phases: phases.map((phase) => ({ ...rounded(phase), ...slowdown })),
    },
    changes: toCalls(
      known.forced?.isUneven ? undefined : known.forced,
      phases.reduce((sum, { duration }) => sum + round(duration), 0),
    ),
  })
}

/** Rounds to four digits, so that links stay short. The ranges are wider than this error. */
function round(value: number): number {
  return Number(Math.max(0, value).toPrecision(4))
}

function rounded<T extends object>(parameters: T): T {
  const entries = Object.entries(parameters).map(([key, value]) => [
    key,
    typeof value === 'number' ? round(value) : value,
  ])
  return Object.fromEntries(entries) as T
}

function settingOf(known: Known, key: 'gogc' | 'memoryLimit' | 'containerLimit' | 'cpuQuota'): number | 'off' {
  const value = find(known, key)?.value
  if (typeof value !== 'number') return key === 'gogc' && value === undefined ? 100 : 'off'
  return key === 'gogc' ? Math.round(value) : value
}

/** The program of the log; values that the log does not show come from the other inputs. */
function fromLog(known: Known, calibration: Calibration, seconds?: number): Result<KnownProgram> {
  // We leave out settings that we inferred: the calibration of the log has its own.
  const stated = known.quantities.filter((one) => isSetting(one.key) && isKnown(one) && one.sureness !== 'derived')
  const read = readSettings(Object.fromEntries(stated.map(({ key, value }) => [key, value])))
  if (!read.ok) return read
  const settings = { ...read.value, ...(seconds !== undefined && { durationSeconds: seconds }) }
  const inForce = inForceInLog(known, { ...calibration.scenario, ...settings })
  const scenario = likelyUnder(calibration, settings, { busy: busyRangeOf(known), inForce })
  const busy = bindingQuota(scenario) < Infinity ? undefined : measuredBusy(known, scenario)
  const untouched = known.scraped?.untouched
  const knownParameter = (key: 'otherMemory' | 'outsideMemory' | 'stacks', as: keyof Program = key) => {
    const quantity = find(known, key)
    return isKnown(quantity) && typeof quantity.value === 'number' ? { [as]: round(quantity.value) } : {}
  }
  const merged: Scenario = {
    ...scenario,
    program: {
      ...scenario.program,
      ...(busy && { busyProcs: round(Math.min(scenario.procs, Math.max(LEAST_BUSY, Number(busy.value)))) }),
      ...knownParameter('otherMemory'),
      ...knownParameter('outsideMemory'),
      ...(untouched !== undefined && { untouched: round(untouched) }),
      ...(isKnown(find(known, 'heapOverhead')) && rounded(fromOverhead(known))),
      // Metrics show the memory allocated for stacks; the log shows how much of it cycles scan.
      ...knownParameter('stacks', 'stackMemory'),
    },
  }
  return ok({ known, fit: undefined, scenario: merged, seconds, isKillOpen: isKillOpen(known.oomKill, merged) })
}

/** The settings in force that may be those of the log: not typed ones, nor any if its goals rule one of them out. */
export function inForceInLog(known: Known, scenario: Scenario): Pick<Settings, 'gogc' | 'memoryLimit' | 'cpuQuota'> {
  const { gogc, memoryLimit } = scenario
  const isOfLog = (key: 'gogc' | 'memoryLimit') => !known.isUnlikeLog && find(known, key)?.sureness !== 'typed'
  const cpus = known.isUnlikeLog ? Infinity : quotaOfInput(known, scenario)
  return {
    ...(isOfLog('gogc') && { gogc }),
    ...(isOfLog('memoryLimit') && { memoryLimit }),
    ...(cpus < Infinity && { cpuQuota: { kind: 'cpus', cpus } as const }),
  }
}

/**
 * The CPU quota that manifests or metrics show, even if the user typed another one. Infinity if there was none, or if
 * it allowed all CPUs.
 */
export function quotaOfInput(known: Known, { procs, cpuQuota }: Scenario): number {
  if (find(known, 'cpuQuota')?.sureness !== 'typed') return bindingQuota({ procs, cpuQuota })
  const seen = known.watched.get('cpuQuota')
  if (seen?.sureness === 'typed' || typeof seen?.value !== 'number') return Infinity
  return bindingQuota({ procs, cpuQuota: { kind: 'cpus', cpus: seen.value } })
}

/** Whether the busy CPUs were measured or typed: a log alone gives only an estimate. */
export function isBusyMeasured(known: Known): boolean {
  return isKnown(find(known, 'busyProcs'))
}

/** The measured or typed busy CPUs with their bounds, for runs under a CPU quota. */
export function busyRangeOf(known: Known): BusyRange | undefined {
  const busy = find(known, 'busyProcs')
  if (!isKnown(busy) || busy.low === null || busy.high === null) return undefined
  const within = (cpus: number) => Math.max(LEAST_BUSY, round(cpus))
  return { likely: within(Number(busy.value)), low: within(busy.low), high: within(busy.high) }
}

/**
 * The measured busy CPUs, if they are to replace those of the log. undefined if they agree with the estimate from the
 * log. Also undefined for a program that leaves no CPU idle to GC: if it waits for CPUs that other programs use, it
 * keeps GC from more CPU time than it uses itself. And for one that reproduces its log only with the busy CPUs of the
 * log.
 */
export function measuredBusy(known: Known, { program }: Scenario): Quantity | undefined {
  const { calibration } = known
  if (known.reproducesOnlyWithBusyOfLog) return undefined
  const busy = find(known, 'busyProcs')
  if (!isKnown(busy) || busy.low === null || busy.high === null) return undefined
  if (!calibration || calibration.fitted.workload.isSaturated) return undefined
  return program.busyProcs < busy.low || program.busyProcs > busy.high ? busy : undefined
}

/** With this many objects per span, almost all garbage leaves slots, not free spans. More objects change nothing. */
export const MOST_MIXED = 32
/**
 * Objects per span that we assume if a scrape shows more slots than one heap can leave. Nine of ten recorded services
 * have fewer per span, their median is 1.15.
 */
const USUAL_MIXED = 2

/**
 * From the heap overhead half way through a cycle (measure/memory.ts). Let the live heap be a share r of the goal, and
 * let half of the slots be filled half way to the goal. Then the slots were a share s of the goal just after the cycle,
 * which gives the objects in a span (`objectsPerSpan`):
 *   s = unused · (1 + r)
 */
export function fromOverhead(known: Known): Pick<Program, 'heapOverhead' | 'mixedPerSpan'> {
  // A heap that hardly grows fills hardly any slots: they are room that it always takes.
  if (isRoomTaken(known)) return { heapOverhead: Math.min(overheadOf(known), mostOverhead(known)), mixedPerSpan: 1 }
  const mixed = mixedOf(known) ?? USUAL_MIXED
  const heapOverhead = Math.min(overheadOf(known), TABLES + UNFILLED)
  return { heapOverhead, mixedPerSpan: Math.min(MOST_MIXED, Math.max(1, mixed)) }
}

/** A memory limit sets the goals near the live heap. Where cycles allocate more, new objects fill the slots. */
export function isRoomTaken({ scraped }: Known): boolean {
  return scraped?.isLimitSetting === true && scraped.limitShare === undefined
}

/** An earlier, larger heap must have left them. */
export function hasForeignSlots(known: Known): boolean {
  return mixedOf(known) === undefined
}

function mixedOf(known: Known): number | undefined {
  const r = liveShare(known)
  return objectsPerSpan(Math.max(0, overheadOf(known) - TABLES - UNFILLED) * (1 + r), r)
}

function overheadOf(known: Known): number {
  return Math.min(1, numberOf(known, 'heapOverhead') ?? 0)
}

/**
 * The live heap as a share of the heap at which the next cycle ends: as scraped under a memory limit, or from GOGC at
 * that time; with GOGC off, from the bytes allocated per cycle.
 */
function liveShare(known: Known): number {
  const { limitShare } = known.scraped ?? {}
  if (limitShare !== undefined) return Math.min(0.95, Math.max(0.05, limitShare))
  const watched = known.watched.get('gogc')?.value ?? 100
  const gogc = typeof watched === 'number' ? watched : undefined
  const live = numberOf(known, 'liveHeap') ?? 0
  const cycle = (numberOf(known, 'allocRate') ?? 0) / (numberOf(known, 'cyclesPerSecond') ?? Number.NaN)
  const share = gogc === undefined && live > 0 && cycle > 0 ? live / (live + cycle) : 100 / (100 + (gogc ?? 100))
  return Math.min(0.95, Math.max(0.05, share))
}
