import { LOG_LINE } from '../../manifest/words.ts'
import { METRICS_KINDS } from '../../metrics/kind.ts'
import { MEMSTATS_INSTEAD, ROUNDED, ROUNDED_MEMSTATS } from '../../metrics/memstats.ts'
import { asLimit, describeContainerFigures } from './container-figures.ts'
import type { InputKind } from './input-kind.ts'
import { KILLED, KILLED_UNIT } from './kernel-lines.ts'
import { unquoted } from './markdown.ts'
import { AS_LINES, JSON_TEXT, platformOf, RESOURCES, typeOf } from './platforms.ts'

const CSV =
  'we cannot read CSV from Grafana, because it has the names, units and times of a panel: paste what Grafana’s query inspector copies (Inspect → Query), or two scrapes of /metrics'

const BICEP =
  'we cannot read Bicep: paste what az containerapp show or az container show prints, or the template that az bicep build makes'
const POD_METRICS =
  'this is an answer of the metrics API of Kubernetes: paste the output of kubectl top pod NAME --containers instead'
const OF_RUNTIME =
  'we cannot read what crictl inspect prints, or other files for a container runtime: paste the output of kubectl get pod NAME -o yaml'
const ECS_TEMPLATE =
  'we cannot read templates of CloudFormation: paste the task definition as aws ecs describe-task-definition prints it'

/**
 * Names of Go’s metrics in Datadog (dd-trace-go, ddtrace/tracer/metrics.go and “Go Runtime Metrics v2” of its documentation)
 * and in Elastic (beats, metricbeat/module/golang). What Datadog answers is a mean over some seconds, often of several hosts.
 */
