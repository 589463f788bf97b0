export type ManifestKind =
  | 'kubernetes'
  | 'compose'
  | 'dockerfile'
  | 'systemd'
  | 'env-file'
  | 'docker-run'
  | 'ecs'
  | 'azure'

/** The settings of Go that we read. We skip all other variables. */
export const GO_SETTINGS = ['GOGC', 'GOMEMLIMIT', 'GOMAXPROCS'] as const
export type GoSetting = (typeof GO_SETTINGS)[number]

/** From valueFrom.resourceFieldRef. */
export interface FieldRef {
  readonly kind: 'limits' | 'requests'
  readonly resource: 'memory' | 'cpu'
  readonly divisor: string | undefined
  /** The limits of the other container that containerName names; undefined: the container’s own limits. */
  readonly of?: Limits | undefined
}

export type Limits = Pick<Container, 'memoryLimit' | 'memoryRequest' | 'cpuLimit' | 'cpuRequest' | 'tiny' | 'unread'>

/** A reference to a ConfigMap in another text. Names may be private, so we keep only their digests. */
export interface MapRef {
  readonly name: number
  /** 0 without a namespace. */
  readonly namespace: number
  /** The keys that we read, and the settings of Go that they set. */
  readonly keys: readonly { readonly key: number; readonly variable: GoSetting }[]
}

/** The settings of Go in a ConfigMap, with digests in place of its names. */
export interface SharedMap {
  readonly name: number
  readonly namespace: number
  readonly values: readonly SharedValue[]
}

/** A value of a ConfigMap. As in an EnvEntry, a value that Go cannot read has no text, because it may be a secret. */
export interface SharedValue extends Pick<EnvEntry, 'text' | 'isHidden' | 'unquoted' | 'from'> {
  readonly key: number
}

/** A variable of the environment: a setting of Go, or a variable whose name is nearly that of a setting. */
export interface EnvEntry {
  readonly name: string
  /** Undefined if the manifest does not hold the value, or if it does not look like a setting. */
  readonly text: string | undefined
  /** The manifest contains a value that Go cannot read. We do not keep it, because it may be a secret. */
  readonly isHidden?: boolean | undefined
  /** In Kubernetes: where its value stands without the quotes that make it a text, in the container or in a ConfigMap. */
  readonly unquoted?: 'env' | 'data' | undefined
  readonly field?: FieldRef | undefined
  /** The value is this share of the container’s memory limit. */
  readonly share?: number | undefined
  /** Where the value comes from if the manifest does not hold it, in words: `a ConfigMap`. */
  readonly from?: string | undefined
  readonly ref?: MapRef | undefined
  /** Line in the input, from 1. */
  readonly line: number
  /** Whether it is an item of a list, `- GOGC=50`, where its kind of manifest also has maps. */
  readonly isItem?: boolean | undefined
}

/** A limit without its value in the manifest, or a source of variables whose values are not in the manifest. */
export interface Unread {
  readonly of: 'memoryLimit' | 'cpuLimit' | 'variables'
  /** Whether the source may set nothing of this. */
  readonly mayBe?: true | undefined
  /** In words: `a variable or a template`, `envFrom`. Never a text of the manifest: that may be a secret. */
  readonly from: string
  readonly ref?: MapRef | undefined
  /**
   * How many entries of the container’s `env` came before this source of envFrom, and are overridden by it. 0 if
   * absent.
   */
  readonly overridesFirst?: number | undefined
  /** Line in the input, from 1. */
  readonly line: number
}

export interface TinyMemory {
  readonly of: 'limits' | 'requests' | 'high'
  /** The text before the size: `limits: memory: `, `mem_limit: `, `-m `, `MemoryMax=`. */
  readonly setting: string
  readonly text: string
  readonly bytes: number
  /** Line in the input, from 1. */
  readonly line: number
}

/** A memory size that systemd ignores, because systemd writes sizes differently. */
export interface IgnoredSize {
  readonly of: TinyMemory['of']
  /** `MemoryMax=`. */
  readonly setting: string
  /** Undefined if it may be a secret. */
  readonly text?: string
  readonly meant: number | undefined
  /** Line in the input, from 1. */
  readonly line: number
}

/** One container, service or unit. Sizes in bytes, CPUs as a decimal. */
export interface Container {
  readonly name: string
  /** The name of its pod or workload; undefined for a name that Kubernetes does not allow, which may be a secret. */
  readonly workload?: string | undefined
  /** `checkout/server`, if another container among the inputs has the same name. */
  readonly title?: string | undefined
  /** The digest of its pod’s or workload’s namespace, which may be private; 0 for none. */
  readonly namespace?: number | undefined
  readonly role: 'main' | 'sidecar' | 'init'
  readonly memoryLimit?: number | undefined
  /** Whether it says that it has no memory limit. */
  readonly isUnlimited?: true | undefined
  /** Above this the kernel reclaims memory and slows the processes, but kills none: systemd’s MemoryHigh. */
  readonly memoryHigh?: number | undefined
  /** Whether it sets an amount of swap beyond the memory limit, or no limit of it. */
  readonly hasSwap?: true | undefined
  /** In Kubernetes, the limit if no request is written. */
  readonly memoryRequest?: number | undefined
  /** Whether its status says that the kernel killed it for lack of memory (OOMKilled). */
  readonly isOomKilled?: true | undefined
  readonly cpuLimit?: number | undefined
  /** In Kubernetes, the limit if no request is written. */
  readonly cpuRequest?: number | undefined
  /** Memory sizes that are too small to be meant. The fields above leave them out. */
  readonly tiny?: readonly TinyMemory[] | undefined
  readonly ignored?: readonly IgnoredSize[] | undefined
  readonly env: readonly EnvEntry[]
  /** The Go that a Dockerfile builds with: `go1.18`. */
  readonly goVersion?: string | undefined
  readonly unread?: readonly Unread[] | undefined
  /** It does not say which program runs: a unit without ExecStart=, or a service without image and build. */
  readonly isPart?: true | undefined
}

export interface Manifest {
  readonly kind: ManifestKind
  readonly containers: readonly Container[]
  /** Whether its first container is the one that the user asks about: picked, or named by the metrics. */
  readonly isChosen?: true | undefined
  readonly configMaps?: readonly SharedMap[] | undefined
  readonly problems: readonly string[]
}

export const MAPS_ALONE =
  'it has only ConfigMaps, and no container of the other manifests uses them: paste the manifest that names them, too'

/** The note on an env file without a variable that we read. */
export const SETS_NONE = 'it sets none of GOGC, GOMEMLIMIT and GOMAXPROCS'

/** Names of sidecars that many clusters add to a pod. */
const SIDECARS =
  /^(istio-proxy|linkerd-proxy|envoy|cloud-?sql-proxy|fluent-?bit|fluentd|vault-agent|filebeat|promtail|otel-.*|xray-daemon|datadog-agent|log_router|aws-otel-collector)$/

/** The role of a container by its name: a known sidecar, or a main container. */
export function roleOfName(name: string): Container['role'] {
  return SIDECARS.test(name) ? 'sidecar' : 'main'
}
