import type { Calibration } from '../calibration/calibrate.ts'
import type { Fitted } from '../calibration/fit/fit.ts'
import {
  busyWithin,
  isPaceOpen,
  leavesCpuIdle,
  type ModelRun,
  mayBeJob,
  type Workload,
} from '../calibration/fit/model-run.ts'
import { burstTail } from '../gctrace/bursts.ts'
import { findGrowth } from '../gctrace/growth.ts'
import { largest, sumOf } from '../numbers.ts'
import type { UnseenMemory } from '../prediction/allowance.ts'
import { type BusyRange, bindingQuota, drawBusy, drawLateCpus, LEAST_BUSY } from '../prediction/busy.ts'
import { type Candidate, withHardlyWritten } from '../prediction/candidates.ts'
import { doubtsAbout } from '../prediction/doubt.ts'
import type { Ensemble } from '../prediction/predict.ts'
import { AXIS, evenly } from '../prediction/sequence.ts'
import { secondsOf } from '../scenario/rates.ts'
import type { Phase, Scenario } from '../scenario/types.ts'
import { type Settings, underSettings } from '../scenario/under-settings.ts'
import { type GcPercent, gogcPercent, limitBytes, MIB } from '../units.ts'
import { builtEarly } from './log/built-early.ts'
import { fewFullCycles, whyFewFullCycles } from './log/few-full-cycles.ts'
import { whyLargeObjects } from './log/large-objects.ts'
import { allowanceOf, isUnderOtherQuota, type LogFacts, toAnotherRun } from './log/log-allowance.ts'
import { markNoise } from './log/mark-noise.ts'
import { beyondLog, doubtsBeyond, whyForced, whyLess, whyMore, whyRaised } from './log/unsure.ts'

/** Omitted settings stay as they were. */
export interface WhatIfSettings extends Settings {
  /** Wall seconds of the workload; the log's own by default. */
  readonly durationSeconds?: number | undefined
}

/**
 * The programs that fit a log, under settings. The caller may change their settings further.
 * @param measured quantities that other inputs give: the caller applies these to the programs
 */
export function ensembleUnder(
  calibration: Calibration,
  settings: WhatIfSettings = {},
  measured: FromOtherInputs = {},
): Ensemble {
  const { fitted, trust, otherGogc, measured: logged } = calibration
  const { workload, members, run } = fitted
  const { series } = workload
  const facts = factsOf(fitted, settings, measured)
  // A log that shows too little for any prediction gets only that warning.
  const fewCycles = trust.tooLittle === undefined ? fewFullCycles(series) : undefined
  const own = candidatesUnder(fitted, members, settings, measured)
  const candidates = otherGogc && !measured.gogc ? withOtherGogc(own, otherGogc) : own
  return {
    candidates: measured.resident ? candidates : withHardlyWritten(candidates, logged.liveBytes),
    isBusyOpen: !measured.busy,
    allowanceOf(scenario) {
      const allowance = allowanceOf(scenario, facts)
      const isOther = !hasSettingsOfLog(scenario, calibration, measured)
      const missed = isOther ? fewCycles : undefined
      const gogc = inForceIn(fitted, measured).gogc
      const largeObjects = isOther ? whyLargeObjects(series, gogc, scenario.gogc) : undefined
      const more = whyMore(calibration, scenario, settings.durationSeconds, measured.gogc === true)
      const beyond = beyondLog(run, settings.durationSeconds)
      const few = missed && whyFewFullCycles(missed, scenario)
      const growth = findGrowth(series.start, series.live, MIB, { from: series.heapStart, to: series.heapEnd })?.factor
      const isPoor = trust.grade === 'poor' || largeObjects !== undefined
      return {
        ...allowance,
        anotherRun: isOfLog(scenario, calibration, settings, measured)
          ? { ...toAnotherRun(scenario.memoryLimit, logged, facts), thrashingShare: calibration.thrashingShare }
          : undefined,
        mayGoOn: beyond === 'open' || beyond === 'extended',
        quotaOfInput: facts.quota ?? Infinity,
        unseen: unseenWith(allowance.unseen, measured),
        growth,
        unseenLive: missed?.mostLive,
        doubts: [
          ...(allowance.doubts ?? []),
          ...doubtsBeyond(fitted, settings.durationSeconds, growth !== undefined),
          ...doubtsAbout('input', more, few, largeObjects, whyRaised(calibration, scenario)),
          ...doubtsAbout('unreliable', isPoor && ''),
          ...doubtsAbout('less', ...(isOther ? whyLess(calibration, scenario) : [])),
          ...doubtsAbout('less', whyForced(calibration, settings.durationSeconds)),
          ...doubtsAbout('cost', isUnderOtherQuota(scenario, facts) && COST_OF_QUOTA),
          ...doubtsAbout('fewerCpus', whyFewerCpus(run.scenario, scenario)),
        ],
      }
    },
  }
}

