import type { Container, EnvEntry } from './manifest.ts'
import type { MendedForm } from './mended.ts'

export type FindingKind =
  | 'tiny-memory'
  | 'ignored-size'
  | 'contradiction'
  | 'bare-bytes'
  | 'malformed-limit'
  | 'malformed-gogc'
  | 'zero-gogc'
  | 'misspelt'
  | 'no-text'
  | 'above-container'
  | 'no-headroom'
  | 'above-high'
  | 'field-without-limit'
  | 'divisor-as-headroom'
  | 'ignored-limit'
  | 'off-without-limit'
  | 'limit-from-request'
  | 'cpu-below-one'
  | 'procs-above-quota'
  | 'malformed-procs'

/** Settings as Go takes them. */
export interface GoSettings {
  readonly gogc: number | 'off'
  readonly memoryLimit: number | 'off'
  readonly containerLimit: number | 'off'
  readonly cpuLimit?: number | undefined
  /** GOMAXPROCS, where a finding is about it. */
  readonly procs?: number | undefined
}

/** Something that is wrong with a container’s settings. */
export interface ManifestFinding<Kind extends string = FindingKind> {
  readonly kind: Kind
  readonly title: string
  readonly text: string
  /** Line in the manifest, from 1. */
  readonly line?: number | undefined
  /** What to write instead. */
  readonly mended?: string | undefined
  /** What is in force as it is, and once mended; undefined where no run shows it: the program may not even start. */
  readonly before: GoSettings | undefined
  readonly after: GoSettings
  /** The container cannot be meant to run like this, or the program does not start in it. */
  readonly isFatal?: true
}

/** What is known of a container while it is looked through. */
export interface Look {
  readonly container: Container
  readonly kind: MendedForm
  readonly gogc: EnvEntry | undefined
  readonly limit: EnvEntry | undefined
  readonly settings: GoSettings
  readonly goVersion: string | undefined
  readonly hasNoLimits: boolean
}
