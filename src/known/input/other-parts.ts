import { isOnlyCommands } from '../../gctrace/read/command.ts'
import { DOCKER } from '../../manifest/kind.ts'
import { METRICS_KINDS } from '../../metrics/kind.ts'
import { CRICTL_HEADING, TOP_HEADING, USAGE, USAGE_IN_JSON } from './container-usage.ts'
import { GC_LINE } from './gc-sign.ts'
import type { InputKind } from './input-kind.ts'
import { KILLED, KILLED_UNIT } from './kernel-lines.ts'

/** A manifest of any kind counts as one: its reader reports what it skips. */
type Part = InputKind | 'manifest'

/**
 * Lines that programs hardly print by chance. `GOGC=100` is not among them: programs print their environment. All
 * patterns of a row must be found. Lines may be quoted or indented.
 */
const SIGNS: readonly (readonly [Part, ...RegExp[]])[] = [
  [
    'manifest',
    /^[ \t>]*"?apiVersion"?[ \t]*:[ \t]*["']?[a-z][\w./-]*["']?,?[ \t\r]*$/m,
    /^[ \t>]*"?kind"?[ \t]*:[ \t]*["']?(?:Deployment|StatefulSet|DaemonSet|ReplicaSet|Pod|Job|CronJob|List|ConfigMap|LimitRange|Rollout)["']?,?[ \t\r]*$/m,
  ],
  [
    'manifest',
    /^[ \t>]*"?limits"?[ \t]*:(?:[ \t]*\r?\n(?:[^\n]{0,200}\n)?[ \t>]+|[ \t]*\{[^\n}]{0,200}?)"?memory"?[ \t]*:[ \t]*["']?\d+(?:\.\d+)?[KMGT]i?\b/m,
  ],
  ['manifest', /^[ \t>]*mem_limit[ \t]*:[ \t]*["']?\d/m],
  ['manifest', /^[ \t>]*services[ \t]*:[ \t\r]*$/m, /^[ \t>]+(?:image|build|environment)[ \t]*:/m],
  ['manifest', /^[ \t>]*"containerDefinitions"[ \t]*:/m],
  ['manifest', /^[ \t>]*"?type"?[ \t]*:[ \t]*["']?Microsoft\.(?:App|ContainerInstance)\//m],
  ['manifest', /^[ \t>]*ENV[ \t]+(?:GOGC|GOMEMLIMIT|GOMAXPROCS)[ \t=]/m],
  ['manifest', /^[ \t>]*(?:Memory(?:Max|High|Limit)|CPUQuota)=\d/m],
  ['manifest', /^[ \t>]*Environment=["']?(?:GOGC|GOMEMLIMIT|GOMAXPROCS)=/m],
  ['container-usage', /^[ \t>]*Maximum resident set size \(kbytes\): \d/m],
  ['container-usage', /^[ \t>]*(?:VmHWM|Rss):[ \t]+\d+ kB[ \t\r]*$/m],
  ['container-usage', USAGE],
  ['container-usage', USAGE_IN_JSON],
  ['container-usage', KILLED],
  ['manifest', KILLED_UNIT],
  ['manifest', /^[ \t>]*"(?:HostConfig|OOMKilled)"[ \t]*:/m],
  ['container-usage', /^(?:\S*memory\.events[\w.]*:)?oom_kill [1-9]/m],
  ['container-usage', /^(?:==> )?(?:\S*\/)?(?:memory\.max|cpu\.max)(?: <==\r?\n|:)(?:max|\d)/m],
  ['container-usage', new RegExp(TOP_HEADING, 'm')],
  ['container-usage', new RegExp(CRICTL_HEADING, 'm')],
  ['container-usage', /^[ \t>]*"workingSetBytes"[ \t]*:/m],
  ['prometheus-text', /^[ \t>]*go_memstats_\w+(?:\{[^\n}]*\})? [\d.e+]+[ \t\r]*$/m],
  ['heap-profile', /^[ \t>]*heap profile: \d+: \d+ \[/m],
  ['vars', /^[ \t>,{]*"memstats"[ \t]*:[ \t]*\{/m],
  ['gctrace', GC_LINE],
]

const SETTING = /\s(?:-m|--(?:limit-)?(?:memory|cpus?))|\b(?:GOGC|GOMEMLIMIT|GOMAXPROCS)=/
const KINDS_APART: readonly InputKind[] = ['gctrace', ...METRICS_KINDS]

/**
 * Parts that the reader of this kind passes over without a problem; not blocks of Markdown (`hasOtherBlocks`).
 * @param text the beginning or the end of an input
 */
export function hasOtherParts(text: string, kind: InputKind): boolean {
  const own: Part = KINDS_APART.includes(kind) ? kind : 'manifest'
  const isShown = SIGNS.some(([part, ...signs]) => part !== own && signs.every((sign) => sign.test(text)))
  return isShown || (own !== 'manifest' && hasDockerCommand(text))
}

function hasDockerCommand(text: string): boolean {
  const commands = text.replace(/\\\r?\n/g, ' ').split('\n')
  return commands.some((line) => DOCKER.test(line.trim()) && SETTING.test(line) && !isOnlyCommands(line))
}