const COST_OF_QUOTA =
  'the log was written under another CPU quota, and may count the time for which that quota stopped GC as GC time: GC CPU may be several times lower than the likely value (a log without the quota shows it)'

function factsOf(fitted: Fitted, { durationSeconds }: WhatIfSettings, measured: FromOtherInputs): LogFacts {
  const { workload, run } = fitted
  const { series } = workload
  const quota = bindingQuota(inForceIn(fitted, measured))
  return {
    mayBeJob: mayBeJob(workload),
    isPaceOpen: isPaceOpen(workload),
    leavesCpuIdle: leavesCpuIdle(workload),
    isUnderLimit: run.scenario.memoryLimit.kind !== 'off',
    noise: markNoise(series),
    openEnd: durationSeconds === undefined ? Math.min(MOST_OPEN, series.openSeconds / series.endSeconds) : 0,
    isMeasured: measured.memory === true,
    ...(quota < Infinity && { quota }),
    burstTail: burstTail(series.live),
    mostLive: largest(series.live),
    mostStacks: Math.max(0, largest(series.roots) - series.globals),
  }
}

function unseenWith(
  ofLog: UnseenMemory | undefined,
  { memory, resident, isOutsideOpen = false, covered }: FromOtherInputs,
): UnseenMemory {
  return { ...(!memory && ofLog), isOutside: !resident || isOutsideOpen, ...(covered !== undefined && { covered }) }
}

/** Whether these are the settings and the duration of the log, as far as it and other inputs show them. */
function isOfLog(under: Scenario, calibration: Calibration, asked: WhatIfSettings, measured: FromOtherInputs): boolean {
  return hasSettingsOfLog(under, calibration, measured) && isLengthOfLog(calibration.fitted, asked.durationSeconds)
}

/** Durations that differ by less than this share are the same, rounded. */
const SAME_DURATION = 0.05

/** Whether the work of the log may have lasted so long: no cycle shows exactly when it ended. */
function isLengthOfLog({ workload: { series } }: Fitted, seconds = series.endSeconds): boolean {
  const open = Math.max(series.openSeconds, SAME_DURATION * series.endSeconds)
  return Math.abs(seconds - series.endSeconds) <= open
}

function hasSettingsOfLog(
  { gogc, memoryLimit, procs, cpuQuota, changes }: Scenario,
  { fitted, otherGogc }: Calibration,
  measured: FromOtherInputs,
): boolean {
  const own = { ...fitted.run.scenario, ...measured.inForce }
  const isSame =
    gogcPercent(gogc) === gogcPercent(own.gogc) &&
    limitBytes(memoryLimit) === limitBytes(own.memoryLimit) &&
    procs === own.procs &&
    bindingQuota({ procs, cpuQuota }) === bindingQuota(own)
  const isGogcOpen = otherGogc !== undefined && !measured.gogc
  return isSame && changes.length === 0 && !isGogcOpen
}

/** Puts every second program under another GOGC. The first program, the likely one, stays as it is. */
function withOtherGogc(candidates: readonly Candidate[], gogc: GcPercent): Candidate[] {
  return candidates.map((one, k) => (k % 2 === 0 ? one : { ...one, scenario: { ...one.scenario, gogc } }))
}

