import { toEnvEntry } from '../env.ts'
import { type Container, type EnvEntry, type FieldRef, type Manifest, roleOfName, type Unread } from '../manifest.ts'
import { toMemory, unreadMemory, type WrittenMemory } from '../tiny-memory.ts'
import { sharedMemory } from '../unread.ts'
import { readQuantity } from './kube-quantity.ts'
import { workloadNamed } from './kube-references.ts'

/*
 * The output of `kubectl describe`, of a pod or a workload (Kubernetes 1.34, kubectl/pkg/describe/describe.go):
 *
 *   Containers:
 *     api:
 *       Limits:
 *         memory:  512Mi
 *       Environment:
 *         GOMEMLIMIT:  536870912 (limits.memory)
 */

/** A line that only a description has: of a container, or of its limits or variables in a part of one. */
const OF_CONTAINER = /^ *(Container ID|Host Ports?|Restart Count): |^ *(Init )?Containers: *\r?$/m
const OF_LIMITS = /^ *(Limits|Requests): *\r?\n +(cpu|memory|ephemeral-storage): /m
const OF_FIELDS = /^ +[A-Z_][A-Z\d_]*: +(\S.* )?(\((limits|requests)\.(memory|cpu)\)|\(v1:\S+\)|<set to the key ')/m

/** The first line of a whole description: its values are aligned. */
const BEGINNING = /^\s*Name: {2,}\S/
/** Keys that a description writes otherwise, if at all. YAML with one of them may have the lines above in its texts. */
const OF_YAML =
  /^[ \t]*(?:- )?["']?(?:(?:apiVersion|kind|containers|resources)["']?[ \t]*:|(?:env|limits)["']?[ \t]*:[ \t]*\r?$)/m

/** Whether a text is the output of `kubectl describe`, or a part of it with a container. It may be valid YAML, too. */
export function isDescription(text: string): boolean {
  if (!BEGINNING.test(text) && OF_YAML.test(text)) return false
  return OF_CONTAINER.test(text) || OF_LIMITS.test(text) || OF_FIELDS.test(text)
}

const HEADING = /^(Init |Ephemeral )?Containers$/
const PARTS = ['Limits', 'Requests', 'Environment', 'Environment Variables from'] as const
type Part = (typeof PARTS)[number]

interface Entry {
  readonly indent: number
  readonly key: string
  readonly value: string
  readonly line: number
}

/** A container while we read it. */
interface Draft {
  readonly name: string
  /** Ephemeral: a debugger, which has no limits of its own. */
  readonly role: Container['role'] | 'ephemeral'
  readonly entries: { readonly part: Part; readonly entry: Entry }[]
  /** Whether `State:` or `Last State:` has the reason OOMKilled. */
  isOomKilled?: true
  readonly pod: Pod
}

/** What is above the containers of a pod or a workload. */
interface Pod {
  name?: string
  namespace?: string
  /** The limits of the whole pod, under `Resources:`. */
  readonly limits: Entry[]
}

export function parseDescription(text: string): Manifest {
  const drafts = draftsIn(entriesIn(text))
  const containers = drafts.flatMap((draft) => containerOfDraft(draft, drafts) ?? [])
  return { kind: 'kubernetes', containers, problems: [] }
}

function entriesIn(text: string): Entry[] {
  return text.split(/\r?\n/).flatMap((line, i) => {
    const [, space = '', key, value = ''] = /^(\s*)([^\s:][^:]{0,200}):(?:\s+(.*))?$/.exec(line.trimEnd()) ?? []
    return key === undefined ? [] : [{ indent: space.length, key, value: value.trim(), line: i + 1 }]
  })
}

/** Each container with the entries of its parts. Its name is a key under `Containers:`. */
function draftsIn(entries: readonly Entry[]): Draft[] {
  const drafts: Draft[] = []
  const around: Entry[] = []
  let pod: Pod = { limits: [] }
  for (const entry of entries) {
    // The further lines of a value are indented more, so they are under it.
    while (around.length > 0 && around.at(-1)!.indent >= entry.indent) around.pop()
    const heading = headingIn(around.at(-1))
    const isOfPod = around.at(-2)?.key === 'Resources'
    const part = isOfPod ? undefined : PARTS.find((one) => one === heading)
    const [isName, before] = HEADING.exec(heading) ?? []
    if (around.length === 0) pod = podAt(entry, pod)
    if (isName) drafts.push({ name: entry.key.slice(0, 63), role: roleIn(before, entry.key), entries: [], pod })
    if (isOfPod && heading === 'Limits') pod.limits.push(entry)
    const isKill = isOomKill(entry, around.at(-1))
    if (drafts.length === 0 && (part || isKill)) drafts.push({ name: '', role: 'main', entries: [], pod })
    addTo(drafts.at(-1), entry, part, isKill)
    around.push(entry)
  }
  return drafts
}

