import { manifestKindOf } from '../../manifest/kind.ts'
import type { ManifestKind } from '../../manifest/manifest.ts'
import { LISTED_METRIC, type MetricsKind, metricsKindOf } from '../../metrics/kind.ts'
import { usageIn } from './container-usage.ts'
import { GC_LINE } from './gc-sign.ts'

export type InputKind = 'gctrace' | MetricsKind | ManifestKind

export const INPUT_KINDS: Readonly<Record<InputKind, string>> = {
  gctrace: 'gctrace log',
  'prometheus-text': '/metrics',
  'prometheus-json': 'Prometheus answer',
  vars: '/debug/vars',
  'heap-profile': 'heap profile',
  'runtime-metrics': 'runtime/metrics',
  'container-usage': 'memory of a process or container',
  kubernetes: 'Kubernetes manifest',
  compose: 'compose file',
  dockerfile: 'Dockerfile',
  systemd: 'systemd unit',
  'env-file': 'env file',
  'docker-run': 'docker container',
  ecs: 'ECS task definition',
  azure: 'Azure container manifest',
}

/** The note on an input whose other parts nobody reads: a limit may be among them. */
export const OTHER_BLOCKS = 'it has other parts, which were skipped: paste them separately'

/** A binary file has a zero byte within this many characters. */
const HEADER = 1024

/** /proc/PID/environ: a zero byte ends each variable. */
const ENVIRON = /^[A-Za-z_]\w*=[^\0]*\0(?:[A-Za-z_]\w*=|$)/

/** Recognises the kind of a text by its content; undefined for no known kind. */
export function inputKindOf(head: string): InputKind | undefined {
  if (GC_LINE.test(head)) return 'gctrace'
  // A binary may contain the keywords of any kind.
  if (head.slice(0, HEADER).includes('\0')) return ENVIRON.test(head) ? 'env-file' : undefined
  const metrics = metricsKindOf(head)
  if (metrics && !(metrics === 'runtime-metrics' && LISTED_METRIC.test(head))) return metrics
  return manifestKindOf(head) ?? metrics ?? (usageIn(head) ? 'container-usage' : undefined)
}
