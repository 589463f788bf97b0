import type { Calibration } from '../calibration/calibrate.ts'
import { FILE_PAGES } from '../gctrace/memory-estimate.ts'
import { type Allowance, NO_REACH } from '../prediction/allowance.ts'
import { bindingQuota } from '../prediction/busy.ts'
import {
  type Candidate,
  drawEach,
  drawn,
  drawWithin,
  type KnownRange,
  withHardlyAllocating,
  withHardlyWritten,
} from '../prediction/candidates.ts'
import type { Ensemble, Search } from '../prediction/predict.ts'
import type { Prediction } from '../prediction/prediction.ts'
import { AXIS } from '../prediction/sequence.ts'
import { searchWithNeed } from '../prediction/under-limit.ts'
import type { ParameterKey } from '../scenario/params.ts'
import type { Program, Scenario } from '../scenario/types.ts'
import { gogcPercent, limitBytes } from '../units.ts'
import { withOtherCalls } from './by-program.ts'
import { doubtsOfInputs, doubtsOfMeasuredCpus, isCostOpen, isProcsOpen } from './doubts.ts'
import { find, isOtherWatched, isSameProgram, type Known, numberOf } from './known.ts'
import { withRestInGo } from './log/beside-log.ts'
import { TABLES, UNFILLED } from './measure/memory.ts'
import { UNSEEN_PART, withPartOfPeak } from './measure/unseen-peak.ts'
import type { QuantityKey } from './quantities.ts'
import {
  busyRangeOf,
  hasForeignSlots,
  inForceInLog,
  isBusyMeasured,
  isRoomTaken,
  type KnownProgram,
  MOST_MIXED,
  measuredBusy,
  quotaOfInput,
} from './scenario.ts'
import { scrapesAllowance } from './scrapes-allowance.ts'
import { memoryUnderestimate, withUnderestimate } from './underestimate.ts'
import { ensembleUnder } from './what-if.ts'

/**
 * Simulates programs within the known ranges.
 * @param toScenario applies the settings that the user asks about
 * @param isGogcAsked whether GOGC is one of them: then no doubt about the program’s own GOGC counts
 */
export function* searchKnown(
  program: KnownProgram,
  toScenario: (scenario: Scenario) => Scenario,
  isGogcAsked = false,
): Search<Prediction> {
  const ensemble = ensembleOf(program, toScenario(program.scenario), isGogcAsked)
  const prediction = yield* searchWithNeed(ensemble, toScenario)
  return { ...prediction, doubts: [...prediction.doubts, ...doubtsOfMeasuredCpus(prediction)] }
}

/**
 * The programs that fit the inputs. If there is a log, those that reproduce it, with measured memory outside the heap
 * and busy CPUs from measured CPU time.
 * @param asked the likely program under the settings asked about: under a CPU quota, the programs must differ in busy
 * CPUs
 */
export function ensembleOf(program: KnownProgram, asked = program.scenario, isGogcAsked = false): Ensemble {
  const { calibration } = program.known
  return calibration ? ensembleOfLog(program, calibration, asked, isGogcAsked) : ensembleOfScrapes(program)
}

function ensembleOfScrapes(program: KnownProgram): Ensemble {
  const { known, scenario, seconds, peak } = program
  // The memory that Go took from the system shows its peak better than resident memory when scraped.
  const underestimate = memoryUnderestimate(known, scenario.program, peak !== undefined)
  const times = known.scraped?.timesSmaller
  return {
    candidates: candidatesOf(program),
    allowanceOf: (under) => {
      const allowance = withMoreCycles(scrapesAllowance(known, under, scenario, underestimate), times)
      return {
        ...allowance,
        ...seenUnder(known, scenario, under),
        doubts: doubtsOfInputs(program, under, allowance.doubts),
        mayGoOn: seconds === undefined,
        compulsoryGcTimes: compulsoryTimes(program),
        unseen: { isOutside: find(known, 'outsideMemory')?.sureness === 'assumed' && !isResidentSeen(known) },
      }
    },
    isBusyOpen: !isBusyMeasured(known),
    isCostOpen: isCostOpen(known),
  }
}

