import { entryOf } from '../manifest/env.ts'
import type { Container, GoSetting, Manifest, Unread } from '../manifest/manifest.ts'
import { IN_FILES, isUnread, openFiles } from '../manifest/unread.ts'
import { aboutQuantity } from './quantities.ts'
import type { SettingKey } from './settings.ts'

/** A setting whose value is unknown, because a manifest takes it from elsewhere. */
export interface UnreadSetting {
  readonly key: SettingKey
  /** Whether it is surely set; false if an env file that we do not have may set it. */
  readonly isSet: boolean
  /** Where: `set by the Kubernetes manifest, api, from a ConfigMap (line 12)`. */
  readonly place: string
}

/** `the compose file, api`. */
export interface DescribedContainer {
  readonly kind: Manifest['kind']
  readonly container: Container
  readonly name: string
}

const KEYS: Readonly<Record<GoSetting, SettingKey>> = { GOGC: 'gogc', GOMEMLIMIT: 'memoryLimit', GOMAXPROCS: 'procs' }

/**
 * An env file among the manifests gives the value of a variable that another manifest takes from elsewhere. A
 * Dockerfile counts only if no other manifest sets the variable. A missing env file affects only the variables that no
 * manifest sets, or also those of its systemd unit.
 */
export function unreadIn(all: readonly DescribedContainer[], manifests: readonly Manifest[]): UnreadSetting[] {
  const limits = (['memoryLimit', 'cpuLimit'] as const).flatMap((of) => unreadLimit(all, of))
  const variables = (Object.keys(KEYS) as GoSetting[]).flatMap((name) => unreadVariable(all, name))
  const isSetBeside = (name: GoSetting, isUnit: boolean) =>
    all.some(({ kind, container }) => entryOf(container.env, name) && !(isUnit && kind === 'systemd'))
  const files = all.flatMap((one) => openFiles(one.container, manifests).map((file) => ({ ...file, one })))
  const open = IN_FILES.flatMap((name) => {
    // An EnvironmentFile overrides what its unit sets (systemd.exec(5)); no other file does.
    const file = files.find(({ one }) => !isSetBeside(name, one.kind === 'systemd'))
    if (!file || variables.some(({ key }) => key === KEYS[name])) return []
    const what = isSetBeside(name, false) ? 'overridden' : 'set'
    const { name: whole, kind } = file.one
    const by = kind === 'systemd' ? `${fileAndLine(file)} of ${whole}` : `${whole}, through ${fileAndLine(file)}`
    const place = `may be ${what} by ${by}, whose variables are not among the inputs`
    return [{ key: KEYS[name], isSet: false, place }]
  })
  return [...limits, ...variables, ...open]
}

function unreadLimit(all: readonly DescribedContainer[], of: 'memoryLimit' | 'cpuLimit'): UnreadSetting[] {
  if (all.some(({ container }) => container[of] !== undefined)) return []
  const key = of === 'memoryLimit' ? 'containerLimit' : 'cpuQuota'
  const found = all.flatMap(({ container, name }) => {
    const unread = container.unread?.find((one) => one.of === of)
    if (!unread) return []
    const place = unread.mayBe
      ? `may be set by ${name}, through ${fileAndLine(unread)}, which is not read`
      : placeOf(name, unread)
    return [{ key, isSet: !unread.mayBe, place } as const]
  })
  return found.slice(0, 1)
}

function unreadVariable(all: readonly DescribedContainer[], name: GoSetting): UnreadSetting[] {
  const setters = all.flatMap((one) => {
    const entry = entryOf(one.container.env, name)
    return entry ? [{ ...one, by: one.name, entry, isOpen: isUnread(one.container, entry) }] : []
  })
  const [first] = setters.toSorted((a, b) => Number(a.kind === 'dockerfile') - Number(b.kind === 'dockerfile'))
  if (!first?.isOpen || setters.some(({ kind, isOpen }) => kind === 'env-file' && !isOpen)) return []
  const { line, from = 'the container’s own limit' } = first.entry
  return [{ key: KEYS[name], isSet: true, place: placeOf(first.by, { from, line }) }]
}

function placeOf(name: string, from: Pick<Unread, 'from' | 'line'>): string {
  return `set by ${name}, from ${fileAndLine(from)}`
}

function fileAndLine({ from, line }: Pick<Unread, 'from' | 'line'>): string {
  return `${from} (line ${line})`
}

/** The unknown setting in a sentence: `GOMEMLIMIT is set by …, so its value is not known.` */
export function describeUnread({ key, isSet, place }: UnreadSetting): string {
  const { label } = aboutQuantity(key)
  return isSet ? `${label} is ${place}, so its value is not known` : `${label} ${place}`
}
