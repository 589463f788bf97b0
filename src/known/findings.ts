import { GUESSED_GOGC, GUESSED_LIMIT } from '../calibration/warnings.ts'
import { formatCpus, formatSize } from '../format.ts'
import type { FindingKind, GoSettings, ManifestFinding } from '../manifest/finding.ts'
import { findingsIn, type Surroundings } from '../manifest/findings.ts'
import type { Container, Manifest } from '../manifest/manifest.ts'
import { isThrottled } from '../model/judgement/headline.ts'
import { simulate } from '../model/simulate.ts'
import { simulateResult } from '../model/simulate-result.ts'
import type { Trace } from '../model/trace.ts'
import { throttledShare, toEffectiveGogc } from '../model/verdict.ts'
import { isSame } from '../scenario/same.ts'
import type { Scenario } from '../scenario/types.ts'
import { underSettings } from '../scenario/under-settings.ts'
import { MIB } from '../units.ts'
import { type BelowLive, belowLive } from './below-live.ts'
import { forcedFinding, ownSettingFindings } from './by-program.ts'
import type { Effect } from './effect.ts'
import { hasLimits, likelyIn, mainContainer, overriddenIn } from './from-manifest.ts'
import { find, type Known, numberOf, stillNeeded, toKnown } from './known.ts'
import { describeRun, notInForce, programForFinding } from './not-in-force.ts'
import type { QuantityKey } from './quantities.ts'
import { isBusyMeasured } from './scenario.ts'
import { toSettings } from './settings.ts'

/** A mistake in a manifest, or another reason why its settings are not in force. */
export interface Finding extends Omit<ManifestFinding<Kind>, 'before' | 'after'> {
  /** undefined if too little is known. */
  readonly effect?: Effect | undefined
}

type Kind = FindingKind | BelowLive['kind'] | 'not-in-force' | 'set-by-program' | 'forced-cycles'

/**
 * Each with its effect on the known program, or on a stand-in that fits the container. For the effect we compare two
 * runs: one with all findings of the container corrected, and one with all but this finding corrected.
 * @param asked the container that `known` describes; we know nothing about the other containers of its manifest
 */
export function findingsOf(manifests: readonly Manifest[], known: Known, asked = mainContainer(manifests)): Finding[] {
  const overridden = overriddenIn(manifests)
  const seen: SeenFindings = new Map()
  const own = manifests.flatMap((manifest) => {
    const around = surroundingsOf(manifest, manifests, known)
    const isSeveral = manifest.containers.filter(({ role }) => role !== 'init').length > 1
    const goContainers = [asked, ...likelyIn([manifest])]
    return manifest.containers.flatMap((container) => {
      const inForce = { ...container, env: container.env.filter((entry) => !overridden.has(entry)) }
      const one = { manifest: { ...manifest, containers: [inForce] }, around, isGo: goContainers.includes(container) }
      // A mistake in another container does not keep this program from running.
      const isOwn = container === asked || !hasLimits(manifest) || manifest.kind === 'systemd'
      const isKnown = !isSeveral || container === asked
      const found = isKnown ? findingsOfKnown(one, inForce, known, isOwn) : findingsOfOther(one, seen)
      return isSeveral && container.name !== ''
        ? found.map((each) => ({ ...each, title: `${container.title ?? container.name}: ${each.title}` }))
        : found
    })
  })
  // First the findings with which the program does not start. Then limits that cannot be intended: all other findings
  // treat these as unknown.
  const isRefused = ({ kind }: Finding) => kind === 'malformed-limit' || kind === 'unquoted'
  const isTiny = ({ kind }: Finding) => kind === 'tiny-memory'
  const others = own.filter((one) => !isRefused(one) && !isTiny(one))
  const inForce = [...notInForce(known), ...ownSettingFindings(known.ownSettings), ...forcedFinding(known.forced)]
  return [...own.filter(isRefused), ...own.filter(isTiny), ...inForce, ...others]
}

