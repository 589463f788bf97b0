import { COUNTERS_LOST, RECORDED } from './recorded.ts'
import { type Metrics, NO_LABELS, SampleStore } from './samples.ts'

/** Reads a text piece by piece. */
export interface MetricsReader {
  push(text: string): void
  end(): Metrics
}

/**
 * `name{labels} value [timestamp]`; OpenMetrics may add an exemplar after `#`. Prometheus 3 writes names with dots, such as
 * those of OpenTelemetry, in place of the first label. Each pattern starts where the previous one ended, so that the time
 * is linear in the length of a line.
 */
const NAME = /^(?:([a-zA-Z_:][\w:.]*)(?:\s*(\{))?|\{"([\w.]+)"(?:\s*,|(?=\s*\})))/
const LABEL = /\s*([\w.]+|"(?:[^"\\]|\\.)*")\s*=\s*"((?:[^"\\]|\\.)*)"\s*,?/y
const TIMESTAMP = /^-?[\d.eE+]+$/
/**
 * No line of a Go process is longer, and hardly any of cAdvisor, whose lines repeat the labels of all containers
 * (google/cadvisor#2313). A file without line ends must not fill the memory.
 */
const MOST_LINE = 1 << 16

const CUT = 'its last line is cut off and was not read: copy all of it'

/** Timestamps of the text format are milliseconds, those of OpenMetrics are seconds. */
const MILLISECONDS_FROM = 1e11

/** Reads Prometheus’ text exposition format and OpenMetrics, one scrape or several. It skips lines of other metrics. */
export function createTextReader(): MetricsReader {
  const store = new SampleStore()
  const problems = new Set<string>()
  let rest = ''
  const readLines = (text: string) => {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = text.slice(from, end)
      const sample = parseLine(line)
      if (sample) addTo(store, sample)
      else if (RECORDED.test(line)) problems.add(COUNTERS_LOST)
      from = end + 1
    }
    return text.slice(from)
  }
  return {
    push(text) {
      rest = readLines(rest + text)
      if (rest.length > MOST_LINE) rest = rest.slice(-MOST_LINE)
    },
    end() {
      const sample = parseLine(rest)
      const isCut = sample !== undefined && isCutOff(sample)
      if (sample && !isCut) addTo(store, sample)
      else if (RECORDED.test(rest)) problems.add(COUNTERS_LOST)
      if (isCut) problems.add(CUT)
      rest = ''
      const read = store.finish()
      return { ...read, problems: [...read.problems, ...problems] }
    },
  }
}

/** The margin before a sample: the text may be a quotation, or indented. */
const SAMPLE = /^[ \t>]*(?=go_|process_|container_|kube_pod_|vm_gogc[ {]|\{")/

interface Sample {
  readonly name: string
  readonly labels: ReadonlyMap<string, string>
  /** Empty if the line ends before it. */
  readonly value: string
  readonly stamp: string | undefined
}

function parseLine(line: string): Sample | undefined {
  const margin = line.length > MOST_LINE ? null : SAMPLE.exec(line)
  if (!margin) return undefined
  const text = line.slice(margin[0].length).trimEnd()
  const [start = '', plain, brace, dotted] = NAME.exec(text) ?? []
  const name = plain ?? dotted
  const isLabelled = brace !== undefined || dotted !== undefined
  const labels = isLabelled ? parseLabels(text, start.length) : { of: NO_LABELS, end: start.length }
  if (name === undefined || labels === undefined) return undefined
  const [space, value = '', stamp, ...more] = (text.slice(labels.end).split('#', 1)[0] ?? '').trimEnd().split(/\s+/)
  if (space !== '' || more.length > 0 || (stamp !== undefined && !TIMESTAMP.test(stamp))) return undefined
  return { name, labels: labels.of, value, stamp }
}

/**
 * Whether a text without a line end at its end was cut off in this sample. Go prints an exponent with two digits, bytes
 * are whole, and no memory of a process that we read is under a KiB, unless there is none.
 */
function isCutOff({ name, value, stamp }: Sample): boolean {
  if (stamp !== undefined) return false
  if (value === '' || /(\.|e[+-]?\d?)$/i.test(value)) return true
  const bytes = Number(value)
  return /bytes(_total)?$/.test(name) && bytes > 0 && (!Number.isInteger(bytes) || bytes < 1024)
}

function addTo(store: SampleStore, { name, labels, value, stamp }: Sample): void {
  const seconds = stamp === undefined ? Number.NaN : Number(stamp)
  const time = seconds > MILLISECONDS_FROM ? seconds / 1000 : seconds
  if (value !== '') store.add(name, labels, time, Number(value))
}

interface Labels {
  readonly of: ReadonlyMap<string, string>
  /** Position after the closing brace. */
  readonly end: number
}

/** The labels from a position on; undefined if there is any other text among them. */
function parseLabels(text: string, from: number): Labels | undefined {
  const of = new Map<string, string>()
  let end = from
  LABEL.lastIndex = from
  for (let found = LABEL.exec(text); found; found = LABEL.exec(text)) {
    of.set((found[1] ?? '').replaceAll('"', ''), found[2] ?? '')
    end = LABEL.lastIndex
  }
  while (text[end] === ' ' || text[end] === '\t') end++
  return text[end] === '}' ? { of, end: end + 1 } : undefined
}
