import { countOf, formatCount, formatSeconds, formatSize, formatSizeText, formatSpan, formatValue } from '../format.ts'
import { idleMarking, isThrottled, toPortion } from '../model/judgement/headline.ts'
import { simulate } from '../model/simulate.ts'
import type { Trace } from '../model/trace.ts'
import { toVerdict } from '../model/verdict.ts'
import type { Scenario } from '../scenario/types.ts'
import { underSettings } from '../scenario/under-settings.ts'
import { limitBytes, OFF } from '../units.ts'
import type { Effect } from './effect.ts'
import { type Known, stillNeeded } from './known.ts'
import { aboutQuantity, type Quantity } from './quantities.ts'
import { programOf } from './scenario.ts'
import { isSetting, toSettings } from './settings.ts'

/** Simulated seconds of each run without a log. */
const SECONDS = 30

/** The known program, for the runs of a finding. A log runs as a whole, because its start may differ from the rest. */
export function programForFinding(known: Known): ReturnType<typeof programOf> {
  return programOf(known, known.calibration ? undefined : SECONDS)
}

/** A process runs with other settings than those of its manifest, or the goals of its log or its scrapes show other ones. */
export function notInForce(known: Known) {
  const differing = (of: Quantity['sureness'], isByGoals: boolean) =>
    known.quantities.filter(
      ({ key, sureness, otherwise = [] }) =>
        isSetting(key) && sureness === of && otherwise.some(({ isInferred = false }) => isInferred === isByGoals),
    )
  const inProcess = differing('measured', false)
  const byGoals = differing('set', true)
  // A program that sets its own GOGC has several.
  const ofOther = known.ownSettings.length > 0 ? [] : differing('measured', true)
  const [shows, are] = known.isUnlikeLog ? ['The log shows', 'The log is'] : ['The scrapes show', 'They are']
  return [
    ...tellDifference('The process runs with', inProcess, 'the manifest has', REASON, () => effectOf(known, inProcess)),
    ...tellDifference(shows, byGoals, 'the manifest has', otherValues(are), () => recordedEffect(known, byGoals)),
    ...tellDifference('The log shows', ofOther, 'the scrapes have', OTHER_RUN, () => undefined),
  ]
}

function tellDifference(
  start: string,
  differing: readonly Quantity[],
  than: string,
  reason: string,
  toEffect: () => Effect | undefined,
) {
  if (differing.length === 0) return []
  const title = `${start} another ${differing.map(labelOf).join(' and ')} than ${than}`
  const text = [...differing.map(describeDifference), reason].join(' ')
  return [{ kind: 'not-in-force' as const, title, text, effect: toEffect() }]
}

const otherValues = (are: string) =>
  `${are} older than the manifest, or of another process, or the program sets its own value. We simulate the value of the manifest. To simulate another one, type it under “What is known”, or use the command what-if.`

const OTHER_RUN =
  'The log is of another run than the scrapes, or the program sets its own value. We simulate the program of the log with the value of the scrapes. To simulate another one, type it under “What is known”, or use the command what-if.'

function recordedEffect(known: Known, differing: readonly Quantity[]): Effect | undefined {
  const { calibration } = known
  const program = programOfEffect(known)
  if (!program) return undefined
  const seen = differing.map(({ key }) => [key, known.watched.get(key)?.value])
  const own = calibration
    ? Object.fromEntries(differing.map(({ key }) => [key, calibration.scenario[key as 'gogc' | 'memoryLimit']]))
    : toSettings({ procs: program.scenario.procs, ...Object.fromEntries(seen) })
  const scenarios = [underSettings(program.scenario, own), program.scenario] as const
  return compare(scenarios, [`With the ${calibration ? 'log’s' : 'scrapes’'} settings`, 'With the manifest’s'])
}

function labelOf({ key }: Quantity): string {
  return aboutQuantity(key).label
}

const REASON =
  'The manifest is not rolled out yet, or the program sets its own value. We simulate the value of the process. To simulate the manifest’s, choose it under “What is known”, or use the command what-if.'

function describeDifference(quantity: Quantity): string {
  const { key, value, source, otherwise = [] } = quantity
  const values = [{ value, source }, ...otherwise].map((one) => `${show(key, one.value)} ${one.source}`)
  return `${labelOf(quantity)}: ${values.join('; ')}.`
}

