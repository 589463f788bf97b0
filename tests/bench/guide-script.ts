import { readFileSync } from 'node:fs'

/** A phase as the public guide's script takes it: MiB, MiB per second, seconds. */
export interface GuideWork {
  readonly duration: number
  readonly allocRate: number
  readonly scanRate: number
  readonly newSurvivalRate: number
  readonly oldDeathRate: number
}

/** Settings as that script takes them: MiB, percent, Infinity for off. */
export interface GuideConfig {
  readonly otherMem: number
  readonly GOGC: number
  readonly memoryLimit: number
  readonly fixedCost: number
}

/** One datum per point of its chart, and the mutator's time in seconds. */
export type GuideModel = (workload: readonly GuideWork[], config: GuideConfig) => [{ t: number }[], number]

/**
 * The model inside the public guide's own script, from a local copy of golang/website `_content/doc/gc-guide.js`.
 * Evaluated in this realm, not in a `vm` context, whose globals are slow: the comparison is to be fair.
 */
export function loadGuideModel(path: string): GuideModel {
  const page = { querySelectorAll: () => [] }
  return new Function('document', `${readFileSync(path, 'utf8')}\nreturn gcModel`)(page)
}
