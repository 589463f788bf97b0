import { failedAt, ok, type Result } from '../result.ts'
import { asObject, parseObject, whyNoJson } from './prometheus-json.ts'
import { type Metrics, NO_LABELS, SampleStore } from './samples.ts'

/** Reads a JSON object of `runtime/metrics` names (or OpenTelemetry’s) to numbers; a number may stand in `value`. */
export function parseRuntimeMetrics(text: string): Result<Metrics> {
  const object = parseObject(text)
  const store = new SampleStore()
  for (const [name, value] of Object.entries(object ?? {})) {
    const number = typeof value === 'number' ? value : asObject(value)?.value
    if (typeof number === 'number') store.add(name, NO_LABELS, Number.NaN, number)
  }
  const read = store.finish()
  return read.processes.length > 0 ? ok(read) : failedAt('', whyNoJson(text) ?? 'it names no metric of a Go program')
}
