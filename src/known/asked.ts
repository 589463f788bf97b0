import type { Search } from '../prediction/predict.ts'
import type { Prediction } from '../prediction/prediction.ts'
import { type Settings, underSettings } from '../scenario/under-settings.ts'
import { whyOverridden } from './by-program.ts'
import { type Finding, fatalIn } from './findings.ts'
import { find, isGogcAssumed, mostLimitOf, numberOf } from './known.ts'
import { whyNoAdvice } from './measure/oom-kill.ts'
import { isUnknownSetting } from './quantities.ts'
import { ensembleOf, searchKnown } from './ranges.ts'
import { isBusyMeasured, type KnownProgram, toAsked, withFitted } from './scenario.ts'

export function searchAsked(program: KnownProgram, settings: Settings): Search<Prediction> {
  const asked = toAsked(program.known, settings)
  return searchKnown(program, (scenario) => underSettings(scenario, asked), asked.gogc !== undefined)
}

export type FactsForAdvice = ReturnType<typeof factsForAdvice>

/** The facts, besides scenario and demand, that decide which settings we can advise for a known program. */
export function factsForAdvice(program: KnownProgram, findings: readonly Finding[]) {
  const { known, scenario, isPeakOpen, isKillOpen } = program
  return {
    ensemble: ensembleOf(program),
    isBeforeLimits: known.isBeforeLimits,
    mayBeBeforeLimits: known.mayBeBeforeLimits,
    fatal: fatalIn(findings),
    whyNone: whyOverridden(known.ownSettings) ?? whyNoAdvice(known.oomKill, scenario, isKillOpen),
    isGogcAssumed: isGogcAssumed(known),
    unknown: isUnknownSetting(find(known, 'procs')) ? (['procs'] as const) : [],
    isBusyAssumed: !known.calibration && !isBusyMeasured(known),
    mostLimit: mostLimitOf(known),
    knownLive: numberOf(withFitted(program), 'liveHeap'),
    isGrowthOpen: isPeakOpen || isKillOpen,
  }
}
