import type { Calibration } from '../calibration/calibrate.ts'
import { leavesCpuIdle } from '../calibration/fit/model-run.ts'
import { searchAdvice } from '../explore/advice/advice.ts'
import { toRecordedFigures } from '../explore/recorded-figures.ts'
import { toSentence } from '../format.ts'
import { encodingOf } from '../gctrace/read/encoding.ts'
import type { ParsedLog } from '../gctrace/read/reader.ts'
import { factsForAdvice, searchAsked } from '../known/asked.ts'
import {
  askedContainer,
  type GivenInput,
  inputsOfMapsAlone,
  logRunIn,
  logRunsOf,
  mainRunIn,
  manifestsOf,
  runsOf,
  searchEvidence,
} from '../known/evidence.ts'
import { type Finding, findingsOf, warningsOfLog } from '../known/findings.ts'
import { containersIn } from '../known/from-manifest.ts'
import { createInputReader, type InputReader, limitNoteOf, notesOf, type ReadInput } from '../known/input/read-input.ts'
import { type Evidence, type Known, mostLimitOf, numberOf, stillNeeded, toKnown } from '../known/known.ts'
import { measuredIn } from '../known/measure/figures.ts'
import { toCompared } from '../known/measure/misses.ts'
import { labelOf, type ProcessRun, type Scrape, UNNAMED } from '../known/measure/timeline.ts'
import type { QuantityKey } from '../known/quantities.ts'
import { searchKnown } from '../known/ranges.ts'
import { type KnownProgram, notesOnAsked, programOf, withFitted } from '../known/scenario.ts'
import { describeUnread } from '../known/unread-settings.ts'
import { toDrawable, withBand } from '../log/drawable.ts'
import { type Checkpoint, type LogSummary, measureRun } from '../log/measured.ts'
import { inSteps } from '../model/slices.ts'
import { toWarnings } from '../prediction/doubts.ts'
import { toOutlook } from '../prediction/outlook.ts'
import type { Prediction } from '../prediction/prediction.ts'
import { toWholeReason } from '../prediction/range-verdict.ts'
import { failed, type Result } from '../result.ts'
import { limitBytes } from '../units.ts'
import type { Compute } from '../work/queue.ts'
import { describeOthers, whyWide } from './answer/how-sure.ts'
import { verdictOf } from './answer/verdict.ts'
import type {
  Answer,
  Answered,
  Asked,
  AskedChoices,
  AskedInput,
  Job,
  Logged,
  ProgramAnswer,
  RunChoice,
  SimulatedProgram,
  When,
} from './jobs.ts'

interface Reading {
  readonly reader: InputReader
  readonly decoder: TextDecoder
  readonly checkpoints: Checkpoint[]
  bytes: number
  lines: number
}

/**
 * Does the page’s jobs, in a worker or on the page’s own thread, and keeps the inputs that it has read. A job throws if
 * it refers to an input that is not there: its worker stopped, and another one took its place.
 */
export function createEngine(): Compute<Job, never, Answer> {
  const readings = new Map<number, Reading>()
  const inputs = new Map<number, ReadInput>()
  const readingOf = (input: number) => {
    const reading = readings.get(input)
    if (!reading) throw new Error(STOPPED)
    return reading
  }
  // While a slider moves, all questions are about the same program. Calibrating on a long log takes seconds, so keep it.
  let last: { readonly question: string; readonly learned: Learned } | undefined
  const learn = function* ({ inputs: asked, choices }: Asked) {
    const question = JSON.stringify([asked, choices])
    if (last?.question !== question) last = { question, learned: yield* learnFrom(toGiven(asked, inputs), choices) }
    return last.learned
  }
  const end = (input: number): Answer => {
    const { reader, decoder, checkpoints, bytes } = readingOf(input)
    readings.delete(input)
    reader.push(decoder.decode())
    const read = reader.end()
    const kind = reader.kind()
    const problem = read.ok ? undefined : read.problems[0]?.message
    if (!read.ok || !kind) return { kind: 'unread', as: kind, problem: problem ?? 'cannot be read' }
    inputs.set(input, read.value)
    const log = 'log' in read.value ? toSummary(read.value.log, { checkpoints, bytes }) : undefined
    const [notes, when] = [notesOf(read.value), whenOf(read.value)]
    return { kind: 'read', as: kind, notes, limitNote: limitNoteOf(read.value), when, log }
  }
  return function* (job): Generator<undefined, Answer> {
    if (job.kind === 'end' || job.kind === 'forget') last = undefined
    switch (job.kind) {
      case 'push': {
        const bytes = new Uint8Array(job.bytes)
        if (job.from === 0) {
          const decoder = new TextDecoder(encodingOf(bytes))
          const reader = createInputReader(job.as)
          readings.set(job.input, { reader, decoder, checkpoints: [], bytes: 0, lines: 0 })
        }
        pushSlice(readingOf(job.input), bytes)
        return { kind: 'taken' }
      }
      case 'end':
        return end(job.input)
      case 'forget':
        readings.delete(job.input)
        inputs.delete(job.input)
        return { kind: 'taken' }
      case 'measure': {
        const read = inputs.get(job.input)
        if (!read || !('log' in read)) throw new Error(STOPPED)
        return { kind: 'measured', measured: measureRun(read.log, job.run) }
      }
      case 'answer':
        return yield* answer(yield* learn(job), job.choices)
      case 'suppose':
        return yield* suppose(yield* learn(job), job)
      case 'advise':
        return yield* advise(yield* learn(job), job)
    }
  }
}

