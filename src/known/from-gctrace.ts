import type { Calibration } from '../calibration/calibrate.ts'
import type { Estimate } from '../calibration/estimates.ts'
import { toJsonValue } from '../scenario/value.ts'
import { MIB } from '../units.ts'
import { LOG, leastLimit } from './log/by-log.ts'
import { whyShareHidden } from './log/hidden-share.ts'
import { exactly, type Quantity, quantityOf } from './quantities.ts'

/** With fewer cycles, GOGC may depend on a single goal, which a limit or a large allocation may have set. */
const FEWEST_CYCLES = 4

const BY_IDLE = 'estimated from the gctrace log: how much idle CPUs marked; often too high'
const STATED = 'stated for the gctrace log, by the command above it or by you'

export function fromCalibration(calibration: Calibration): Quantity[] {
  const { scenario, measured } = calibration
  const { program } = scenario
  const { pointerFreeLive: free } = program
  const busy = estimateOf(calibration, 'busyProcs')
  const seconds = measured.wallSeconds
  const { series } = calibration.fitted.workload
  const { forcedLeftOut, missing } = series
  // go_gc_cycles_total_gc_cycles_total counts forced cycles too. Cycle numbers count those that are not in the log.
  const cycles = (measured.cycles + measured.forcedCycles + missing) / seconds
  const isOne = measured.cycles + measured.forcedCycles < 2
  const counted = forcedLeftOut > 0 ? `${LOG}, without ${forcedLeftOut} forced cycles` : LOG
  const share = seconds > 0 ? measured.gcSeconds / (seconds * scenario.procs) : 0
  const rateOf = (key: 'allocRate' | 'scanRate', from: string) => {
    const { value, error } = estimateOf(calibration, key) ?? {}
    const rate = typeof value === 'number' ? value : 0
    return quantityOf(key, rate, rangeAround(rate, error ?? 0), from, 'measured')
  }
  return [
    exactly('procs', scenario.procs, LOG, 'measured'),
    ...settingsOf(calibration),
    quantityOf('liveHeap', measured.liveBytes, rangeAround(measured.liveBytes, MIB), `${LOG}: the largest`, 'measured'),
    rateOf('allocRate', `${LOG}: the mean`),
    rateOf('scanRate', LOG),
    free > 0
      ? quantityOf('pointerFreeLive', free, rangeAround(free, 0.1 * free), LOG, 'derived')
      : quantityOf(
          'pointerFreeLive',
          free,
          undefined,
          `${LOG}: marking costs as much as in a heap full of pointers`,
          'derived',
        ),
    quantityOf('scannedStacks', program.stacks, rangeAround(program.stacks, MIB), LOG, 'measured'),
    quantityOf('busyProcs', program.busyProcs || scenario.procs, busy?.within, BY_IDLE, 'assumed'),
    // The log of a single cycle covers hardly more than its mark phase: it shows no rate, and no usual GC share.
    ...(isOne ? [] : [exactly('cyclesPerSecond', cycles, counted, 'measured')]),
    ...(isOne || whyShareHidden(series) !== undefined ? [] : [exactly('gcCpu', share, counted, 'measured')]),
  ].filter(({ value }) => typeof value !== 'number' || Number.isFinite(value))
}

function settingsOf(calibration: Calibration): Quantity[] {
  const { scenario, measured } = calibration
  const [gogc, limit] = [estimateOf(calibration, 'gogc'), estimateOf(calibration, 'memoryLimit')]
  const isGogcSeen = gogc?.sureness === 'inferred' && gogc.error !== null && measured.cycles >= FEWEST_CYCLES
  const byGoals = `${LOG}: from its goals`
  const isGogcAssumed = gogc?.sureness === 'assumed'
  const gogcByGoals = isGogcAssumed
    ? 'assumed: Go’s default, because no goal of the gctrace log surely shows it'
    : byGoals
  const limitByGoals = limit?.sureness === 'assumed' ? `${LOG}: its goals do not show whether there is one` : byGoals
  const isStated = (estimate: Estimate | undefined) => estimate?.sureness === 'asked'
  const ofLimit = limit?.within?.low === 0 ? `${LOG}: its goals show only an upper bound` : limitByGoals
  const gogcRange = isGogcSeen ? rangeAround(typeof gogc.value === 'number' ? gogc.value : 0, gogc.error) : gogc?.within
  const range = limit?.sureness === 'inferred' ? (limit.within ?? atLeast(leastLimit(calibration))) : undefined
  return [
    quantityOf(
      'gogc',
      toJsonValue(scenario.gogc),
      gogcRange,
      isStated(gogc) ? STATED : gogcByGoals,
      isGogcAssumed ? 'assumed' : 'derived',
    ),
    quantityOf('memoryLimit', toJsonValue(scenario.memoryLimit), range, isStated(limit) ? STATED : ofLimit, 'derived'),
  ]
}

function estimateOf({ estimates }: Calibration, wanted: Estimate['name']): Estimate | undefined {
  return estimates.find(({ name }) => name === wanted)
}

function rangeAround(value: number, error: number) {
  return { low: Math.max(0, value - error), high: value + error }
}

function atLeast(low: number | undefined) {
  return low === undefined ? undefined : { low, high: null }
}
