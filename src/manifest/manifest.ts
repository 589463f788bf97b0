/** The forms in which a program’s limits and settings are written down. */
export type ManifestKind = 'kubernetes' | 'compose' | 'dockerfile' | 'systemd' | 'env-file' | 'docker-run' | 'ecs'

/** Settings of Go that are read; every other variable is skipped. */
export const GO_SETTINGS = ['GOGC', 'GOMEMLIMIT', 'GOMAXPROCS'] as const
export type GoSetting = (typeof GO_SETTINGS)[number]

/** A value taken from the resources of a container: valueFrom.resourceFieldRef. */
export interface FieldRef {
  readonly kind: 'limits' | 'requests'
  readonly resource: 'memory' | 'cpu'
  readonly divisor: string | undefined
  /** The limits of another container of the pod, where containerName names one; else they are the container’s own. */
  readonly of?: Limits | undefined
}

/** What fields may be taken from. */
export type Limits = Pick<
  Container,
  'memoryLimit' | 'memoryRequest' | 'cpuLimit' | 'cpuRequest' | 'tiny' | 'unread' | 'contradictions'
>

/** Values of a ConfigMap in another text. Names may be private, so only their digests are kept. */
export interface MapRef {
  readonly name: number
  /** 0 without a namespace. */
  readonly namespace: number
  /** The keys that are read, and the variables of Go’s that they set. */
  readonly keys: readonly { readonly key: number; readonly variable: GoSetting }[]
}

/** What a ConfigMap may set of Go’s, with digests in place of its names. */
export interface SharedMap {
  readonly name: number
  readonly namespace: number
  readonly values: readonly SharedValue[]
}

/** A value of a ConfigMap, as an EnvEntry has it: without a text where Go cannot read it, as it may be a secret. */
export interface SharedValue extends Pick<EnvEntry, 'text' | 'isHidden' | 'from'> {
  readonly key: number
}

/** A variable of the environment. Only names of Go’s settings, and names that are nearly one, ever get here. */
export interface EnvEntry {
  readonly name: string
  /** Undefined if the manifest does not hold the value, or if it does not look like a setting. */
  readonly text: string | undefined
  /** The manifest holds a value that Go cannot read, and that is not kept: it may be a secret. */
  readonly isHidden?: boolean | undefined
  /** Kubernetes reads the value as a number or as false, for want of quotes, and refuses the manifest. */
  readonly isNoText?: boolean | undefined
  readonly field?: FieldRef | undefined
  /** The value is this share of the container’s memory limit. */
  readonly share?: number | undefined
  /** Where the value comes from if the manifest does not hold it, in words: `a ConfigMap`. */
  readonly from?: string | undefined
  readonly ref?: MapRef | undefined
  /** Line in the input, from 1. */
  readonly line: number
  /** Whether it is an item of a list, `- GOGC=50`, where its kind of manifest also has maps; absent in a Kubernetes list. */
  readonly isItem?: boolean | undefined
}

/** A limit of a container whose value is not in the manifest, or a source of variables that are not in it. */
export interface Unread {
  readonly of: 'memoryLimit' | 'cpuLimit' | 'variables'
  /** In words: `a variable or a template`, `envFrom`. Never a text of the manifest: that may be a secret. */
  readonly from: string
  readonly ref?: MapRef | undefined
  /**
   * Position of this source among the container’s envFrom sources: its variables override the first `overridesFirst` entries
   * of env, and the later ones override it. 0 if absent.
   */
  readonly overridesFirst?: number | undefined
  /** Line in the input, from 1. */
  readonly line: number
}

/** A memory size that is too small to be meant. */
export interface TinyMemory {
  readonly of: 'limits' | 'requests' | 'high'
  /** What stands before the size: `limits: memory: `, `mem_limit: `, `-m `, `MemoryMax=`. */
  readonly setting: string
  readonly text: string
  readonly bytes: number
  /** Line in the input, from 1. */
  readonly line: number
}

