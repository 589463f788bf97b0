// What scrapes of a recorded service say of its other settings, without a log: `npm run evidence -- scrapes`.
import { readFileSync } from 'node:fs'
import { toKnown } from '../../src/known/known.ts'
import type { ProcessRun, Scrape } from '../../src/known/measure/timeline.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { toPrediction, widen } from '../../src/prediction/predict.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { underSettings } from '../../src/scenario/under-settings.ts'
import { MIB } from '../../src/units.ts'
import { joinSaid, type RangedFigure, type RangedRow, type Said, type SaidOfBase, toRun } from './evidence-services.ts'
import { outlooksOf, toEnsembled, toVerdicts } from './evidence-verdicts.ts'
import { type RecordedScrape, type ServiceRun, toRecording } from './recorded-groups.ts'
import { recordedSettings } from './recorded-settings.ts'

/** Recordings with scrapes that count cycles and CPU time: 24 programs. */
export function scrapedGroups(): readonly ServiceRun[] {
  return ['again', 'readers'].flatMap(runsIn)
}

/** Seventeen programs more, with the same scrapes. No range was made from these. */
export function oddRuns(): readonly ServiceRun[] {
  return runsIn('odd')
}

function runsIn(folder: string): readonly ServiceRun[] {
  return JSON.parse(readFileSync(`tests/fixtures/services/${folder}/runs.json`, 'utf8'))
}

/**
 * Three scrapes of what client_golang exposes if nothing is set, and with `collectors.MetricsAll`; and one dump of
 * `runtime.MemStats`, which has neither GOGC nor the memory limit, nor what the machine counts.
 */
export const EXPOSED = ['default', 'all', 'dump'] as const
type Exposed = (typeof EXPOSED)[number]

/** The start-up takes this share of a run; scrapes describe the time after it. */
const LATER = 0.2

/** Times of the used scrapes, as shares of the run: three, as users take them by hand. */
const TAKEN = [LATER, 0.55, 1]

const GROUP = 'scrapes'

/** Predictions of every other setting from each base run. */
export function sayOfEachScraped(runs: readonly ServiceRun[], exposed: Exposed): SaidOfBase[] {
  const bases = runs.filter(({ scrapes }) => scrapes)
  return bases.map((base) => ({
    name: base.run,
    say: () =>
      joinSaid(
        runs
          .filter((run) => run.program === base.program && !(run.gogc === 100 && run.memoryLimit === 'off'))
          .map((run) => sayOf(base, run, exposed)),
      ),
  }))
}

function sayOf(base: ServiceRun, run: ServiceRun, exposed: Exposed): Said {
  const recording = toRecording(run)
  const settings = recordedSettings(recording)
  const known = toKnown({
    runs: [exposed === 'dump' ? toDump(base) : toRun(taken(base, exposed))],
    manifests: [],
    typed: {},
  })
  const program = programOf(known, run.wallSeconds)
  if (!program.ok) throw new Error(`${base.run}: ${program.problems[0]?.message}`)
  const under = (scenario: Scenario) => underSettings(scenario, settings)
  const ensemble = ensembleOf(program.value, under(program.value.scenario))
  const all = toEnsembled(ensemble, under)
  const plain = toPrediction(all.ran, {})
  const wide = widen(plain, all.allowance)
  const row = (figure: RangedFigure, of: (made: typeof wide) => RangedRow['spread'], measured: number): RangedRow => ({
    group: GROUP,
    program: run.program,
    figure,
    isLimited: run.memoryLimit !== 'off',
    isJob: false,
    leavesCpuIdle: false,
    further: 1,
    spread: of(wide),
    plain: of(plain),
    onSameMachine: undefined,
    measured: [measured],
  })
  const whole = 1 / (1 - LATER)
  // If a figure is 0, no share says how far a prediction is off.
  const ofCycles = run.laterCycles! > 0
  return {
    rows: [
      ...(ofCycles ? [row('cycles', ({ spread }) => spread.cycles, whole * run.laterCycles!)] : []),
      row('peak heap', ({ spread }) => spread.peakHeapBytes, (run.peakHeapMiB + 0.5) * MIB),
      ...(ofCycles ? [row('GC CPU', ({ spread }) => spread.gcSeconds, whole * run.laterGcCpuSeconds!)] : []),
      ...(run.peakCountedMiB === undefined
        ? []
        : [row('counted', ({ spread }) => spread.peakMemoryBytes, run.peakCountedMiB * MIB)]),
      row('RSS', ({ spread }) => spread.peakContainerBytes, run.maxRssMiB * MIB),
    ],
    verdicts: toVerdicts(GROUP, { recording }, outlooksOf(ensemble, under, all)),
  }
}

