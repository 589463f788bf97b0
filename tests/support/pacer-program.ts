import { drivePacer, type PacerCycle, type PacerScenario } from '../../src/model/runtime/verify/pacer-driver.ts'
import { KIB } from '../../src/units.ts'

/** A program in the idealised machine: what varies does so by cycle, from 0. */
export interface PacerProgram {
  readonly length: number
  readonly gcPercent?: number
  readonly memoryLimit?: number
  readonly cores?: number
  readonly globalsBytes?: number
  readonly stackBytes?: number
  readonly scannableFrac?: number
  /** KiB per CPU-millisecond; 33 unless given. */
  readonly allocRate?: (cycle: number) => number
  readonly scanRate?: number
  readonly growthRate: (cycle: number) => number
}

/** Growth that falls from `first` to 1 over twelve cycles: after that the live heap stays as it is. */
export function growing(first: number): (cycle: number) => number {
  return (cycle) => first + (1 - first) * Math.min(cycle / 12, 1)
}

/** The cycles of a program; one that cannot be driven is a mistake of the test. */
export function drive(program: PacerProgram): PacerCycle[] {
  const driven = drivePacer(toScenario(program))
  if (!driven.ok) throw new Error(JSON.stringify(driven.problems))
  return driven.value
}

function toScenario(program: PacerProgram): PacerScenario {
  const { allocRate = () => 33, scanRate = 1024, stackBytes = 8 * KIB, scannableFrac = 1, growthRate } = program
  return {
    gcPercent: program.gcPercent ?? 100,
    memoryLimit: program.memoryLimit ?? Infinity,
    globalsBytes: program.globalsBytes ?? 32 * KIB,
    cores: program.cores ?? 8,
    cycles: Array.from({ length: program.length }, (_, i) => ({
      allocRate: allocRate(i),
      scanRate,
      growthRate: growthRate(i),
      scannableFrac,
      stackBytes,
    })),
  }
}
