import { searchCalibration, toKnownRun } from '../calibration/calibrate.ts'
import { columnsOfRun } from '../gctrace/columns.ts'
import { isSinceLimits } from '../gctrace/goals.ts'
import type { ParsedLog } from '../gctrace/read/reader.ts'
import { listedOf, longestOf, type StatedSettings } from '../gctrace/read/run-info.ts'
import { hasMapsAlone, partsOwned, withConfigMaps } from '../manifest/kubernetes/kube-references.ts'
import type { Container, Manifest } from '../manifest/manifest.ts'
import { partsLast, withTitles } from '../manifest/parts.ts'
import type { Field } from '../metrics/fields.ts'
import { METRICS_KINDS } from '../metrics/kind.ts'
import type { Process } from '../metrics/samples.ts'
import { finish } from '../model/slices.ts'
import { largest } from '../numbers.ts'
import type { Search } from '../prediction/predict.ts'
import { failedAt, ok, type Result } from '../result.ts'
import { toJsonValue } from '../scenario/value.ts'
import { MIB } from '../units.ts'
import { containersAlone, containersOf, distinctIn, isOfContainer } from './containers.ts'
import { containersIn, likelyIn, mainContainer, withContainer } from './from-manifest.ts'
import type { ReadInput } from './input/read-input.ts'
import { settledBy, statedFor, typedFor } from './input/stated.ts'
import type { Evidence } from './known.ts'
import { hasOldGo } from './measure/go-version.ts'
import { isOfKernel } from './measure/oom-kill.ts'
import { endOfRun, labelOf, type MetricsSource, type ProcessRun, toRuns, UNNAMED } from './measure/timeline.ts'
import { toSettings } from './settings.ts'

export interface GivenInput {
  /** `Choices.log` refers to it by this id. */
  readonly id?: number | undefined
  readonly name: string
  readonly fileSeconds?: number | undefined
  readonly read: ReadInput
}

export interface Choices {
  /** Seconds between scrapes without times. */
  readonly interval?: number | undefined
  /** Index in `runsOf`, if the user picked a run. */
  readonly run?: number | undefined
  /** The run of a log, if the user picked one; by default the longest of the first log. */
  readonly log?: LogChoice | undefined
  /** Index in `containersIn`, if the user picked a container. */
  readonly container?: number | undefined
  /** The name of a container among the metrics, if the user gave one. */
  readonly containerName?: string | undefined
  readonly typed?: Evidence['typed']
  /** The settings under which a log was recorded. */
  readonly was?: StatedSettings
}

/** One run of a gctrace log among the inputs. */
export interface LogChoice {
  readonly input: number | undefined
  /** Index among the runs of the log. */
  readonly run: number
}

export interface LogRun extends LogChoice {
  readonly cycles: number
  /** The stream that it is in, such as a pod; empty if the log has only one. */
  readonly stream: string
}

export function logRunsOf(inputs: readonly GivenInput[]): LogRun[] {
  return inputs.flatMap(({ id, read }) => {
    if (!('log' in read)) return []
    const { runs, streams } = read.log
    return listedOf(runs).map(({ index, cycles, stream }) => {
      return { input: id, run: index, cycles, stream: streams[stream]?.name ?? '' }
    })
  })
}

export function logRunIn(
  inputs: readonly GivenInput[],
  { log }: Pick<Choices, 'log'>,
): (LogChoice & { readonly log: ParsedLog }) | undefined {
  const logs = inputs.flatMap(({ id, read }) => ('log' in read ? [{ input: id, log: read.log }] : []))
  const picked = log && logs.find((one) => one.input === log.input && log.run < one.log.runs.length)
  const found = picked ?? logs[0]
  return found && { ...found, run: picked && log ? log.run : longestOf(found.log.runs).index }
}

/** Every run of every process in the inputs, the most informative first; of equal ones the newest. */
export function runsOf(
  inputs: readonly GivenInput[],
  { interval, log }: Pick<Choices, 'interval' | 'log'> = {},
): ProcessRun[] {
  const sources = inputs.flatMap(({ read, fileSeconds }): MetricsSource[] =>
    'metrics' in read ? [{ kind: read.kind, metrics: read.metrics, fileSeconds }] : [],
  )
  // Without a time in them, the kind decides, so that the order of the inputs does not.
  const ordered = sources.toSorted((a, b) => METRICS_KINDS.indexOf(a.kind) - METRICS_KINDS.indexOf(b.kind))
  return toRuns(ordered, interval, cycleTimesIn(inputs, log)).toSorted(
    (a, b) => worthOf(b) - worthOf(a) || endOfRun(b) - endOfRun(a),
  )
}

