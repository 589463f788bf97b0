import type { Calibration } from '../../calibration/calibrate.ts'
import { type RunFigures, simulateFigures } from '../../calibration/fit/figures.ts'
import type { Quantity } from '../quantities.ts'

/**
 * Subtracts the CPU time that GC took by the log. The rest is `derived`; a `measured` figure is of the program alone.
 */
export function withoutGc(quantity: Quantity, calibration: Calibration): Quantity {
  const { key, value, low, high, source, sureness } = quantity
  if (key !== 'busyProcs' || typeof value !== 'number' || low === null || high === null) return quantity
  if (sureness === 'measured') return quantity
  const most = Math.max(low, high - gcCpusOf(calibration))
  return { ...quantity, value: Math.min(value, most), high: most, source: `${source}, less GC CPU time by the log` }
}

function gcCpusOf({ measured: { gcSeconds, wallSeconds } }: Calibration): number {
  return gcSeconds / wallSeconds
}

/**
 * Either GC took more CPU time by the log than the whole process used: it waited for CPUs that other programs used. Or
 * the simulated peak heap or GC cycles differ from those of the log: a program that works in bursts keeps many CPUs
 * busy for a short time, and its mean hardly any.
 * @param measured the CPUs that the whole process kept busy, or, if `measured`, the program alone
 */
export function reproducesOnlyWithBusyOfLog(calibration: Calibration, measured: Quantity | undefined): boolean {
  if (!measured) return false
  const isWhole = measured.sureness !== 'measured'
  const hasWaited = isWhole && gcCpusOf(calibration) > (measured.high ?? Infinity)
  return hasWaited || missesFigures(calibration, Number(withoutGc(measured, calibration).value))
}

/** Two figures differ if one is more than this many times the other. In most calibrations they are within 5 %. */
const OTHER = 1.15
const MOST_STEPS = 200_000

function missesFigures({ scenario, measured, simulated }: Calibration, busyProcs: number): boolean {
  const { program } = scenario
  if (!simulated || program.busyProcs === 0) return false
  const other = simulateFigures({ ...scenario, program: { ...program, busyProcs } }, { maxSteps: MOST_STEPS })
  const misses = (figure: 'peakHeapBytes' | 'cycles', open: number) => {
    const missedBy = (of: RunFigures) => Math.abs(Math.log(of[figure] / measured[figure]))
    const isOpen = Math.abs(other[figure] - measured[figure]) <= open
    return !isOpen && missedBy(other) > Math.log(OTHER) && missedBy(other) > missedBy(simulated)
  }
  // One cycle more or less is chance.
  return misses('peakHeapBytes', 0) || misses('cycles', 1)
}