/** A dump as the run ends. */
function toDump({ scrapes = [], procs }: ServiceRun): ProcessRun {
  const last = scrapes.at(-1)!
  const pauseEnds = endsOfCycles(scrapes)
  const { resident, processCpu, memoryLimit, ...own } = byDefault(last)
  const gcCpuFraction = (last.GcCpu! - last.GcIdleCpu!) / last.AllCpu!
  const values = Object.entries({ ...own, procs, gcCpuFraction, lastGc: pauseEnds.at(-1)! }) as [Field, number][]
  return { ...toRun([{ seconds: last.At, values: new Map(values) }]), pauseEnds, takenAt: last.At }
}

/** When its cycles ended, as far as counters each second show it: evenly between two scrapes. The last 256, as in Go. */
function endsOfCycles(scrapes: readonly RecordedScrape[]): number[] {
  const ends = scrapes.flatMap(({ At, Cycles }, i) => {
    const before = scrapes[i - 1] ?? { At: 0, Cycles: 0 }
    const count = Cycles! - before.Cycles!
    return Array.from({ length: count }, (_, k) => before.At + ((k + 0.5) / count) * (At - before.At))
  })
  return ends.slice(-256)
}

/** Three scrapes of a run. */
export function taken({ scrapes = [], procs, wallSeconds }: ServiceRun, exposed: Exposed): Scrape[] {
  return TAKEN.map((share) => {
    const scrape = scrapes.reduce((best, one) =>
      Math.abs(one.At - share * wallSeconds) < Math.abs(best.At - share * wallSeconds) ? one : best,
    )
    const values = { ...byDefault(scrape), ...(exposed === 'all' && besidesDefault(scrape)), procs, gogc: 100 }
    return { seconds: scrape.At, values: new Map(Object.entries(values) as [Field, number][]) }
  })
}

function byDefault(scrape: RecordedScrape): Partial<Record<Field, number>> {
  const { Allocated, Cycles, Goal, Objects, Unused, Free, Released, Counted, Stacks, Rss, ProcessCpu } = scrape
  return {
    allocTotal: Allocated! * MIB,
    cycles: Cycles!,
    goal: Goal * MIB,
    heapAlloc: Objects * MIB,
    heapInuse: (Objects + Unused) * MIB,
    heapIdle: (Free + Released) * MIB,
    heapReleased: Released * MIB,
    sys: (Counted + Released) * MIB,
    stacks: Stacks * MIB,
    resident: Rss * MIB,
    processCpu: ProcessCpu!,
    memoryLimit: 2 ** 63,
  }
}

function besidesDefault({ Live, ...scrape }: RecordedScrape): Partial<Record<Field, number>> {
  return {
    heapLive: Live * MIB,
    scanHeap: scrape.ScanHeap! * MIB,
    scanStacks: scrape.ScanStacks! * MIB,
    scanGlobals: scrape.ScanGlobals! * MIB,
    gcCpu: scrape.GcCpu!,
    gcIdleCpu: scrape.GcIdleCpu!,
    allCpu: scrape.AllCpu!,
  }
}