function ensembleOfLog(
  program: KnownProgram,
  calibration: Calibration,
  asked: Scenario,
  isGogcAsked: boolean,
): Ensemble {
  const { known, scenario, seconds } = program
  const { gogc, memoryLimit, containerLimit } = scenario
  const { procs, cpuQuota } = asked
  const memory = memoryRanges(known, scenario)
  // A log alone shows only what a limit leaves for the heap, so each program keeps the limit that was drawn with its
  // memory outside the heap.
  const isOpen =
    memory.every(({ key }) => key === 'outsideMemory') && find(known, 'memoryLimit')?.sureness === 'derived'
  const settings = {
    gogc,
    containerLimit,
    procs,
    cpuQuota,
    ...(!isOpen && { memoryLimit }),
    ...(seconds !== undefined && { durationSeconds: seconds }),
  }
  const isOutsideTyped = find(known, 'outsideMemory')?.sureness === 'typed'
  const isOutsideOpen = known.covered?.resident !== undefined && !isOutsideTyped
  const ensemble = ensembleUnder(calibration, settings, {
    gogc: isGogcAsked || !['derived', 'assumed'].includes(find(known, 'gogc')?.sureness ?? ''),
    // Scrapes of the first part of a log alone do not make its ranges narrower.
    memory: known.covered?.any === undefined && memory.some(({ key }) => key === 'heapOverhead'),
    resident: memory.some(({ key }) => key === 'outsideMemory'),
    isOutsideOpen,
    busy: busyRangeOf(known),
    covered: known.covered?.resident ?? known.covered?.any,
    inForce: inForceInLog(known, scenario),
  })
  const busy = bindingQuota({ cpuQuota, procs }) < Infinity ? [] : busyRange(known, scenario, calibration.scenario)
  const firstAxis = memory[0]?.key === 'outsideMemory' ? AXIS.outsideMemory : AXIS.otherMemory
  const withMeasuredMemory = drawEach(ensemble.candidates, memory, firstAxis)
  const withMemory = known.surplus ? withRestInGo(withMeasuredMemory, known.surplus) : withMeasuredMemory
  const withBusy = drawEach(withMemory, busy, AXIS.busyProcs)
  const candidates = drawEach(withBusy, untouchedRange(known), AXIS.untouched)
  const underestimate = memoryUnderestimate(known, candidates[0]!.scenario.program)
  const toAllowance = (under: Scenario) => {
    const allowance = withUnderestimate(ensemble.allowanceOf(under), under, scenario, underestimate)
    return {
      ...allowance,
      ...seenUnder(known, scenario, under),
      // Resident memory includes what a log does not show, as long as the scrapes last.
      unseen: isResidentSeen(known) && known.covered?.resident === undefined ? { isOutside: false } : allowance.unseen,
      doubts: doubtsOfInputs(program, under, allowance.doubts),
    }
  }
  return { ...ensemble, candidates, allowanceOf: toAllowance }
}

/** @param times how many times as often GC may run, because the heap is smaller between scrapes */
function withMoreCycles(allowance: Allowance, times = 1): Allowance {
  const { below, above } = allowance.cycles ?? NO_REACH
  return { ...allowance, cycles: { below, above: times * above } }
}

/** Whether the last scrape has resident memory, which is all memory of the process, Go’s or not. */
function isResidentSeen({ scraped }: Known): boolean {
  return scraped?.lastResident !== undefined
}

function compulsoryTimes({ known, fit }: KnownProgram): number | undefined {
  const compulsoryGc = known.scraped?.compulsoryGc ?? 0
  const simulated = fit?.compulsoryGc ?? 0
  return compulsoryGc > 0 && simulated > 0 ? compulsoryGc / simulated : undefined
}

/**
 * The range of busy CPUs. If a program reproduces its log only with the busy CPUs that the log shows, the range reaches
 * to those too.
 */
function busyRange(known: Known, scenario: Scenario, logged: Scenario): KnownRange[] {
  const measured = rangesOf(known, scenario, BUSY)
  if (measuredBusy(known, logged)) return measured
  const value = logged.program.busyProcs
  return known.reproducesOnlyWithBusyOfLog
    ? measured.map((one) => ({ ...one, value, low: Math.min(value, one.low), high: value }))
    : []
}