/** The open end is at most this share of the log: at 1 the shortest possible run would have no length. */
const MOST_OPEN = 0.9

interface FromOtherInputs {
  readonly gogc?: boolean
  readonly memory?: boolean
  readonly resident?: boolean
  /** Whether memory outside Go was measured only for a first part of the log. */
  readonly isOutsideOpen?: boolean
  readonly busy?: BusyRange | undefined
  /** The share of the log’s time for which memory was measured, if that ends well before the log. */
  readonly covered?: number | undefined
  /** Settings of the log's run that other inputs show better than its goals. */
  readonly inForce?: Pick<Settings, 'gogc' | 'memoryLimit' | 'cpuQuota'>
}

export function likelyUnder(
  { fitted }: Calibration,
  settings: WhatIfSettings,
  measured: FromOtherInputs = {},
): Scenario {
  return candidatesUnder(fitted, [{ run: fitted.run, weight: 1 }], settings, measured)[0]!.scenario
}

/** In the likely program, half of the way from even growth to the earliest possible, or a quarter (`builtEarly`). */
function candidatesUnder(
  fitted: Fitted,
  members: Fitted['members'],
  settings: WhatIfSettings,
  measured: FromOtherInputs,
) {
  const [firstCycle = 0] = fitted.workload.series.start
  return evenlyBuilt(fitted, members, settings, measured).map((one, k) => {
    const { pieces } = members[k]!.run
    return { ...one, scenario: builtEarly(one.scenario, pieces, firstCycle, evenly(k, AXIS.builtEarly)) }
  })
}

function evenlyBuilt(fitted: Fitted, members: Fitted['members'], settings: WhatIfSettings, measured: FromOtherInputs) {
  const inForce = bindingQuota(inForceIn(fitted, measured))
  const drawn = members.map(({ run, weight }) => ({ weight, scenario: runUnder(run, settings) }))
  const all = inForce < Infinity ? drawn.map((one, k) => withGcInQuota(one, k, fitted, inForce)) : drawn
  if (bindingQuota(all[0]!.scenario) === Infinity) return all
  const { workload } = fitted
  const whole = mayBeJob(workload)
    ? all.map((one, i) => ({ ...one, scenario: withLateWork(members[i]!.run, one.scenario) }))
    : all
  const busy = measured.busy ?? withinQuota(busyLeftOpen(workload), inForce)
  return drawLateCpus(drawBusy(whole, busy), mayBeJob(workload))
}

function inForceIn({ run }: Fitted, { inForce }: FromOtherInputs): Scenario {
  return { ...run.scenario, ...inForce }
}

/** The likely value is half of the quota, as for a program without a log. */
function withinQuota({ likely, low, high }: BusyRange, quota: number): BusyRange {
  return { likely: Math.min(likely, quota / 2), low: Math.min(low, quota / 2), high: Math.min(high, quota) }
}

/** GC takes at least this part of the quota that its log was written under, if its clocks say that it took more. */
const LEAST_OF_QUOTA = 0.25

/**
 * GC took at most all of the quota: any further time on its clocks is waiting. Less may be waiting too, so the programs
 * differ in how much of the quota GC took.
 */
function withGcInQuota({ weight, scenario }: Candidate, k: number, { workload }: Fitted, quota: number): Candidate {
  const { assist, background, idle, endSeconds } = workload.series
  const marking = sumOf(assist) + sumOf(background) + sumOf(idle)
  const part = LEAST_OF_QUOTA ** (1 - evenly(k, AXIS.gcOfQuota))
  const times = Math.max(1, marking / (part * quota * endSeconds))
  const { program } = scenario
  const phases = program.phases.map((phase) => ({ ...phase, scanRate: phase.scanRate * times }))
  return { weight, scenario: { ...scenario, program: { ...program, phases } } }
}

/**
 * A log does not show the amount of work in a phase with a flat heap, so we end that phase by the clock. Under a quota
 * a job is late, but does all of its work. If the phase demands more than the program could do, we shorten it to the
 * work that the log shows.
 */
