import { asLimit, describeContainerFigures } from './container-figures.ts'
import type { InputKind } from './input-kind.ts'

const AS_LINES = 'as lines NAME=value'

const APP_ENGINE = `this is an app.yaml of App Engine, which is not read: paste its env_variables ${AS_LINES}, and give the memory of its instance class ${asLimit()}`
const SERVICE_LIST = `its services are a list, as in a render.yaml, which is not read: paste its envVars ${AS_LINES}, and give the memory of its plan ${asLimit()}`
const CSV =
  'this is CSV, as Grafana exports it, in which names, units and times are those of a panel: paste the answer of Prometheus in JSON instead (the query inspector of Grafana shows it), or two scrapes of /metrics'

/**
 * Why a text is not read, whose form is known, and what to give instead; undefined for any other text.
 * @param head the beginning of it
 * @param kind what it is taken for otherwise
 */
export function refusedForm(head: string, kind: InputKind | undefined): string | undefined {
  if (kind === 'gctrace') return undefined
  const lines = head.split(/\r?\n/).filter((line) => /^[^#]*[^#\s]/.test(line))
  if (isAppEngine(lines)) return APP_ENGINE
  const services = lines.findIndex((line) => /^services\s*:/.test(line))
  if (services >= 0 && /^\s*-\s/.test(lines[services + 1] ?? '')) return SERVICE_LIST
  if (kind !== undefined) return undefined
  if (isTimeCsv(lines)) return CSV
  return describeContainerFigures(lines.map((line) => line.trim()))
}

/** A column of times, and others of numbers, maybe with units: a log as CSV has texts. */
function isTimeCsv(lines: readonly string[]): boolean {
  const [header = '', row = ''] = lines.filter((line) => !/^\ufeff?sep=.$/.test(line))
  const [, separator] = /^\ufeff?"?time"?([,;\t])/i.exec(header) ?? []
  const [time = '', ...values] = separator === undefined ? [] : row.split(separator)
  const isNumber = (cell: string) => /^"?([-+\d.e]{1,25}( ?[\w%/]{1,8})?)?"?$/.test(cell.trim())
  return /^"?\d/.test(time) && values.length > 0 && values.every(isNumber)
}

/** Keys of its outermost map (cloud.google.com, “app.yaml configuration file”). */
function isAppEngine(lines: readonly string[]): boolean {
  const isRuntime = (line: string) => /^runtime\s*:/.test(line)
  const isOther = (line: string) =>
    /^(env_variables|instance_class|handlers|(automatic|basic|manual)_scaling)\s*:|^env\s*:\s*flex/.test(line)
  return lines.some(isRuntime) && lines.some(isOther)
}
