import { countOf } from '../format.ts'
import type { ParsedLog } from '../gctrace/read/reader.ts'
import type { RunInfo } from '../gctrace/read/run-info.ts'
import {
  askedContainer,
  type Choices,
  companionsOf,
  type GivenInput,
  logRunIn,
  manifestsOf,
  runsOf,
} from '../known/evidence.ts'
import { containersIn } from '../known/from-manifest.ts'
import { labelOf } from '../known/measure/timeline.ts'
import { failedAt, ok, type Problem, type Result } from '../result.ts'
import { clip } from '../units.ts'
import { parseRun, parseSeconds, type Values } from './values.ts'

/** The choice among several runs and containers. */
export interface Selection extends Pick<Choices, 'interval' | 'run'> {
  readonly containerName?: string | undefined
}

/** The options that choose, before it is known what they choose. */
export type GivenChoices = Selection & Pick<Choices, 'typed'>

export const SELECTION_OPTIONS = ['interval', 'run', 'container-name'] as const

export function toSelection(values: Values): Selection {
  return {
    interval: values.get('interval', parseSeconds),
    run: values.get('run', parseRun),
    containerName: values.get('container-name', (_, text) => ok(text)),
  }
}

/**
 * The choice of `--run` (a run of the metrics or, without metrics, of the log) and of `--container-name`. A choice that
 * does not exist is a problem.
 */
export function toChoices(inputs: readonly GivenInput[], given: GivenChoices): Result<Choices> {
  const { interval, run, containerName, typed } = given
  const named = containersIn(manifestsOf(inputs)).map(({ name }) => name)
  const container = containerName === undefined ? undefined : named.indexOf(containerName)
  const alike = named.filter((name) => name === containerName).length
  if (container !== undefined && alike !== 1) return failedAt('', whyNoContainer(containerName ?? '', named, alike))
  const ofMetrics = runsOf(inputs, interval).length
  const count = ofMetrics || (logRunIn(inputs, {})?.log.runs.length ?? 0)
  if (run !== undefined && run >= count) return failedAt('', noRun(run, count))
  const log = ofMetrics === 0 && run !== undefined ? { input: undefined, run } : undefined
  return ok({ interval, run, log, container, ...(typed && { typed }) })
}

/** @param count how many runs there are */
function noRun(run: number | undefined, count: number): string {
  if (count === 0) return `there is no run ${run}: --run selects one of a log or metrics; neither is given`
  return `there is no run ${run}; there ${count === 1 ? 'is 1' : `are ${count}`}, numbered from 0`
}

/** @param alike how many containers have the name */
function whyNoContainer(name: string, all: readonly string[], alike: number): string {
  const option = `--container-name ${clip(name)}`
  if (alike > 1) return `${option}: ${alike} containers have this name; ${GIVE_ALONE}`
  const named = namesOf(all)
  const there =
    named.length === 0 ? 'no manifest is given that names containers' : `the manifests have ${named.join(', ')}`
  return `${option}: there is no such container; ${there}`
}

const GIVE_ALONE = 'give only the part of the manifests that you mean'

function namesOf(all: readonly string[]): readonly string[] {
  return [...new Set(all)].filter((name) => name !== '').slice(0, MOST_NAMED)
}

/** A message names at most this many runs or containers. */
const MOST_NAMED = 10

/** A run in words, with its number for `--run`. */
interface NamedRun {
  readonly index: number
  readonly label: string
}

/** The chosen run, and the others. */
interface Split {
  readonly taken: NamedRun
  readonly others: readonly NamedRun[]
  /** A possible cause, after a semicolon; empty if there is none. */
  readonly hint: string
}

const DISORDER =
  '; if they are dumps of one process, give them in the order in which they were taken: a counter that falls begins another run'

/** For metrics: several processes, or several runs of one process. Runs that belong together count as one. */
function runsOfMetrics(inputs: readonly GivenInput[], { interval, run = 0 }: Choices): Split | undefined {
  const all = runsOf(inputs, interval)
  const main = all[run]
  if (!main) return undefined
  const together = [main, ...companionsOf(main, all)]
  const others = all.flatMap((one, index) =>
    together.includes(one) || !one.scrapes.some(({ values }) => values.has('allocTotal'))
      ? []
      : [{ index, label: labelOf(one.process) }],
  )
  const taken = { index: run, label: labelOf(main.process) }
  const isUntimed = all.every(({ clock }) => clock !== 'stamps')
  const isDisorder = isUntimed && others.some(({ label }) => label === taken.label)
  return { taken, others, hint: isDisorder ? DISORDER : '' }
}

