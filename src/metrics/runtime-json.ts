import { asObject, objectsIn, whyNoJson } from '../json.ts'
import { failedAt, ok, type Result } from '../result.ts'
import { type Metrics, NO_LABELS, SampleStore, together } from './samples.ts'

/**
 * Reads JSON objects with names of `runtime/metrics` or OpenTelemetry, one object or several. Each name has a number, or
 * an object with the number in `value`.
 */
export function parseRuntimeMetrics(text: string): Result<Metrics> {
  return together(objectsIn(text).map((object) => toMetrics(object, text)))
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
