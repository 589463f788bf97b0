// Predictions for services under CPU quotas and memory limits of real containers: `npm run evidence -- contained`.
import { readFileSync } from 'node:fs'
import { type Known, toKnown } from '../../src/known/known.ts'
import type { Scrape } from '../../src/known/measure/timeline.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { type KnownProgram, programOf } from '../../src/known/scenario.ts'
import { parseDockerRun } from '../../src/manifest/docker-run.ts'
import { finish } from '../../src/model/slices.ts'
import { isAbout } from '../../src/prediction/doubt.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import type { Spread } from '../../src/prediction/spread.ts'
import { type Settings, underSettings } from '../../src/scenario/under-settings.ts'
import { MIB } from '../../src/units.ts'
import { taken } from './evidence-scrapes.ts'
import { joinSaid, type RangedFigure, type RangedRow, type Said, type SaidOfBase, toRun } from './evidence-services.ts'
import { CONTAINERS, judged } from './evidence-verdicts.ts'
import { calibrated, type ServiceRun } from './recorded-groups.ts'
import { recordedSettings } from './recorded-settings.ts'

/**
 * Folders of recordings in real containers: with a CPU quota or a memory limit alone; with settings that somebody would
 * choose together; and under a CPU quota that the first run, from which the others are predicted, had too.
 */
export const CONTAINED = ['contained', 'chosen', 'quota'] as const
type Contained = (typeof CONTAINED)[number]

/**
 * A log alone; with the memory of its container at the end, as kubectl top shows it; with three scrapes of what client_golang
 * exposes if nothing is set; and these scrapes alone.
 */
export const CONTAINED_FROM = ['log', 'log and memory', 'log and scrapes', 'scrapes'] as const
type From = (typeof CONTAINED_FROM)[number]

function folderOf(contained: Contained): string {
  return `tests/fixtures/services/${contained}`
}

export function readRuns(contained: Contained): readonly ServiceRun[] {
  return JSON.parse(readFileSync(`${folderOf(contained)}/runs.json`, 'utf8'))
}

export function sayOfEachContained(contained: Contained): SaidOfBase[] {
  const runs = readRuns(contained)
  const bases = runs.filter(({ scrapes }) => scrapes)
  return bases.flatMap((base) =>
    CONTAINED_FROM.map((from) => ({
      name: `${base.program} from ${from}`,
      say() {
        const program = knownFrom(base, from, contained)
        const others = runs.filter((run) => run.program === base.program && run !== base)
        const own = contained === 'chosen' ? [sayOfOwn(program, base, from)] : []
        return joinSaid([...others.map((run) => sayOf(program, run, from)), ...own])
      },
    })),
  )
}

/**
 * Predictions from logs written under a CPU quota, which a manifest shows: for another run under it, and for the run
 * without it.
 */
export function sayOfLogsUnderQuota(): readonly RangedRow[] {
  const runs = readRuns('contained')
  return runs.flatMap((run) => {
    if (run.cpuQuota === undefined || run.isKilled) return []
    const base = runs.find(({ program, scrapes }) => program === run.program && scrapes)!
    const program = underItsQuota(run)
    const [own, free] = [predict(program, {}), predict(program, { cpuQuota: { kind: 'off' } })]
    const row = (group: string) => rowOf({ group, program: run.program, isLimited: false })
    return [
      row('another run')('cycles', own.spread.cycles, run.cycles),
      row('another run')('peak heap', own.cycleHeap, (run.peakHeapMiB + 0.5) * MIB),
      row('another run')('compulsory GC', own.spread.compulsoryGcFraction, run.compulsoryGcFraction!),
      row('without it')('cycles', free.spread.cycles, base.cycles),
      row('without it')('peak heap', free.cycleHeap, (base.peakHeapMiB + 0.5) * MIB),
      row('without it')('GC CPU', free.spread.gcSeconds, base.gcCpuSeconds),
    ]
  })
}

/** The program of a log, with the CPU quota of its container. */
export function underItsQuota({ run, cpuQuota }: ServiceRun): KnownProgram {
  const calibration = calibrated(`${folderOf('contained')}/logs/${run}.log`)
  return withQuotaInForce(toKnown({ runs: [], manifests: [], typed: { cpuQuota: cpuQuota! }, calibration }))
}

/** The known program, as if a manifest had the typed CPU quota. */
export function withQuotaInForce(known: Known): KnownProgram {
  const quantities = known.quantities.map((one) =>
    one.key === 'cpuQuota' ? { ...one, sureness: 'set' as const } : one,
  )
  const program = programOf({ ...known, quantities })
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return program.value
}

function knownFrom(base: ServiceRun, from: From, contained: Contained): KnownProgram {
  const { cpuQuota } = base
  const known = toKnown({
    runs: from === 'log' ? [] : [toRun(from === 'log and memory' ? [usageOf(base)] : taken(base, 'default'))],
    manifests: cpuQuota === undefined ? [] : [parseDockerRun(`docker run --cpus=${cpuQuota} service`)],
    typed: {},
    ...(from !== 'scrapes' && { calibration: calibrated(`${folderOf(contained)}/logs/${base.run}.log`) }),
  })
  const program = programOf(known, from === 'scrapes' ? base.wallSeconds : undefined)
  if (!program.ok) throw new Error(`${base.run}: ${program.problems[0]?.message}`)
  return program.value
}

