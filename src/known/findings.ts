import { formatCount, formatSize } from '../format.ts'
import { type FindingKind, findingsIn, type GoSettings, type ManifestFinding } from '../manifest/findings.ts'
import type { Manifest } from '../manifest/manifest.ts'
import type { RunResult } from '../model/result.ts'
import { simulate } from '../model/simulate.ts'
import type { Scenario } from '../scenario/types.ts'
import { type Limit, MIB, OFF, toLimit } from '../units.ts'
import { type Known, numberOf, stillNeeded, toKnown } from './known.ts'
import type { QuantityKey } from './quantities.ts'
import { programOf } from './scenario.ts'

/** What is wrong with a manifest, and what it does: simulated. */
export interface Finding {
  readonly kind: FindingKind
  readonly title: string
  readonly text: string
  readonly line?: number
  readonly mended?: string
}

/** Seconds that each finding is simulated for. */
const SECONDS = 30

/** Findings of all manifests, each with what it does to the program that is known, or to one that fits the container. */
export function findingsOf(manifests: readonly Manifest[], known: Known): Finding[] {
  const found = manifests.flatMap(findingsIn)
  if (found.length === 0) return []
  return found.map((finding) => toFinding(finding, known))
}

function toFinding({ before, after, text, line, mended, ...rest }: ManifestFinding, known: Known): Finding {
  const effect = before && effectOf(before, after, known)
  return {
    ...rest,
    text: effect ? `${text} ${effect}` : text,
    ...(line === undefined ? {} : { line }),
    ...(mended === undefined ? {} : { mended }),
  }
}

/** What the settings do, and what the mended ones would, in words. */
function effectOf(before: GoSettings, after: GoSettings, known: Known): string | undefined {
  const standIn = stillNeeded(known).length > 0
  const program = programOf(standIn ? standInFor(known, before) : known, SECONDS)
  if (!program.ok) return undefined
  const { scenario } = program.value
  const [was, would] = [before, after].map((settings) => simulate(under(scenario, settings)).result)
  if (!was || !would) return undefined
  const whose = standIn ? `a program that keeps ${formatSize(scenario.program.initialLive)}` : 'your program'
  return `Simulated with ${whose}: ${describe(was)} as it is, ${describe(would)} once mended.`
}

function describe({
  cycles,
  wallSeconds,
  peakContainerBytes,
  compulsoryGcFraction,
  throttledSeconds,
  outcome,
}: RunResult): string {
  if (outcome.kind === 'oom-killed') return `killed after ${formatCount(Math.round(outcome.atSeconds))} s`
  const rate = cycles / Math.max(1e-9, wallSeconds)
  const perSecond = rate >= 10 ? formatCount(Math.round(rate)) : rate.toFixed(1)
  const waiting =
    throttledSeconds > 0.01 * wallSeconds
      ? `, held up for ${((100 * throttledSeconds) / wallSeconds).toFixed(0)} % of the time`
      : ''
  return `${perSecond} GC cycles a second, GC uses ${(100 * compulsoryGcFraction).toFixed(0)} % of the CPUs, up to ${formatSize(peakContainerBytes)}${waiting}`
}

function under(scenario: Scenario, { gogc, memoryLimit, containerLimit, cpuLimit }: GoSettings): Scenario {
  const toSetting = (size: number | 'off'): Limit => (size === 'off' ? OFF : toLimit(size))
  return {
    ...scenario,
    gogc: gogc === 'off' ? OFF : { kind: 'percent', percent: gogc },
    memoryLimit: toSetting(memoryLimit),
    containerLimit: toSetting(containerLimit),
    cpuQuota: cpuLimit === undefined ? OFF : { kind: 'cpus', cpus: cpuLimit },
  }
}

/** A stand-in’s live heap and what it allocates per second, as shares of its container. */
const LIVE_SHARE = 0.35
const RATE_SHARE = 0.2
const USUAL_CONTAINER = 512 * MIB

/** Where nothing tells the program: one that fits its container. */
function standInFor(known: Known, { containerLimit }: GoSettings): Known {
  const container = containerLimit === 'off' ? (numberOf(known, 'containerLimit') ?? USUAL_CONTAINER) : containerLimit
  const typed: Partial<Record<QuantityKey, number>> = {
    procs: numberOf(known, 'procs') ?? 2,
    liveHeap: LIVE_SHARE * container,
    allocRate: RATE_SHARE * container,
    outsideMemory: 0.02 * container,
    otherMemory: 0.02 * container,
  }
  return toKnown({ runs: [], manifests: [], typed })
}
