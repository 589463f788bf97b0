import { asObject, objectsIn, whyNoJson } from '../json.ts'
import { failedAt, ok, type Result } from '../result.ts'
import { LISTED_METRIC } from './kind.ts'
import { type Metrics, NO_LABELS, SampleStore, together } from './samples.ts'

/**
 * Reads JSON objects with names of `runtime/metrics` or OpenTelemetry, one object or several. Each name has a number, or
 * an object with the number in `value`. Names and numbers may also be listed, as Go’s own example
 * prints them; a name that comes again begins another dump.
 */
export function parseRuntimeMetrics(text: string): Result<Metrics> {
  const listed: Record<string, unknown>[] = []
  for (const [, name = '', value] of text.matchAll(new RegExp(LISTED_METRIC, 'g'))) {
    if (listed.length === 0 || name in listed.at(-1)!) listed.push({})
    listed.at(-1)![name] = Number(value)
  }
  return together((listed.length > 0 ? listed : objectsIn(text)).map((object) => toMetrics(object, text)))
}

function toMetrics(object: Record<string, unknown>, text: string): Result<Metrics> {
  const store = new SampleStore()
  for (const [name, value] of Object.entries(object)) {
    const number = typeof value === 'number' ? value : asObject(value)?.value
    if (typeof number === 'number') store.add(name, NO_LABELS, Number.NaN, number)
  }
  const read = store.finish()
  return read.processes.length > 0 ? ok(read) : failedAt('', whyNoJson(text) ?? 'it names no metric of a Go program')
}
