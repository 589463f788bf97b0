import { LOG_LINE } from '../../manifest/words.ts'
import { MEMSTATS_INSTEAD, ROUNDED, ROUNDED_MEMSTATS } from '../../metrics/memstats.ts'
import { asLimit, describeContainerFigures } from './container-figures.ts'
import type { InputKind } from './input-kind.ts'
import { KILLED, KILLED_UNIT } from './kernel-lines.ts'

const AS_LINES = 'as lines NAME=value'

const APP_ENGINE = `we cannot read an app.yaml of App Engine: paste its env_variables ${AS_LINES}, and give the memory of its instance class ${asLimit()}`
const LAMBDA = `we cannot read functions of AWS Lambda: paste their variables ${AS_LINES}, and give their MemorySize, in MiB, ${asLimit()}`
const SERVICE_LIST = `we cannot read a list of services, as in a render.yaml: paste its envVars ${AS_LINES}, and give the memory of its plan ${asLimit()}`
const CSV =
  'we cannot read CSV from Grafana, because it has the names, units and times of a panel: paste what Grafana’s query inspector copies (Inspect → Query), or two scrapes of /metrics'

const BICEP =
  'we cannot read Bicep: paste what az containerapp show or az container show prints, or the template that az bicep build makes'
const QUADLET = `we cannot read quadlets of podman: paste their variables ${AS_LINES}, and give their Memory ${asLimit()}`
const FLY = `we cannot read a fly.toml: paste its [env] ${AS_LINES}, and give the memory of its [[vm]] ${asLimit()}`
const POD_METRICS =
  'this is an answer of the metrics API of Kubernetes: paste the output of kubectl top pod NAME --containers instead'
const OF_RUNTIME =
  'we cannot read what crictl inspect prints, or other files for a container runtime: paste the output of kubectl get pod NAME -o yaml'
const ECS_TEMPLATE =
  'we cannot read templates of CloudFormation: paste the task definition as aws ecs describe-task-definition prints it'

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
  [/^@@ -\d+(,\d+)? \+\d+/m, 'this is a diff: paste the changed file itself'],
  [
    /\bjsonencode\(|^[ \t]*(resource|module|job|group|task)[ \t]+"|^[ \t]*env[ \t]*\{[ \t]*\r?$/m,
    `we cannot read Terraform or Nomad files: their values may come from elsewhere. Paste the variables ${AS_LINES}, or what it makes, from kubectl get pod NAME -o yaml or aws ecs describe-task-definition`,
  ],
  [LOG_LINE, 'this is a log without GC cycles: start the program with GODEBUG=gctrace=1'],
]

/** @param head its beginning */
export function whyUnread(head: string): string | undefined {
  return UNREAD.find(([sign]) => sign.test(head))?.[1]
}

/**
 * Why we cannot read a text of a known form, and what to paste instead.
 * @param head the beginning of the text
 * @param kind its recognised kind
 */
export function refusedForm(head: string, kind: InputKind | undefined): string | undefined {
  if (kind === 'gctrace') return undefined
  const lines = head.split(/\r?\n/).filter((line) => /^[^#]*[^#\s]/.test(line))
  if (isAppEngine(lines)) return APP_ENGINE
  if (lines.some((line) => /^resource\s+\w+\s+'Microsoft\./.test(line))) return BICEP
  if (lines.some((line) => /^\[Container\]\s*$/.test(line))) return QUADLET
  if (isFly(lines)) return FLY
  if (/^\s*[[{]/.test(head) && /"ociVersion"\s*:/.test(head)) return OF_RUNTIME
  if (lines.some((line) => /\bapiVersion"?\s*:\s*"?metrics\.k8s\.io\/v/.test(line))) return POD_METRICS
  if (isServerless(lines) || isTemplateWith(/AWS::(Lambda|Serverless)::Function\b/, lines)) return LAMBDA
  if (isTemplateWith(/AWS::ECS::TaskDefinition\b/, lines)) return ECS_TEMPLATE
  const services = lines.findIndex((line) => /^services\s*:/.test(line))
  if (services >= 0 && /^\s*-\s/.test(lines[services + 1] ?? '')) return SERVICE_LIST
  if (kind !== undefined) return undefined
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

/** Whether it is a template of CloudFormation or SAM with a resource of this type. */
function isTemplateWith(type: RegExp, lines: readonly string[]): boolean {
  const hasLine = (pattern: RegExp) => lines.some((line) => pattern.test(line))
  // Manifests may hold such a template as a text.
  const isTemplate = hasLine(/^Resources\s*:/) || hasLine(/(^|[{,])\s*"Resources"\s*:/)
  return isTemplate && hasLine(new RegExp(String.raw`(^\s*|[{,]\s*)"?Type"?\s*:\s*["']?${type.source}`))
}

function isServerless(lines: readonly string[]): boolean {
  return [/^service\s*:/, /^provider\s*:/, /^functions\s*:/].every((key) => lines.some((line) => key.test(line)))
}

/** Whether it has keys of a fly.toml (fly.io, “App configuration”). */
function isFly(lines: readonly string[]): boolean {
  const isOther = (line: string) => /^(primary_region\s*=|\[\[?(vm|http_service|services)\]\]?\s*$)/.test(line)
  return lines.some((line) => /^app\s*=\s*["']/.test(line)) && lines.some(isOther)
}

/** Whether the outermost map has keys of an app.yaml (cloud.google.com, “app.yaml configuration file”). */
function isAppEngine(lines: readonly string[]): boolean {
  const isRuntime = (line: string) => /^runtime\s*:/.test(line)
  const isOther = (line: string) =>
    /^(env_variables|instance_class|handlers|(automatic|basic|manual)_scaling)\s*:|^env\s*:\s*flex/.test(line)
  return lines.some(isRuntime) && lines.some(isOther)
}
