import type { Advice, AdviceOption } from '../../../src/explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { withSetting } from '../../../src/explore/advice/settings.ts'
import type { EnsembleOutcome } from '../../../src/explore/advice/sure.ts'
import { createBudget, type Trial, tryRun } from '../../../src/explore/advice/trial.ts'
import { RANGE_FIGURES } from '../../../src/prediction/allowance.ts'
import type { Outlook } from '../../../src/prediction/outlook.ts'
import { defaultScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { GIB, MIB, OFF, toLimit } from '../../../src/units.ts'

/** A scenario's run, as a search for advice makes it. */
export function trialOf(scenario: Scenario): Trial {
  return tryRun(createBudget(), scenario).next().value
}

/** The spike to 30 MiB live, 60 MiB at its peak, which is healthy. */
const SPIKE = trialOf(defaultScenario())

/** An option that holds: the spike under a limit of 90 MiB in a container of 100 MiB, for 10 a month. */
export function optionOf(more: Partial<AdviceOption> = {}): AdviceOption {
  const setting = more.setting ?? {
    gogc: { kind: 'percent', percent: 100 },
    memoryLimit: toLimit(90 * MIB),
    containerLimit: toLimit(100 * MIB),
  }
  return {
    name: 'limit-alone',
    setting,
    scenario: withSetting(defaultScenario(), { containerLimit: toLimit(100 * MIB), ...setting }),
    plain: SPIKE,
    grown: SPIKE,
    grade: 'holds',
    sure: undefined,
    cost: { cores: 1, reservedBytes: GIB, gib: 1, perMonth: 10 },
    outgrows: false,
    survivesGrowth: 0.4,
    ...more,
  }
}

/** What was found in a container of 100 MiB, where 30 MiB are live at most. */
export function adviceOf(more: Partial<Advice> = {}): Advice {
  const asIs = optionOf({ name: 'as-is', setting: { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } })
  return {
    demand: USUAL_DEMAND,
    options: [asIs],
    recommended: 'as-is',
    trust: undefined,
    isBeforeLimits: false,
    container: 100 * MIB,
    memoryHigh: Infinity,
    live: 30 * MIB,
    outgrown: null,
    isTooLong: false,
    ...more,
  }
}

const SPREAD = { low: 0.01, likely: 0.02, high: 0.04 }
const MEMORY = { low: 50 * MIB, likely: 60 * MIB, high: 80 * MIB }

/** What all programs that fit an input do: this share of them is killed. */
export function sureOf(killed: number, outlook?: Outlook, grown?: Outlook): EnsembleOutcome {
  const outcomes = { completed: 1 - killed, 'oom-killed': killed }
  const spread = Object.fromEntries(RANGE_FIGURES.map((key) => [key, SPREAD])) as EnsembleOutcome['spread']
  return {
    spread: { ...spread, peakContainerBytes: MEMORY },
    throttledShare: { low: 0, likely: 0, high: 0 },
    outcomes,
    open: [],
    mayOutgrow: false,
    wasKilled: false,
    passesMemoryHigh: false,
    outlook,
    grown: { outcomes, outlook: grown, mostBytes: 120 * MIB },
  }
}
