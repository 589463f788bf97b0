import { failed, failedAt, isRecord, ok, type Problem, type Result } from '../result.ts'
import { clip } from '../units.ts'
import type { Parameter, Place } from './parameter.ts'
import { findParameter, MAX_CHANGES, MAX_PHASES, MAX_TITLE, parametersOf } from './params.ts'
import { procsForQuota } from './procs-for-quota.ts'
import { secondsOf } from './rates.ts'
import type { Change, FieldsOf, Phase, Program, Scenario } from './types.ts'
import { isNot, show, type Value, validateValue } from './value.ts'

/** The scenario format this build reads and writes. */
export const SCENARIO_VERSION = 1

type Fields = Record<string, unknown>
type Report = (path: string, message: string) => void

/**
 * Turns foreign data into a scenario with every default filled in and changes sorted by time (ties keep their order).
 * Nothing is guessed or dropped: unknown keys, wrong types and values out of range are problems, and all are listed.
 */
export function validateScenario(raw: unknown): Result<Scenario> {
  if (!isRecord(raw)) return failedAt('', `a scenario is a JSON object, not ${show(raw)}`)
  const problems: Problem[] = []
  const report: Report = (path, message) => problems.push({ path, message })

  validateVersion(raw.version, report)
  checkKeys(raw, ['version', 'title', 'program', 'changes'], 'scenario', '', report)
  const title = validateTitle(raw.title, report)
  const settings = validateFields(raw, 'scenario', '', report)
  const program = validateProgram(raw.program, report)
  const changes = validateChanges(raw.changes, program.phases, report)
  // The table has no default: it depends on the model.
  const cpuLimiter = settings.cpuLimiter ?? settings.model === 'runtime'
  if (raw.procs === undefined) chooseProcs(settings)
  if (settings.model === 'runtime') checkWholeGogc(settings, changes, report)
  if (problems.length > 0) return failed(problems)
  return ok({ ...settings, cpuLimiter, title, program, changes })
}

/** Without a stated GOMAXPROCS, Go derives it from the quota. The machine is assumed to have enough CPUs. */
function chooseProcs(settings: Record<string, Value>): void {
  const { model, cpuQuota } = settings
  if (model === 'runtime' && isRecord(cpuQuota) && cpuQuota.kind === 'cpus')
    settings.procs = procsForQuota(cpuQuota.cpus as number)
}

/** Go's own GOGC is a 32-bit integer; only the guide model takes fractions. */
function checkWholeGogc(settings: Record<string, Value>, changes: readonly Change[], report: Report): void {
  const check = (value: unknown, path: string) => {
    if (isRecord(value) && value.kind === 'percent' && !Number.isInteger(value.percent))
      report(path, `${value.percent} is not a whole number; the runtime model needs one`)
  }
  check(settings.gogc, 'gogc')
  changes.forEach((change, i) => {
    check(change.gogc, `changes[${i}].gogc`)
  })
}

function validateVersion(raw: unknown, report: Report): void {
  if (raw === SCENARIO_VERSION) return
  if (typeof raw === 'number' && Number.isInteger(raw) && raw > SCENARIO_VERSION)
    report('version', `version ${raw} is newer than this Sawtooth, which reads version ${SCENARIO_VERSION}`)
  else report('version', isNot(raw, 'a scenario version', `${SCENARIO_VERSION}`))
}

function validateTitle(raw: unknown, report: Report): string {
  if (raw === undefined) return ''
  if (typeof raw !== 'string') report('title', isNot(raw, 'text'))
  else if (raw.length > MAX_TITLE) report('title', `is longer than ${MAX_TITLE} characters`)
  else if (!raw.isWellFormed()) report('title', 'holds half a character (a lone surrogate)')
  else return raw
  return ''
}

function validateProgram(raw: unknown, report: Report): Program {
  if (!isRecord(raw)) {
    report('program', isNot(raw, 'a program', '{"phases": [{"duration": 1, "allocRate": "20MiB"}]}'))
    return { ...validateFields({}, 'program', '', () => {}), phases: [] }
  }
  checkKeys(raw, ['phases'], 'program', 'program.', report)
  return { ...validateFields(raw, 'program', 'program.', report), phases: validatePhases(raw.phases, report) }
}

