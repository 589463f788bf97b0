import { GLOBALS } from '../calibration/defaults.ts'
import { formatBriefSize, formatSeconds, formatSpan } from '../format.ts'
import { type Field, isGogcOff } from '../metrics/fields.ts'
import { largest, medianOf, smallest } from '../numbers.ts'
import { MIB } from '../units.ts'
import { isOfContainer } from './containers.ts'
import { higherLimit } from './measure/limit-goal.ts'
import { type Measured, measure, mostOverFraction } from './measure/measure.ts'
import { hasNoCycle } from './measure/memory.ts'
import { procsIn, procsOfCaches } from './measure/procs.ts'
import { around, latest, NO_LIMIT, type Ranged, spanOf, valuesOf } from './measure/ranged.ts'
import { type Rise, swingOf } from './measure/rise.ts'
import { higherGogc } from './measure/settings-change.ts'
import { scannedOf, scannedStacks } from './measure/stacks.ts'
import { type Stretch, toStretches } from './measure/stretches.ts'
import type { ProcessRun, Scrape } from './measure/timeline.ts'
import { exactly, type Quantity, type QuantityKey, quantityOf, type Sureness } from './quantities.ts'

interface FromMetrics {
  readonly quantities: readonly Quantity[]
  readonly stretches?: readonly Stretch[] | undefined
  /** Whether the live heap is inferred from goals that the memory limit sets. */
  readonly isLiveFromLimit: boolean
  readonly scraped?: Measured | undefined
  /** Bytes above which the kernel slows the program down. */
  readonly memoryHigh?: number | undefined
  /** Whether its container allows swap. */
  readonly hasSwap?: boolean
}

/** Settings from other inputs, for metrics without settings: MemStats. */
export type GivenSettings = ReadonlyMap<Field, number>

/**
 * The first run counts; other runs fill its gaps.
 * @param given settings from manifests or the user, for fields that the scrapes lack
 * @param mostLive the largest live heap that a log of the run shows, in bytes
 */
export function fromMetrics(runs: readonly ProcessRun[], given: GivenSettings, mostLive?: number): FromMetrics {
  const ruledOut = ruledOutBy(runs[0]?.scrapes ?? [], given)
  const inForce = new Map([...given].filter(([field]) => !ruledOut.some(({ key }) => key === field)))
  const all = runs.map((run) => ({ run, measured: measure(withGiven(withContainer(run, runs), inForce), mostLive) }))
  const [main] = all
  if (!main) return { quantities: [], isLiveFromLimit: false }
  const shown = new Map(runs.toReversed().flatMap(({ scrapes }) => [...latest(scrapes)]))
  return {
    memoryHigh: shown.get('memoryHigh'),
    hasSwap: shown.has('hasSwap'),
    quantities: all
      .flatMap(({ run, measured }) => [...settingsOf(run, measured), ...workloadOf(measured, run)])
      .filter(isSound)
      .concat(ruledOut),
    stretches: toStretches(withGiven(main.run, new Map([...inferredSettings(main.measured), ...inForce]))),
    isLiveFromLimit: isLiveFromLimit(main.measured),
    scraped: withResident(
      main.measured,
      all.map(({ measured }) => measured),
    ),
  }
}

function workingSetOf({ scrapes }: ProcessRun): number {
  return latest(scrapes).get('workingSet') ?? 0
}

/**
 * The run, with a working set from the largest container among `runs` if that exceeds the memory of the process: the
 * container counts all of its processes. We assume the same difference at every scrape.
 */
function withContainer(run: ProcessRun, runs: readonly ProcessRun[]): ProcessRun {
  const beside = largest(runs.map(workingSetOf)) - (latest(run.scrapes).get('resident') ?? Infinity)
  if (!(beside > 0) || workingSetOf(run) > 0) return run
  const scrapes = run.scrapes.map((scrape) => {
    const own = scrape.values.get('resident')
    return own === undefined
      ? scrape
      : { ...scrape, values: new Map<Field, number>([...scrape.values, ['workingSet', own + beside]]) }
  })
  return { ...run, scrapes }
}

function withResident(main: Measured, all: readonly Measured[]): Measured {
  const seenOf = ({ lastResident, ignoredResident }: Measured) => lastResident ?? ignoredResident?.resident ?? 0
  const [beside] = all
    .filter((one) => one.mostCounted === undefined && seenOf(one) > 0)
    .toSorted((a, b) => seenOf(b) - seenOf(a))
  if (!beside || seenOf(main) > 0) return main
  const { lastResident, peakResident, isPeakFinal, ignoredResident } = beside
  const mostResident = largest([main, beside].map((one) => one.mostResident ?? 0)) || undefined
  return { ...main, mostResident, lastResident, peakResident, isPeakFinal, ignoredResident }
}

