import { asLimit, describeContainerFigures } from './container-figures.ts'
import type { InputKind } from './input-kind.ts'

const AS_LINES = 'as lines NAME=value'

const APP_ENGINE = `we cannot read an app.yaml of App Engine: paste its env_variables ${AS_LINES}, and give the memory of its instance class ${asLimit()}`
const SERVICE_LIST = `we cannot read a list of services, as in a render.yaml: paste its envVars ${AS_LINES}, and give the memory of its plan ${asLimit()}`
const CSV =
  'we cannot read CSV from Grafana, because it has the names, units and times of a panel: paste the JSON answer of Prometheus (Grafana’s query inspector shows it), or two scrapes of /metrics'

/**
 * For a text of a known form that we cannot read: why, and what to paste instead. undefined for any other text.
 * @param head the beginning of the text
 * @param kind its recognised kind
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

/** Whether it is a table of times and numbers, perhaps with units. A log in CSV has words too. */
function isTimeCsv(lines: readonly string[]): boolean {
  const [header = '', row = ''] = lines.filter((line) => !/^\ufeff?sep=.$/.test(line))
  const [, separator] = /^\ufeff?"?time"?([,;\t])/i.exec(header) ?? []
  const [time = '', ...values] = separator === undefined ? [] : row.split(separator)
  const isNumber = (cell: string) => /^"?([-+\d.e]{1,25}( ?[\w%/]{1,8})?)?"?$/.test(cell.trim())
  return /^"?\d/.test(time) && values.length > 0 && values.every(isNumber)
}

/** Whether the outermost map has keys of an app.yaml (cloud.google.com, “app.yaml configuration file”). */
function isAppEngine(lines: readonly string[]): boolean {
  const isRuntime = (line: string) => /^runtime\s*:/.test(line)
  const isOther = (line: string) =>
    /^(env_variables|instance_class|handlers|(automatic|basic|manual)_scaling)\s*:|^env\s*:\s*flex/.test(line)
  return lines.some(isRuntime) && lines.some(isOther)
}
