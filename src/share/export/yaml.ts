import type { Scenario } from '../../scenario/types.ts'
import { GIB, KIB, MIB } from '../../units.ts'
import { toMillicpus } from './cpu.ts'
import { toComments, toMemory, toText } from './memory.ts'
import { toGoSettings, type UnknownProcs } from './settings.ts'

/** GOMEMLIMIT is written out, with headroom below `limits.memory`: a `resourceFieldRef` would give all of that. */
export function toKubernetesYaml(scenario: Scenario, unknown?: UnknownProcs): string {
  const { gogc, memoryLimit, procs } = toGoSettings(scenario, unknown)
  const env = [...variable('GOGC', gogc), ...variable('GOMEMLIMIT', memoryLimit), ...variable('GOMAXPROCS', procs)]
  return toText([
    '# Part of a container in a pod template.',
    ...toComments(scenario, unknown),
    ...resources(scenario),
    'env:',
    ...env,
  ])
}

/** The downward API gives the container's whole size, so a shell computes the share when the program starts. */
export function toDownwardYaml(scenario: Scenario, unknown?: UnknownProcs): string {
  const { gogc, procs, notes } = toGoSettings(scenario, unknown)
  const { container, share, shareNotes } = toMemory(scenario)
  const rest = [...variable('GOGC', gogc), ...variable('GOMAXPROCS', procs)]
  const head = '# Part of a container in a pod template.'
  if (container === undefined)
    return toText([
      head,
      ...toComments(scenario, unknown),
      '# Without limits.memory the downward API gives all memory that the node has for pods: no GOMEMLIMIT is taken from it here.',
      ...resources(scenario),
      'env:',
      ...rest,
    ])
  return toText([
    head,
    ...[...notes, ...shareNotes].map((note) => `# ${note}`),
    '# The downward API gives the whole of limits.memory and no percentage: its divisor only changes the unit. As',
    '# GOMEMLIMIT that leaves no headroom, so a shell takes the share before the program starts. Without a shell in the',
    '# image, write GOMEMLIMIT as a value, or let the program take the share (automemlimit).',
    ...resources(scenario),
    // GOMEMLIMIT may be whole bytes. Dividing first keeps the product of a large container within a shell's numbers.
    `command: ["/bin/sh", "-c", "export GOMEMLIMIT=$((CONTAINER_MEMORY / 100 * ${share})); exec /app"]`,
    'env:',
    ...rest,
    '  - name: CONTAINER_MEMORY',
    '    valueFrom:',
    '      resourceFieldRef:',
    '        resource: limits.memory',
  ])
}

/** Values for a chart, and a helper that takes GOMEMLIMIT from them: `_helpers.tpl` of a Helm chart. */
export function toHelmHelper(scenario: Scenario, unknown?: UnknownProcs): string {
  const { share, shareNotes } = toMemory(scenario)
  const { gogc, procs, notes } = toGoSettings(scenario, unknown)
  return toText([
    '{{/*',
    `GOMEMLIMIT in bytes: ${share} % of resources.limits.memory, which it follows when that is changed.`,
    ...notes,
    ...shareNotes,
    'In the container:',
    '  env:',
    '    - name: GOGC',
    `      value: "${gogc}"`,
    '    - name: GOMEMLIMIT',
    '      value: {{ include "go.memlimit" . | quote }}',
    ...variable('GOMAXPROCS', procs).map((line) => `  ${line}`),
    '*/}}',
    '{{- define "go.memlimit" -}}',
    // Helm hands on a number as float64, and that as text has an exponent: 1.073741824e+09.
    '{{- $memory := .Values.resources.limits.memory | toString -}}',
    '{{- $number := regexFind "^[0-9.]+([eE][+-]?[0-9]+)?" $memory -}}',
    '{{- $unit := trimPrefix $number $memory -}}',
    `{{- $units := dict "" 1 ${UNITS.map(([suffix, unit]) => `"${suffix}" ${unit}`).join(' ')} "k" 1000 "M" 1000000 "G" 1000000000 -}}`,
    '{{- $bytes := 0 -}}',
    `{{- if hasKey $units $unit }}{{ $bytes = mulf (float64 $number) (index $units $unit) ${share / 100} | floor | int64 }}{{ end -}}`,
    '{{- if le $bytes 0 }}{{ fail (printf "limits.memory %s: not a size that this helper can read" $memory) }}{{ end -}}',
    '{{- $bytes -}}',
    '{{- end -}}',
  ])
}

const UNITS = [
  ['Gi', GIB],
  ['Mi', MIB],
  ['Ki', KIB],
] as const

function resources(scenario: Scenario): readonly string[] {
  const { container } = toMemory(scenario)
  const millicpus = toMillicpus(scenario)
  const limits = [
    ...(millicpus === undefined ? [] : [`    cpu: "${toCpuQuantity(millicpus)}"`]),
    ...(container === undefined ? [] : [`    memory: "${toQuantity(container)}"`]),
  ]
  return limits.length === 0 ? [] : ['resources:', '  limits:', ...limits]
}

function variable(name: string, value: string | undefined): readonly string[] {
  return value === undefined ? [] : [`  - name: ${name}`, `    value: "${value}"`]
}

function toCpuQuantity(millicpus: number): string {
  return millicpus % 1000 === 0 ? String(millicpus / 1000) : `${millicpus}m`
}

function toQuantity(bytes: number): string {
  const [suffix, unit] = UNITS.find(([, factor]) => bytes >= factor && bytes % factor === 0) ?? ['', 1]
  return bytes / unit + suffix
}
