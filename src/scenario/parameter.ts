import { TIB } from '../units.ts'

/** How a value is written, checked and shown. `-or-off` kinds also take the word "off". */
type ValueKind =
  | 'percent-or-off'
  | 'size-or-off'
  | 'cpus-or-off'
  | 'size'
  | 'rate'
  | 'seconds'
  | 'share'
  | 'number'
  | 'count'
  | 'flag'
  | 'choice'

/** Where a parameter is in a scenario's JSON. One that is only in changes is no setting but a call. */
export type Place = 'scenario' | 'program' | 'phase' | 'change'

/** The range of a slider. `log` starts at `min` > 0; the slider of an `-or-off` kind has “off” beyond `max`. */
export interface Slider {
  readonly scale: 'log' | 'linear'
  readonly min: number
  readonly max: number
}

export interface Parameter {
  readonly key: string
  readonly place: Place
  readonly kind: ValueKind
  readonly min: number
  readonly max: number
  readonly above?: boolean
  /** `undefined`: the value is required, or depends on the model (cpuLimiter). */
  readonly default: number | boolean | string | undefined
  readonly choices?: readonly string[]
  /** Whether an entry of `changes` may set it. */
  readonly changes?: boolean
  /** Set if only one of the models reads it. */
  readonly model?: 'guide' | 'runtime'
  readonly slider?: Slider
  /** What 0 means if it does not mean nothing: shown instead of the number. */
  readonly zero?: string
  readonly label: string
  readonly help: string
}

/** 16 TiB, the largest size in a scenario. */
export const MAX_SIZE = 16 * TIB

/** Kinds, with the range that most parameters of the kind have. */
export const SIZE = { kind: 'size', min: 0, max: MAX_SIZE } as const
export const LIMIT = { kind: 'size-or-off', min: 0, max: MAX_SIZE } as const
/** Bytes per second. */
export const RATE = { kind: 'rate', min: 0, max: MAX_SIZE } as const
export const SECONDS = { kind: 'seconds', min: 0, max: 1e6 } as const
export const SHARE = { kind: 'share', min: 0, max: 1 } as const
export const FLAG = { kind: 'flag', min: 0, max: 1 } as const
export const CHOICE = { kind: 'choice', min: 0, max: 0 } as const
