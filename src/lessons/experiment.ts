import type { Clock } from '../model/clock.ts'
import { emptyTrace } from '../model/empty.ts'
import { simulate } from '../model/simulate.ts'
import type { SimulateOptions } from '../model/simulators.ts'
import type { Trace } from '../model/trace.ts'
import type { Circumstances } from '../model/verdict.ts'
import { failed, ok, type Result } from '../result.ts'
import { toScenarioJson } from '../scenario/json.ts'
import { MAX_TITLE } from '../scenario/params.ts'
import { machineMemoryOf } from '../scenario/presets/catalogue.ts'
import type { Scenario } from '../scenario/types.ts'
import { layOver } from '../share/knobs.ts'

/**
 * About 100 ms. A lesson from a link may need any number of cycles, and the page computes them before it shows the
 * text.
 */
const BOUNDS: SimulateOptions = { maxCycles: 50_000, maxSteps: 200_000, givesUpEarly: true }

/** The formulas of one step may need at most this many runs besides the step’s own run. */
const MOST_OTHERS = 20

export function runForLesson(scenario: Scenario): Trace {
  return simulate(scenario, BOUNDS)
}

/** A scenario with its run, and the same scenario under other settings: formulas of a lesson read these. */
export interface Experiment {
  readonly scenario: Scenario
  readonly trace: Trace
  readonly circumstances: Circumstances
  /** The scenario with other settings, written as in links. Each is run once, and at most 20 are run. */
  with(settings: Readonly<Record<string, string>>): Result<Experiment>
}

/** An experiment that runs its scenario when the trace is first read. @param run returns a trace that is known already */
export function createExperiment(
  scenario: Scenario,
  presetId?: string,
  run: (scenario: Scenario) => Trace = runForLesson,
): Experiment {
  let left = MOST_OTHERS
  return createOne(scenario, presetId, (one) => (one === scenario || left-- > 0 ? run(one) : notRun(one)))
}

function createOne(scenario: Scenario, presetId: string | undefined, run: (scenario: Scenario) => Trace): Experiment {
  const others = new Map<string, Result<Experiment>>()
  let trace: Trace | undefined
  return {
    scenario,
    circumstances: { machineMemory: machineMemoryOf(presetId) },
    get trace() {
      trace ??= run(scenario)
      return trace
    },
    with(settings) {
      const key = JSON.stringify(settings)
      const known = others.get(key)
      if (known) return known
      const other = withSettings(scenario, settings)
      const made = other.ok ? ok(createOne(other.value, presetId, run)) : other
      others.set(key, made)
      return made
    },
  }
}

/** An empty trace, in place of one run too many. */
function notRun(scenario: Scenario): Trace {
  const trace = emptyTrace(scenario)
  const reason = `not run, since a step may ask for ${MOST_OTHERS} runs besides its own at the most`
  return { ...trace, result: { ...trace.result, outcome: { kind: 'stopped', reason, atSeconds: 0 } } }
}

/** Paths of problems are the names of the settings. */
export function withSettings(scenario: Scenario, settings: Readonly<Record<string, string>>): Result<Scenario> {
  const laid = layOver(toScenarioJson(scenario), new Map(Object.entries(settings)))
  return laid.problems.length > 0 ? failed(laid.problems) : ok(laid.scenario)
}

const BEGINNING = ', the beginning'

/**
 * The scenario up to `until` seconds of the program’s own time. The last phase loses the share of its deaths that falls
 * into the rest, because deaths are spread evenly.
 */
export function cutScenario(scenario: Scenario, until: number): Scenario {
  let left = until
  const phases = scenario.program.phases.flatMap((phase) => {
    const duration = Math.min(left, phase.duration)
    left -= duration
    return duration > 0 ? [{ ...phase, duration, oldDeathRate: (phase.oldDeathRate * duration) / phase.duration }] : []
  })
  return {
    ...scenario,
    // With its own title, a preset that is cut would be shown as one that somebody has changed.
    title: scenario.title && `${scenario.title.slice(0, MAX_TITLE - BEGINNING.length)}${BEGINNING}`,
    program: { ...scenario.program, phases },
    changes: scenario.changes.filter(({ at }) => at <= until),
  }
}

/** The clock of the time axis in a lesson’s figure: elapsed time for a service that is driven by the clock. */
export function clockOfLesson({ model, program }: Scenario): Clock {
  return model === 'runtime' && program.pace === 'clock' ? 'wall' : 'cpu'
}

/** The end of the time axis in a lesson’s figure, in seconds. */
export function axisEnd({ scenario, trace }: Pick<Experiment, 'scenario' | 'trace'>): number {
  return clockOfLesson(scenario) === 'wall' ? trace.result.wallSeconds : trace.result.totalSeconds
}
