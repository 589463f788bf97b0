import { asObject, objectsIn, whyNoJson } from '../json.ts'
import { failedAt, ok, type Result } from '../result.ts'
import { METRIC_NAME, METRIC_NUMBER, METRIC_PREFIX, PRINTED_SAMPLE } from './kind.ts'
import { type Metrics, NO_LABELS, SampleStore, together } from './samples.ts'

const LINES = new RegExp(String.raw`${METRIC_PREFIX}(?=${METRIC_NAME}\d)[^\n]*`, 'gm')
const METRICS = new RegExp(String.raw`(?<![^\s>])${METRIC_NAME}(?=\d)(?:${METRIC_NUMBER})?`, 'gm')

/**
 * Reads JSON objects with names of `runtime/metrics` or OpenTelemetry, one object or several. Each name has a number, or
 * an object with the number in `value`. Names and numbers may also be listed, as Go’s own example
 * prints them, or `%+v`; a name that comes again begins another dump.
 */
export function parseRuntimeMetrics(written: string): Result<Metrics> {
  const text = written.replace(new RegExp(PRINTED_SAMPLE, 'g'), toLine)
  const listed: Record<string, unknown>[] = []
  for (const [line] of text.matchAll(LINES))
    for (const [, name = '', value] of line.matchAll(METRICS)) {
      if (value === undefined) return failedAt('', `${name} must be a plain number without a unit, such as 47000000`)
      if (listed.length === 0 || name in listed.at(-1)!) listed.push({})
      listed.at(-1)![name] = Number(value)
    }
  return together((listed.length > 0 ? listed : objectsIn(text)).map((object) => toMetrics(object, text)))
}

/** A sample that was printed, as a line with its name and number. */
function toLine(_: string, name: string, kind: string, bits: string): string {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(bits))
  return `\n${name}: ${kind === '1' ? bits : view.getFloat64(0)}\n`
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
