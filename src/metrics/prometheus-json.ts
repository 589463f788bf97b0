import { asObject, createElementSplitter, listOf, parseObject } from '../json.ts'
import { readFrame } from './frames.ts'
import { COUNTERS_LOST, RECORDED } from './recorded.ts'
import { type Metrics, SampleStore } from './samples.ts'
import type { MetricsReader } from './text.ts'

const FAILED = 'Prometheus answered with an error instead of series: correct it, and paste the answer'
const TOO_LONG = 'a series of more than 16 MiB was skipped: query fewer points'
const CUT = 'its JSON is cut off: only the part before the cut was read'
const UNREAD = 'some elements are not series of Prometheus and were skipped'

/** A series that is in no array, as in the lines that VictoriaMetrics exports. */
const BARE_SERIES = /^\s*\{\s*"metric"/

/**
 * Reads an answer of Prometheus’ HTTP API (`matrix` or `vector`), the bare array of promtool, what VictoriaMetrics
 * exports, or data frames of Grafana. It keeps only one series in memory at a time, so that a file may have any size.
 */
export function createPrometheusReader(): MetricsReader {
  const store = new SampleStore()
  const problems = new Set<string>()
  const splitter = createElementSplitter(
    (json) => {
      const problem = readSeries(json, store)
      if (problem) problems.add(problem)
    },
    () => problems.add(TOO_LONG),
  )
  let isBegun = false
  let isBare = false
  return {
    push(text) {
      if (!isBegun) {
        if (/^\s*\{\s*"status"\s*:\s*"error"/.test(text)) problems.add(FAILED)
        isBare = BARE_SERIES.test(text)
        if (isBare) splitter.push('[')
      }
      isBegun = true
      splitter.push(text)
    },
    end(): Metrics {
      if (isBare) splitter.push(']')
      const read = store.finish()
      if (splitter.isOpen()) problems.add(CUT)
      return { ...read, problems: [...problems, ...read.problems] }
    },
  }
}

function readSeries(json: string, store: SampleStore): string | undefined {
  // The marks of a quotation: no text in JSON has a line end.
  const series = parseObject(json.replace(/\n[ \t]*>/g, '\n'))
  const metric = series && asObject(series.metric)
  if (series?.schema !== undefined) return readFrame(series, store)
  // The inspector of Grafana shows the queries, too.
  if (series?.refId !== undefined) return undefined
  if (!metric) return UNREAD
  const labels = new Map(
    Object.entries(metric).flatMap(([key, value]) => (typeof value === 'string' ? [[key, value]] : [])),
  )
  const name = labels.get('__name__')
  if (name === undefined || RECORDED.test(name)) return COUNTERS_LOST
  const add = store.adderOf(name, labels)
  if (!add) return undefined
  const points = Array.isArray(series.values) ? series.values : [series.value]
  const stamps = listOf(series.timestamps)
  points.forEach((point, i) => {
    const stamp = stamps[i]
    if (Array.isArray(point) && point.length >= 2) add(Number(point[0]), Number(point[1]))
    else if (typeof point === 'number' && typeof stamp === 'number') add(stamp / 1000, point)
  })
  return undefined
}