function cycleTimesIn(inputs: readonly GivenInput[], log: Choices['log']): (number: number) => number | undefined {
  const chosen = logRunIn(inputs, { log })
  const run = chosen?.log.runs[chosen.run]
  let starts: Float64Array | undefined
  return (number) => {
    if (!chosen || !run) return undefined
    starts ??= columnsOfRun(chosen.log.columns, chosen.run).startSeconds
    return starts[starts.length - 1 - (run.lastNumber - number)]
  }
}

/**
 * First runs with Go’s counters, then other runs of processes, runs with timestamps, and runs with the most scrapes. A
 * picked run is an index, so the typed interval must not change the order.
 */
function worthOf(run: ProcessRun): number {
  const ofProcess = isOfContainer(run) ? 0 : 1e7
  return (hasNoCounters(run) ? ofProcess : 1e9) + (run.clock === 'stamps' ? 1e6 : 0) + run.scrapes.length
}

/**
 * The run that all answers are about: the picked one, else the first of a process, else the only container.
 * @param runs as `runsOf` gives them
 */
export function mainRunIn(runs: readonly ProcessRun[], choices: Choices): ProcessRun | undefined {
  const first = runs[choices.run ?? 0]
  if (choices.run !== undefined || !first || !isOfContainer(first)) return first
  return containersAlone(runs, choices.containerName).taken[0]
}

/** The same as `searchEvidence`, in one call. */
export function toEvidence(inputs: readonly GivenInput[], choices: Choices): Result<Evidence> {
  return finish(searchEvidence(inputs, choices))
}

/**
 * Collects what the inputs show of the chosen process. Pauses while it calibrates on a log, which takes longest.
 * @returns a problem if we cannot calibrate on the log
 */
export function* searchEvidence(inputs: readonly GivenInput[], choices: Choices): Search<Result<Evidence>> {
  const runs = runsOf(inputs, choices)
  const main = mainRunIn(runs, choices)
  const manifests = withContainer(manifestsOf(inputs), containerOf(inputs, choices))
  const chosen = logRunIn(inputs, choices)
  const rest = {
    runs: main ? [main, ...companionsOf(main, runs, choices.containerName)] : [],
    manifests,
    typed: choices.typed ?? {},
  }
  if (!chosen) return ok({ ...rest, typed: { ...inForceBy(choices.was, main), ...rest.typed } })
  const { columns, runs: ofLog } = chosen.log
  const run = ofLog[chosen.run]!
  const own = columnsOfRun(columns, chosen.run)
  const known = toKnownRun(own, run.isUnclear, hasOldGo(rest) && !isSinceLimits(own))
  const typed = typedSettings(rest.typed)
  // A typed setting may be a plan, so it settles only what the command leaves open.
  const byCommand = known.inferred && settledBy(known.inferred, { ...run.command, ...choices.was })
  const inferred = byCommand && settledBy(byCommand, { ...run.command, ...typed, ...choices.was })
  const was = { ...statedFor(run.command, inferred), ...typedFor(typed, inferred), ...choices.was }
  const { memoryLimit: _, ...withoutLimit } = was
  const inForce = inferred?.isBeforeLimits ? withoutLimit : was
  const calibration = yield* searchCalibration({ ...known, inferred }, inForce)
  if (calibration.ok) return ok({ ...rest, calibration: calibration.value, lastCycle: run.lastNumber })
  const instead = inputs.length > 1 ? '. Leave the log out: the other inputs count without it' : ''
  return failedAt('', (calibration.problems[0]?.message ?? 'cannot be calibrated on') + instead)
}

/** The settings that the user says were in force, except those that a scrape of the process shows. */
function inForceBy({ gogc, memoryLimit }: StatedSettings = {}, main: ProcessRun | undefined): Evidence['typed'] {
  const isOpen = (field: Field) => main?.scrapes.every(({ values }) => !values.has(field)) === true
  return {
    ...(gogc && isOpen('gogc') && { gogc: toJsonValue(gogc) }),
    ...(memoryLimit && isOpen('memoryLimit') && { memoryLimit: toJsonValue(memoryLimit) }),
  }
}

function typedSettings({ gogc, memoryLimit }: Evidence['typed']): StatedSettings {
  return toSettings({ ...(gogc !== undefined && { gogc }), ...(memoryLimit !== undefined && { memoryLimit }) })
}

/**
 * The manifests among the inputs, with the values that other manifests set. The same inputs give the same objects.
 */
export function manifestsOf(inputs: readonly GivenInput[]): readonly Manifest[] {
  const known = MANIFESTS.get(inputs)
  if (known) return known
  const manifests = withTitles(withConfigMaps(partsLast(writtenIn(inputs))))
  MANIFESTS.set(inputs, manifests)
  return manifests
}