function validatePhases(raw: unknown, report: Report): Phase[] {
  const path = 'program.phases'
  const items = validateList(raw, path, MAX_PHASES, 'phases', report)
  return items.map((item, i) => {
    const at = `${path}[${i}]`
    if (!isRecord(item)) {
      report(at, isNot(item, 'a phase'))
      return validateFields({}, 'phase', '', () => {})
    }
    checkKeys(item, [], 'phase', `${at}.`, report)
    return validateFields(item, 'phase', `${at}.`, report)
  })
}

function validateChanges(raw: unknown, phases: readonly Phase[], report: Report): Change[] {
  if (raw === undefined) return []
  const end = secondsOf({ phases })
  const changes = validateList(raw, 'changes', MAX_CHANGES, 'changes', report).map((item, i) =>
    validateChange(item, `changes[${i}]`, end, report),
  )
  return changes.sort((a, b) => a.at - b.at)
}

function validateChange(raw: unknown, path: string, end: number, report: Report): Change {
  if (!isRecord(raw)) {
    report(path, isNot(raw, 'a change', '{"at": 5, "gogc": 50}'))
    return { at: 0 }
  }
  const change: Record<string, unknown> = { at: validateAt(raw.at, `${path}.at`, end, report) }
  for (const [key, value] of Object.entries(raw)) {
    if (key === 'at') continue
    const parameter = findParameter(key)
    if (parameter?.changes) change[key] = validateField(parameter, value, `${path}.${key}`, report)
    else report(`${path}.${clip(key)}`, parameter ? 'cannot change while the program runs' : 'unknown key')
  }
  return change as Change
}

function validateAt(raw: unknown, path: string, end: number, report: Report): number {
  if (typeof raw !== 'number' || !Number.isFinite(raw)) report(path, isNot(raw, 'a time in seconds'))
  else if (raw < 0) report(path, `${raw} is before the program starts`)
  // Sums of durations round: a change at the sum as people compute it is at the end, not after it.
  else if (raw > end * (1 + 1e-12)) report(path, `${raw} is after the program's end at ${end}`)
  else return Math.min(raw, end) + 0
  return 0
}

function validateList(raw: unknown, path: string, most: number, what: string, report: Report): readonly unknown[] {
  if (!Array.isArray(raw)) report(path, isNot(raw, `a list of ${what}`))
  else if (raw.length > most) report(path, `holds ${raw.length} ${what}; at most ${most} are allowed`)
  else return raw
  return []
}

function validateFields<P extends Place>(fields: Fields, place: P, prefix: string, report: Report): FieldsOf<P> {
  const values: Record<string, Value> = {}
  for (const parameter of parametersOf(place)) {
    const raw = Object.hasOwn(fields, parameter.key) ? fields[parameter.key] : parameter.default
    // A flag without a default depends on the model (cpuLimiter); any other value without a default is required.
    if (raw === undefined && parameter.kind === 'flag') continue
    const value = validateField(parameter, raw, prefix + parameter.key, report)
    if (value !== undefined) values[parameter.key] = value
  }
  // A value may be missing here. A problem has been reported then, and nobody reads the values.
  return values as FieldsOf<P>
}

function validateField(parameter: Parameter, raw: unknown, path: string, report: Report): Value | undefined {
  const result = validateValue(parameter, raw)
  if (result.ok) return result.value
  for (const { message } of result.problems) report(path, message)
  return undefined
}

function checkKeys(fields: Fields, also: readonly string[], place: Place, prefix: string, report: Report): void {
  for (const key of Object.keys(fields)) {
    if (also.includes(key) || findParameter(key)?.place === place) continue
    const home = findParameter(key)?.place
    report(prefix + clip(key), home ? `belongs ${HOMES[home]}` : 'unknown key')
  }
}

const HOMES: Readonly<Record<Place, string>> = {
  scenario: 'at the top level',
  program: 'in program',
  phase: 'in a phase',
  change: 'in an entry of changes',
}
