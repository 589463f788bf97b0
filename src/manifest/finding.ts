import type { Container, EnvEntry } from './manifest.ts'
import type { MendedForm } from './mended.ts'

export type FindingKind =
  | 'unquoted'
  | 'tiny-memory'
  | 'ignored-size'
  | 'bare-bytes'
  | 'malformed-limit'
  | 'malformed-gogc'
  | 'zero-gogc'
  | 'misspelt'
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
  /** GOMAXPROCS, if a finding is about it. */
  readonly procs?: number | undefined
}

export interface ManifestFinding<Kind extends string = FindingKind> {
  readonly kind: Kind
  readonly title: string
  readonly text: string
  /** Line in the manifest, from 1. */
  readonly line?: number | undefined
  /** The corrected line, or lines. */
  readonly mended?: string | undefined
  /** The settings in force as written; undefined if no run can show their effect: the program may not even start. */
  readonly before?: GoSettings | undefined
  readonly after: GoSettings
  /** The program does not start with these settings, or they cannot be meant. */
  readonly isFatal?: true
}

export interface CheckedContainer {
  readonly container: Container
  readonly kind: MendedForm
  readonly gogc: EnvEntry | undefined
  readonly limit: EnvEntry | undefined
  /** The settings in force as written. */
  readonly settings: GoSettings
  /** `go1.26.8`; undefined if unknown. */
  readonly goVersion: string | undefined
  readonly isBeforeLimits: boolean
}
