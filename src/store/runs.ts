import { emptyTrace, isEmptyTrace } from '../model/empty.ts'
import type { Simulator, Simulators } from '../model/simulators.ts'
import { finish, inSlices } from '../model/slices.ts'
import type { Trace } from '../model/trace.ts'
import type { ModelKind, Scenario } from '../scenario/types.ts'
import { createDispatcher, type End, type WorkerPort } from '../work/dispatcher.ts'

/** Runs of more cycles than this are computed in a worker, so that the page keeps answering. */
export const MAIN_THREAD_CYCLES = 50_000
/** Runs of more steps than this (some 40 ms) go to a worker too: a cycle may take ten thousand steps. */
export const MAIN_THREAD_STEPS = 100_000

/** A worker that computes runs: store/worker.ts. */
export type RunsWorker = WorkerPort<Scenario, never, Trace>

interface RunsOptions {
  /** The models that are loaded from the beginning. */
  readonly simulators: Simulators
  readonly loadSimulator: (model: ModelKind) => Promise<Simulator>
  /** If it is left out, or throws because workers are not allowed, long runs are computed on this thread. */
  readonly createWorker?: () => RunsWorker
  /** Calls back in a task of its own, so that the page is painted first. */
  readonly defer?: (callback: () => void) => void
  readonly cycleCeiling?: number
}

/** A run as far as it is known: not whole while a worker computes the rest, and empty while its model loads. */
export interface Run {
  readonly trace: Trace
  readonly isWhole: boolean
}

export type Runs = ReturnType<typeof createRuns>

/** A memory of traces, for as long as their scenarios live. Each scenario is simulated once, a long run by a worker. */
export function createRuns(options: RunsOptions) {
  const { cycleCeiling = MAIN_THREAD_CYCLES } = options
  const known = new WeakMap<Scenario, Run>()
  const models = createModels(options)
  const arrivals: ((scenario: Scenario | undefined) => void)[] = []
  const failures: ((model: ModelKind) => void)[] = []
  const tellArrival = (scenario: Scenario | undefined) => {
    for (const listener of arrivals) listener(scenario)
  }

  const runOf = (scenario: Scenario): Run => {
    const before = known.get(scenario)
    const simulator = models.get(scenario.model)
    // An empty run that stood in for one without a model must not be kept now that the model is loaded.
    if (before && (!simulator || !isEmptyTrace(before.trace))) return before
    const run = simulator
      ? toRun(finish(simulator(scenario, { maxCycles: cycleCeiling, maxSteps: MAIN_THREAD_STEPS })))
      : { trace: emptyTrace(scenario), isWhole: false }
    known.set(scenario, run)
    return run
  }
  const arrive = (scenario: Scenario, trace: Trace) => {
    known.set(scenario, { trace, isWhole: true })
    tellArrival(scenario)
  }
  const handOver = createHandOver(
    options,
    ({ model }) => models.get(model),
    (scenario, end) =>
      arrive(scenario, end.kind === 'done' ? end.answer : toStopped(runOf(scenario).trace, byError(end.reason))),
  )
  /** Calls back once per model that was loaded or failed to load, however many scenarios of a drag asked for it. */
  const waiting = new Set<ModelKind>()
  const waitFor = async (model: ModelKind) => {
    if (waiting.has(model)) return
    waiting.add(model)
    const isHere = await models.load(model)
    waiting.delete(model)
    if (isHere) tellArrival(undefined)
    else for (const listener of failures) listener(model)
  }

  return {
    /** The run. A short one is computed now if its model is loaded. Pure, except that it remembers runs. */
    runOf,
    /**
     * Has a worker compute the rest of a run, or starts to load its model. Only the newest request counts: it cancels
     * older ones. Without a scenario, all are cancelled.
     */
    complete(scenario: Scenario | undefined) {
      if (scenario && known.get(scenario)?.isWhole) return
      if (scenario && !models.get(scenario.model)) void waitFor(scenario.model)
      else handOver(scenario)
    },
    /** Whether a part of the run is known; false while its model is loading. */
    isBegun: (scenario: Scenario) => !isEmptyTrace(runOf(scenario).trace),
    /** Stops computing a run. The part that is known becomes its run, with the outcome `stopped`. */
    cancel(scenario: Scenario) {
      const run = runOf(scenario)
      if (run.isWhole || isEmptyTrace(run.trace)) return
      handOver(undefined)
      arrive(scenario, toStopped(run.trace, CANCELLED))
    },
    /** Loads a model before a scenario needs it. Never rejects; resolves to whether the model is loaded. */
    prepare: models.load,
    /** Calls back with each run that was completed, and without a run when a model was loaded. */
    onArrival: (listener: (scenario: Scenario | undefined) => void) => void arrivals.push(listener),
    /** Calls back when a model that a run waits for could not be loaded. */
    onFailure: (listener: (model: ModelKind) => void) => void failures.push(listener),
  }
}

/* Reasons for which a run ends early. Each one continues the words “The run was”. */
const CANCELLED = 'stopped because you asked for it; the rest is not known'
const UNFINISHED = 'computed only in part so far'
const byError = (message: string) => `stopped by an error: ${message.replace(/\.$/, '')}`

/** A run that met the ceiling of this thread is not over: a worker computes the rest. */
function toRun(trace: Trace): Run {
  const isWhole = trace.result.outcome.kind !== 'stopped'
  return { trace: isWhole ? trace : toStopped(trace, UNFINISHED), isWhole }
}

function toStopped(trace: Trace, reason: string): Trace {
  const { result } = trace
  return { ...trace, result: { ...result, outcome: { kind: 'stopped', reason, atSeconds: result.totalSeconds } } }
}

/** The models that are loaded or loading. Each is requested once, and again only after loading it failed. */
function createModels({ simulators, loadSimulator }: RunsOptions) {
  const here = new Map<ModelKind, Simulator>(Object.entries(simulators) as [ModelKind, Simulator][])
  const coming = new Map<ModelKind, Promise<Simulator>>()
  return {
    get: (model: ModelKind) => here.get(model),
    async load(model: ModelKind): Promise<boolean> {
      if (here.has(model)) return true
      try {
        const loading = coming.get(model) ?? loadSimulator(model)
        coming.set(model, loading)
        here.set(model, await loading)
        return true
      } catch {
        coming.delete(model)
        return false
      }
    },
  }
}

/** A worker computes one run at a time; a newer request cancels the one before. Without a scenario, none is computed. */
function createHandOver(
  { createWorker, defer }: RunsOptions,
  simulatorOf: (scenario: Scenario) => Simulator | undefined,
  arrive: (scenario: Scenario, end: End<Trace>) => void,
) {
  const load = async () => (scenario: Scenario) => inSlices(simulatorOf(scenario), scenario)
  const dispatcher = createDispatcher<Scenario, never, Trace>({ createWorker, load, defer })
  let wanted: Scenario | undefined
  let cancel = () => {}
  return (scenario: Scenario | undefined) => {
    if (wanted === scenario) return
    cancel()
    wanted = scenario
    if (!scenario) return
    cancel = dispatcher.start(scenario, (end) => {
      wanted = undefined
      arrive(scenario, end)
    })
  }
}