function show(key: Quantity['key'], value: number | string): string {
  if (typeof value === 'string') return value
  return key === 'memoryLimit' || key === 'containerLimit' ? formatSizeText(value) : formatValue(value)
}

function programOfEffect(known: Known) {
  const program = stillNeeded(known).length === 0 && known.unread.length === 0 ? programForFinding(known) : undefined
  return program?.ok ? program.value : undefined
}

function effectOf(known: Known, differing: readonly Quantity[]): Effect | undefined {
  const program = programOfEffect(known)
  if (!program) return undefined
  const { scenario } = program
  const others = Object.fromEntries(differing.map(({ key, otherwise }) => [key, otherwise![0]!.value]))
  const rolledOut = underSettings(scenario, toSettings({ procs: scenario.procs, ...others }))
  // A process that had more memory than a container holds does not run in it.
  const isOutside = (known.scraped?.mostResident ?? 0) > limitBytes(scenario.containerLimit)
  const own = isOutside ? underSettings(scenario, { containerLimit: OFF }) : scenario
  return compare([own, rolledOut], ['As it runs', 'With the manifest'])
}

function compare([one, other]: readonly [Scenario, Scenario], [name, otherName]: readonly [string, string]): Effect {
  const [text, otherText] = [describeRun(simulate(one)), describeRun(simulate(other))]
  const runs = [
    { name, text },
    { name: otherName, text: text === otherText ? 'the same' : otherText },
  ]
  return { program: 'your program', runs }
}

export function describeRun(trace: Trace): string {
  const { result } = trace
  const { cycles, wallSeconds, peakContainerBytes, throttledSeconds, outcome } = result
  if (outcome.kind === 'oom-killed') {
    const when = wallSeconds > 0 ? `killed after ${formatSeconds(wallSeconds)}` : 'killed as it starts'
    return cycles === 0 ? `${when}, before its first GC cycle ends` : `${when} and ${countOf(cycles, 'GC cycle')}`
  }
  const rate = cycles / Math.max(1e-9, wallSeconds)
  const perSecond = rate >= 9.95 ? formatCount(Math.round(rate)) : rate.toFixed(1)
  const waiting = isThrottled(result)
    ? `, stopped for ${((100 * throttledSeconds) / wallSeconds).toFixed(0)} % of the time`
    : ''
  const [peak, time] = [formatSize(peakContainerBytes), formatSpan(wallSeconds)]
  if (cycles > 0)
    return `${perSecond} GC cycles a second, GC uses ${describeCost(trace)}, up to ${peak} in ${time}${waiting}`
  const isGrowing = toVerdict(trace, {}).kind === 'uncollected'
  return `no GC cycle, ${isGrowing ? 'and memory grows to' : 'up to'} ${peak} in ${time}${waiting}`
}

/**
 * GC’s cost in words, marking on idle CPUs included: that time is paid for, and counts towards a CPU limit. In CPUs,
 * not as a share of GOMAXPROCS, because a throttled program cannot use most of GOMAXPROCS.
 */
function describeCost(trace: Trace): string {
  const { gcSeconds, totalSeconds, wallSeconds } = trace.result
  const toCpus = (seconds: number) => showCpus(seconds / Math.max(1e-9, wallSeconds))
  const all = toCpus(gcSeconds)
  const idle = idleMarking(trace)
  const share = `${toPortion(gcSeconds, Math.max(1e-9, totalSeconds))} of the CPU time used`
  const isLittle = idle <= LEAST_IDLE_CPUS * wallSeconds
  const without = isLittle ? '' : `; ${toCpus(Math.max(0, gcSeconds - idle))} without marking on idle CPUs`
  return `${all} ${all === '1' ? 'CPU' : 'CPUs'} on average (${share}${without})`
}

/** Idle marking on up to this many CPUs is not mentioned. */
const LEAST_IDLE_CPUS = 0.01

function showCpus(cpus: number): string {
  if (cpus > 0 && cpus < 0.005) return 'under 0.01'
  return String(Number(cpus >= 10 ? cpus.toFixed(0) : cpus.toFixed(2)))
}