/** If the goals rule out given settings, as of a manifest that is not rolled out: what they show instead. */
function ruledOutBy(scrapes: readonly Scrape[], given: GivenSettings): Quantity[] {
  const leastOf = (key: 'gogc' | 'memoryLimit', higher: typeof higherLimit) => {
    const value = given.get(key)
    return value === undefined || scrapes.some(({ values }) => values.has(key)) ? undefined : higher(scrapes, value)
  }
  const derived = (key: QuantityKey, value: number | 'off', source: string, low?: number) =>
    low === undefined ? [] : [quantityOf(key, value, { low, high: null }, source, 'derived')]
  const [gogc, limit] = [leastOf('gogc', higherGogc), leastOf('memoryLimit', higherLimit)]
  return [
    ...derived('gogc', Math.max(100, Math.round(gogc ?? 0)), `or more, ${BY_GOALS}`, gogc),
    ...derived('memoryLimit', 'off', BY_GOALS, limit),
  ]
}

const BY_GOALS = 'from the heap goals of the scrapes'

function inferredSettings({ gogc }: Measured): GivenSettings {
  return gogc?.kind === 'other' ? new Map([['gogc', gogc.gogc.value]]) : new Map()
}

/** Whether a range is consistent: contradicting figures may give an empty or a negative one. */
function isSound({ value, low, high }: Quantity): boolean {
  if (typeof value === 'string') return true
  return (
    value >= 0 && (low ?? value) <= value && value <= (high ?? value) && (high ?? value) < Infinity && (low ?? 0) >= 0
  )
}

function withGiven(run: ProcessRun, given: GivenSettings): ProcessRun {
  const missing = [...given].filter(([field]) => !run.scrapes.some(({ values }) => values.has(field)))
  if (missing.length === 0) return run
  return {
    ...run,
    scrapes: run.scrapes.map(({ seconds, values }) => ({ seconds, values: new Map([...values, ...missing]) })),
  }
}

const CLOCKS: Readonly<Record<ProcessRun['clock'], string>> = {
  stamps: 'by their times',
  interval: 'as given',
  'file-times': 'by when they were scraped or saved',
  'last-gc': 'by the times of their last GC cycles',
  log: 'by the GC cycles of the log',
  none: '',
}

function settingsOf(run: ProcessRun, { stacksRise }: Measured): Quantity[] {
  const { goVersion, scrapes } = run
  const last = latest(scrapes)
  const one = isOfContainer(run) ? 'from one reading of its container' : 'from one scrape'
  const source = scrapes.length > 1 ? 'from the last scrape' : one
  const exact = (key: QuantityKey, field: Field, isOff = (_value: number) => false) => {
    const value = last.get(field)
    return value === undefined ? [] : [exactly(key, isOff(value) ? 'off' : value, source, 'measured')]
  }
  const isNoLimit = (bytes: number) => bytes >= NO_LIMIT
  return [
    // cAdvisor writes 0 if there is no limit.
    ...exact('containerLimit', 'containerLimit', (bytes) => bytes === 0 || isNoLimit(bytes)),
    ...(last.has('oomLimit')
      ? [exactly('containerLimit', last.get('oomLimit')!, 'the limit at which the kernel killed it', 'derived')]
      : []),
    // 0 is no quota, from files of a cgroup.
    ...exact('cpuQuota', 'cpuLimit', (cpus) => cpus === 0),
    ...(last.has('procs') ? exact('procs', 'procs') : ofCaches(procsOfCaches(last), source)),
    ...exact('gogc', 'gogc', isGogcOff),
    ...exact('memoryLimit', 'memoryLimit', isNoLimit),
    ...(goVersion ? [exactly('goVersion', goVersion, source, 'measured')] : []),
    ...(stacksRise
      ? [stacksFrom(stacksRise, source)]
      : exact('stacks', 'stacks').map((one) => withSwing(one, scrapes))),
    ...scannedFrom(scrapes, last.get('stacks'), stacksRise, source),
  ]
}

function withSwing(stacks: Quantity, scrapes: readonly Scrape[]): Quantity {
  const swing = swingOf(valuesOf(scrapes, 'stacks'))
  if (!swing) return stacks
  const [low, high] = [swing.low, swing.high].map(formatBriefSize)
  return { ...stacks, ...swing, source: `${stacks.source}; they were ${low} in one scrape and ${high} in another` }
}

function ofCaches(procs: number | undefined, source: string): Quantity[] {
  if (procs === undefined) return []
  return [exactly('procs', procs, `${source}: Go has one allocation cache for each`, 'measured')]
}

