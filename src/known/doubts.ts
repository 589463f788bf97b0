import { formatBriefSize, formatCpus, formatShare, formatValue } from '../format.ts'
import { bindingQuota, whyRaised } from '../prediction/busy.ts'
import { type Doubt, doubtsAbout } from '../prediction/doubt.ts'
import type { Prediction } from '../prediction/prediction.ts'
import { secondsOf } from '../scenario/rates.ts'
import type { Scenario } from '../scenario/types.ts'
import { whyFewerCalls } from './by-program.ts'
import { find, type Known } from './known.ts'
import { sayKilled, whyKilled } from './measure/oom-kill.ts'
import { whyOverruled } from './overruled.ts'
import { type KnownProgram, quotaOfInput } from './scenario.ts'

/**
 * The doubts that follow from the inputs, and others.
 * @param under the likely program under the settings asked about
 * @param others doubts of the log, or of the ranges
 */
export function doubtsOfInputs(program: KnownProgram, under: Scenario, others: readonly Doubt[] = []): Doubt[] {
  const { known, scenario, isGoalMissed, isPeakOpen, isKillOpen, timesShorter = 1 } = program
  const { calibration, scraped, isLogLeftOut, isGogcOpen, isLiveOpen, unsure, hasSwap } = known
  const isAlone = calibration === undefined
  const isSmaller = isAlone && scraped?.timesSmaller !== undefined
  const isMissed = isAlone && isGoalMissed
  const overruled = whyOverruled(known, under)
  // Resident memory that we ignored may belong to another process: then we do not trust the other figures either.
  const isOpen = overruled !== undefined || scraped?.ignoredResident !== undefined
  const isUnreliable = isOpen || isLogLeftOut || isSmaller || isMissed || (isAlone && isLiveOpen)
  const killed = whyKilled(known.oomKill, under)
  const procsOpen = `only GC’s share of all CPUs is known, and GOMAXPROCS is taken to be ${under.procs}: the range of GC’s CPU-seconds includes programs with other values`
  return [
    ...doubtsAbout('killed', killed),
    ...doubtsAbout('input', killed === undefined && isKillOpen && known.oomKill && sayKilled(known.oomKill)),
    ...doubtsAbout('input', overruled, isLogLeftOut && LOG_LEFT_OUT, isGogcOpen && GOGC_ASSUMED),
    ...doubtsAbout('input', isSmaller && SMALLER, isMissed && GOAL_MISSED, ...unsure),
    ...doubtsAbout('peak', isPeakOpen && sayTaken(scraped?.mostTaken ?? 0)),
    ...others,
    ...doubtsAbout('input', whyRaised(bindingQuota(under), quotaOfInput(known, scenario))),
    ...doubtsAbout('unreliable', isUnreliable && ''),
    ...doubtsAbout('less', whyFewerCalls(known.forced, secondsOf(scenario.program))),
    ...doubtsAbout('swap', hasSwap && SWAP),
    ...doubtsAbout('shorter', timesShorter > 1 && sayShorter(timesShorter)),
    ...doubtsAbout('cost', isAlone && isCostOpen(known) && COST_OPEN, isAlone && isProcsOpen(known) && procsOpen),
  ]
}

/** The doubt that a measurement, not the simulation, limits the range of GC CPU; none if the simulation does. */
export function doubtsOfMeasuredCpus({
  gcWithinCpus: cpus,
  spread,
}: Pick<Prediction, 'gcWithinCpus' | 'spread'>): Doubt[] {
  if (cpus === undefined) return []
  const share = formatShare(spread.compulsoryGcFraction.high)
  const text = `the range of GC CPU ends at ${share}, because the whole process was measured to use ${formatCpus(Number(cpus.toPrecision(2)))}; the simulation alone allows more`
  return doubtsAbout('measuredCpus', text)
}

function sayTaken(bytes: number): string {
  return `Go once took ${formatBriefSize(bytes)} from the system, more than the simulated program needs: between the scrapes more may have been live, which the ranges do not include`
}

function sayShorter(times: number): string {
  return `the scrapes have more GC cycles than we simulate for each program: each part of their time is simulated about ${formatValue(Number(times.toPrecision(2)))} times shorter, with as much memory and the same share of GC`
}

const SMALLER =
  'GC cycles come sooner than the heap at any scrape explains: it may be much smaller at other times, which the simulation does not show'
const GOAL_MISSED =
  'under its own settings, the simulation does not give the heap goal of the scrapes: its heap may be much smaller or larger'
const LOG_LEFT_OUT =
  'no program can be fitted to the log, so its GC cycles are not simulated, nor are those that the program forces'
const GOGC_ASSUMED =
  'no input shows GOGC, so we assume 100: under another GOGC the same heap goal means another live heap (give the GOGC of the process)'
const SWAP = 'the container may swap before the kernel kills a program: this is not simulated'
const COST_OPEN =
  'nothing measured shows what marking costs, so the range of GC CPU is wide; on a crowded machine GC CPU may be higher still, because Go counts the time that GC waits for a CPU (a gctrace log, or two scrapes with collectors.MetricsAll, show the cost)'

/** Whether nothing measured shows what marking costs. */
export function isCostOpen(known: Known): boolean {
  return find(known, 'scanRate')?.sureness === 'assumed'
}

/** Whether GOMAXPROCS is only assumed, and only GC’s share of all CPUs is known. */
export function isProcsOpen(known: Known): boolean {
  const [rate, share, procs] = (['scanRate', 'gcCpu', 'procs'] as const).map((key) => find(known, key)?.sureness)
  return rate === 'derived' && share === 'derived' && procs === 'assumed'
}
