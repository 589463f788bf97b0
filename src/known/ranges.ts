import { FILE_PAGES } from '../gctrace/memory-estimate.ts'
import { overheadBytes, stackBytes } from '../model/runtime/memory.ts'
import { BUSY_AXIS } from '../prediction/busy.ts'
import {
  type Candidate,
  drawEach,
  drawn,
  drawWithin,
  type KnownRange,
  withHardlyWritten,
} from '../prediction/candidates.ts'
import { searchWithNeed } from '../prediction/need.ts'
import type { Ensemble, Prediction, Search } from '../prediction/predict.ts'
import type { ParameterKey } from '../scenario/params.ts'
import type { Program, Scenario } from '../scenario/types.ts'
import { gogcPercent, limitBytes } from '../units.ts'
import { find, type Known } from './known.ts'
import type { QuantityKey } from './quantities.ts'
import { isBusyMeasured, type KnownProgram, measuredBusy } from './scenario.ts'
import { scrapesAllowance, withMissed } from './scrapes-allowance.ts'
import { UNSEEN_PART, withPartOfPeak } from './unseen-peak.ts'
import { ensembleUnder } from './what-if.ts'

/**
 * Predicts the program under other settings: simulates every program that the known ranges allow.
 * @param toScenario the settings that are asked about
 */
export function searchKnown(program: KnownProgram, toScenario: (scenario: Scenario) => Scenario): Search<Prediction> {
  return searchWithNeed(ensembleOf(program, toScenario(program.scenario)), toScenario)
}

/**
 * All programs that fit what is known, to be run under any settings. With a log, they are the programs that reproduce
 * it, with the measured memory outside the heap, and with busy CPUs by their CPU time.
 * @param asked the likely program under the settings asked about: a CPU quota needs programs that differ in busy CPUs
 */
export function ensembleOf(program: KnownProgram, asked = program.scenario): Ensemble {
  const { known, scenario, seconds, peak } = program
  if (!known.calibration) {
    // What Go took from the system tells more of its peak than what was resident when scraped.
    const missed = peak ? 1 : missedMemory(known, scenario.program)
    return {
      candidates: candidatesOf(program),
      allowanceOf: (under) => ({
        ...scrapesAllowance(known, under, scenario, missed),
        seenBytes: seenUnder(known, scenario, under),
        mayGoOn: seconds === undefined,
        heldUpAbove: known.memoryHigh,
      }),
      isBusyOpen: !isBusyMeasured(known),
      isCostOpen: find(known, 'scanRate')?.sureness === 'assumed',
    }
  }
  const { gogc, memoryLimit, containerLimit } = scenario
  const { procs, cpuQuota } = asked
  const memory = memoryRanges(known, scenario)
  const isMeasured = memory.some(({ key }) => key === 'heapOverhead')
  // A log alone shows a limit only together with memory outside the heap: each program keeps the limit drawn with it.
  const isOpen = memory.length === 0 && find(known, 'memoryLimit')?.sureness === 'derived'
  const settings = {
    gogc,
    containerLimit,
    procs,
    cpuQuota,
    ...(!isOpen && { memoryLimit }),
    ...(seconds !== undefined && { durationSeconds: seconds }),
  }
  const ensemble = ensembleUnder(known.calibration, settings, {
    gogc: find(known, 'gogc')?.sureness !== 'derived',
    memory: isMeasured,
    resident: memory.some(({ key }) => key === 'outsideMemory'),
    busy: isBusyMeasured(known),
  })
  const withMemory = drawEach(ensemble.candidates, memory, MEMORY_AXIS)
  const withBusy = drawEach(
    withMemory,
    busyRange(known, scenario, { ...known.calibration.scenario, cpuQuota }),
    BUSY_AXIS,
  )
  const candidates = drawEach(withBusy, untouchedRange(known), UNTOUCHED_AXIS)
  const missed = missedMemory(known, candidates[0]!.scenario.program)
  const toAllowance = (under: Scenario) => {
    const allowance = withMissed(ensemble.allowanceOf(under), under, scenario, missed)
    const seenBytes = seenUnder(known, scenario, under)
    const unsure = [known.unsure ?? [], allowance.unsure ?? []].flat().join('; ') || undefined
    return { ...allowance, seenBytes, heldUpAbove: known.memoryHigh, unsure }
  }
  return { ...ensemble, candidates, allowanceOf: toAllowance }
}

/**
 * The busy CPUs that measured CPU time gives; where the program gives its log back only with those that the log shows, all
 * between the two.
 */
function busyRange(known: Known, scenario: Scenario, logged: Scenario): KnownRange[] {
  const measured = rangesOf(known, scenario, BUSY)
  if (measuredBusy(known, logged)) return measured
  const value = logged.program.busyProcs
  return known.needsBusyOfLog
    ? measured.map((one) => ({ ...one, value, low: Math.min(value, one.low), high: value }))
    : []
}

/**
 * How many times as much memory the process had when scraped as the model gives the largest heap of the log, or the highest
 * goal of the scrapes; 1 if it had no more. Go could not reuse as much of its free memory as the model does.
 */