/** The pod at an entry that stands in nothing else: each description begins with its name. */
function podAt({ key, value }: Entry, pod: Pod): Pod {
  if (key === 'Name') return { name: value, limits: [] }
  if (key === 'Namespace') pod.namespace = value
  return pod
}

function addTo(draft: Draft | undefined, entry: Entry, part: Part | undefined, isKill: boolean): void {
  if (draft && part) draft.entries.push({ part, entry })
  if (draft && isKill) draft.isOomKilled = true
}

/** `Reason: OOMKilled` under the state of a container, or its last state. */
function isOomKill({ key, value }: Entry, state: Entry | undefined): boolean {
  return key === 'Reason' && value === 'OOMKilled' && (state?.key === 'State' || state?.key === 'Last State')
}

function headingIn(parent: Entry | undefined): string {
  return parent?.value === '' ? parent.key : ''
}

/** @param before the word before `Containers:` in the heading */
function roleIn(before: string | undefined, name: string): Draft['role'] {
  if (before === 'Ephemeral ') return 'ephemeral'
  return before === 'Init ' ? 'init' : roleOfName(name)
}

function containerOfDraft(
  { name, role, entries, pod, isOomKilled }: Draft,
  all: readonly Draft[],
): Container | undefined {
  if (role === 'ephemeral') return undefined
  const of = (part: Part) => entries.flatMap((one) => (one.part === part ? [one.entry] : []))
  // As in YAML, the limits of the pod are those of its containers that have none, except of the init containers.
  const limits = [...(role === 'init' ? [] : pod.limits), ...of('Limits')]
  const beside = all.filter((one) => one.pod === pod && one.role !== 'init' && one.role !== 'ephemeral')
  const own = of('Limits').flatMap(toSize('limits'))
  const shared = beside.length > 1 && own.length === 0 ? limits.filter(({ key }) => key === 'memory') : []
  const sizes = [
    ...(shared.length > 0 ? [] : limits.flatMap(toSize('limits'))),
    ...of('Requests').flatMap(toSize('requests')),
  ]
  const cpuIn = (all: readonly Entry[]) => readQuantity(all.findLast(({ key }) => key === 'cpu')?.value) || undefined
  const files = of('Environment Variables from').map(({ line }): Unread => ({ of: 'variables', from: 'envFrom', line }))
  return {
    name,
    role,
    ...workloadNamed(pod.name, pod.namespace),
    ...toMemory(sizes),
    ...(isOomKilled && { isOomKilled }),
    cpuLimit: cpuIn(limits),
    cpuRequest: cpuIn(of('Requests')),
    env: of('Environment').flatMap(toVariable),
    unread: [...unreadMemory(sizes), ...shared.map(({ line }) => sharedMemory('pod', line)), ...files],
  }
}

function toSize(of: 'limits' | 'requests') {
  return ({ key, value, line }: Entry): WrittenMemory[] =>
    key === 'memory' ? [{ of, setting: `${of}: memory: `, text: value, bytes: readQuantity(value), line }] : []
}

const FIELD: FieldRef = { kind: 'limits', resource: 'memory', divisor: undefined }
/** `536870912 (limits.memory)`: the value that the container gets, and where it comes from. */
const RESOLVED = /^(.*?)\s*\((limits|requests)\.(memory|cpu)\)$/

/** `GOGC:  50`. The value that a field gives counts as if it were written. Without a limit, it is what the node has. */
function toVariable({ key, value, line }: Entry): EnvEntry[] {
  const [, resolved, , resource = 'memory'] = RESOLVED.exec(value) ?? []
  const isOfNode = resolved === 'node allocatable'
  const isElsewhere = isOfNode || resolved === '' || /^<set to the key /.test(value)
  const from = / in secret '/.test(value) ? 'a Secret' : / of config map '/.test(value) ? 'a ConfigMap' : 'valueFrom'
  const entry = toEnvEntry(key, isElsewhere ? undefined : (resolved ?? value), line, from)
  if (!entry) return []
  return [isOfNode ? { ...entry, field: { ...FIELD, resource: resource as FieldRef['resource'] } } : entry]
}
