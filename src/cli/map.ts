import { axesBetween, GOGC_RANGE, limitRange, type MapAxes, type Range, toAxes } from '../explore/map/axes.ts'
import { createSharedCells } from '../explore/map/cell.ts'
import { MAP_HEADER, toMapLine } from '../explore/map/words.ts'
import { describeUnread } from '../known/unread-settings.ts'
import { failed, failedAt, ok, type Result } from '../result.ts'
import type { Scenario } from '../scenario/types.ts'
import { toJsonValue } from '../scenario/value.ts'
import { clip } from '../units.ts'
import type { CliIo } from './io.ts'
import type { Parsed } from './options.ts'
import { loadProgram } from './program.ts'
import { SELECTION_OPTIONS, type Selection, toSelection } from './selection.ts'
import { refuse } from './simulate.ts'
import { createValues, parseSetting } from './values.ts'

interface MapCall extends Selection {
  readonly sources: readonly string[]
  readonly gogc: Range | undefined
  readonly limit: Range | undefined
  readonly columns: number
  readonly rows: number
}

export const MAP_OPTIONS = ['gogc', 'memory-limit', 'columns', 'rows', ...SELECTION_OPTIONS] as const

const COLUMNS = 16
const ROWS = 12
const MOST = 256

export function toMap(parsed: Parsed): Result<MapCall> {
  const values = createValues(parsed, 'map needs an input or a scenario')
  const call = {
    sources: parsed.sources,
    gogc: values.get('gogc', (name, text) => parseRange(name, 'gogc', text)),
    limit: values.get('memory-limit', (name, text) => parseRange(name, 'memoryLimit', text)),
    columns: values.get('columns', parseCount) ?? COLUMNS,
    rows: values.get('rows', parseCount) ?? ROWS,
    ...toSelection(values),
  }
  return values.problems.length > 0 ? failed(values.problems) : ok(call)
}

function parseCount(name: string, text: string): Result<number> {
  const count = Number(text)
  if (Number.isInteger(count) && count >= 1 && count <= MOST) return ok(count)
  return failedAt('', `--${name} ${clip(text)}: write a whole number from 1 to ${MOST}`)
}

/** `A..B`: two rising values above 0 of the setting; one value counts as both. Off is on every map. */
function parseRange(name: string, key: 'gogc' | 'memoryLimit', text: string): Result<Range> {
  const ends = text.split('..').map((end) => parseSetting(name, key, end.trim()))
  const [from = 0, to = from, ...more] = ends.map((end) => (end.ok ? Number(toJsonValue(end.value)) : 0))
  if (more.length === 0 && from > 0 && from <= to) return ok({ from, to })
  return failedAt('', `--${name} ${clip(text)}: write two ${EXAMPLES[key]}`)
}

const EXAMPLES = {
  gogc: 'whole percentages, the smaller one first, such as 50..400',
  memoryLimit: 'values, the smaller one first, such as 1GiB..4GiB',
}

/**
 * `sawtooth map INPUT…|SCENARIO`: the run with every GOGC and GOMEMLIMIT of a grid as CSV, each line when it is known.
 * @returns the exit code: 1 if the program has problems
 */
export async function runMap(call: MapCall, io: CliIo): Promise<number> {
  const program = await loadProgram(call.sources, io, call)
  if (!program.ok) return refuse(program.problems, io)
  const { scenario, warnings, circumstances, unread, facts } = program.value
  for (const warning of warnings) io.warn(warning)
  for (const one of unread) io.warn(describeUnread(one))
  if (facts?.isBeforeLimits) io.warn(NO_LIMITS)
  const { gogcs, limits: all } = axesOf(scenario, call)
  const limits = facts?.isBeforeLimits ? [Infinity] : all
  await io.write(MAP_HEADER)
  const cellOf = createSharedCells(scenario, circumstances)
  for (const limit of limits) for (const gogc of gogcs) await io.write(toMapLine(cellOf(gogc, limit)))
  return 0
}

const NO_LIMITS = 'this Go has no memory limit, which needs Go 1.19 or later: the map has only the runs without one'

/** Off is on every axis without a given range. With a range, a single setting is its first. */
function axesOf(scenario: Scenario, { gogc, limit, ...resolution }: MapCall): MapAxes {
  if (!gogc && !limit) return toAxes(scenario, resolution)
  const { gogcs, limits } = axesBetween(gogc ?? GOGC_RANGE, limit ?? limitRange(scenario), resolution)
  return {
    gogcs: gogc || resolution.columns > 1 ? gogcs : [Infinity],
    limits: limit || resolution.rows > 1 ? limits : [Infinity],
  }
}