/** Memory and CPU count only if they were measured under the settings asked about. */
function seenUnder(known: Known, inForce: Scenario, under: Scenario): Allowance {
  const { scraped, watched, memoryHigh } = known
  // A program that waits for its CPU quota may hold more memory. Under a quota that hardly stops it, it holds as much
  // as without one.
  const quota = quotaOfInput(known, inForce)
  const measuredUnder = (key: 'gogc' | 'memoryLimit' | 'procs', own: number, usual: number) => {
    const quantity = find(known, key)
    if (!quantity || !isOtherWatched(known, quantity)) return own
    const seen = watched.get(key)?.value ?? usual
    return typeof seen === 'number' ? seen : Infinity
  }
  const isMeasured =
    gogcPercent(under.gogc) === measuredUnder('gogc', gogcPercent(inForce.gogc), 100) &&
    limitBytes(under.memoryLimit) === measuredUnder('memoryLimit', limitBytes(inForce.memoryLimit), Infinity) &&
    under.procs === measuredUnder('procs', inForce.procs, under.procs) &&
    (quota === Infinity || bindingQuota(under) === quota)
  const isSame = isSameProgram(known) && bindingQuota(under) === quota
  const outside = find(known, 'outsideMemory')
  return {
    memoryHigh,
    mayBeFiles: outside && outside.sureness !== 'typed' && isResidentSeen(known) ? Number(outside.value) : undefined,
    quotaOfInput: quota,
    touchedShare: scraped?.touchedShare,
    mayTouchMore: scraped?.mayTouchMore,
    ...(isMeasured && {
      seen: {
        most: scraped?.mostHeld,
        least: known.leastResident,
        last: scraped?.lastResident,
        peak: isResidentSeen(known) && known.covered?.resident === undefined ? scraped?.mostResident : undefined,
        isSame,
        ...(isSame && { cpus: known.usedCpus }),
      },
    }),
  }
}

function candidatesOf({ known, scenario, peak }: KnownProgram): Candidate[] {
  const ranges = [
    ...rangesOf(known, scenario, RANGED).map((one) => withMissedSlots(one, known)),
    ...untouchedRange(known),
  ]
  const candidates = withOtherProcs(drawWithin(scenario, ranges), known)
    .map((one) => withPointerFree(one, scenario.program))
    .map((one, k) =>
      peak ? { ...one, scenario: withPartOfPeak(one.scenario, peak, drawn(UNSEEN_PART, k, AXIS.unseenPeak)) } : one,
    )
  const isResident = find(known, 'outsideMemory')?.sureness !== 'assumed'
  const { forced } = known
  // No input shows whether early cycles are forced, and whether the program will force more: every second one differs.
  const each =
    forced && !forced.isSteady
      ? candidates.map((one, k) => (k % 2 ? { ...one, scenario: withOtherCalls(one.scenario, forced) } : one))
      : candidates
  const all = known.mayBeIdle ? withHardlyAllocating(each) : each
  return isResident ? all : withHardlyWritten(all, Number(find(known, 'liveHeap')?.high ?? 0))
}

/**
 * Varies GOMAXPROCS if it is only assumed, and GC’s share of all CPUs gives the scan rate. Busy CPUs and the cost of
 * marking change with it, so that GC’s share stays the same.
 */
function withOtherProcs(candidates: readonly Candidate[], known: Known): readonly Candidate[] {
  if (!isProcsOpen(known)) return candidates
  return drawEach(candidates, [{ key: 'procs', value: numberOf(known, 'procs') ?? 1, ...USUAL_PROCS }], AXIS.procs).map(
    ({ weight, scenario }, k) => {
      const times = scenario.procs / candidates[k]!.scenario.procs
      const { program } = scenario
      const phases = program.phases.map((phase) => ({ ...phase, scanRate: phase.scanRate / times }))
      return {
        weight,
        scenario: { ...scenario, program: { ...program, phases, busyProcs: times * program.busyProcs } },
      }
    },
  )
}

/** GOMAXPROCS of programs, a guess: 1 for more than a quarter of them, as in a small container, and up to 16. */
const USUAL_PROCS = { low: 0.5, high: 16 } as const

/** Keeps the pointer-free share of the live heap, if the live heap was drawn smaller or larger. */
function withPointerFree({ weight, scenario }: Candidate, likely: Program): Candidate {
  const { program } = scenario
  const times = likely.initialLive > 0 ? program.initialLive / likely.initialLive : 1
  const pointerFreeLive = times * program.pointerFreeLive
  return { weight, scenario: { ...scenario, program: { ...program, pointerFreeLive } } }
}

