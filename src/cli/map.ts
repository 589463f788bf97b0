import { axesBetween, GOGC_RANGE, limitRange, type MapAxes, type Range, toAxes } from '../explore/map/axes.ts'
import { simulateCell } from '../explore/map/cell.ts'
import { MAP_HEADER, toMapLine } from '../explore/map/csv.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../result.ts'
import { findParameter } from '../scenario/params.ts'
import type { Scenario } from '../scenario/types.ts'
import { validateValue } from '../scenario/value.ts'
import { clip, type Limit, limitBytes } from '../units.ts'
import type { CliIo } from './io.ts'
import type { Parsed } from './options.ts'
import { writeProblems } from './simulate.ts'
import { loadScenario } from './source.ts'

/** A call of `sawtooth map` that makes sense. */
export interface MapCall {
  readonly source: string
  readonly gogc: Range | undefined
  readonly limit: Range | undefined
  readonly columns: number
  readonly rows: number
}

export const MAP_OPTIONS = ['gogc', 'memory-limit', 'columns', 'rows'] as const

const COLUMNS = 16
const ROWS = 12
const MOST = 256

/** What `map` was told. Every problem is one of usage. */
export function toMap({ sources, values }: Parsed): Result<MapCall> {
  const [source, ...more] = sources
  const one = source !== undefined && more.length === 0
  const gogc = parseRange('gogc', 'gogc', values.get('gogc'))
  const limit = parseRange('memory-limit', 'memoryLimit', values.get('memory-limit'))
  const columns = parseCount('columns', values.get('columns'), COLUMNS)
  const rows = parseCount('rows', values.get('rows'), ROWS)
  if (one && gogc.ok && limit.ok && columns.ok && rows.ok)
    return ok({ source, gogc: gogc.value, limit: limit.value, columns: columns.value, rows: rows.value })
  const problems: Problem[] = one ? [] : [{ path: '', message: `map takes one SCENARIO, not ${sources.length}` }]
  for (const part of [gogc, limit, columns, rows]) if (!part.ok) problems.push(...part.problems)
  return failed(problems)
}

function parseCount(name: string, text: string | undefined, standard: number): Result<number> {
  if (text === undefined) return ok(standard)
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return ok(count)
  return failedAt('', `--${name} ${clip(text)}: write a whole number from 1 to ${MOST}`)
}

/** `A..B`, both of them values of the parameter above 0, rising; one value stands for both. */
function parseRange(name: string, key: string, text: string | undefined): Result<Range | undefined> {
  if (text === undefined) return ok(undefined)
  const ends = text.split('..').map((end) => parseEnd(key, end.trim()))
  const [from, to = from] = ends
  if (ends.length > 2 || from === undefined || to === undefined || from > to)
    return failedAt(
      '',
      `--${name} ${clip(text)}: write two values, the smaller one first, such as ${EXAMPLES[name] ?? ''}`,
    )
  return ok({ from, to })
}

const EXAMPLES: Readonly<Record<string, string>> = { gogc: '50..400', 'memory-limit': '1GiB..4GiB' }

/** A number above 0; off needs no range: it is on every map. */
function parseEnd(key: string, text: string): number | undefined {
  const parameter = findParameter(key)
  if (!parameter) throw new Error(`no parameter ${key}`)
  const value = validateValue(parameter, key === 'gogc' ? Number(text === '' ? Number.NaN : text) : text)
  if (!value.ok) return undefined
  const { value: found } = value
  const number =
    key === 'gogc' ? (found as { readonly percent?: number }).percent : limitBytes(found as unknown as Limit)
  return number !== undefined && number > 0 && Number.isFinite(number) ? number : undefined
}

/**
 * `sawtooth map SCENARIO`: the run under every GOGC and GOMEMLIMIT of a grid as CSV, a line as soon as it is known.
 * @returns the exit code: 1 where the scenario has problems
 */
export async function runMap(call: MapCall, io: CliIo): Promise<number> {
  const state = await loadScenario(call.source, io)
  if (!state.ok) {
    await writeProblems(state.problems, io)
    return 1
  }
  const { scenario } = state.value
  const { gogcs, limits } = axesOf(scenario, call)
  await io.write(MAP_HEADER)
  for (const limit of limits) for (const gogc of gogcs) await io.write(toMapLine(simulateCell(scenario, gogc, limit)))
  return 0
}

function axesOf(scenario: Scenario, { gogc, limit, ...resolution }: MapCall): MapAxes {
  if (!gogc && !limit && resolution.columns > 1 && resolution.rows > 1) return toAxes(scenario, resolution)
  return axesBetween(gogc ?? GOGC_RANGE, limit ?? limitRange(scenario), resolution)
}
