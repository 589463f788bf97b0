import type { Trace } from '../../src/model/trace.ts'
import { sumOf } from '../../src/numbers.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { type GcPercent, type Limit, MIB, OFF, parseSize } from '../../src/units.ts'
import { traceFigures } from '../support/trace-figures.ts'

/** The figures of one recorded run of a real program; units are in the names. */
interface RecordedRun {
  readonly cycles: number
  /** The largest heap at the end of a mark phase, rounded down as gctrace does. */
  readonly peakHeapMiB: number
  /** gctrace's five CPU figures: sweep termination, assists, background, idle, mark termination. */
  readonly cpuSeconds: readonly number[]
  readonly isLimited: boolean
  readonly wallSeconds: number
}

/** A setting under which a program was recorded, once per repeat. Written as GOGC and GOMEMLIMIT are. */
export interface RecordedSetting {
  readonly program: string
  readonly gogc: number | 'off'
  readonly memoryLimit: string
  readonly procs: number
  readonly repeats: readonly RecordedRun[]
}

/** A predicted figure beside the measured ones. Errors as shares: 0.05 is 5 %. */
export interface Figure {
  readonly predicted: number
  readonly measured: readonly number[]
  /** Distance of the prediction from the mean of the repeats, as a share of that mean. */
  readonly error: number
  /** Distance between the largest and the smallest repeat, as a share of their mean: no model can do better. */
  readonly spread: number
}

/** One line of evidence: a setting, predicted and measured. */
export interface EvidenceRow {
  readonly setting: RecordedSetting
  readonly cycles: Figure
  readonly peakHeapMiB: Figure
  readonly gcCpuSeconds: Figure
  readonly isLimited: boolean
  /** The verdict agrees with every repeat. */
  readonly isVerdictRight: boolean
}

/**
 * The scenario of a recorded setting: the preset of its program under that GOGC and GOMEMLIMIT.
 * @throws Error for a program without a preset or a malformed limit: recordings are our own, so this is our mistake
 */
export function toRecordedScenario(setting: RecordedSetting): Scenario {
  const preset = findPreset(`program-${setting.program}`)
  if (!preset) throw new Error(`no preset for the recorded program "${setting.program}"`)
  return { ...toScenario(preset), ...recordedSettings(setting) }
}

/** GOGC, GOMEMLIMIT and GOMAXPROCS of a recording. */
export function recordedSettings(setting: RecordedSetting): Pick<Scenario, 'gogc' | 'memoryLimit' | 'procs'> {
  const gogc: GcPercent = setting.gogc === 'off' ? OFF : { kind: 'percent', percent: setting.gogc }
  return { gogc, memoryLimit: toMemoryLimit(setting.memoryLimit), procs: setting.procs }
}

/** Compares a run of the runtime model with what was recorded under the same setting. */
export function toEvidenceRow(setting: RecordedSetting, trace: Trace): EvidenceRow {
  const { repeats } = setting
  const { peakHeapBytes, gcSeconds } = traceFigures(trace)
  const isLimited = trace.result.limiterSeconds > 0
  return {
    setting,
    cycles: toFigure(
      trace.cycles.count,
      repeats.map((run) => run.cycles),
    ),
    peakHeapMiB: toFigure(
      Math.floor(peakHeapBytes / MIB),
      repeats.map((run) => run.peakHeapMiB),
    ),
    gcCpuSeconds: toFigure(
      gcSeconds,
      repeats.map((run) => sumOf(run.cpuSeconds)),
    ),
    isLimited,
    isVerdictRight: repeats.every((run) => run.isLimited === isLimited),
  }
}

function toFigure(predicted: number, measured: readonly number[]): Figure {
  const mean = sumOf(measured) / measured.length
  const spread = (Math.max(...measured) - Math.min(...measured)) / mean
  return { predicted, measured, error: Math.abs(predicted - mean) / mean, spread }
}

function toMemoryLimit(text: string): Limit {
  if (text === 'off') return OFF
  const size = parseSize(text)
  if (!size.ok) throw new Error(`recorded memory limit "${text}": ${size.problems[0]?.message}`)
  return { kind: 'bytes', bytes: size.value }
}
