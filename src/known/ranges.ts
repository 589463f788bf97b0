import { type Candidate, drawWithin, type KnownRange } from '../calibration/ensemble/candidates.ts'
import {
  type Allowance,
  type Ensemble,
  type Prediction,
  type Search,
  searchEnsemble,
} from '../calibration/ensemble/predict.ts'
import { ensembleUnder } from '../calibration/what-if.ts'
import type { Scenario } from '../scenario/types.ts'
import { find, type Known } from './known.ts'
import type { QuantityKey } from './quantities.ts'
import type { KnownProgram } from './scenario.ts'

/** What the model is off by whatever is known: from the predictions of `npm run evidence -- metrics`. */
const ALLOWANCE: Allowance = {
  cycles: 1.13,
  peakHeapBytes: 1.04,
  peakMemoryBytes: 1.04,
  peakContainerBytes: 1.04,
  gcSeconds: 1.3,
}

/**
 * What may come of the program under other settings: every program within what is known of it is simulated.
 * @param toScenario the settings that are asked about
 */
export function searchKnown(program: KnownProgram, toScenario: (scenario: Scenario) => Scenario): Search<Prediction> {
  return searchEnsemble(ensembleOf(program), toScenario)
}

/**
 * All programs within what is known of one, to be run under any settings.
 * @param isLogAlone nothing but a log tells of it, under whatever settings: these are then the programs that give it back
 */
export function ensembleOf(program: KnownProgram, isLogAlone = false): Ensemble {
  const { known, scenario } = program
  const { gogc, memoryLimit, containerLimit } = scenario
  if (isLogAlone && known.calibration) return ensembleUnder(known.calibration, { gogc, memoryLimit, containerLimit })
  return { candidates: candidatesOf(program), allowanceOf: () => ALLOWANCE }
}

/** Programs within what is known of one, the likely one first. */
export function candidatesOf({ known, scenario }: KnownProgram): Candidate[] {
  return drawWithin(scenario, rangesOf(known, scenario))
}

/** Parameters of a scenario, and the quantity that each of them goes with. */
const RANGED = [
  ['initialLive', 'liveHeap'],
  ['allocRate', 'allocRate'],
  ['scanRate', 'scanRate'],
  ['otherMemory', 'otherMemory'],
  ['heapOverhead', 'heapOverhead'],
  ['outsideMemory', 'outsideMemory'],
  ['pointerFreeLive', 'pointerFreeLive'],
  ['busyProcs', 'busyProcs'],
] as const satisfies readonly (readonly [KnownRange['key'], QuantityKey])[]

/** The bounds of each parameter: as far from it, in its own measure, as those of its quantity are from that. */
function rangesOf(known: Known, { program }: Scenario): KnownRange[] {
  return RANGED.flatMap(([key, quantityKey]) => {
    const quantity = find(known, quantityKey)
    const [phase] = program.phases
    const value = key === 'allocRate' || key === 'scanRate' ? phase?.[key] : program[key]
    // 0 stands for something else than none here: all CPUs.
    if (value === undefined || (key === 'busyProcs' && value === 0)) return []
    if (!quantity || typeof quantity.value !== 'number' || quantity.low === null || quantity.high === null) return []
    if (!(quantity.value > 0)) return [{ key, value, low: quantity.low, high: quantity.high }]
    const factor = value / quantity.value
    return [{ key, value, low: Math.min(value, quantity.low * factor), high: Math.max(value, quantity.high * factor) }]
  })
}
