import { knobValues } from '../scenario/json.ts'
import type { Parameter, Place } from '../scenario/parameter.ts'
import { findParameter, MAX_CHANGES, MAX_PHASES, PARAMETERS, parametersOf } from '../scenario/params.ts'
import type { Change, ModelKind, Scenario } from '../scenario/types.ts'
import { SCENARIO_VERSION, validateScenario } from '../scenario/validate.ts'
import { isSameValue, type Value } from '../scenario/value.ts'
import { OFF } from '../units.ts'
import type { Pairs } from './pairs.ts'
import { toNumberText, toRaw, toText } from './text.ts'

/**
 * The pairs of a packed scenario. Only values that differ from their default are written.
 *
 *   phases=2&title=…&gogc=off&duration=1,4&allocRate=20MiB,40MiB&newSurvivalRate=1&at=5&at.gogc=50
 *
 * One key per parameter. Keys of phases are columns with an entry per phase, keys of changes (`at.…`) with one per
 * change. An empty entry is the default (in a change: nothing). Columns keep similar values together, for compression.
 */
const PHASES = 'phases'
const TITLE = 'title'
const AT = 'at'
const AT_PREFIX = 'at.'

const CHANGEABLE = PARAMETERS.filter(({ changes }) => changes)

type Values = Readonly<Record<string, Value | undefined>>
type Raw = Record<string, unknown>

export function toColumns(scenario: Scenario): Pairs {
  const { program } = scenario
  const values = knobValues(scenario)
  const pairs = new Map([[PHASES, String(program.phases.length)]])
  if (scenario.title !== '') pairs.set(TITLE, encodeURIComponent(scenario.title.toWellFormed()))
  addKnobs(pairs, [...parametersOf('scenario'), ...parametersOf('program')], values, scenario.model)
  const phases: readonly Values[] = program.phases
  for (const parameter of parametersOf('phase')) {
    const entries = phases.map((phase) => toEntry(parameter, phase[parameter.key], parameter.default))
    addColumn(pairs, parameter.key, entries)
  }
  if (scenario.changes.length > 0) addChanges(pairs, scenario.changes)
  return pairs
}

/** Whether packed pairs hold a whole scenario; otherwise they vary a preset, as readable ones do. */
export function hasColumns(pairs: Pairs): boolean {
  return pairs.has(PHASES)
}

export function isColumnKey(key: string): boolean {
  if (key === PHASES || key === TITLE || key === AT) return true
  if (key.startsWith(AT_PREFIX)) return findParameter(key.slice(AT_PREFIX.length))?.changes === true
  const place = findParameter(key)?.place
  return place !== undefined && place !== 'change'
}

interface ColumnsJson extends Raw {
  readonly program: Raw
}

/** Packed pairs as JSON, to be validated. Keys that are no scenario's are left to the caller (`isColumnKey`). */
export function parseColumns(pairs: Pairs): ColumnsJson {
  const knobs = (place: Place) =>
    parametersOf(place).flatMap((parameter) => {
      const text = pairs.get(parameter.key)
      return text === undefined ? [] : [[parameter.key, toRaw(parameter, text)] as const]
    })
  const title = pairs.get(TITLE)
  return {
    version: SCENARIO_VERSION,
    ...(title === undefined ? {} : { title: decodeTitle(title) }),
    ...Object.fromEntries(knobs('scenario')),
    program: { ...Object.fromEntries(knobs('program')), phases: parsePhases(pairs) },
    changes: parseChanges(pairs),
  }
}

function parsePhases(pairs: Pairs): readonly Raw[] {
  // One more than allowed is enough for validation to refuse the list.
  const count = Math.min(Number(pairs.get(PHASES)) || 0, MAX_PHASES + 1)
  const columns = parametersOf('phase').map((parameter) => toColumn(parameter, parameter.key, pairs, count))
  return toItems(columns, count)
}

function parseChanges(pairs: Pairs): readonly Raw[] {
  const at = pairs.get(AT)?.split(',', MAX_CHANGES + 1) ?? []
  const columns = CHANGEABLE.map((parameter) => toColumn(parameter, AT_PREFIX + parameter.key, pairs, at.length))
  return toItems([[AT, at.map((entry) => (entry === '' ? undefined : Number(entry)))], ...columns], at.length)
}

/** The table's defaults and those that depend on the model (cpuLimiter), as validation fills them in. */
function defaultsOf(model: ModelKind): Values {
  const blank = validateScenario({ version: SCENARIO_VERSION, model, program: { phases: [] } })
  if (!blank.ok) throw new Error(`the defaults of model "${model}" are no valid scenario`)
  return knobValues(blank.value)
}

function addKnobs(pairs: Map<string, string>, parameters: readonly Parameter[], values: Values, model: ModelKind) {
  const defaults = defaultsOf(model)
  for (const parameter of parameters) {
    const { key } = parameter
    // These are the defaults of this very model, so the model would never differ from them.
    const standard = key === 'model' ? parameter.default : isChosenByGo(key, values) ? undefined : defaults[key]
    const entry = toEntry(parameter, values[key], standard)
    if (entry !== '') pairs.set(key, entry)
  }
}

/** Under a CPU quota, Go chooses GOMAXPROCS unless the link states it, so links always state it then. */
export function isChosenByGo(key: string, { cpuQuota }: Values): boolean {
  return key === 'procs' && cpuQuota !== undefined && !isSameValue(cpuQuota, OFF)
}

function addChanges(pairs: Map<string, string>, changes: readonly Change[]): void {
  pairs.set(AT, changes.map(({ at }) => toNumberText(at)).join(','))
  for (const parameter of CHANGEABLE) {
    const values: readonly Values[] = changes
    const entries = values.map((change) => toEntry(parameter, change[parameter.key], undefined))
    addColumn(pairs, AT_PREFIX + parameter.key, entries)
  }
}

function addColumn(pairs: Map<string, string>, key: string, entries: readonly string[]): void {
  const text = entries.join(',').replace(/,+$/, '')
  if (text !== '') pairs.set(key, text)
}

function toEntry(parameter: Parameter, value: Value | undefined, standard: Value | undefined): string {
  if (value === undefined || (standard !== undefined && isSameValue(value, standard))) return ''
  return toText(parameter, value)
}

type Column = readonly [key: string, values: readonly unknown[]]

function toColumn(parameter: Parameter, key: string, pairs: Pairs, count: number): Column {
  const entries = pairs.get(key)?.split(',', count) ?? []
  return [parameter.key, entries.map((entry) => (entry === '' ? undefined : toRaw(parameter, entry)))]
}

function toItems(columns: readonly Column[], count: number): readonly Raw[] {
  return Array.from({ length: count }, (_, i) => {
    const fields = columns.map(([key, values]) => [key, values[i]] as const)
    return Object.fromEntries(fields.filter(([, value]) => value !== undefined))
  })
}

function decodeTitle(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
