import { formatBriefSize } from '../../format.ts'
import { LOW_GOGC, TIGHT_GC_SHARE } from '../../model/verdict.ts'
import type { Scenario } from '../../scenario/types.ts'
import { toMemory } from './memory.ts'

interface Rule {
  readonly alert: string
  readonly expr: readonly string[]
  readonly summary: string
  readonly description: string
}

/**
 * Prometheus alerting rules for what a limit costs, and for memory that GC no longer brings down. Memory near
 * GOMEMLIMIT is not an alert: a limit is meant to hold the heap there. Names are those of client_golang's Go collector.
 * Effective GOGC solves Go's goal for GOGC (Go 1.26, mgcpacer.go):
 *
 *   goal = live + (live + stacks + globals) · GOGC / 100
 */
export function toAlerts(scenario: Scenario): string {
  const stuck = toStuck(scenario)
  return [
    '# The metrics are those of Go 1.21 or later and client_golang, with',
    '# collectors.NewGoCollector(collectors.WithGoCollectorRuntimeMetrics(',
    '#   collectors.MetricsGC, collectors.GoRuntimeMetricsRule{Matcher: regexp.MustCompile("^/cpu/classes/.*")}))',
    '# Memory close to GOMEMLIMIT causes no alert: that is intended.',
    ...(stuck.length > 0 ? ['# Write the name of your container in place of "app".'] : []),
    'groups:',
    '  - name: go-gc',
    '    rules:',
    ...[LOW, COSTLY, ...stuck].flatMap(toLines),
    '',
  ].join('\n')
}

const LOW: Rule = {
  alert: 'GoEffectiveGOGCLow',
  expr: [
    '100 * (go_gc_heap_goal_bytes - go_gc_heap_live_bytes)',
    '  / (go_gc_heap_live_bytes + go_gc_scan_stack_bytes + go_gc_scan_globals_bytes)',
    `  < ${LOW_GOGC}`,
    `unless go_gc_gogc_percent <= ${LOW_GOGC}`,
  ],
  summary: 'The memory limit leaves the heap hardly any room',
  description:
    'Effective GOGC is {{ $value | humanize }} %. If the live heap grows, GC runs all the time: raise the limit.',
}

const COSTLY: Rule = {
  alert: 'GoGCCPUHigh',
  expr: [
    '(rate(go_cpu_classes_gc_mark_assist_cpu_seconds_total[10m])',
    '  + rate(go_cpu_classes_gc_mark_dedicated_cpu_seconds_total[10m])',
    '  + rate(go_cpu_classes_gc_pause_cpu_seconds_total[10m]))',
    '  / (rate(go_cpu_classes_total_cpu_seconds_total[10m])',
    '  - rate(go_cpu_classes_gc_mark_idle_cpu_seconds_total[10m]))',
    `  > ${TIGHT_GC_SHARE}`,
  ],
  summary: 'GC takes more than a quarter of the CPU, marking on idle CPUs not counted',
  description:
    'GC takes {{ $value | humanizePercentage }} of the CPU, marking on idle CPUs not counted. A larger heap would reduce this.',
}

/** Memory of the container, by cAdvisor's metric. Without a memory limit, the container's limit is the only bound. */
function toStuck(scenario: Scenario): readonly Rule[] {
  const { high, container } = toMemory(scenario)
  const bytes = high ?? (container === undefined ? undefined : Math.floor(0.95 * container))
  if (bytes === undefined) return []
  const rule: Rule = {
    alert: 'GoMemoryNoLongerFalls',
    expr: [
      `min_over_time(container_memory_working_set_bytes{container="app"}[15m]) > ${bytes}`,
      'and on (namespace, pod)',
      'increase(go_gc_cycles_total_gc_cycles_total[15m]) > 3',
    ],
    summary: 'GC cycles no longer bring the container’s memory down',
    description: `For 15 minutes of GC cycles the container’s memory has stayed above ${formatBriefSize(bytes)}: what is live, or what is outside Go, has grown.`,
  }
  return [rule]
}

function toLines({ alert, expr, summary, description }: Rule): readonly string[] {
  return [
    `      - alert: ${alert}`,
    '        expr: |',
    ...expr.map((line) => `          ${line}`),
    '        for: 5m',
    '        labels:',
    '          severity: warning',
    '        annotations:',
    `          summary: ${JSON.stringify(summary)}`,
    `          description: ${JSON.stringify(description)}`,
  ]
}