const STOPPED =
  'the worker that reads inputs has stopped: perhaps there was not enough memory. Remove all inputs, then add them again'

function pushSlice(reading: Reading, bytes: Uint8Array): void {
  const { reader, decoder, checkpoints } = reading
  checkpoints.push({ bytes: reading.bytes, lines: reading.lines })
  const text = decoder.decode(bytes, { stream: true })
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', end + 1)) reading.lines++
  reading.bytes += bytes.length
  reader.push(text)
}

function toSummary({ columns, ...log }: ParsedLog, place: Pick<LogSummary, 'checkpoints' | 'bytes'>): LogSummary {
  return { ...log, ...place, cycles: columns.count }
}

/** The time of metrics, from their first process with figures. */
function whenOf(read: ReadInput): When | undefined {
  const processes = 'metrics' in read ? read.metrics.processes : []
  const columns = processes.find((one) => one.columns.size > 0)?.columns
  if (!columns) return undefined
  const scrapes = Math.max(...[...columns.values()].map(({ values }) => values.length))
  const times = [...columns.values()].flatMap(({ times }) => [times[0], times.at(-1)]).filter(Number.isFinite)
  const stamps = times as number[]
  const span = stamps.length > 0 ? ([Math.min(...stamps), Math.max(...stamps)] as const) : undefined
  return { scrapes, span, total: columns.get('allocTotal')?.values[0] }
}

function toGiven(asked: readonly AskedInput[], inputs: ReadonlyMap<number, ReadInput>): GivenInput[] {
  return asked.map(({ id, name, fileSeconds }) => {
    const read = inputs.get(id)
    if (!read) throw new Error(STOPPED)
    return { id, name, fileSeconds, read }
  })
}

interface Learned {
  readonly inputs: readonly GivenInput[]
  readonly evidence: Result<Evidence>
  /** If the log cannot be calibrated on: from the other inputs, without scrapes. */
  readonly known: Known
  readonly findings: readonly Finding[]
  /** Quantities that are missing for a program. */
  readonly needed: readonly QuantityKey[]
  readonly program: Result<KnownProgram>
}

function* learnFrom(inputs: readonly GivenInput[], choices: AskedChoices): Generator<undefined, Learned> {
  const evidence = yield* inSteps(searchEvidence(inputs, choices))
  const withoutLog = { runs: [], manifests: manifestsOf(inputs), isLogLeftOut: true, typed: choices.typed } as const
  const known = toKnown(evidence.ok ? evidence.value : withoutLog)
  const findings = findingsOf(manifestsOf(inputs), known, askedContainer(inputs, choices))
  const needed = stillNeeded(known)
  return { inputs, evidence, known, findings, needed, program: needed.length === 0 ? programOf(known) : failed([]) }
}

function* answer(
  { inputs, evidence, known, findings, needed, program }: Learned,
  choices: AskedChoices,
): Generator<undefined, ProgramAnswer> {
  const runs = runsOf(inputs, choices)
  const main = mainRunIn(runs, choices)
  const chosen = logRunIn(inputs, choices)
  const simulated = program.ok ? yield* simulateKnown(program.value, evidence.ok ? evidence.value.runs : []) : undefined
  const problems = [...(evidence.ok ? [] : evidence.problems), ...(program.ok ? [] : program.problems)]
  const shown = program.ok ? withFitted(program.value) : known
  return {
    kind: 'answer',
    known: shown.quantities,
    missing: shown.missing,
    fixed: shown.fixed,
    needed,
    runs: runs.map(toChoice),
    run: main ? runs.indexOf(main) : -1,
    logs: logRunsOf(inputs),
    log: chosen && { input: chosen.input, run: chosen.run },
    ...toContainers(inputs, choices),
    findings,
    refusal: known.refusal,
    unread: known.unread.map(describeUnread),
    mapsAlone: inputsOfMapsAlone(inputs).flatMap(({ id }) => id ?? []),
    problem: problems[0]?.message,
    simulated,
  }
}

