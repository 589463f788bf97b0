import type { CpuQuota, GcPercent, Limit } from '../units.ts'
import type { Place } from './parameter.ts'
import type { RUNTIME_TABLE } from './runtime-table.ts'
import type { COMMON_TABLE } from './table.ts'

/** A row of the table of parameters, which gives each field's meaning, unit and range. */
type Row = (typeof COMMON_TABLE)[number] | (typeof RUNTIME_TABLE)[number]

/** The types of values that are not plain numbers. */
interface ValueKinds {
  readonly 'percent-or-off': GcPercent
  readonly 'size-or-off': Limit
  readonly 'cpus-or-off': CpuQuota
  readonly flag: boolean
}

type ValueOf<R extends Row> = R extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : R['kind'] extends keyof ValueKinds
    ? ValueKinds[R['kind']]
    : number

type Fields<R extends Row> = { readonly [One in R as One['key']]: ValueOf<One> }

export type FieldsOf<P extends Place> = Fields<Extract<Row, { readonly place: P }>>

/** Which model computes the run: the guide's stop-the-world cost model, or Go's concurrent pacer. */
export type ModelKind = FieldsOf<'scenario'>['model']

/** The clock of durations and rates: mutator CPU time ("work") or elapsed time ("clock", runtime model). */
export type Pace = FieldsOf<'program'>['pace']

/** A stretch of the program with constant rates. Sizes in bytes, times in seconds. */
export type Phase = FieldsOf<'phase'>

export type Program = FieldsOf<'program'> & { readonly phases: readonly Phase[] }

/** The settings that may change while the program runs. */
export type Settings = Omit<FieldsOf<'scenario'>, 'model'>

/** Changes at an instant of the program's own (mutator) time, in seconds: settings change, then calls are made. */
export type Change = { readonly at: number } & Partial<Fields<Extract<Row, { readonly changes: true }>>>

/** A whole experiment, all defaults filled in. The JSON form is in `json.ts`. */
export type Scenario = Settings & {
  readonly title: string
  readonly model: ModelKind
  readonly program: Program
  readonly changes: readonly Change[]
}
