import { failedAt, ok, type Result } from '../result.ts'
import { parametersOf } from './params.ts'
import type { Scenario } from './types.ts'
import { SCENARIO_VERSION, validateScenario } from './validate.ts'
import { type JsonValue, toJsonValue, type Value } from './value.ts'

type JsonFields = Record<string, JsonValue>

/** A scenario as JSON, every default filled in and sizes in bytes. */
export interface ScenarioJson {
  readonly [key: string]: unknown
  readonly version: number
  readonly title: string
  readonly program: { readonly [key: string]: unknown; readonly phases: readonly JsonFields[] }
  readonly changes: readonly JsonFields[]
}

/** Parses scenario JSON text. Text that is not JSON is one problem with an empty path. */
export function parseScenario(text: string): Result<Scenario> {
  const raw = parseJson(text)
  return raw.ok ? validateScenario(raw.value) : raw
}

/** Parses JSON text, with or without a byte order mark. Text that is not JSON is one problem with an empty path. */
export function parseJson(text: string): Result<unknown> {
  try {
    return ok(JSON.parse(text.replace(/^\ufeff/, '')))
  } catch (error) {
    return failedAt('', `this is not JSON: ${(error as Error).message}`)
  }
}

/** The JSON form of a scenario. `validateScenario` gives back the same scenario. */
export function toScenarioJson(scenario: Scenario): ScenarioJson {
  const { program } = scenario
  return {
    version: SCENARIO_VERSION,
    title: scenario.title,
    ...toFields(scenario, 'scenario'),
    program: { ...toFields(program, 'program'), phases: program.phases.map((phase) => toFields(phase, 'phase')) },
    changes: scenario.changes.map((change) =>
      Object.fromEntries(Object.entries<Value>(change).map(([key, value]) => [key, toJsonValue(value)])),
    ),
  }
}

function toFields(source: object, place: 'scenario' | 'program' | 'phase'): JsonFields {
  const values = source as Record<string, Value>
  const fields: JsonFields = {}
  for (const { key } of parametersOf(place)) {
    const value = values[key]
    if (value !== undefined) fields[key] = toJsonValue(value)
  }
  return fields
}

/** The settings and the program's values of a scenario, by key: everything except title, phases and changes. */
export function knobValues(scenario: Scenario): Readonly<Record<string, Value>> {
  const { title: _title, changes: _changes, program, ...settings } = scenario
  const { phases: _phases, ...values } = program
  return { ...settings, ...values }
}