function withLateWork({ pieces }: ModelRun, scenario: Scenario): Scenario {
  const phases = scenario.program.phases.map((phase, i) => {
    const { allocRate, duration, newSurvivalRate, dropsLate } = phase
    const piece = pieces[Math.min(i, pieces.length - 1)]
    if (!dropsLate || !piece) return phase
    const rate = (piece.allocatedTo - piece.allocatedFrom) / (piece.to - piece.from)
    const share = allocRate > rate && rate > 0 ? rate / allocRate : 1
    return { ...phase, dropsLate: false, duration: duration * share, newSurvivalRate: newSurvivalRate / share }
  })
  return { ...scenario, program: { ...scenario.program, phases } }
}

/**
 * The busy CPUs that a log leaves open. Its own figure is 2 to 15 times too high for recorded services. Of eleven
 * recordings that look like jobs, it was right for three; five used half of it or less, and three up to 1.7 times as
 * much.
 */
function busyLeftOpen(workload: Workload): BusyRange {
  const { busy, series } = workload
  return mayBeJob(workload)
    ? { likely: busy, low: LEAST_BUSY, high: series.procs }
    : { likely: busy / 2, low: LEAST_BUSY, high: busyWithin(workload).high }
}

/**
 * A program that kept all of GOMAXPROCS busy keeps only that many CPUs busy under a higher one: its work is the same,
 * and nothing shows that it would use more.
 */
function withBusyOfLog(scenario: Scenario, { procs, program: { busyProcs } }: Scenario): Scenario {
  if (busyProcs > 0 || scenario.procs <= procs) return scenario
  return { ...scenario, program: { ...scenario.program, busyProcs: procs } }
}

function whyFewerCpus({ procs, program: { busyProcs } }: Scenario, under: Scenario): string | undefined {
  if (busyProcs > 0 || under.procs <= procs) return undefined
  return `the program kept all of its ${procs} CPUs busy, and nothing shows whether it would use more: we simulate it with ${procs} for its own work`
}

function runUnder(run: ModelRun, settings: WhatIfSettings): Scenario {
  const { durationSeconds } = settings
  const scenario = withBusyOfLog(underSettings(run.scenario, settings), run.scenario)
  const phases = durationSeconds === undefined ? scenario.program.phases : fitDuration(run, durationSeconds)
  const end = secondsOf({ phases })
  return {
    ...scenario,
    program: { ...scenario.program, phases },
    changes: scenario.changes.filter(({ at }) => at < end),
  }
}

/**
 * A longer log is cut off. In a shorter one, the last phase of a service continues, with the allocation rate of the
 * second half of the log or of as long a time before its end as follows; a job ends with its work.
 */
function fitDuration({ pieces, scenario }: ModelRun, seconds: number): Phase[] {
  const { phases } = scenario.program
  const kept: Phase[] = []
  for (const [i, phase] of phases.entries()) {
    const piece = pieces[i]
    if (!piece || piece.from >= seconds) break
    const share = Math.min(1, (seconds - piece.from) / (piece.to - piece.from))
    // A shorter part of a phase has the same share of its deaths.
    kept.push({ ...phase, duration: phase.duration * share, oldDeathRate: phase.oldDeathRate * share })
  }
  const last = kept.at(-1)
  const end = pieces.at(-1)?.to ?? 0
  if (last?.dropsLate && seconds > end) {
    const { newSurvivalRate: _n, oldDeathRate: _o, ...steady } = last
    const allocRate = rateAtEnd(kept, Math.min(seconds - end, end / 2))
    kept.push({ ...steady, allocRate, duration: seconds - end, newSurvivalRate: 0, oldDeathRate: 0 })
  }
  return kept
}

/**
 * Bytes per second in the last seconds: a burst that the log ends with says little about a longer time. They are of the
 * second half of the log, since the first half may be the program's start.
 */
function rateAtEnd(phases: readonly Phase[], seconds: number): number {
  let [bytes, left] = [0, seconds]
  for (const { allocRate, duration } of phases.toReversed()) {
    const used = Math.min(left, duration)
    bytes += allocRate * used
    left -= used
  }
  return bytes / (seconds - left)
}