/** Stacks that rose over the scrapes: the range starts at their first size, because the program starts with few. */
function stacksFrom({ first, last }: Rise, source: string): Quantity {
  const rose = `${source}; they rose from ${formatBriefSize(first)}`
  return quantityOf('stacks', last, { low: first, high: last }, rose, 'measured')
}

function scannedFrom(
  scrapes: readonly Scrape[],
  allocated: number | undefined,
  rise: Rise | undefined,
  source: string,
): Quantity[] {
  const seen = valuesOf(scrapes, 'scanStacks')
  const middle = medianOf(seen)
  if (middle !== undefined) {
    const range = { low: smallest(seen), high: largest(seen) }
    const isLevel = range.low === range.high
    return [quantityOf('scannedStacks', middle, range, isLevel ? source : 'the median of all scrapes', 'measured')]
  }
  if (allocated === undefined) return []
  const swing = swingOf(valuesOf(scrapes, 'stacks'))
  const least = rise?.first ?? swing?.low ?? allocated
  const range = { low: scannedOf(least).low, high: scannedOf(swing?.high ?? allocated).high }
  return [
    quantityOf('scannedStacks', scannedOf(allocated).value, range, 'a part of the memory of the stacks', 'derived'),
  ]
}

function workloadOf(measured: Measured, run: ProcessRun): Quantity[] {
  const over = spanText(measured, run)
  // A container has no figures of the heap.
  const ofCpu = spanOf(run.scrapes, 'processCpu')?.seconds ?? 0
  const overCpu = measured.seconds > 0 ? over : spanText({ ...measured, seconds: ofCpu }, run)
  const until = measured.isIdleOpen ? ' until its last GC cycle' : ''
  const ranged = (key: QuantityKey, range: Ranged | undefined, source: string, sureness: Sureness) =>
    range ? [quantityOf(key, range.value, range, source, sureness)] : []
  return [
    ...gogcOf(measured),
    ...ranged('liveHeap', measured.live, liveSource(measured), measured.last.has('heapLive') ? 'measured' : 'derived'),
    ...ranged('allocRate', measured.allocRate, `bytes allocated${until}, ${over}`, 'measured'),
    ...ranged('otherMemory', measured.other, 'memory of the runtime besides heap and stacks', 'measured'),
    ...ranged('heapOverhead', measured.overhead, overheadSource(measured), 'measured'),
    ...ranged('outsideMemory', measured.outside, outsideSource(measured), 'derived'),
    ...markCost(measured, scannedRoots(run.scrapes)),
    ...ranged(
      'busyProcs',
      measured.busy,
      measured.meanCpus === undefined ? `CPU time, ${overCpu}` : BUSY_SINCE_START,
      measured.isBusyWithoutGc ? 'measured' : 'derived',
    ),
    ...ranged('cyclesPerSecond', measured.cyclesPerSecond, `GC cycles, ${over}`, 'measured'),
    ...ranged('gcCpu', measured.gcShare, gcCpuSource(measured), measured.gcCpuPerCycle ? 'measured' : 'derived'),
  ]
}

const BUSY_SINCE_START = 'CPU time, mean since the start (at busy times it is more, at quiet times less)'

function overheadSource({ isHalfWay }: Measured): string {
  const when = isHalfWay ? ', half way between two cycles' : ''
  return `unused room in the heap’s spans, as a share of its objects${when}`
}

function spanText({ seconds, isTail }: Measured, { clock, scrapes, copies = 0 }: ProcessRun): string {
  const isOne = scrapes.length < 2
  const from = `from ${isOne ? 'one scrape' : 'the last scrape, because the scrapes have no times'}`
  const copied = isOne && copies > 0 ? `, which was given ${copies === 1 ? 'twice' : `${copies + 1} times`}` : ''
  if (isTail) return `in the ${formatSeconds(seconds)} from the last GC cycle to the scrape`
  if (clock === 'none' || isOne) return `mean over ${formatSeconds(seconds)}, ${from}${copied}`
  const count =
    scrapes.length === 2
      ? `two scrapes, ${formatSeconds(seconds)} apart`
      : `${scrapes.length} scrapes over ${formatSpan(seconds)}`
  return `${count} ${CLOCKS[clock]}`
}

/** The GOGC that explains the measured goals; used if no input has the setting. */
function gogcOf({ gogc, cyclesPerSecond }: Measured): Quantity[] {
  if (!gogc) return []
  const { kind, gogc: range } = gogc
  const bounds = { low: range.low, high: range.high < Infinity ? range.high : null }
  if (kind === 'other') {
    const source =
      'from the bytes allocated per cycle, which do not fit Go’s default. A memory limit may set the goals instead'
    return [quantityOf('gogc', range.value, bounds, source, 'derived')]
  }
  const suggests = 'suggests another value'
  const other = cyclesPerSecond
    ? `The mean allocation per cycle since the start ${suggests}`
    : `The mean allocation per cycle ${suggests}, unless Go’s two-minute timer started the cycles`
  const source =
    kind === 'open'
      ? `assumed: Go’s default. ${other}`
      : 'assumed: Go’s default, which fits the bytes allocated per cycle'
  return [quantityOf('gogc', range.value, bounds, source, 'assumed')]
}

