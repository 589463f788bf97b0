import { countOf } from '../format.ts'
import type { ParsedLog } from '../gctrace/read/reader.ts'
import type { RunInfo } from '../gctrace/read/run-info.ts'
import { distinctIn, isNamed, isOfContainer, titleOfContainer } from '../known/containers.ts'
import {
  askedContainer,
  type Choices,
  companionsOf,
  type GivenInput,
  logRunIn,
  mainRunIn,
  manifestsOf,
  runsOf,
  unclearContainers,
} from '../known/evidence.ts'
import { containersIn } from '../known/from-manifest.ts'
import { INPUT_KINDS } from '../known/input/input-kind.ts'
import { hasSkippedParts } from '../known/input/read-input.ts'
import { endOfRun, labelOf, type ProcessRun } from '../known/measure/timeline.ts'
import type { Container } from '../manifest/manifest.ts'
import { failedAt, ok, type Problem, type Result } from '../result.ts'
import { parseRun, parseSeconds, type Values } from './values.ts'

export interface Selection extends Pick<Choices, 'interval' | 'run'> {
  readonly containerName?: string | undefined
}

/** The options that choose, before it is known what they choose; and the settings asked about, if there are any. */
export type GivenChoices = Selection & Pick<Choices, 'typed'> & { readonly settings?: object }

export const SELECTION_OPTIONS = ['interval', 'run', 'container-name'] as const

export function toSelection(values: Values): Selection {
  return {
    interval: values.get('interval', parseSeconds),
    run: values.get('run', parseRun),
    containerName: values.get('container-name', (_, text) => ok(text)),
  }
}

/** `--run` chooses a run of the metrics or, without metrics, of the log. A choice that does not exist is a problem. */
export function toChoices(inputs: readonly GivenInput[], given: GivenChoices): Result<Choices> {
  const { interval, run, containerName, typed } = given
  const all = containersIn(manifestsOf(inputs))
  const alike = all.filter((one) => one.name === containerName || titleOf(one) === containerName)
  const isInMetrics = containerName !== undefined && hasContainer(inputs, containerName)
  if (containerName !== undefined && alike.length !== 1 && !(alike.length === 0 && isInMetrics))
    return failedAt('', alike.length > 1 ? areAlike(containerName, alike) : noContainer(containerName, all, inputs))
  const container = alike[0] && all.indexOf(alike[0])
  const ofMetrics = runsOf(inputs, { interval }).length
  const count = ofMetrics || (logRunIn(inputs, {})?.log.runs.length ?? 0)
  if (run !== undefined && run >= count) return failedAt('', noRun(run, count))
  const log = ofMetrics === 0 && run !== undefined ? { input: undefined, run } : undefined
  return ok({ interval, run, log, container, ...(isInMetrics && { containerName }), ...(typed && { typed }) })
}

function hasContainer(inputs: readonly GivenInput[], name: string): boolean {
  return runsOf(inputs).some((run) => isOfContainer(run) && isNamed(run.process, name))
}

/** The message for a `--run` that does not exist. @param count how many runs there are */
function noRun(run: number | undefined, count: number): string {
  if (count === 0) return `there is no run ${run}: --run selects one of a log or metrics; neither is given`
  return `there is no run ${run}; there ${count === 1 ? 'is 1' : `are ${count}`}, numbered from 0`
}

/** The message for a name that several containers have, `alike`. */
function areAlike(name: string, alike: readonly Container[]): string {
  return `--container-name ${name}: ${alike.length} containers have this name; ${howToName(alike.length, titlesOf(alike))}`
}

function noContainer(name: string, ofManifests: readonly Container[], inputs: readonly GivenInput[]): string {
  const titles = titlesOf(ofManifests)
  const ofMetrics = distinctIn(runsOf(inputs).filter(isOfContainer)).map(titleOfContainer).filter(Boolean)
  const has = (what: string, names: readonly string[]) =>
    names.length > 0 ? [`the ${what} have ${listed(names)}`] : []
  const there = [...has('manifests', titles), ...has('metrics', ofMetrics)].join(', ')
  return `--container-name ${name}: there is no such container; ${there || 'no input names containers'}`
}