interface OneContainer {
  /** The manifest, with this container alone. */
  readonly manifest: Manifest
  readonly around: Surroundings
  /** Whether it may run a Go program: a sidecar that sets no variable of Go may be written in any language. */
  readonly isGo: boolean
}

function findingsInOne({ manifest, around, isGo }: OneContainer): ManifestFinding[] {
  return findingsIn(manifest, around).filter(({ kind }) => isGo || kind !== 'cpu-below-one')
}

/** @param isOwn whether the program starts by this manifest */
function findingsOfKnown(one: OneContainer, container: Container, known: Known, isOwn: boolean): Finding[] {
  const around = { ...one.around, process: settingsOf(known), isBeforeLimits: known.isBeforeLimits }
  const inManifest = findingsInOne({ ...one, around }).map((finding) => (isOwn ? finding : withoutFatal(finding)))
  // Another finding may correct the same limit.
  const isMended = inManifest.some((finding) => mendedSettings(finding).includes('memoryLimit'))
  const found = isMended ? inManifest : [...inManifest, ...belowLive(container, one.manifest.kind, known)]
  return withEffects(found, known, known.unread.length > 0)
}

/** Findings of other containers by what they are and what they correct: alike ones have the same effects. */
type SeenFindings = Map<string, readonly Finding[]>

/** A manifest may hold thousands of containers. Nobody compares the effects of so many different ones. */
const MOST_SIMULATED = 100

function findingsOfOther(one: OneContainer, seen: SeenFindings): Finding[] {
  const found = findingsInOne(one).map(withoutFatal)
  if (found.length === 0) return []
  const { unread } = toKnown({ ...NOTHING, manifests: [one.manifest] })
  const hasUnknown = unread.length > 0
  const key = JSON.stringify([hasUnknown, ...found.map(({ kind, before, after }) => [kind, before, after])])
  const alike = seen.get(key) ?? withEffects(found, NOTHING_KNOWN, hasUnknown || seen.size >= MOST_SIMULATED)
  seen.set(key, alike)
  return found.map(({ before: _, after: __, ...rest }, i) => ({ ...rest, effect: alike[i]!.effect }))
}

function withoutFatal({ isFatal: _, ...finding }: ManifestFinding): ManifestFinding {
  return finding
}

/** Why the program cannot run with its manifests as written, whatever its settings; undefined if nothing is fatal. */
export function fatalIn(findings: readonly Finding[]): string | undefined {
  const titles = findings.flatMap(({ isFatal, title }) => (isFatal ? [title] : []))
  return titles.length === 0 ? undefined : titles.join('; ')
}

const NOTHING = { runs: [], manifests: [], typed: {} }
const NOTHING_KNOWN = toKnown(NOTHING)

/** A Dockerfile or an env file only sets variables: the limits of its container are in another manifest, or typed. */
function surroundingsOf(manifest: Manifest, manifests: readonly Manifest[], known: Known): Surroundings {
  // A systemd unit and its drop-ins count as one manifest.
  const isDropIn = ({ kind }: Manifest) => kind === 'systemd' && manifest.kind === 'systemd'
  const others = manifests.filter(
    (other) => other !== manifest && (hasLimits(other) !== hasLimits(manifest) || isDropIn(other)),
  )
  const main = mainContainer(others)
  const version = find(known, 'goVersion')?.value
  return {
    memoryLimit: hasLimits(manifest) ? undefined : (main?.memoryLimit ?? numberOf(known, 'containerLimit')),
    env: main?.env,
    manifests,
    goVersion: typeof version === 'string' ? version : undefined,
  }
}

function settingsOf(known: Known): Surroundings['process'] {
  const of = (key: 'gogc' | 'memoryLimit' | 'procs') => {
    const { value, sureness } = find(known, key) ?? {}
    const isTold = sureness === 'measured' || sureness === 'typed'
    return isTold && (typeof value === 'number' || value === 'off') ? { [key]: value } : {}
  }
  return { ...of('gogc'), ...of('memoryLimit'), ...of('procs') }
}

