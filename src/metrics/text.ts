import { type Metrics, SampleStore } from './samples.ts'

/** Reads a text piece by piece. */
export interface MetricsReader {
  push(text: string): void
  end(): Metrics
}

/** `name{labels} value [timestamp]`; OpenMetrics may add an exemplar behind `#`. */
const SAMPLE = /^([a-zA-Z_:][\w:.]*)\s*(?:\{((?:[^"}]|"(?:[^"\\]|\\.)*")*)\})?\s+(\S+)(?:\s+(-?[\d.eE+]+))?\s*(?:#.*)?$/
const LABEL = /([\w.]+|"(?:[^"\\]|\\.)*")\s*=\s*"((?:[^"\\]|\\.)*)"/g
/** No line of a Go process is longer; a file without line ends must not fill the memory. */
const MOST_LINE = 1 << 16

/** Timestamps of the text format are milliseconds, those of OpenMetrics are seconds. */
const MILLISECONDS_FROM = 1e11

/**
 * Reads Prometheus’ text exposition format and OpenMetrics, one scrape or several. Lines of other metrics are passed over.
 */
export function createTextReader(): MetricsReader {
  const store = new SampleStore()
  let rest = ''
  const readLines = (text: string) => {
    let from = 0
    for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', from)) {
      readLine(text.slice(from, end), store)
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
      readLine(rest, store)
      rest = ''
      return store.finish()
    },
  }
}

function readLine(line: string, store: SampleStore): void {
  if (line.length > MOST_LINE || !/^(go_|process_|container_|kube_pod_|\{")/.test(line)) return
  // Prometheus 3 writes names with dots, as OpenTelemetry has them, as the first of the labels.
  const match = SAMPLE.exec(line.trim().replace(/^\{"([\w.]+)"(?:\s*,|(?=\s*\}))/, '$1{'))
  if (!match) return
  const [, name = '', labels, value = '', timestamp] = match
  const stamp = timestamp === undefined ? Number.NaN : Number(timestamp)
  const time = stamp > MILLISECONDS_FROM ? stamp / 1000 : stamp
  store.add(name, labels === undefined ? NO_LABELS : parseLabels(labels), time, Number(value))
}

const NO_LABELS: ReadonlyMap<string, string> = new Map()

function parseLabels(text: string): ReadonlyMap<string, string> {
  return new Map([...text.matchAll(LABEL)].map(([, name = '', value = '']) => [name.replaceAll('"', ''), value]))
}