function missedMemory({ mostResident = 0, mostGoal, isUnlikeLog, calibration }: Known, program: Program): number {
  const heap = calibration ? calibration.measured.peakHeapBytes : mostGoal
  if (isUnlikeLog || heap === undefined) return 1
  const { otherMemory, outsideMemory } = program
  const modelled = otherMemory + outsideMemory + stackBytes(program) + heap + overheadBytes(program, heap)
  return Math.max(1, mostResident / modelled)
}

/** The memory of Go’s that the process had under these settings. */
function seenUnder({ mostHeld }: Known, inForce: Scenario, { gogc, memoryLimit }: Scenario): number | undefined {
  const isSame =
    gogcPercent(gogc) === gogcPercent(inForce.gogc) && limitBytes(memoryLimit) === limitBytes(inForce.memoryLimit)
  return isSame ? mostHeld : undefined
}

/** Programs within the known ranges, the likely one first. */
function candidatesOf({ known, scenario, peak }: KnownProgram): Candidate[] {
  const ranges = [...rangesOf(known, scenario, RANGED).map(withMissedSlots), ...untouchedRange(known)]
  const candidates = drawWithin(scenario, ranges)
    .map((one) => withPointerFree(one, scenario.program))
    .map((one, k) =>
      peak ? { ...one, scenario: withPartOfPeak(one.scenario, peak, drawn(UNSEEN_PART, k, PEAK_AXIS)) } : one,
    )
  const isResident = find(known, 'outsideMemory')?.sureness !== 'assumed'
  return isResident ? candidates : withHardlyWritten(candidates, Number(find(known, 'liveHeap')?.high ?? 0))
}

/** A program with a smaller or larger live heap has as large a share of it free of pointers. */
function withPointerFree({ weight, scenario }: Candidate, likely: Program): Candidate {
  const { program } = scenario
  const times = likely.initialLive > 0 ? program.initialLive / likely.initialLive : 1
  const pointerFreeLive = times * program.pointerFreeLive
  return { weight, scenario: { ...scenario, program: { ...program, pointerFreeLive } } }
}

/** The ranges of memory that a log does not show, as other inputs measured it. */
function memoryRanges(known: Known, scenario: Scenario): KnownRange[] {
  const measured = { ...known, quantities: known.quantities.filter(({ sureness }) => sureness !== 'assumed') }
  return rangesOf(measured, scenario, MEMORY).map(withMissedSlots)
}

/**
 * Likely the program goes on as it was seen. It may touch all of its memory later, and the container has to hold it then.
 * More may be untouched than was seen: pages of the program’s file are resident and hide as much of it, and free memory
 * that Go gave back under a limit is untouched again (`thumbs`, one of the recorded services: 20 MiB were seen, 27 to 37 were so).
 */
function untouchedRange({ untouched = 0 }: Known): KnownRange[] {
  return untouched > 0
    ? [{ key: 'untouched', value: untouched, low: 0, high: UNSEEN_UNTOUCHED * (untouched + FILE_PAGES) }]
    : []
}

const UNSEEN_UNTOUCHED = 1.5

/** Widens the range of free slots: there may have been more than a scrape shows, or none under other settings. */
function withMissedSlots(range: KnownRange): KnownRange {
  if (range.key !== 'mixedPerSpan') return range
  return { ...range, low: 1, high: Math.max(range.high, 1 + MORE_SLOTS * (range.value - 1)) }
}

/**
 * A program fills slots of usual sizes first, so a scrape later in a cycle shows too few free slots. Of 84 scrapes of
 * six services, nine of ten showed at least a third of the slots (tests/known/measure/memory.test.ts).
 */
const MORE_SLOTS = 3

/** Parameters of a program or a phase, each with the quantity that gives its range. */
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
/** Index of the first axis along which calibration draws assumed memory. */
const MEMORY_AXIS = 11

/** The axis along which we draw what no scrape saw. */
const PEAK_AXIS = 17

/** The axis along which calibration draws untouched memory, where it is not measured. */
const UNTOUCHED_AXIS = 16

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

/** The range of each parameter: the bounds of its quantity, scaled from the quantity’s value to the parameter’s. */
function rangesOf(known: Known, { program }: Scenario, pairs: Pairs): KnownRange[] {
  return pairs.flatMap(([key, quantityKey]) => {
    const quantity = find(known, quantityKey)
    const [phase] = program.phases
    const value = key === 'allocRate' || key === 'scanRate' ? phase?.[key] : program[key]
    // Here 0 does not mean none: the program keeps all CPUs busy.
    if (value === undefined || (key === 'busyProcs' && value === 0)) return []
    if (!quantity || typeof quantity.value !== 'number' || quantity.low === null || quantity.high === null) return []
    if (!(quantity.value > 0)) return [{ key, value, low: quantity.low, high: quantity.high }]
    // CPU time is measured: what GC took of it moves the value within the bounds, not the bounds.
    const factor = key === 'busyProcs' ? 1 : value / quantity.value
    return [{ key, value, low: Math.min(value, quantity.low * factor), high: Math.max(value, quantity.high * factor) }]
  })
}
