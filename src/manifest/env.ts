import { distanceOf } from '../distance.ts'
import { readGomaxprocs } from '../scenario/go-env.ts'
import { readQuantity } from './kubernetes/kube-quantity.ts'
import { type Container, type EnvEntry, type FieldRef, GO_SETTINGS, type GoSetting } from './manifest.ts'
import { FROM_TEMPLATE, isFilledLater, keyOf } from './unread.ts'

/** Other variables of Go. They look like misspelt settings, but are not. */
const OTHERS = [
  'GOOS',
  'GOARCH',
  'GOROOT',
  'GOPATH',
  'GOBIN',
  'GOENV',
  'GODEBUG',
  'GOFLAGS',
  'GOPROXY',
  'GOCACHE',
  'GOVCS',
]
/** The only part of GODEBUG that we keep: it stops Go from deriving GOMAXPROCS from a CPU limit. */
const NO_CONTAINER_PROCS = 'containermaxprocs=0'
/** A valid or nearly valid value of a setting, or a word for “no limit”. Other values may be secrets. */
const PLAUSIBLE =
  /^\s?[+-]?(off|none|no|false|disabled|unlimited|infinity|inf|max|0*\d[\d_]{0,19}([.,]\d{1,6})?(e\d{1,2})?\s?[A-Za-z]{0,5}%?)\s?$/i
/** The same for a misspelt name, without numbers longer than any size in bytes: these may be card numbers. */
const PLAUSIBLE_NEARLY = /^(off|[+-]?\d{1,13}([.,]\d{1,6})?\s?[A-Za-z]{0,5}%?)$/i
const MOST_TEXT = 40

/**
 * The entry for a setting of Go, or for a misspelt one; undefined for any other variable. We keep the text only if it
 * looks like the value of a setting: any other may be a secret.
 * @param from where the value comes from, if the text is undefined
 */
export function toEnvEntry(
  name: string,
  text: string | undefined,
  line: number,
  from = FROM_TEMPLATE,
): EnvEntry | undefined {
  if (name === 'AUTOMEMLIMIT') return byAutomemlimit(text, line)
  if (name === 'GODEBUG') return hasNoContainerProcs(text) ? { name, text: NO_CONTAINER_PROCS, line } : undefined
  const isExact = (GO_SETTINGS as readonly string[]).includes(name)
  if (!isExact && nearestSetting(name) === undefined) return undefined
  const plausible = isExact ? PLAUSIBLE : PLAUSIBLE_NEARLY
  const isShown = text !== undefined && text.length <= MOST_TEXT && (text === '' || plausible.test(text))
  const isHidden = isExact && text !== undefined && !isShown && !isFilledLater(text)
  return {
    name,
    text: isShown ? text : undefined,
    ...(isHidden && { isHidden }),
    ...(!isShown && !isHidden && { from }),
    line,
  }
}

/** Sets an unset GOMEMLIMIT to a share of the container’s memory (github.com/KimMachineGun/automemlimit). */
const AUTOMEMLIMIT = 'automemlimit'

function byAutomemlimit(text = '', line: number): EnvEntry | undefined {
  if (text === 'off') return undefined
  const share = Number(text)
  const isShare = /^[\d.]+$/.test(text) && share > 0 && share <= 1
  return { name: 'GOMEMLIMIT', text: undefined, ...(isShare && { share }), from: AUTOMEMLIMIT, line }
}

/** The last field of a name counts (Go 1.26, runtime/runtime1.go, parsegodebug). */
function hasNoContainerProcs(text = ''): boolean {
  const fields = text.split(',')
  return fields.findLast((field) => field.startsWith('containermaxprocs=')) === NO_CONTAINER_PROCS
}

/** The entry that sets a variable: the last one of its name. Automemlimit counts only if nothing else sets it. */
export function entryOf(env: readonly EnvEntry[], name: GoSetting): EnvEntry | undefined {
  const own = env.filter((entry) => entry.name === name)
  return own.findLast(({ from }) => from !== AUTOMEMLIMIT) ?? own.at(-1)
}

/** The setting that a misspelt name means; undefined for a correct name, and for an unrelated one. */
export function nearestSetting(name: string): GoSetting | undefined {
  const upper = name.toUpperCase()
  if (name.length > 14 || OTHERS.includes(upper) || !upper.startsWith('GO')) return undefined
  return GO_SETTINGS.find((setting) => {
    if (name === setting) return false
    const most = setting === 'GOGC' ? 1 : 2
    return distanceOf(upper.replaceAll('_', ''), setting) <= most
  })
}

/**
 * The number that Kubernetes writes for a resourceFieldRef: the limit or request, divided by the divisor and rounded
 * up.
 * @returns undefined if the container has no such limit: Kubernetes then writes what the node has
 */
export function resolveField(container: Container, field: FieldRef): number | undefined {
  const { resource, divisor, of = container } = field
  const value = of[keyOf(field)]
  const by = readQuantity(divisor ?? '1') || 1
  const scale = resource === 'memory' ? 1 : 1000
  return value === undefined ? undefined : Math.ceil(toWhole(scale * value) / toWhole(scale * by))
}

/**
 * Rounds up, but ignores the errors of binary fractions: Kubernetes divides whole bytes, and whole thousandths of a CPU
 * (pkg/api/v1/resource/helpers.go, convertResourceCPUToString).
 */
function toWhole(value: number): number {
  return Math.ceil(Number(value.toPrecision(12)))
}

/** The GOMAXPROCS that a container sets; undefined if it sets none, or a value that Go ignores. */
export function procsSetBy(container: Container): number | undefined {
  const { field, text = '' } = entryOf(container.env, 'GOMAXPROCS') ?? {}
  const written = field ? resolveField(container, field)?.toString() : text
  return readGomaxprocs(written ?? '')
}

/** Whether a container stops Go from deriving GOMAXPROCS from the CPU limit. */
export function ignoresCpuLimit({ env }: Container): boolean {
  return env.some(({ name, text }) => name === 'GODEBUG' && text === NO_CONTAINER_PROCS)
}
