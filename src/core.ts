import type { Judged } from './model/trace.ts'
import { type Circumstances, toVerdict as judge, type Verdict } from './model/verdict.ts'

/**
 * The package's front door, `import … from 'sawtooth'`: what it lists is public, with semantic versions
 * (docs/package.md). Pure: no DOM, no clock, no network.
 */
export { type CycleEntry, toCycleEntry, toCycleList } from './model/cycle-list.ts'
export type { Outcome, RunResult } from './model/result.ts'
export { simulate } from './model/simulate.ts'
export { simulateResult } from './model/simulate-result.ts'
export type { SimulateOptions } from './model/simulators.ts'
export type { CountedOutline, Cycles, Points, Segment, Trace } from './model/trace.ts'
export type { Verdict, VerdictKind } from './model/verdict.ts'
export type { Problem, Result } from './result.ts'
export { parseScenario, type ScenarioJson, toScenarioJson } from './scenario/json.ts'
export { PRESETS } from './scenario/presets/all.ts'
export { findPreset, toScenario } from './scenario/presets/catalogue.ts'
export type { Preset } from './scenario/presets/preset.ts'
export type { Change, ModelKind, Phase, Program, Scenario, Settings } from './scenario/types.ts'
export { validateScenario } from './scenario/validate.ts'
export { decodeLink } from './share/decode.ts'
export { encodeLink } from './share/encode.ts'
export type { Decoded, LinkState, Source } from './share/link.ts'
export type { LinkView } from './share/view.ts'
export type { CpuQuota, GcPercent, Limit } from './units.ts'

/** Judges a run, in a word with its reason. `circumstances`: what is known besides it, such as the machine’s memory. */
export function toVerdict(run: Judged, circumstances: Circumstances = {}): Verdict {
  return judge(run, circumstances)
}