/** The ranges of what a log does not show, if other inputs measured it. */
function memoryRanges(known: Known, scenario: Scenario): KnownRange[] {
  const measured = { ...known, quantities: known.quantities.filter(({ sureness }) => sureness !== 'assumed') }
  return rangesOf(measured, scenario, MEMORY).map((one) => withMissedSlots(one, known))
}

/**
 * The program may touch all of its memory later, and the container must hold it then. More may be untouched than
 * measured: resident pages of its file hide as much, and free memory that Go gave back under a limit is untouched again
 * (in `thumbs`, a recorded service, 20 MiB were measured, and 27 to 37 were untouched).
 */
function untouchedRange({ scraped }: Known): KnownRange[] {
  const untouched = scraped?.untouched ?? 0
  return untouched > 0
    ? [{ key: 'untouched', value: untouched, low: 0, high: UNSEEN_UNTOUCHED * (untouched + FILE_PAGES) }]
    : []
}

const UNSEEN_UNTOUCHED = 1.5

/**
 * Widens the range of `mixedPerSpan`: there may have been more free slots than a scrape shows, or none. Near a limit,
 * the overhead includes them (`fromOverhead`), though a heap that grows may fill the slots it has instead of taking more.
 */
function withMissedSlots(range: KnownRange, known: Known): KnownRange {
  if (range.key === 'heapOverhead' && !known.calibration && isRoomTaken(known))
    return { ...range, low: Math.min(range.low, TABLES + UNFILLED) }
  if (range.key !== 'mixedPerSpan') return range
  if (isRoomTaken(known)) return { ...range, low: 1, high: 1 }
  if (hasForeignSlots(known)) return { ...range, low: 1, high: MOST_MIXED }
  return { ...range, low: 1, high: Math.max(range.high, 1 + MORE_SLOTS * (range.value - 1)) }
}

/**
 * Slots of usual sizes are filled first, so a later scrape shows too few. Of 84 scrapes of six services, nine of ten
 * showed at least a third (tests/known/measure/memory.test.ts).
 */
const MORE_SLOTS = 3

type Pairs = readonly (readonly [key: ProgramKey | 'allocRate' | 'scanRate', QuantityKey])[]
type ProgramKey = Exclude<ParameterKey & keyof Program, 'pace'>

/** Parameters that a log does not show. */
const MEMORY = [
  ['otherMemory', 'otherMemory'],
  ['heapOverhead', 'heapOverhead'],
  ['outsideMemory', 'outsideMemory'],
  ['stackMemory', 'stacks'],
  ['mixedPerSpan', 'heapOverhead'],
] as const satisfies Pairs

const BUSY = [['busyProcs', 'busyProcs']] as const satisfies Pairs

const RANGED = [
  ['initialLive', 'liveHeap'],
  ['allocRate', 'allocRate'],
  ['scanRate', 'scanRate'],
  ...MEMORY.slice(0, 4),
  ['stacks', 'scannedStacks'],
  ['pointerFreeLive', 'pointerFreeLive'],
  ['busyProcs', 'busyProcs'],
  ['mixedPerSpan', 'heapOverhead'],
] as const satisfies Pairs

/** The bounds of its quantity, scaled from the quantity’s value to the parameter’s. */
function rangesOf(known: Known, { program }: Scenario, pairs: Pairs): KnownRange[] {
  return pairs.flatMap(([key, quantityKey]) => {
    const quantity = find(known, quantityKey)
    const [phase] = program.phases
    const value = key === 'allocRate' || key === 'scanRate' ? phase?.[key] : program[key]
    // Here 0 does not mean none: the program keeps all CPUs busy.
    if (value === undefined || (key === 'busyProcs' && value === 0)) return []
    if (!quantity || typeof quantity.value !== 'number' || quantity.low === null || quantity.high === null) return []
    if (!(quantity.value > 0)) return [{ key, value, low: quantity.low, high: quantity.high }]
    const factor = hasOwnBounds(known, key) ? 1 : value / quantity.value
    return [{ key, value, low: Math.min(value, quantity.low * factor), high: Math.max(value, quantity.high * factor) }]
  })
}

/**
 * Busy CPUs come from measured CPU time, less GC’s part; a live heap under a memory limit was fitted within its bounds.
 */
function hasOwnBounds(known: Known, key: Pairs[number][0]): boolean {
  return key === 'busyProcs' || (key === 'initialLive' && known.isLiveFromLimit)
}
