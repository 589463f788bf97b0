import { formatSeconds } from '../format.ts'
import type { Field } from '../metrics/fields.ts'
import { MIB } from '../units.ts'
import { type Measured, measure, NO_LIMIT } from './measure.ts'
import { type Quantity, type QuantityKey, quantityOf, type Sureness } from './quantities.ts'
import { around, type Ranged } from './ranged.ts'
import { type Stretch, toStretches } from './stretches.ts'
import type { ProcessRun } from './timeline.ts'

export interface FromMetrics {
  readonly quantities: readonly Quantity[]
  readonly stretches?: readonly Stretch[] | undefined
  readonly seconds: number
}

/** What the scrapes of one process say; of several runs the first one counts, and the others fill its gaps. */
export function fromMetrics(runs: readonly ProcessRun[]): FromMetrics {
  const all = runs.map((run) => ({ run, measured: measure(run) }))
  const [main] = all
  if (!main) return { quantities: [], seconds: 0 }
  return {
    quantities: all.flatMap(({ run, measured }) => [...settingsOf(measured, run), ...workloadOf(measured, run)]),
    stretches: toStretches(main.run),
    seconds: main.measured.seconds,
  }
}

const CLOCKS: Readonly<Record<ProcessRun['clock'], string>> = {
  stamps: 'by their times',
  interval: 'as told',
  'file-times': 'by the files’ times',
  'last-gc': 'by the times of their last GC cycles',
  none: '',
}

function settingsOf({ last }: Measured, { goVersion, scrapes }: ProcessRun): Quantity[] {
  const source = scrapes.length > 1 ? 'from the last scrape' : 'from one scrape'
  const exact = (key: QuantityKey, field: Field) => {
    const value = last.get(field)
    return value === undefined ? [] : [quantityOf(key, value, { low: value, high: value }, source, 'measured')]
  }
  const limit = (key: QuantityKey, field: Field) => {
    const value = last.get(field)
    if (value === undefined) return []
    // cAdvisor writes 0 where there is no limit.
    const isOff = value >= NO_LIMIT || (field === 'containerLimit' && value === 0)
    return isOff ? [quantityOf(key, 'off', undefined, source, 'measured')] : exact(key, field)
  }
  const gogc = last.get('gogc')
  return [
    ...limit('containerLimit', 'containerLimit'),
    ...exact('cpuQuota', 'cpuLimit'),
    ...exact('procs', 'procs'),
    ...(gogc !== undefined && (gogc < 0 || gogc > 1e6)
      ? [quantityOf('gogc', 'off', undefined, source, 'measured')]
      : exact('gogc', 'gogc')),
    ...limit('memoryLimit', 'memoryLimit'),
    ...(goVersion ? [quantityOf('goVersion', goVersion, undefined, source, 'measured')] : []),
    ...exact('stacks', 'stacks'),
  ]
}

function workloadOf(measured: Measured, run: ProcessRun): Quantity[] {
  const over = spanText(measured, run)
  const ranged = (key: QuantityKey, range: Ranged | undefined, source: string, sureness: Sureness) =>
    range ? [quantityOf(key, range.value, range, source, sureness)] : []
  return [
    ...ranged('liveHeap', measured.live, liveSource(measured), measured.last.has('heapLive') ? 'measured' : 'derived'),
    ...ranged('allocRate', measured.allocRate, `bytes allocated, ${over}`, 'measured'),
    ...ranged('otherMemory', measured.other, 'memory of the runtime besides heap and stacks', 'measured'),
    ...ranged('heapOverhead', measured.overhead, 'unused room in the heap’s spans, over its objects', 'measured'),
    ...ranged('outsideMemory', measured.outside, outsideSource(measured), 'derived'),
    ...markCost(measured),
    ...ranged('busyProcs', measured.busy, `CPU time, ${over}`, measured.last.has('userCpu') ? 'measured' : 'derived'),
    ...ranged('cyclesPerSecond', measured.cyclesPerSecond, `GC cycles, ${over}`, 'measured'),
    ...ranged('gcCpu', measured.gcShare, gcCpuSource(measured), measured.gcCpuPerCycle ? 'measured' : 'derived'),
  ]
}

function spanText({ seconds }: Measured, { clock, scrapes }: ProcessRun): string {
  if (clock === 'none' || scrapes.length < 2) return `mean over ${formatSeconds(seconds)}, from one scrape`
  const count = scrapes.length === 2 ? 'two scrapes' : `${scrapes.length} scrapes`
  return `${count}, ${formatSeconds(seconds)} apart ${CLOCKS[clock]}`
}

function liveSource({ last, isLimitSetting, goal }: Measured): string {
  if (last.has('heapLive')) return 'as the last GC cycle found it'
  if (isLimitSetting) return 'from the goal, which the memory limit sets, and what each cycle allocates'
  return goal === undefined ? 'from the heap as it was seen: at most that' : 'from the heap goal and GOGC'
}

function outsideSource({ last }: Measured): string {
  return last.has('workingSet') ? 'the container’s working set, less Go’s memory' : 'resident memory, less Go’s'
}

function gcCpuSource({ gcCpuPerCycle }: Measured): string {
  return gcCpuPerCycle === undefined
    ? 'GCCPUFraction: since the start, without idle marking; at least that'
    : 'CPU classes of two scrapes'
}

/** Bytes marked per CPU-second of the collector, and what of the live heap needs no marking. */
function markCost({ last, gcCpuPerCycle, live }: Measured): Quantity[] {
  const scan = last.get('scanHeap')
  const found: Quantity[] = []
  if (scan !== undefined && live) {
    const free = Math.max(0, live.value - scan)
    const isFree = free > 0.1 * live.value
    const range = { low: isFree ? 0.9 * free : 0, high: 1.1 * free + MIB }
    found.push(quantityOf('pointerFreeLive', isFree ? free : 0, range, 'live heap less what marking scans', 'measured'))
  }
  const marked = scan ?? live?.value
  if (gcCpuPerCycle !== undefined && gcCpuPerCycle > 0 && marked !== undefined && marked > 0)
    found.push(
      quantityOf(
        'scanRate',
        marked / gcCpuPerCycle,
        around(marked / gcCpuPerCycle, 0.2),
        'GC CPU per cycle, over what it scans',
        'measured',
      ),
    )
  return found
}