/** Two settings that contradict each other: Kubernetes, docker or ECS refuses the manifest. */
export interface Contradiction {
  readonly rule: 'request-above-limit' | 'above-pod' | 'above-task' | 'two-limits'
  readonly of: 'memory' | 'cpu'
  /** Bytes, or CPUs: of the setting that the rule names first, and of the other one. */
  readonly values: readonly [number, number]
  /** Line in the input, from 1. */
  readonly line: number
}

/** A memory size that systemd ignores, since it is not written as systemd writes sizes. */
export interface IgnoredSize {
  readonly of: TinyMemory['of']
  /** `MemoryMax=`. */
  readonly setting: string
  /** Undefined where it may be a secret. */
  readonly text?: string
  /** Bytes that were probably meant. */
  readonly meant: number | undefined
  /** Line in the input, from 1. */
  readonly line: number
}

/** A variable that is removed after all others are set; with a text only if that is its value. */
export interface Unset {
  readonly name: string
  readonly text: string | undefined
  /** Line in the input, from 1. */
  readonly line: number
}

/** A pod or a workload of Kubernetes. Names may be private, so only their digests are kept; 0 for none. */
export interface Owner {
  readonly name: number
  readonly namespace: number
}

/** One container, service or unit. Sizes in bytes, CPUs as a decimal. */
export interface Container {
  readonly name: string
  /** The pod or the workload that it belongs to. */
  readonly owner?: Owner | undefined
  readonly role: 'main' | 'sidecar' | 'init'
  readonly memoryLimit?: number | undefined
  /** Above this the kernel reclaims memory and slows the processes, but kills none: systemd’s MemoryHigh. */
  readonly memoryHigh?: number | undefined
  /** In Kubernetes the limit, if no request is written. */
  readonly memoryRequest?: number | undefined
  readonly cpuLimit?: number | undefined
  /** The same of CPUs. */
  readonly cpuRequest?: number | undefined
  /** Memory sizes that are left out above, as they cannot be meant. */
  readonly tiny?: readonly TinyMemory[] | undefined
  readonly ignored?: readonly IgnoredSize[] | undefined
  readonly contradictions?: readonly Contradiction[] | undefined
  readonly env: readonly EnvEntry[]
  readonly unsets?: readonly Unset[] | undefined
  /** The Go that a Dockerfile builds with: `go1.18`. */
  readonly goVersion?: string | undefined
  readonly unread?: readonly Unread[] | undefined
  /** Whether its own variables override those of its files, although it is a unit: podman reads its files first. */
  readonly overridesFiles?: true | undefined
  /** Whether it says nothing of what runs: neither ExecStart= of a unit, nor image or build of a service. */
  readonly isPart?: true | undefined
  /** The settings of earlier files that a drop-in of systemd resets, by a line without a value. */
  readonly takesBack?: readonly TakenBack[] | undefined
}

export type TakenBack = 'memoryLimit' | 'memoryHigh' | 'cpuLimit' | 'env'

/** The parts of a manifest that are kept. */
export interface Manifest {
  readonly kind: ManifestKind
  readonly containers: readonly Container[]
  readonly configMaps?: readonly SharedMap[] | undefined
  readonly problems: readonly string[]
}

/** What to say of a manifest of ConfigMaps alone, if no container of the others names one. */
export const MAPS_ALONE =
  'there is no container in it: its ConfigMaps give variables to the containers of other manifests that name them'

/** Names of containers that many clusters add to a program. */
const SIDECARS =
  /^(istio-proxy|linkerd-proxy|envoy|cloud-?sql-proxy|fluent-?bit|fluentd|vault-agent|filebeat|promtail|otel-.*|xray-daemon|datadog-agent|log_router|aws-otel-collector)$/

/** Whether a container beside others is known to serve the program rather than to be it. */
export function roleOfName(name: string): Container['role'] {
  return SIDECARS.test(name) ? 'sidecar' : 'main'
}
