import type { Clock } from '../model/clock.ts'
import { emptyTrace } from '../model/empty.ts'
import { simulate } from '../model/simulate.ts'
import type { SimulateOptions } from '../model/simulators.ts'
import type { Trace } from '../model/trace.ts'
import type { Circumstances } from '../model/verdict.ts'
import { failed, ok, type Result } from '../result.ts'
import { toScenarioJson } from '../scenario/json.ts'
import { machineMemoryOf } from '../scenario/presets/catalogue.ts'
import type { Scenario } from '../scenario/types.ts'
import { layOver } from '../share/knobs.ts'

/**
 * Where a run of a lesson is given up: some 100 ms. The course needs no more than some 500 cycles, but a lesson in a link
 * can ask for any number of them, and its page computes them before it shows the text.
 */
const BOUNDS: SimulateOptions = { maxCycles: 50_000, maxSteps: 200_000, givesUpEarly: true }

/** The most runs that the formulas of one step may ask for besides its own. */
const MOST_OTHERS = 20

/** Runs a scenario as lessons do: what would take too long is stopped. */
export function runForLesson(scenario: Scenario): Trace {
  return simulate(scenario, BOUNDS)
}

/** A scenario that has run, and the same under other settings: what the formulas of a lesson read. */
export interface Experiment {
  readonly scenario: Scenario
  readonly trace: Trace
  readonly circumstances: Circumstances
  /** The same with other settings, as links write them; each is run once, and 20 are run at the most. */
  with(settings: Readonly<Record<string, string>>): Result<Experiment>
}

/** Runs a scenario, once something of the run is asked for. `run`: where its trace is known already. */
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

/** What stands for a run that is one too many: nothing of it is known. */
function notRun(scenario: Scenario): Trace {
  const trace = emptyTrace(scenario)
  const reason = `not run, since a step may ask for ${MOST_OTHERS} runs besides its own at the most`
  return { ...trace, result: { ...trace.result, outcome: { kind: 'stopped', reason, atSeconds: 0 } } }
}

/** A scenario with some settings replaced, or what is wrong with them. Paths are the settings’ names. */
export function withSettings(scenario: Scenario, settings: Readonly<Record<string, string>>): Result<Scenario> {
  const laid = layOver(toScenarioJson(scenario), new Map(Object.entries(settings)))
  return laid.problems.length > 0 ? failed(laid.problems) : ok(laid.scenario)
}

/**
 * The beginning of a program: the same run, up to `until` seconds of the program’s own time. What a phase loses is cut
 * in proportion, since it loses it evenly.
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
    program: { ...scenario.program, phases },
    changes: scenario.changes.filter(({ at }) => at <= until),
  }
}

/** What the time axis of a lesson’s figure counts: elapsed time for a service that is driven by the clock. */
export function clockOfLesson({ model, program }: Scenario): Clock {
  return model === 'runtime' && program.pace === 'clock' ? 'wall' : 'cpu'
}

/** The length of a run on that axis, in seconds. */
export function axisEnd({ scenario, trace }: Pick<Experiment, 'scenario' | 'trace'>): number {
  return clockOfLesson(scenario) === 'wall' ? trace.result.wallSeconds : trace.result.totalSeconds
}
