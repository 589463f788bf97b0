import { distanceOf } from '../distance.ts'
import { type EnvEntry, GO_SETTINGS, type GoSetting } from './manifest.ts'
import { FROM_TEMPLATE, isFilledLater } from './unread.ts'

/** Variables of Go’s that are no misspelling of the three. */
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
/** The one part of GODEBUG that is kept: with it Go does not take GOMAXPROCS from a CPU limit. */
export const NO_CONTAINER_PROCS = 'containermaxprocs=0'
/** A value as these settings have it, or nearly, or a word that people write for none: anything else may be a secret. */
const PLAUSIBLE =
  /^\s?[+-]?(off|none|no|false|disabled|unlimited|infinity|inf|max|0*\d[\d_]{0,19}([.,]\d{1,6})?(e\d{1,2})?\s?[A-Za-z]{0,5}%?)\s?$/i
/** Under a name that only is like theirs, no number that is longer than any size in bytes. */
const PLAUSIBLE_NEARLY = /^(off|[+-]?\d{1,13}([.,]\d{1,6})?\s?[A-Za-z]{0,5}%?)$/i
const MOST_TEXT = 40

/**
 * A variable that sets Go, or whose name is nearly that of one; undefined for every other, as it may be a secret. Its text
 * is kept only if it looks like the value of a setting; of GODEBUG nothing but `containermaxprocs=0`.
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

/** What sets GOMEMLIMIT to a share of the container’s memory, unless it is set (github.com/KimMachineGun/automemlimit). */
const AUTOMEMLIMIT = 'automemlimit'

function byAutomemlimit(text = '', line: number): EnvEntry | undefined {
  if (text === 'off') return undefined
  const share = Number(text)
  const isShare = /^[\d.]+$/.test(text) && share > 0 && share <= 1
  return { name: 'GOMEMLIMIT', text: undefined, ...(isShare && { share }), from: AUTOMEMLIMIT, line }
}

/** Of fields of one name the last counts (Go 1.26, runtime/runtime1.go, parsegodebug). */
function hasNoContainerProcs(text = ''): boolean {
  const fields = text.split(',')
  return fields.findLast((field) => field.startsWith('containermaxprocs=')) === NO_CONTAINER_PROCS
}

/** The entry that sets a variable: the last of its name. Automemlimit sets only what is not set. */
export function entryOf(env: readonly EnvEntry[], name: GoSetting): EnvEntry | undefined {
  const own = env.filter((entry) => entry.name === name)
  return own.findLast(({ from }) => from !== AUTOMEMLIMIT) ?? own.at(-1)
}

/** The setting that a name is nearly spelt as; undefined for a right name and for any other. */
export function nearestSetting(name: string): GoSetting | undefined {
  const upper = name.toUpperCase()
  if (name.length > 14 || OTHERS.includes(upper) || !upper.startsWith('GO')) return undefined
  return GO_SETTINGS.find((setting) => {
    if (name === setting) return false
    const most = setting === 'GOGC' ? 1 : 2
    return distanceOf(upper.replaceAll('_', ''), setting) <= most
  })
}

/** That Kubernetes refuses a value without quotes: a variable’s value has to be a text. */
export function describeNoText(name: string, text: string): { readonly title: string; readonly text: string } {
  const what = /\d/.test(text) ? 'a number' : 'true or false'
  return {
    title: `Kubernetes refuses the manifest: the value of ${name} is no text`,
    text: `The value of a variable has to be a text. Without quotes YAML reads ${text} as ${what}.`,
  }
}