type OwnFinding = ManifestFinding | BelowLive

/** @param hasUnknown whether the value of a setting is unknown: then we simulate no effect */
function withEffects(found: readonly OwnFinding[], known: Known, hasUnknown: boolean): Finding[] {
  const [first] = found
  if (!first) return []
  const mended = allMended(found, first.after)
  const quotas = found.flatMap(({ before, after }) => [before?.cpuLimit ?? Infinity, after.cpuLimit ?? Infinity])
  const program = hasUnknown ? undefined : createEffectProgram(known, mended, Math.min(...quotas))
  return found.map((finding) => {
    const { before: _, after: __, ...rest } = finding
    const left = leftAsIs(finding, mended)
    return { ...rest, effect: left && program && effectOf(finding, left, mended, program, found.length > 1) }
  })
}

/** The settings that a finding corrects: the memory limit, if the finding has no settings `before`. */
function mendedSettings({ before, after }: OwnFinding): readonly (keyof GoSettings)[] {
  if (!before) return ['memoryLimit']
  return (Object.keys(after) as (keyof GoSettings)[]).filter((key) => after[key] !== before[key])
}

function allMended(found: readonly OwnFinding[], from: GoSettings): GoSettings {
  const changed = found.flatMap((finding) => mendedSettings(finding).map((key) => [key, finding.after[key]] as const))
  return { ...from, ...Object.fromEntries(changed) }
}

/** The settings with all other findings corrected and this one kept; undefined if no run can show its effect. */
function leftAsIs(finding: OwnFinding, mended: GoSettings): GoSettings | undefined {
  const { before } = finding
  return before && { ...mended, ...Object.fromEntries(mendedSettings(finding).map((key) => [key, before[key]])) }
}

interface EffectProgram {
  readonly run: (settings: GoSettings) => Trace
  /** Share of the time, 0…1, for which the CPU limit stops the program if there is no GC. */
  readonly throttledWithoutGc: (settings: GoSettings) => number
  /** Which program it is, in words: `your program`. */
  readonly name: string
}

/** @param written the CPU limit of the container as written; Infinity if it has none */
function createEffectProgram(known: Known, settings: GoSettings, written: number): EffectProgram | undefined {
  const isStandIn = stillNeeded(known).length > 0
  const quota = Math.min(written, numberOf(known, 'cpuQuota') ?? Infinity)
  const program = programForFinding(isStandIn ? standInFor(known, settings, quota) : known)
  if (!program.ok) return undefined
  const { scenario } = program.value
  const { initialLive, busyProcs } = scenario.program
  const busy = formatCpus(Number((busyProcs || scenario.procs).toPrecision(2)))
  const isAssumed = quota < Infinity && !isBusyMeasured(known)
  const own = isAssumed ? `your program, assumed to need ${busy} for its own work (not measured)` : 'your program'
  const fits = roomFor(known, settings).fits
  const needs = isAssumed ? ` and needs ${busy} for its own work` : ''
  const standIn = `an example program that has a live heap of ${formatSize(initialLive)} (to fit ${fits})${needs}`
  return {
    run: (tried) => simulate(withSettings(scenario, tried)),
    throttledWithoutGc: (tried) => throttledShare(simulateResult(withSettings(scenario, { ...tried, ...NO_GC }))),
    name: isStandIn ? standIn : own,
  }
}

/** No GC cycle starts, and no limit stops the program. */
const NO_GC = { gogc: 'off', memoryLimit: 'off', containerLimit: 'off' } as const