function titlesOf(containers: readonly Container[]): string[] {
  return [...new Set(containers.map(titleOf))].filter((title) => title !== '')
}

function titleOf({ name, title = name }: Container): string {
  return title
}

/** How to select a container. @param count how many containers have these titles, each of which is listed once */
function howToName(count: number, titles: readonly string[]): string {
  return titles.length === count ? `--container-name NAME selects one: ${listed(titles)}` : GIVE_ALONE
}

function listed(names: readonly string[]): string {
  return [...names.slice(0, MOST_NAMED), ...(names.length > MOST_NAMED ? ['…'] : [])].join(', ')
}

const GIVE_ALONE = 'give only the part of the manifests that you mean'

/** A message names at most this many runs or containers. */
const MOST_NAMED = 10

interface Several {
  readonly what: 'logs' | 'runs' | 'containers'
  readonly taken: string
  readonly all: readonly string[]
  readonly how: string
  readonly isChosen?: boolean
  /** A possible cause, after a semicolon. */
  readonly hint?: string
}

/**
 * If only one of several logs, runs or containers is used: which one, and how to choose another. Also says which times
 * are missing.
 */
export function whichAreUsed(inputs: readonly GivenInput[], choices: Choices): Problem[] {
  const several = [...logsIn(inputs), ...runsIn(inputs, choices), ...severalContainers(inputs, choices)]
  const used = several.map((one) => `several ${one.what}: ${one.taken} is used; ${howToChoose(one)}`)
  const leftOut = mainRunIn(runsOf(inputs, choices), choices)?.leftOut ?? []
  const notes = [notesOnUnclear, notesOnFillers, notesOnUntimed].flatMap((say) => say(inputs, choices)).concat(leftOut)
  return [...used, ...notes].map((message) => ({ path: '', message }))
}

/** Which input of `check` has to be of one run: what it judges, or the baseline, for which no option selects a run. */
export type OfOne = 'judged' | 'baseline'

/** Why check cannot judge the inputs: they hold several runs, or parts that were skipped. undefined if it can. */
export function whyUnclear(inputs: readonly GivenInput[], chosen: Result<Choices>, which: OfOne): string | undefined {
  const skipped = inputs.find(({ read }) => hasSkippedParts(read))
  if (skipped) return `${skipped.name} has other parts, which were skipped: check needs them as inputs of their own`
  const runs = chosen.ok ? runsIn(inputs, chosen.value).filter(({ isChosen }) => !isChosen) : []
  const unclear = logsIn(inputs)[0] ?? runs[0]
  if (!unclear) return undefined
  return which === 'baseline'
    ? `the baseline has several ${unclear.what}, but check compares with one; ${howToChoose({ ...unclear, how: 'give one alone' })}`
    : `several ${unclear.what}, but check judges one at a time; ${howToChoose(unclear)}`
}

function howToChoose({ all, how, hint = '' }: Several): string {
  return `${how}${all.length > 1 ? `: ${listed(all)}` : ''}${hint}`
}

function logsIn(inputs: readonly GivenInput[]): Several[] {
  const all = inputs.flatMap(({ name, read }) => ('log' in read ? [name] : []))
  return all.length > 1 ? [{ what: 'logs', taken: all[0]!, all, how: 'give one of them' }] : []
}

function runsIn(inputs: readonly GivenInput[], choices: Choices): Several[] {
  const metrics = runsOfMetrics(inputs, choices)
  const log = runsOfLog(inputs, choices)
  const byOption = { what: 'runs', how: '--run N selects one', isChosen: choices.run !== undefined } as const
  const byLines = { what: 'runs', how: 'of the log, give only the lines of one run' } as const
  return [
    ...(metrics ? [{ ...metrics, ...byOption }] : []),
    ...(log ? [{ ...log, ...(metrics ? byLines : byOption) }] : []),
  ].filter(({ all }) => all.length > 1)
}

const DISORDER =
  '; if they are dumps of one process, give them in the order in which they were taken: a counter that falls begins another run'