const MONITORED =
  /(?:^[ \t]*|[",])(?:runtime\.go\.(?:mem_stats|metrics|gc_stats)|golang\.heap)\.\w|"golang"\s*:\s*\{\s*"heap"/m
const MONITORED_INSTEAD = `we cannot read metrics of Datadog or Elastic, which may be means over time and over hosts: ${MEMSTATS_INSTEAD}`

const IS_DIFF = 'this is a diff: paste the changed file itself'
/** What changed, as plain `diff` prints it: `1,2c1,2`, above lines of which those of the new file look quoted. */
const PLAIN_DIFF = /^\d+(?:,\d+)?[acd]\d+(?:,\d+)?[ \t\r]*\n[<>] /m

/** A command that starts a program on some platform, or changes its settings. Commands that only print do not match. */
const DEPLOYING =
  /^[ \t]*(?:[$#%>❯] ?)?(?:sudo )?(?:gcloud (?:alpha |beta )?(?:run|functions|app) (?:deploy|jobs|services|worker-pools)|az (?:containerapp|container|webapp|functionapp) (?:create|update|up|job|config)|aws (?:lambda|ecs|apprunner|batch) (?:create|update|register|run|start|deploy)-|fly(?:ctl)? (?:launch|deploy|scale|machine|m|secrets)|heroku (?:config|ps)|doctl apps|(?:kubectl|oc) (?:run|set|create|patch)|helm (?:install|upgrade)|(?:docker|podman) (?:update|service update|compose run)|cf push)\b/m

/** Forms that we cannot read, by a line of theirs. Further on, such a text may have lines of a log. */
const UNREAD: readonly (readonly [RegExp, string])[] = [
  [ROUNDED_MEMSTATS, ROUNDED],
  [/^(?:total|heap)-alloc: \d/m, `we cannot read what gops memstats prints: ${MEMSTATS_INSTEAD}`],
  [
    /^(SCHED \d+ms: |scvg\d*: )/m,
    'these lines show the scheduler, or memory that Go gave back, but no GC cycle: start the program with GODEBUG=gctrace=1',
  ],
  [
    /(^|[[{,])\s*"(HostConfig|TaskTemplate|RepoTags|OOMKilled|NanoCpus|CpuQuota)"\s*:/m,
    'this is a part of what docker inspect prints of a container, or what it prints of an image or a service: paste all that docker inspect CONTAINER prints',
  ],
  [
    /^(\w+\{[^\n]*\} =>[ \t]*\d|[^\n]*\} =>[ \t]*$)/m,
    'we cannot read what promtool prints for people: run promtool query with -o json',
  ],
  [
    /"fields"\s*:\s*\[\s*\{\s*"name"\s*:\s*"(?:Time|labels)"/,
    'we cannot read these data of a Grafana panel: paste what its query inspector copies (Inspect → Query)',
  ],
  [
    /\{\s*"Name"\s*:\s*"\/(?:gc|memory|cpu|sched)\/[^"\n]*"\s*,\s*"Value"\s*:\s*\{\s*\}/,
    'JSON of metrics.Sample has names, but no values: paste what fmt.Printf("%+v", samples) prints',
  ],
  [
    /^\s*\{\s*"resourceMetrics"\s*:/,
    'we cannot read metrics as OTLP JSON, the form in which OpenTelemetry sends them: paste the answer of the database that they are sent to, such as Prometheus, or what its Prometheus exporter shows under /metrics',
  ],
  [
    /^[ \t]*(\$ )?(sudo )?systemd-run[ \t][^\n]*\b(Memory|CPUQuota|Environment)/m,
    'we cannot read a systemd-run command: paste its properties as lines of a unit, such as MemoryMax=512M',
  ],
  [
    KILLED,
    'these lines of the kernel are about several programs that it killed for lack of memory: paste those of one program',
  ],
  [
    /^[ \t]*(?:Reason|reason"?):[ \t]+"?OOMKilled\b/m,
    'this is a part of the status of a pod: paste all that kubectl describe pod NAME prints, or kubectl get pod NAME -o yaml',
  ],
  [
    /^[ \t]*PID[ \t]+USER[ \t][^\n]*\bRES\b/m,
    'we cannot read the output of top: paste /proc/PID/status, or what ps -o pid,rss,comm -p PID prints, beside a log or metrics',
  ],
  [
    /^[ \t]*Memory: [\d.]+[BKMGT](?:[ \t]*\(|[ \t\r]*$)/m,
    'we cannot read the output of systemctl status: paste that of systemctl show NAME; /proc/PID/status shows its memory',
  ],
  [KILLED_UNIT, 'this says that the kernel killed a service of systemd: paste the output of systemctl show NAME'],
  [/^@@ -\d+(,\d+)? \+\d+/m, IS_DIFF],
  [
    /\bjsonencode\(|^[ \t]*(resource|module|job|group|task)[ \t]+"|^[ \t]*env[ \t]*\{[ \t]*\r?$/m,
    `we cannot read Terraform or Nomad files: their values may come from elsewhere. Paste the variables ${AS_LINES}, or what it makes, from kubectl get pod NAME -o yaml or aws ecs describe-task-definition`,
  ],
  [
    /^(?:configMapGenerator|secretGenerator|patches(?:StrategicMerge|Json6902)?)[ \t]*:/m,
    'a kustomization only names other files: paste what kubectl kustomize prints',
  ],
  [
    /^(?:web|worker|release)[ \t]*:[ \t]+\S/m,
    `a Procfile has only commands: paste the variables of the program ${AS_LINES}, and give the memory of its dyno or container ${asLimit()}`,
  ],
  [
    DEPLOYING,
    `we cannot read this command: paste the variables that it sets ${AS_LINES}, and give its memory limit ${asLimit()}; or, for Kubernetes, paste the output of kubectl get pod NAME -o yaml`,
  ],
  [LOG_LINE, 'this is a log without GC cycles: start the program with GODEBUG=gctrace=1'],
]

/** Why we cannot read a text, by lines of known forms; undefined if none matches. @param head its beginning */
export function whyUnread(head: string): string | undefined {
  return UNREAD.find(([sign]) => sign.test(head))?.[1]
}

/**
 * Why we cannot read a text of a known form, and what to paste instead.
 * @param written the beginning of the text, perhaps quoted
 * @param kind its recognised kind
 */
export function refusedForm(written: string, kind: InputKind | undefined): string | undefined {
  if (kind !== 'gctrace' && PLAIN_DIFF.test(written)) return IS_DIFF
  const head = unquoted(written)
  // A program may publish figures under any name.
  if (kind === 'gctrace' || METRICS_KINDS.some((one) => one === kind)) return undefined
  const lines = head.split(/\r?\n/).filter((line) => /^[^#]*[^#\s]/.test(line))
  if (lines.some((line) => /^resource\s+\w+\s+'Microsoft\./.test(line))) return BICEP
  if (JSON_TEXT.test(head) && /"(?:ociVersion|memoryLimitInBytes)"\s*:/.test(head)) return OF_RUNTIME
  if (lines.some((line) => /\bapiVersion"?\s*:\s*"?metrics\.k8s\.io\/v/.test(line))) return POD_METRICS
  const text = lines.join('\n')
  if (RESOURCES.test(text) && typeOf('AWS::ECS::TaskDefinition').test(text)) return ECS_TEMPLATE
  // JSON stands at the margin, or is a text in a manifest.
  const instead = platformOf(kind === undefined ? text.replace(/^[ \t]+(?=[[{])/gm, '') : text)
  if (instead !== undefined) return instead
  if (kind !== undefined) return undefined
  if (MONITORED.test(text)) return MONITORED_INSTEAD
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