/** The memory at the end of a run, without pages of files: what the kernel charges. */
function usageOf({ scrapes = [], rssFileMiB = 0 }: ServiceRun): Scrape {
  const { At, Rss } = scrapes.at(-1)!
  return { seconds: At, values: new Map([['workingSet', (Rss - rssFileMiB) * MIB]]) }
}

function sayOf(program: KnownProgram, run: ServiceRun, from: From): Said {
  const { containerMiB, isKilled } = run
  const settings = settingsOf(run)
  const verdict = (mib: number, share: number) => ({
    group: from,
    program: run.program,
    ...judge(program, settings, mib, share),
    setting: run.run.replace(/^.*?-(gogc100-limitoff-)?/, ''),
  })
  const verdicts =
    containerMiB === undefined
      ? CONTAINERS.map((share) => verdict(share * run.maxRssMiB, share))
      : [verdict(containerMiB, isKilled ? KILLED : SURVIVED)]
  // A container that does not kill changes no figure, so figures need another setting that differs.
  const isOther = Object.keys(settings).length > 0
  return { rows: isOther && !isKilled ? toRows(predict(program, settings), run, from) : [], verdicts }
}

/** Sizes of containers, as multiples of the measured memory of the process under the same settings. */
export const SURE_AT = [0.5, 0.75, 1.25, 1.5, 2]

function sayOfOwn(program: KnownProgram, base: ServiceRun, from: From): Said {
  const verdicts = SURE_AT.map((share) => ({
    group: from,
    program: base.program,
    ...judge(program, {}, share * base.maxRssMiB, share),
    setting: 'own',
  }))
  return { rows: [], verdicts }
}

function judge(program: KnownProgram, settings: Settings, mib: number, share: number) {
  const prediction = predict(program, { ...settings, containerLimit: { kind: 'bytes', bytes: mib * MIB } })
  return judged(share, toOutlook(prediction)!)
}

function predict(program: KnownProgram, settings: Settings): Prediction {
  return finish(searchKnown(program, (one) => underSettings(one, settings)))
}

/** The settings of a run that are not those of its base run. */
function settingsOf(run: ServiceRun): Settings {
  const { gogc, memoryLimit } = recordedSettings({ ...run, repeats: [] })
  const isSame = run.gogc === 100 && run.memoryLimit === 'off'
  return {
    ...(!isSame && { gogc, memoryLimit }),
    ...(run.cpuQuota !== undefined && { cpuQuota: { kind: 'cpus', cpus: run.cpuQuota } }),
  }
}

/** The `share` of a container whose limit the kernel enforced says only whether the kernel killed the program. */
export const KILLED = 0
export const SURVIVED = 100

/** `isLimited` says whether the ranges are those of a program that may fall behind under its quota. */
function toRows(prediction: Prediction, run: ServiceRun, from: From): RangedRow[] {
  const { spread, cycleHeap, throttledShare, doubts } = prediction
  const row = rowOf({ group: from, program: run.program, isLimited: isAbout(doubts, 'behind') })
  // Scrapes do not show how a program starts, and the length of their simulation is given.
  const ofLog = [
    row('cycles', spread.cycles, run.cycles),
    row('elapsed', spread.wallSeconds, run.wallSeconds),
    row('peak heap', cycleHeap, (run.peakHeapMiB + 0.5) * MIB),
  ]
  return [
    ...(from === 'scrapes' ? [] : ofLog),
    row('compulsory GC', spread.compulsoryGcFraction, run.compulsoryGcFraction!),
    row('RSS', spread.peakContainerBytes, run.maxRssMiB * MIB),
    ...(run.cpuQuota === undefined
      ? [row('GC CPU', spread.gcSeconds, run.gcCpuSeconds)]
      : [row('stopped by quota', throttledShare, stoppedShare(run, throttledShare.likely))]),
  ]
}

function rowOf(common: Pick<RangedRow, 'group' | 'program' | 'isLimited'>) {
  return (figure: RangedFigure, spread: Spread, measured: number): RangedRow => ({
    ...common,
    figure,
    isJob: false,
    leavesCpuIdle: false,
    further: 1,
    spread,
    plain: spread,
    onSameMachine: undefined,
    measured: [measured],
  })
}

/** From this share of stopped periods on, the quota sets how much the program does. */
const ALL_PERIODS = 0.97

/**
 * The share of time for which the quota stopped the whole program. The kernel adds up the time s for which it stopped each CPU,
 * as a share of the run. If it stopped every period, p CPUs used the quota q: s = p − q, and the program stood still for
 * s / p. If not, the two CPUs may have been stopped together or one after the other, for s / 2 to s: we take what of that
 * is nearest to the likely value.
 */
function stoppedShare(run: ServiceRun, likely: number): number {
  const stopped = run.throttledCpuSeconds! / run.wallSeconds
  const periods = run.throttledPeriods! / run.periods!
  if (periods >= ALL_PERIODS) return stopped / (stopped + run.cpuQuota!)
  return Math.min(Math.max(likely, stopped / 2), stopped, periods)
}
