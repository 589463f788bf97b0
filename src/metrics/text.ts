import { fieldOf } from './fields.ts'
import { COUNTERS_LOST, RECORDED } from './recorded.ts'
import { type Metrics, NO_LABELS, type ProcessSamples, SampleStore } from './samples.ts'

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

/**
 * Reads Prometheus’ text exposition format and OpenMetrics, one scrape or several. It skips lines of other metrics. A
 * program may put its own name in front of the names of Go’s metrics (`consul_dataplane_go_goroutines`): we read these
 * if there are no plain ones, and only one such name.
 */
export function createTextReader(): MetricsReader {
  const store = new SampleStore()
  const named = new NamedSamples()
  const problems = new Set<string>()
  let rest = ''
  const readLines = (text: string) => {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      const line = text.slice(from, end)
      const sample = parseLine(line)
      if (sample) addTo(store, sample)
      else if (RECORDED.test(line)) problems.add(COUNTERS_LOST)
      else named.read(line)
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
      const isCut = isCutOff(sample ?? toNamed(rest)?.sample)
      if (sample && !isCut) addTo(store, sample)
      else if (RECORDED.test(rest)) problems.add(COUNTERS_LOST)
      else if (!isCut) named.read(rest)
      if (isCut) problems.add(CUT)
      rest = ''
      const read = named.beside(store.finish())
      return { ...read, problems: [...read.problems, ...problems] }
    },
  }
}

/** A sample of Go or its process, with the name of a program in front of its own; perhaps in a quotation, or indented. */
const NAMED =
  /^[ \t>]*([a-zA-Z]\w{0,99}?_)(?=(?:go_(?:memstats|gc|goroutines|info|sched|memory)|process_(?:cpu|resident|start))[_ {])/

/** Collects samples whose names begin with that of a program. */
class NamedSamples {
  private readonly store = new SampleStore()
  private readonly names = new Set<string>()

  read(line: string): void {
    const found = toNamed(line)
    if (!found) return
    if (this.names.size < MOST_NAMES) this.names.add(found.of)
    addTo(this.store, found.sample)
  }

  /** The samples of the only program, with those of containers beside it; else only the plain samples. */
  beside(plain: Metrics): Metrics {
    const isGo = ({ columns }: ProcessSamples) => columns.has('allocTotal')
    const { processes, problems } = this.store.finish()
    if (!processes.some(isGo) || plain.processes.some(isGo)) return plain
    const [first, other] = this.names
    if (other !== undefined)
      return {
        ...plain,
        problems: [...plain.problems, `the names of its Go metrics begin with ${first} and ${other}: ${ONE_NAME}`],
      }
    const note = `the names of its Go metrics begin with ${first}: they were read without that prefix`
    return { processes: [...processes, ...plain.processes], problems: [...plain.problems, ...problems, note] }
  }
}

/** The sample in a line whose name begins with that of a program, without it; undefined for any other line. */
function toNamed(line: string): { readonly of: string; readonly sample: Sample } | undefined {
  const [start = '', of] = line.length > MOST_LINE ? [] : (NAMED.exec(line) ?? [])
  const sample = of === undefined ? undefined : parseLine(line.slice(start.length))
  const isRead = sample !== undefined && (sample.name === 'go_info' || fieldOf(sample.name) !== undefined)
  return of !== undefined && isRead ? { of, sample } : undefined
}

const MOST_NAMES = 2
const ONE_NAME = 'paste the metrics of one program alone, without its prefix'

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
function isCutOff(sample: Sample | undefined): boolean {
  if (!sample) return false
  const { name, value, stamp } = sample
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