/** The inputs that have only ConfigMaps, if no container among the inputs names one of them. */
export function inputsOfMapsAlone(inputs: readonly GivenInput[]): GivenInput[] {
  const all = writtenIn(inputs)
  return inputs.filter(({ read }) => 'manifest' in read && hasMapsAlone(read.manifest, all))
}

/** The manifests as they are written. */
function writtenIn(inputs: readonly GivenInput[]): Manifest[] {
  return inputs.flatMap(({ read }) => ('manifest' in read ? [read.manifest] : []))
}

/** We compare containers by identity, not by name, so we must not create them twice. */
const MANIFESTS = new WeakMap<readonly GivenInput[], readonly Manifest[]>()

/**
 * The index in `containersIn` of the picked container, else of the one that the metrics name; if the usual one is
 * smaller than the memory that the process had, of the first that is large enough. undefined: the usual one
 * (`mainContainer`).
 */
export function containerOf(inputs: readonly GivenInput[], choices: Choices): number | undefined {
  if (choices.container !== undefined) return choices.container
  const manifests = manifestsOf(inputs)
  const all = containersIn(manifests)
  if (all.length < 2) return undefined
  const { container: name = '', pod = '', namespace = '' } = mainRunIn(runsOf(inputs, choices), choices)?.process ?? {}
  const named = name === '' ? [] : all.flatMap((one, i) => (one.name === name ? [i] : []))
  // Containers of several pods or workloads may have the same name.
  const parts = named.map((i) => partsOwned(all[i]!, pod, namespace))
  if (named.length > 0) return named[parts.indexOf(Math.max(...parts))]
  const seen = memorySeen(inputs, choices)
  const holds = ({ memoryLimit = Infinity }: Container) => memoryLimit >= seen
  const usual = mainContainer(manifests)
  const other = usual && !holds(usual) ? likelyIn(manifests).find(holds) : undefined
  return other && all.indexOf(other)
}

/** The most memory, in bytes, that the process surely had: resident in a scrape, or live in its log. */
function memorySeen(inputs: readonly GivenInput[], choices: Choices): number {
  const scrapes = mainRunIn(runsOf(inputs, choices), choices)?.scrapes ?? []
  const log = logRunIn(inputs, choices)
  const live = log ? largest(columnsOfRun(log.log.columns, log.run).heapLiveMiB) * MIB : 0
  return largest(
    scrapes.map(({ values }) => values.get('resident') ?? 0),
    live,
  )
}

/** The container that the user asks about, as its manifest describes it; undefined without a manifest. */
export function askedContainer(inputs: readonly GivenInput[], choices: Choices): Container | undefined {
  return mainContainer(withContainer(manifestsOf(inputs), containerOf(inputs, choices)))
}

export function companionsOf(main: ProcessRun, runs: readonly ProcessRun[], containerName?: string): ProcessRun[] {
  const others = runs.filter((run) => run !== main && !isOfKernel(run))
  const { taken } = containersOf(main, others.filter(hasNoCounters), containerName)
  const sameProcess = others.filter((run) => !hasNoCounters(run) && isUnnamed(run) && isUnnamed(main))
  const kills = runs.filter((run) => run !== main && isOfKernel(run))
  return [...taken, ...sameProcess.filter((run) => isAlive(run, main)), ...kills]
}

/** The containers among which the user has to choose; empty if one is clear, or if the picked run is a container. */
export function unclearContainers(inputs: readonly GivenInput[], choices: Choices): readonly Process[] {
  const runs = runsOf(inputs, choices)
  const main = mainRunIn(runs, choices)
  if (main && isOfContainer(main)) return []
  const containers = runs.filter((run) => run !== main && isOfContainer(run))
  const { containerName: name } = choices
  const { taken, among } = main ? containersOf(main, containers, name) : containersAlone(containers, name)
  const all = distinctIn(among)
  return taken.length === 0 && all.length > 1 ? all : []
}

function hasNoCounters({ scrapes }: ProcessRun): boolean {
  return !scrapes.some(({ values }) => values.has('allocTotal'))
}

function isUnnamed({ process }: ProcessRun): boolean {
  return labelOf(process) === UNNAMED
}

/** Whether two runs may be of one process that is seen by two kinds of inputs. Earlier runs of a process have ended. */
function isAlive(run: ProcessRun, main: ProcessRun): boolean {
  if (run.process === main.process) return false
  const start = (one: ProcessRun) => one.scrapes[0]?.values.get('startTime')
  const [a, b] = [start(run), start(main)]
  return a === undefined || b === undefined || Math.abs(a - b) <= 1
}