function isLiveFromLimit({ last, isLimitSetting, gogc }: Measured): boolean {
  return isLimitSetting && !hasNoCycle(last) && gogc === undefined && !last.has('heapLive')
}

function liveSource(measured: Measured): string {
  const { live, meanLive, cyclesPerSecond } = measured
  const source = momentSource(measured)
  const isOther = live && meanLive !== undefined && (meanLive <= live.low || meanLive >= live.high)
  if (!isOther) return source
  // Go’s timer starts cycles before the heap is near its goal, so they make the mean look small.
  const mayBeTimer = cyclesPerSecond === undefined && meanLive <= live.low
  const unless = mayBeTimer ? ', unless Go’s two-minute timer started them' : ''
  return `${source}; the mean of all cycles since the start was about ${formatBriefSize(meanLive)}${unless}`
}

function momentSource(measured: Measured): string {
  const { last, goal, gogc } = measured
  if (gogc?.kind === 'other') return 'from the heap goal and the bytes allocated per cycle'
  if (last.has('heapLive')) return 'as the last GC cycle found it'
  if (hasNoCycle(last)) return 'no GC cycle yet: any part of the heap may be live'
  if (isLiveFromLimit(measured)) return 'from the goal, which the memory limit sets, and the bytes allocated per cycle'
  if (goal === undefined) return 'at most the heap between cycles'
  return last.has('gogc') ? 'from the heap goal and GOGC' : 'from the heap goal and GOGC, which is assumed'
}

function outsideSource({ last, untouched, outsideRise, outsideSwing, ignoredResident }: Measured): string {
  const of =
    last.has('workingSet') && !ignoredResident
      ? 'the container’s working set, less Go’s memory'
      : 'resident memory, less Go’s'
  const source = outsideRise ? `${of}, in the last scrape; it rose from ${formatBriefSize(outsideRise.first)}` : of
  if (outsideSwing) {
    const [low, high] = [outsideSwing.low, outsideSwing.high].map(formatBriefSize)
    // A low end of 0 means that resident memory was at most what Go counts, not that no memory outside Go existed.
    const why =
      outsideSwing.low > 0
        ? 'with fewer GC cycles, more of it may wait for finalizers'
        : 'memory that the program never touched may hide as much of it'
    return `${source}: ${low} in one scrape and ${high} in another; ${why}`
  }
  return untouched
    ? `${source}; in the median of the scrapes, Go counts ${formatBriefSize(untouched)} more than is resident (never touched, or swapped out)`
    : source
}

function gcCpuSource({ gcShareFrom, last }: Measured): string {
  if (gcShareFrom === 'classes') return 'CPU classes of two scrapes'
  if (gcShareFrom === 'classes-since-start') return 'CPU classes of one scrape: the mean since the start'
  const most = mostOverFraction(procsIn(last) ?? 0)
  return `since the start: 1 to ${most} times GCCPUFraction, which does not count idle marking; likely three times`
}

function scannedRoots(scrapes: readonly Scrape[]): number {
  const stacks = medianOf(scrapes.map(({ values }) => scannedStacks(values).value)) ?? 0
  return stacks + (latest(scrapes).get('scanGlobals') ?? GLOBALS)
}

/**
 * The mark rate, and the part of the live heap that needs no marking.
 * @param roots bytes of stacks and globals that a cycle marks
 */
function markCost(measured: Measured, roots: number): Quantity[] {
  const { gcCpuPerCycle, live, scannedShare: share } = measured
  const found: Quantity[] = []
  if (share && live) {
    const free = (scanned: number) => (1 - scanned) * live.value
    const isFree = free(share.value) > 0.1 * live.value
    const range = { low: isFree ? free(share.high) : 0, high: free(share.low) + MIB }
    const value = isFree ? free(share.value) : 0
    found.push(quantityOf('pointerFreeLive', value, range, 'live heap less the bytes that marking scans', 'measured'))
  }
  const marked = live && live.value * (share?.value ?? 1) + roots
  if (gcCpuPerCycle !== undefined && gcCpuPerCycle > 0 && marked !== undefined && marked > 0) {
    const rate = marked / gcCpuPerCycle
    const source = 'bytes scanned per cycle, divided by its GC CPU time'
    found.push(quantityOf('scanRate', rate, around(rate, 0.2), source, 'measured'))
  }
  return found
}
