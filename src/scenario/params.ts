import type { Parameter, Place } from './parameter.ts'
import { RUNTIME_TABLE } from './runtime-table.ts'
import { COMMON_TABLE } from './table.ts'

export const MAX_PHASES = 1000
export const MAX_CHANGES = 1000
export const MAX_TITLE = 200

/** The one table of parameters: it drives validation, controls, links and help. */
export const PARAMETERS: readonly Parameter[] = [...COMMON_TABLE, ...RUNTIME_TABLE]

export type ParameterKey = (typeof COMMON_TABLE)[number]['key'] | (typeof RUNTIME_TABLE)[number]['key']

const BY_KEY: ReadonlyMap<string, Parameter> = new Map(PARAMETERS.map((p) => [p.key, p]))

export function findParameter(key: string): Parameter | undefined {
  return BY_KEY.get(key)
}

/** The parameter with this key, which is always in the table. */
export function parameter(key: ParameterKey): Parameter {
  const found = BY_KEY.get(key)
  if (!found) throw new Error(`no parameter "${key}"`)
  return found
}

export function parametersOf(place: Place): readonly Parameter[] {
  return PARAMETERS.filter((p) => p.place === place)
}