/** @throws Error if the inputs show too little to simulate the program */
function programIn({ program }: Learned): KnownProgram {
  if (program.ok) return program.value
  throw new Error(program.problems[0]?.message ?? 'the inputs show too little to simulate the program')
}

function* suppose(learned: Learned, { settings }: Extract<Job, { kind: 'suppose' }>): Generator<undefined, Answer> {
  const program = programIn(learned)
  const { known, evidence } = learned
  const runs = evidence.ok ? evidence.value.runs : []
  const prediction = yield* inSteps(searchAsked(program, settings))
  const answered = toAnswered(program.known, prediction, runs)
  const unread = known.unread.filter(({ key }) => settings[key] === undefined)
  // The verdict gives some of the warnings.
  const said = toWholeReason(answered.verdict)
  const isNew = (warning: string) =>
    unread.length > 0 || !(said.includes(warning) || said.includes(toSentence(warning)))
  return {
    kind: 'supposed',
    ...answered,
    unread: unread.map(describeUnread),
    notes: [...notesOnAsked(known, settings), ...toWarnings(prediction).filter(isNew)].map(toSentence),
  }
}

function* advise(learned: Learned, { demand, trust }: Extract<Job, { kind: 'advise' }>): Generator<undefined, Answer> {
  const program = programIn(learned)
  const search = searchAdvice(program.scenario, demand, undefined, {
    ...factsForAdvice(program, learned.findings),
    trust,
  })
  return { kind: 'advice', advice: yield* inSteps(search) }
}

function toContainers(inputs: readonly GivenInput[], choices: AskedChoices) {
  const manifests = manifestsOf(inputs)
  const containers = containersIn(manifests)
  const main = askedContainer(inputs, choices)
  return {
    containers: containers.map(({ name, title = name }, i) => title || `container ${i + 1}`),
    container: main ? containers.indexOf(main) : -1,
  }
}

function toChoice(run: ProcessRun, _: number, all: readonly ProcessRun[]): RunChoice {
  const { scrapes, clock, copies = 0, leftOut } = run
  const seconds = secondsBetween(scrapes)
  return { label: labelAmong(run, all), clock, scrapes: scrapes.length, copies, leftOut, seconds }
}

/** The label of a run. Runs with the same label get a number. */
function labelAmong(run: ProcessRun, all: readonly ProcessRun[]): string {
  const label = labelOf(run.process)
  const alike = all.filter(({ process }) => labelOf(process) === label)
  if (alike.length === 1) return label
  return `${label === UNNAMED ? 'process' : `${label}, run`} ${alike.indexOf(run) + 1}`
}

function secondsBetween(scrapes: readonly Scrape[]): number | undefined {
  const [first, last] = [scrapes[0]?.seconds, scrapes.at(-1)?.seconds]
  const seconds = ((last ?? Number.NaN) - (first ?? Number.NaN)) / (scrapes.length - 1)
  return seconds > 0 ? seconds : undefined
}

function* simulateKnown(program: KnownProgram, runs: readonly ProcessRun[]): Generator<undefined, SimulatedProgram> {
  const prediction = yield* inSteps(searchKnown(program, (scenario) => scenario))
  return {
    ...toCompared(program, runs, prediction),
    ...toAnswered(program.known, prediction, runs),
    gcNotes: toWarnings(prediction, ['cost', 'measuredCpus']),
    logged: program.known.calibration && toLogged(program.known.calibration, warningsOfLog(program.known)),
  }
}

function toLogged(calibration: Calibration, warnings: readonly string[]): Logged {
  const { fitted, measured, differences } = calibration
  const { series } = fitted.workload
  return {
    figures: measured,
    forcedLeftOut: series.forcedLeftOut + series.afterWork,
    compulsoryGcFraction: toRecordedFigures(series).compulsoryGcFraction,
    warnings,
    leavesCpuIdle: leavesCpuIdle(fitted.workload),
    differences,
    others: describeOthers(calibration),
    goalBytes: series.goal.at(-1)!,
  }
}

function toAnswered(known: Known, prediction: Prediction, runs: readonly ProcessRun[]): Answered {
  const { scenario, spread, cycleHeap, gcSecondsOnSameMachine, cycleRate, throttledShare, gcWithinCpus } = prediction
  const isOwnLimit = limitBytes(scenario.memoryLimit) === numberOf(known, 'memoryLimit')
  const mostLimit = isOwnLimit ? mostLimitOf(known) : undefined
  return {
    scenario,
    ...toDrawable(withBand(prediction.trace, spread.peakMemoryBytes), () => scenario.procs),
    spread,
    cycleHeap,
    gcSecondsOnSameMachine,
    cycleRate,
    throttledShare,
    gcWithinCpus,
    outlook: toOutlook(prediction),
    verdict: verdictOf(prediction, prediction.isAsMeasured ? measuredIn(runs) : undefined, mostLimit),
    whyWide: whyWide(known, prediction),
  }
}