/** Several processes, or several runs of one process. Runs that belong together count as one. */
function runsOfMetrics(inputs: readonly GivenInput[], choices: Choices) {
  const runs = runsOf(inputs, choices)
  const main = mainRunIn(runs, choices)
  if (!main) return undefined
  const together = companionsOf(main, runs, choices.containerName)
  const isOther = (one: ProcessRun) => one !== main && !together.includes(one) && hasCounters(one)
  const nameOf = (one: ProcessRun) => `${runs.indexOf(one)} (${labelOf(one.process)})`
  const isUntimed = runs.every(({ clock }) => clock !== 'stamps')
  const isDisorder = runs.some((one) => isOther(one) && labelOf(one.process) === labelOf(main.process))
  return {
    taken: nameOf(main),
    all: runs.filter((one) => one === main || isOther(one)).map(nameOf),
    hint: isUntimed && isDisorder ? DISORDER : '',
  }
}

function runsOfLog(inputs: readonly GivenInput[], choices: Choices) {
  const chosen = logRunIn(inputs, choices)
  if (!chosen) return undefined
  const all = chosen.log.runs.map((one) => `${one.index} (${labelOfRun(chosen.log, one)})`)
  return { taken: all[chosen.run]!, all }
}

function labelOfRun({ streams }: ParsedLog, { stream, cycles }: RunInfo): string {
  const name = streams[stream]?.name.trim() ?? ''
  return `${name === '' ? '' : `${name}, `}${countOf(cycles, 'cycle')}`
}

function notesOnUnclear(inputs: readonly GivenInput[], choices: Choices): string[] {
  const all = unclearContainers(inputs, choices)
  if (all.length === 0) return []
  const why = `the metrics have figures of ${all.length} containers, and none counts: nothing shows which one the program runs in`
  return [`${why}; --container-name NAME selects one: ${listed(all.map(titleOfContainer))}`]
}

/** Notes on metrics of another kind from another time: they count only for figures that the main run lacks. */
function notesOnFillers(inputs: readonly GivenInput[], choices: Choices): string[] {
  const runs = runsOf(inputs, choices)
  const main = mainRunIn(runs, choices)
  if (!main) return []
  const isOld = (run: ProcessRun) => Math.abs(endOfRun(run) - endOfRun(main)) > SAME_TIME_SECONDS
  const others = companionsOf(main, runs, choices.containerName).filter((run) => hasCounters(run) && isOld(run))
  const nameOf = (run: ProcessRun) => `${runs.indexOf(run)} (${run.kind === undefined ? '' : INPUT_KINDS[run.kind]})`
  return others.map(
    (run) =>
      `run ${nameOf(main)} counts; of run ${nameOf(run)}, which shows the process at another time, only what is missing there; --run N selects one`,
  )
}

const SAME_TIME_SECONDS = 1

function hasCounters({ scrapes }: ProcessRun): boolean {
  return scrapes.some(({ values }) => values.has('allocTotal'))
}

/** Asks for the interval of scrapes without times: nothing shows how far apart they are. */
function notesOnUntimed(inputs: readonly GivenInput[], choices: Choices): string[] {
  const main = mainRunIn(runsOf(inputs, choices), choices)
  if (!main || main.scrapes.length < 2 || main.clock !== 'none') return []
  return ['the scrapes have no times: give the seconds between two of them with --interval']
}

/** The containers of the manifests, if there are several and none was chosen. */
function severalContainers(inputs: readonly GivenInput[], choices: Choices): Several[] {
  if (choices.container !== undefined) return []
  // An env file has no name, so it belongs to the service that is used.
  const named = containersIn(manifestsOf(inputs)).filter(({ name }) => name !== '')
  const main = askedContainer(inputs, choices)
  // Several compose files may add to one service.
  const isLayered = named.every(({ isPart, name }, i) => name === named[0]?.name && (isPart || i === 0))
  if (named.length < 2 || !main || isLayered) return []
  // The variables of an env file belong to the first service.
  const taken = titleOf(main) || titleOf(named[0]!)
  const all = [...new Set(named.map(titleOf))]
  return [{ what: 'containers', taken, all, how: all.length > 1 ? '--container-name NAME selects one' : GIVE_ALONE }]
}