function runsOfLog(inputs: readonly GivenInput[], choices: Choices): Split | undefined {
  const chosen = logRunIn(inputs, choices)
  if (!chosen) return undefined
  const all = chosen.log.runs.map((one) => ({ index: one.index, label: labelOfRun(chosen.log, one) }))
  return { taken: all[chosen.run]!, others: all.filter(({ index }) => index !== chosen.run), hint: '' }
}

function labelOfRun({ streams }: ParsedLog, { stream, cycles }: RunInfo): string {
  const name = streams[stream]?.name.trim() ?? ''
  return `${name === '' ? '' : `${clip(name)}, `}${countOf(cycles, 'cycle')}`
}

function logsIn(inputs: readonly GivenInput[]): readonly string[] {
  return inputs.flatMap(({ name, read }) => ('log' in read ? [clip(name)] : []))
}

/** For scrapes without times: nothing shows how far apart they are. */
function untimed(inputs: readonly GivenInput[], { interval, run = 0 }: Choices): string[] {
  const main = runsOf(inputs, interval)[run]
  if (!main || main.scrapes.length < 2 || main.clock !== 'none') return []
  return ['the scrapes have no times: give the seconds between two of them with --interval']
}

/** If only one of several runs is used: which one, and how to choose another; and what is missing to know its rates. */
export function whichRun(inputs: readonly GivenInput[], choices: Choices): Problem[] {
  const [first, ...more] = logsIn(inputs)
  const several = more.length > 0 ? [`several logs: ${first} is used, and not: ${more.join(', ')}`] : []
  const metrics = runsOfMetrics(inputs, choices)
  const log = runsOfLog(inputs, choices)
  const ofMetrics = metrics ? sayTaken(metrics, '--run takes another: ') : []
  const ofLog = log ? sayTaken(log, metrics ? 'the log has more: ' : '--run takes another: ') : []
  return [...several, ...ofMetrics, ...untimed(inputs, choices), ...ofLog].map((message) => ({ path: '', message }))
}

function sayTaken({ taken, others, hint }: Split, lead: string): string[] {
  if (others.length === 0) return []
  return [`several runs: ${taken.index} is used (${taken.label}); ${lead}${named(others)}${hint}`]
}

function named(runs: readonly NamedRun[]): string {
  const shown = runs.slice(0, MOST_NAMED).map(({ index, label }) => `${index} (${label})`)
  return [...shown, ...(runs.length > MOST_NAMED ? ['…'] : [])].join(', ')
}

/** Which input of `check` has to be of one run: what it judges, or the baseline, for which no option selects a run. */
export type OfOne = 'judged' | 'baseline'

/** Why it is not clear which run is meant, if an answer about one would be taken for all; undefined if it is clear. */
export function whyUnclear(inputs: readonly GivenInput[], chosen: Result<Choices>, which: OfOne): string | undefined {
  const logs = logsIn(inputs)
  if (logs.length > 1)
    return `there are ${logs.length} logs, but check judges one at a time: give one of ${logs.join(', ')}`
  if (!chosen.ok) return undefined
  const choices = chosen.value
  const metrics = runsOfMetrics(inputs, choices)
  const log = runsOfLog(inputs, choices)
  if (metrics && log && log.others.length > 0)
    return 'the log beside the metrics has several runs: give only the lines of one run'
  const split = metrics ?? log
  if (choices.run !== undefined || !split || split.others.length === 0) return undefined
  const all = [split.taken, ...split.others].toSorted((a, b) => a.index - b.index)
  return which === 'baseline'
    ? `the baseline has ${all.length} runs, but check compares with one: give a file with one of them alone: ${named(all)}${split.hint}`
    : `there are ${all.length} runs, but check judges one at a time; --run N selects it: ${named(all)}${split.hint}`
}

/** If a manifest has several services and none was chosen: which one is used, and how to choose another. */
export function whichContainer(inputs: readonly GivenInput[], choices: Choices): Problem[] {
  if (choices.container !== undefined) return []
  // An env file has no name, so it belongs to the service that is used.
  const named = containersIn(manifestsOf(inputs)).filter(({ name }) => name !== '')
  const main = askedContainer(inputs, choices)
  // Several compose files may add to one service.
  const isLayered = named.every(({ isPart, name }, i) => name === named[0]?.name && (isPart || i === 0))
  if (named.length < 2 || !main || isLayered) return []
  // The variables of an env file belong to the first service.
  const taken = main.name === '' ? named[0] : main
  const others = namesOf(named.map(({ name }) => name)).filter((name) => name !== taken?.name)
  const how =
    others.length > 0 ? `--container-name takes another: ${others.join(', ')}` : `to take another, ${GIVE_ALONE}`
  const text = `several containers: ${taken?.name} is used; ${how}`
  return [{ path: '', message: text }]
}
