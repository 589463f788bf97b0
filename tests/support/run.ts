import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'

/** A scenario from JSON fields (without the version); a problem in it is a mistake of the test. */
export function scenarioOf(fields: Record<string, unknown>): Scenario {
  const result = validateScenario({ version: 1, ...fields })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

/** Runs a scenario given as JSON fields. */
export function run(fields: Record<string, unknown>): Trace {
  return simulate(scenarioOf(fields))
}

/** A trace as numbers that are quick to compare: the result, and of every column its length and its weighted sum. */
export function digestOf({ result, points, cycles, segments, holds }: Trace): object {
  const sums = [points, points.runtime, cycles, cycles.runtime].flatMap((group) =>
    Object.entries(group ?? {}).map(([name, column]) => [name, ArrayBuffer.isView(column) ? sumOf(column) : column]),
  )
  return { result, segments, holds: holds.length, sums: sums.filter(([, value]) => typeof value !== 'object') }
}

function sumOf(column: ArrayBufferView): string {
  const numbers = column as Float64Array
  let sum = 0
  for (let i = 0; i < numbers.length; i++) if (Number.isFinite(numbers[i])) sum += numbers[i]! * ((i % 97) + 1)
  return `${numbers.length}: ${sum}`
}
