import type { Calibration } from '../calibration/calibrate.ts'
import { toJsonValue } from '../scenario/value.ts'
import { MIB } from '../units.ts'
import { leastLimit } from './by-log.ts'
import { exactly, type Quantity, quantityOf } from './quantities.ts'

/** With fewer cycles, GOGC may rest on one goal, and a limit or a large allocation may have set that goal. */
const FEWEST_CYCLES = 4

/** A calibrated gctrace log as quantities, like all other inputs. */
export function fromCalibration(calibration: Calibration): Quantity[] {
  const { scenario, measured, estimates } = calibration
  const { program } = scenario
  const seconds = measured.wallSeconds
  // As go_gc_cycles_total_gc_cycles_total counts them: forced ones too.
  const cycles = (measured.cycles + measured.forcedCycles) / seconds
  const [scan, rate, gogc, limit, busy] = (['scanRate', 'allocRate', 'gogc', 'memoryLimit', 'busyProcs'] as const).map(
    (wanted) => estimates.find(({ name }) => name === wanted),
  )
  const within = (value: number, error: number) => ({ low: Math.max(0, value - error), high: value + error })
  const of = (estimate: typeof rate) => (typeof estimate?.value === 'number' ? estimate.value : 0)
  const LOG = 'from the gctrace log'
  const byGoals =
    gogc?.sureness !== 'assumed' ? `${LOG}: from its goals` : 'Go’s default, as no goal of the gctrace log tells'
  const limitByGoals = limit?.sureness === 'assumed' ? `${LOG}: its goals do not tell whether there is one` : byGoals
  const share = seconds > 0 ? measured.gcSeconds / (seconds * scenario.procs) : 0
  return [
    exactly('procs', scenario.procs, LOG, 'measured'),
    quantityOf(
      'gogc',
      toJsonValue(scenario.gogc),
      gogc?.sureness === 'inferred' && gogc.error !== null && measured.cycles >= FEWEST_CYCLES
        ? within(of(gogc), gogc.error)
        : undefined,
      byGoals,
      'derived',
    ),
    quantityOf(
      'memoryLimit',
      toJsonValue(scenario.memoryLimit),
      limit?.sureness === 'inferred' ? (limit.within ?? atLeast(leastLimit(calibration))) : undefined,
      limit?.within?.low === 0 ? `${LOG}: its goals show only how high it is at most` : limitByGoals,
      'derived',
    ),
    quantityOf(
      'liveHeap',
      measured.liveBytes,
      within(measured.liveBytes, 1024 ** 2),
      `${LOG}: the largest`,
      'measured',
    ),
    quantityOf('allocRate', of(rate), within(of(rate), rate?.error ?? 0), `${LOG}: the mean`, 'measured'),
    quantityOf('scanRate', of(scan), within(of(scan), scan?.error ?? 0), LOG, 'measured'),
    quantityOf(
      'pointerFreeLive',
      program.pointerFreeLive,
      program.pointerFreeLive > 0 ? within(program.pointerFreeLive, 0.1 * program.pointerFreeLive) : undefined,
      program.pointerFreeLive > 0 ? LOG : `${LOG}: its mark cost needs none, but allows some`,
      'derived',
    ),
    quantityOf('scannedStacks', program.stacks, within(program.stacks, MIB), LOG, 'measured'),
    quantityOf(
      'busyProcs',
      program.busyProcs || scenario.procs,
      busy?.within,
      'estimated from the gctrace log, by how much idle CPUs marked; often too high',
      'assumed',
    ),
    exactly('cyclesPerSecond', cycles, LOG, 'measured'),
    exactly('gcCpu', share, LOG, 'measured'),
  ].filter(({ value }) => typeof value !== 'number' || Number.isFinite(value))
}

function atLeast(low: number | undefined) {
  return low === undefined ? undefined : { low, high: null }
}
