/** The forms of metrics of a Go process, besides its gctrace. */
export const METRICS_KINDS = [
  'prometheus-text',
  'prometheus-json',
  'vars',
  'heap-profile',
  'runtime-metrics',
  'container-usage',
] as const
export type MetricsKind = (typeof METRICS_KINDS)[number]

/**
 * Recognises the kind of metrics by the content; undefined for any other text.
 * @param head the first thousands of characters. The figures of a heap profile may come at its end
 */
export function metricsKindOf(head: string): MetricsKind | undefined {
  const start = head.trimStart().replace(/^\ufeff/, '')
  if (/^\[\s*(\{\s*"(metric|values?)"|\])/.test(start) || isFrames(start)) return 'prometheus-json'
  if (PRINTED_MEMSTATS.test(start)) return 'vars'
  const isObject = start.startsWith('{') && !SAMPLE_IN_BRACES.test(start)
  const ofObject = isObject ? kindOfObject(start) : undefined
  if (ofObject !== undefined) return ofObject
  if (LISTED_MEMSTATS.test(start)) return 'heap-profile'
  if (isObject) return undefined
  const ofArray = /^\[\s*\{/.test(start) ? kindOfObject(start.slice(1).trimStart()) : undefined
  if (ofArray === 'vars' || ofArray === 'runtime-metrics') return ofArray
  if (/^[ \t>]*(?:heap profile: \d|# runtime\.MemStats)/m.test(start)) return 'heap-profile'
  if (/^# (TYPE|HELP) ["\w]/m.test(start) || SAMPLE.test(start)) return 'prometheus-text'
  return LISTED_METRIC.test(start) ? 'runtime-metrics' : undefined
}

/**
 * A sample of Prometheus 3 whose name has dots: `{"go.memory.used", go.memory.type="stack"} 10`. Or one of runtime/metrics,
 * as Go prints it.
 */
const SAMPLE_IN_BRACES = /^\{(?:"(?:process\.runtime\.)?go\.[\w.]+"\s*[,}]|(?:Name:)?\/)/
const SAMPLE =
  /^[ \t>]*((go_|process_|container_|kube_pod_|[a-zA-Z_]\w{0,200}:[\w:]{0,200}?(go|process)_|[a-zA-Z]\w{0,99}?_go_(memstats|gc)_)[\w:]+([ \t]*\{[^\n]*\})?|\{"(?:process\.runtime\.)?go\.[^\n]*\})[ \t]+[-+\d.eE]+([ \t]+[\d.]+)?[ \t]*$/m

/**
 * Exact figures of runtime.MemStats, one a line: `# HeapAlloc = 4096`, `HeapAlloc: 4096`, perhaps with a remark;
 * `HeapAlloc = 11.748207092285156 MiB`.
 */
const LISTED_MEMSTATS =
  /^[ \t>]*(?:# )?(?:Alloc|TotalAlloc|HeapAlloc)(?: =|:) (?:\d+,?|\d{1,12}\.\d{6,20} ?[KMG]iB)[ \t\r]*(?:$|#|\/\/)/m

/** runtime.MemStats as `%+v` prints it, anywhere in a line. */
export const PRINTED_MEMSTATS = /\{Alloc:\d+ (TotalAlloc:\d+ [^{}]*)/

const NAME = String.raw`(\/(?:gc|memory|cpu|sched)\/[\w/-]+:[\w-]+)`
/**
 * A metrics.Sample of runtime/metrics as `%+v` or `%v` prints it: its name, its kind (KindUint64 or KindFloat64 of Go 1.26,
 * runtime/metrics/value.go), and the bits of its value.
 */
export const PRINTED_SAMPLE = new RegExp(
  String.raw`\{(?:Name:)?${NAME} (?:Value:)?\{(?:kind:)?([12]) (?:scalar:)?(\d{1,20}) (?:pointer:)?<nil>\}\}`,
)

/** A metric of runtime/metrics in a line, up to its number: `/gc/heap/live:bytes: 47000000`, also with `=` or a space. */
export const METRIC_NAME = String.raw`${NAME}(?:[ \t]{0,9}[:=]|(?=[ \t]))[ \t]{0,40}`
/** The number of it, at the end of a line or before another name. */
export const METRIC_NUMBER = String.raw`([\d.]+(?:e[+-]?\d+)?)(?=[ \t\r]*$|[ \t]+(?:\/|\w+=))`
/** What stands before the first name in a line: the time of a log with other words, or the name of a service. */
export const METRIC_PREFIX = String.raw`^[ \t>]*(?:(?:\d|time=|[\w.-]+[ \t]+\|)[^\n#]{0,200}?[ \t])?`
/** A line that lists or prints such metrics. Manifests may hold one in a comment or a text. */
export const LISTED_METRIC = new RegExp(`${METRIC_PREFIX}${METRIC_NAME}${METRIC_NUMBER}|${PRINTED_SAMPLE.source}`, 'm')

/** Whether it has data frames of Grafana with numbers: an answer, what its inspector copies of it, or frames alone. */
function isFrames(start: string): boolean {
  const isOfGrafana = /^\{\s*"(results|request)"\s*:|^\[\s*\{\s*"schema"\s*:/.test(start)
  return isOfGrafana && /"schema"\s*:/.test(start) && /"type"\s*:\s*"number"/.test(start)
}

function kindOfObject(start: string): MetricsKind | undefined {
  if (/"(resultType|result)"\s*:/.test(start) || /^\{\s*"status"\s*:\s*"(success|error)"/.test(start))
    return 'prometheus-json'
  // A line of what VictoriaMetrics exports.
  if (/^\{\s*"metric"\s*:\s*\{[^{}]*\}\s*,\s*"(values?|timestamps)"\s*:/.test(start)) return 'prometheus-json'
  if (/"memstats"\s*:/.test(start) || /^\{\s*"cmdline"\s*:/.test(start)) return 'vars'
  if (/"TotalAlloc"\s*:/.test(start) && /"HeapAlloc"\s*:/.test(start)) return 'vars'
  if (
    /"(\/(gc|memory|cpu|sched)\/[\w/-]+:[\w-]+|(process\.runtime\.)?go\.(mem|config|proc|gor|gc)[\w.]*)"\s*:/.test(
      start,
    )
  )
    return 'runtime-metrics'
  return undefined
}