function effectOf(
  { kind }: OwnFinding,
  left: GoSettings,
  mended: GoSettings,
  { run, throttledWithoutGc, name }: EffectProgram,
  hasOthers: boolean,
): Effect {
  const others = hasOthers ? ', with everything else corrected' : ''
  const asWritten = run(left)
  // The program’s own work may exceed the CPU limit: that is not an effect of GC.
  const isOfCpu = kind === 'cpu-below-one' || kind === 'procs-above-quota'
  const isHeldUp = isOfCpu && asWritten.result.outcome.kind !== 'oom-killed' && isThrottled(asWritten.result)
  const without = isHeldUp ? `; without any GC for ${(100 * throttledWithoutGc(left)).toFixed(0)} %` : ''
  const corrected = isSame(left, mended) ? [] : [describeCorrected(asWritten, left, run(mended), mended)]
  return {
    program: `${name}${others}`,
    runs: [{ name: 'As written', text: `${describeRun(asWritten)}${without}` }, ...corrected],
  }
}

/** The corrected run in words. If it is the same, the program does not reach what the finding warns of. */
function describeCorrected(asWritten: Trace, left: GoSettings, corrected: Trace, mended: GoSettings) {
  const isOther = left.memoryLimit !== mended.memoryLimit
  // We do not know what limit to set.
  const name = isOther && mended.memoryLimit === 'off' ? 'Without a memory limit' : 'Corrected'
  const text = describeRun(corrected)
  if (text !== describeRun(asWritten)) return { name, text }
  const isReached = [asWritten, corrected].some(
    (trace) => toEffectiveGogc(trace) !== null || trace.result.outcome.kind !== 'completed',
  )
  const why = isOther && !isReached ? ', because this program stays far below the memory limit now' : ''
  return { name, text: `the same${why}` }
}

/** GOMAXPROCS and the CPU limit stay as they are, unless the finding changes them. */
function withSettings(scenario: Scenario, { cpuLimit, procs = scenario.procs, ...rest }: GoSettings): Scenario {
  const quota = cpuLimit === undefined ? {} : { cpuQuota: cpuLimit }
  return underSettings(scenario, toSettings({ ...rest, ...quota, procs }))
}

/** Live heap and allocation per second of a stand-in, as shares of its container. */
const LIVE_SHARE = 0.35
const RATE_SHARE = 0.2
const USUAL_CONTAINER = 512 * MIB

/** With GOGC=100 a stand-in uses this share of its container: twice its live heap, and other memory. */
const USED_SHARE = 0.75

/** The bytes that a stand-in must fit, and what sets them: the container, or a lower memory limit. */
function roomFor(known: Known, { containerLimit, memoryLimit }: GoSettings): { bytes: number; fits: string } {
  const container = containerLimit === 'off' ? numberOf(known, 'containerLimit') : containerLimit
  const bytes = container ?? USUAL_CONTAINER
  const byLimit = memoryLimit === 'off' ? Infinity : memoryLimit / USED_SHARE
  if (byLimit < bytes) return { bytes: byLimit, fits: 'GOMEMLIMIT' }
  return { bytes, fits: container ? 'the container' : `${formatSize(USUAL_CONTAINER)}, as no container limit is known` }
}

/** An example program in place of an unknown one: it fits its container and its memory limit. */
function standInFor(known: Known, settings: GoSettings, quota: number): Known {
  const room = roomFor(known, settings).bytes
  const typed: Partial<Record<QuantityKey, number>> = {
    procs: numberOf(known, 'procs') ?? 2,
    liveHeap: LIVE_SHARE * room,
    allocRate: RATE_SHARE * room,
    outsideMemory: 0.02 * room,
    otherMemory: 0.02 * room,
    ...(quota < Infinity && { cpuQuota: quota }),
  }
  return toKnown({ runs: [], manifests: [], typed })
}

/** Warnings about the log, except those that a setting is a guess if metrics, a manifest or the user state it. */
export function warningsOfLog(known: Known): readonly string[] {
  const isStated = (key: 'gogc' | 'memoryLimit') =>
    ['measured', 'typed', 'set'].includes(find(known, key)?.sureness ?? 'assumed')
  const guesses: readonly string[] = [
    ...(isStated('gogc') ? GUESSED_GOGC : []),
    ...(isStated('memoryLimit') ? GUESSED_LIMIT : []),
  ]
  return known.calibration?.warnings.filter((warning) => !guesses.includes(warning)) ?? []
}
