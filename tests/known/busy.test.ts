import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { toEvidence } from '../../src/known/evidence.ts'
import { find, type Known, toKnown } from '../../src/known/known.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { isBusyMeasured, programOf, withFitted } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { simulate } from '../../src/model/simulate.ts'
import { readLog } from '../gctrace/support.ts'
import { readText } from '../metrics/read.ts'
import { calibrate } from '../support/calibrate.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'
import { toRun } from '../tools/evidence-services.ts'
import { readEvidence } from './read-evidence.ts'
import { recorded } from './recorded.ts'

const LOG = 'gctrace.log'
const busyOf = (known: Known) => find(known, 'busyProcs')!

function programs(known: Known) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return { likely: program.value.scenario, drawn: ensembleOf(program.value).candidates.map(({ scenario }) => scenario) }
}

/** CPUs as the kernel counted them between two scrapes, GC among them: GOMAXPROCS is 2. */
const RECORDED = [
  { mode: 'steady', scrapes: ['metrics-0.txt', 'metrics-4.txt'], cpus: 0.17 },
  { mode: 'pages', scrapes: ['metrics-0.txt', 'metrics-1.txt'], cpus: 0.041 },
]

describe('the busy CPUs of a program with a log', () => {
  it.each(RECORDED)(
    'are only estimated where no CPU time was measured, in a range that holds them: $mode',
    ({ mode, cpus }) => {
      const { value, low, high, sureness, source } = busyOf(knownFrom(mode, [LOG]))
      expect(sureness).toBe('assumed')
      expect(source).toContain('estimated')
      expect(low).toBeLessThan(0.5 * cpus)
      expect(high).toBeGreaterThan(Number(value))
      expect(high).toBeLessThanOrEqual(2)
    },
  )

  it.each(RECORDED)('come from its CPU time if metrics beside the log show it: $mode', ({ mode, scrapes, cpus }) => {
    const known = knownFrom(mode, [LOG, ...scrapes])
    const { value, low, high } = busyOf(known)
    const used = busyOf(knownFrom(mode, scrapes)).high!
    expect(Math.abs(used / cpus - 1)).toBeLessThan(0.2)
    // What GC took by the log is not the program’s own, but half of what the process used always is.
    const { gcSeconds, wallSeconds } = known.calibration!.measured
    expect(high).toBeCloseTo(Math.max(low!, used - gcSeconds / wallSeconds), 9)
    expect(value).toBeLessThanOrEqual(high!)
    const { likely, drawn } = programs(known)
    expect(likely.program.busyProcs).toBeCloseTo(Number(value), 3)
    // Nine of ten lie within the bounds, but for rounding.
    const inside = drawn.filter(({ program: { busyProcs } }) => busyProcs > 0.999 * low! && busyProcs < 1.001 * high!)
    expect(inside.length / drawn.length).toBeGreaterThan(0.8)
  })

  it('come from the log if GC waited for CPUs, unless there is a CPU quota', () => {
    const alone = knownFrom('steady', [LOG])
    const { gcSeconds, wallSeconds } = alone.calibration!.measured
    // The whole process used half as much CPU time as GC took by the log.
    const cpus = (0.5 * gcSeconds) / wallSeconds
    const scrapes = [0, 100].map((seconds) => ({
      seconds: 3600 + seconds,
      values: new Map<Field, number>([['processCpu', 10 + cpus * seconds]]),
    }))
    const crowded = (rest: Parameters<typeof toKnown>[0]['typed']) =>
      programs(toKnown({ runs: [toRun(scrapes)], manifests: [], typed: rest, calibration: alone.calibration }))
    const { busyProcs } = programs(alone).likely.program
    expect(crowded({}).likely.program.busyProcs).toBe(busyProcs)
    expect(crowded({ cpuQuota: 1 }).likely.program.busyProcs).toBeLessThanOrEqual(cpus)
  })

  // Two dozen goroutines that hold megabytes and mostly sleep: 0.2 CPUs, and all of them idle while GC marks.
  it('come from the log if those from CPU time would change the peak heap', () => {
    const read = calibrate(
      columnsOfRun(readLog(readFileSync('tests/fixtures/logs/upload-buffers.log', 'utf8')).columns, 0),
    )
    if (!read.ok) throw new Error(read.problems[0]?.message)
    const calibration = read.value
    const peakWith = (busyProcs: number) => {
      const { scenario } = calibration
      return simulate({ ...scenario, program: { ...scenario.program, busyProcs } }).result.peakHeapBytes
    }
    const { peakHeapBytes } = calibration.measured
    expect(Math.abs(peakWith(0.2) / peakHeapBytes - 1)).toBeGreaterThan(0.15)
    const scrapes = [0, 100].map((seconds) => ({
      seconds: 3600 + seconds,
      values: new Map<Field, number>([['processCpu', 10 + 0.22 * seconds]]),
    }))
    const { likely, drawn } = programs(toKnown({ runs: [toRun(scrapes)], manifests: [], typed: {}, calibration }))
    expect(Math.abs(simulate(likely).result.peakHeapBytes / peakHeapBytes - 1)).toBeLessThan(0.05)
    // Either may be true.
    expect(Math.min(...drawn.map(({ program }) => program.busyProcs))).toBeLessThan(0.4)
  })

  // It builds a batch in 0.2 s and then sleeps: 0.1 CPUs in the mean. With these, its log of 20 cycles has 35.
  it('come from the log if those from CPU time would change the number of cycles', async () => {
    const batches = await recorded('batches', '100')
    const { likely, low, high } = batches({}, 400).cycles
    expect(likely).toBeGreaterThanOrEqual(19)
    expect(likely).toBeLessThanOrEqual(21)
    expect([low < 20, high > 20, high < 30]).toEqual([true, true, true])
  })

  describe('beside Go’s own figure for them, which has no GC in it', () => {
    const { calibration } = knownFrom('pages', [LOG])
    /** The CPU-seconds in each second that Go counted for the program, and the kernel for the whole process. */
    const busyWith = (user: number, whole: number) => {
      const scrapes = [0, 100].map((seconds) => ({
        seconds: 3600 + seconds,
        values: new Map<Field, number>([
          ['userCpu', 5 + user * seconds],
          ['processCpu', 10 + whole * seconds],
        ]),
      }))
      return busyOf(toKnown({ runs: [toRun(scrapes)], manifests: [], typed: {}, calibration }))
    }

    it('are that figure, from which no GC is subtracted', () => {
      expect(busyWith(0.3, 0.35)).toMatchObject({ value: expect.closeTo(0.3, 9), sureness: 'measured' })
      expect(busyWith(0.3, 0.35).source).not.toContain('less what GC took')
    })

    it('are no more than the kernel counted: Go counts the time for which goroutines wait for a CPU', () => {
      const { high, sureness } = busyWith(0.3, 0.2)
      expect(high).toBeLessThanOrEqual(0.2)
      expect(sureness).toBe('derived')
    })
  })

  // By its log, GC in `steady` took more than the kernel counted for the whole process: it waited for CPUs.
  it('plus the CPUs of GC give the measured CPUs: pages', () => {
    const { mode, scrapes, cpus } = RECORDED[1]!
    const { totalSeconds, wallSeconds } = simulate(programs(knownFrom(mode, [LOG, ...scrapes])).likely).result
    expect(Math.abs(totalSeconds / wallSeconds / cpus - 1)).toBeLessThan(0.1)
  })
})

describe('a program that is known from scrapes', () => {
  it('keeps no more CPUs busy than the process used, also under a smaller CPU quota that is typed', () => {
    const scrapes = [0, 100].map((seconds) => ({
      seconds: 3600 + seconds,
      values: new Map<Field, number>([
        ['processCpu', 10 + 0.85 * seconds],
        ['allocTotal', (1000 + 100 * seconds) * 2 ** 20],
        ['cycles', 100 + 2 * seconds],
        ['goal', 100 * 2 ** 20],
        ['heapAlloc', 70 * 2 ** 20],
        ['gogc', 100],
        ['procs', 2],
      ]),
    }))
    const program = programOf(toKnown({ runs: [toRun(scrapes)], manifests: [], typed: { cpuQuota: 0.5 } }))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const { value, low, high } = busyOf(withFitted(program.value))
    expect(value).toBeLessThanOrEqual(high!)
    expect(value).toBeGreaterThanOrEqual(low!)
  })

  it.each([
    { mode: 'pages', cpus: 0.041 },
    { mode: 'spare', cpus: 0.067 },
  ])('uses as many CPUs as its process was measured to use, GC among them: $mode', ({ mode, cpus }) => {
    const program = programOf(knownFrom(mode, ['metrics-0.txt', 'metrics-1.txt']))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const { totalSeconds, wallSeconds } = simulate(program.value.scenario).result
    expect(Math.abs(totalSeconds / wallSeconds / cpus - 1)).toBeLessThan(0.05)
    const { value, low, high } = busyOf(withFitted(program.value))
    expect(value).toBe(program.value.fit?.busyProcs)
    expect([low! < Number(value), high! > Number(value)]).toEqual([true, true])
  })

  it('keeps all CPUs busy if its process used all', async () => {
    const scrape = (second: number) =>
      [
        `go_memstats_alloc_bytes_total ${1e9 + 1e8 * second}`,
        `go_gc_duration_seconds_count ${10 + 2 * second}`,
        'go_memstats_next_gc_bytes 1e8\ngo_sched_gomaxprocs_threads 2',
        `process_cpu_seconds_total ${2 * second}\nprocess_start_time_seconds 1000\n`,
      ].join('\n')
    const inputs = await Promise.all(
      [0, 30].map(async (second) => {
        const read = await readText(scrape(second))
        if (!read.ok) throw new Error(read.problems[0]?.message)
        return { name: String(second), read: read.value }
      }),
    )
    const evidence = toEvidence(inputs, { interval: 30 })
    if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
    expect(programs(toKnown(evidence.value)).likely.program.busyProcs).toBe(0)
  })
})

describe('a program that is known from one scrape', () => {
  /** It used 320 CPU-seconds until its last cycle, 400 s after its start. */
  const SCRAPE = [
    'go_gc_duration_seconds_count 21\ngo_memstats_alloc_bytes_total 7.35e8\ngo_memstats_heap_alloc_bytes 1.5e8',
    'go_memstats_next_gc_bytes 1.6e8\ngo_gc_gogc_percent 100\ngo_sched_gomaxprocs_threads 4',
    'go_memstats_last_gc_time_seconds 1762284024\nprocess_start_time_seconds 1762283624',
    'process_cpu_seconds_total 320',
  ].join('\n')

  it('keeps as many CPUs busy as in the mean since its start, in a wide range', async () => {
    const known = toKnown(await readEvidence([SCRAPE]))
    const { value, low, high, source } = busyOf(known)
    expect(value).toBeCloseTo(0.9 * 0.8, 9)
    // GC may have taken half of it, and the process may have been idle for two minutes since its last cycle.
    expect(low).toBeCloseTo((0.5 * 320) / 520, 9)
    expect(high).toBeCloseTo(1.3 * 0.8, 9)
    expect(source).toContain('mean since the start')
    expect(isBusyMeasured(known)).toBe(true)
  })

  it('uses as many CPUs as that mean, GC among them', async () => {
    const { likely } = programs(toKnown(await readEvidence([SCRAPE])))
    const { totalSeconds, wallSeconds } = simulate(likely).result
    expect(totalSeconds / wallSeconds).toBeGreaterThan(0.75)
    expect(totalSeconds / wallSeconds).toBeLessThan(0.85)
  })

  it('keeps at most all CPUs busy', async () => {
    const few = SCRAPE.replace('procs_threads 4', 'procs_threads 1').replace('seconds_total 320', 'seconds_total 390')
    expect(busyOf(toKnown(await readEvidence([few]))).high).toBe(1)
  })
})

describe('the busy CPUs of a program with a log under a CPU quota', () => {
  const underQuota = (known: Known) => ({
    ...known,
    quantities: known.quantities.map((one) =>
      one.key === 'cpuQuota' ? { ...one, value: 0.5, sureness: 'set' as const } : one,
    ),
  })
  const busyIn = (known: Known) => programs(known).drawn.map(({ program }) => program.busyProcs)

  it.each(RECORDED)(
    'differ from program to program where none was measured, around what was: $mode',
    ({ mode, cpus }) => {
      const known = knownFrom(mode, [LOG])
      const { likely, drawn } = programs(underQuota(known))
      const busy = drawn.map(({ program }) => program.busyProcs).sort((a, b) => a - b)
      const at = (share: number) => busy[Math.floor(share * busy.length)]!
      expect([at(0.05) < cpus, at(0.95) > cpus]).toEqual([true, true])
      // 0 would mean all CPUs, and a program that spins would use CPU time that nobody measured.
      expect(busy[0]).toBeGreaterThan(0)
      expect(drawn.every(({ program }) => program.peakAllocRate === 0)).toBe(true)
      // A log shows mostly too many, so the likely program has fewer than the log lets guess.
      expect(likely.program.busyProcs).toBeLessThan(Number(busyOf(known).value))
      expect(likely.program.busyProcs).toBeGreaterThan(cpus / 2)
      expect(drawn[0]?.program.busyProcs).toBe(likely.program.busyProcs)
    },
  )

  it.each(RECORDED)('come from its CPU time if metrics beside the log show it: $mode', ({ mode, scrapes }) => {
    const known = knownFrom(mode, [LOG, ...scrapes])
    const { value, low, high } = busyOf(known)
    const busy = busyIn(underQuota(known))
    expect(busy[0]).toBeCloseTo(Number(value), 4)
    const inside = busy.filter((one) => one > 0.999 * low! && one < 1.001 * high!)
    expect(inside.length / busy.length).toBeGreaterThan(0.8)
  })

  // While others used the machine, a job that wants two CPUs got one: its log looks as if it had both.
  it('come from its CPU time even if the log shows a program that keeps all CPUs busy', () => {
    const log = readFileSync('tests/fixtures/services/readers/logs/batch-gogc100-limitoff.log', 'utf8')
    const read = calibrate(columnsOfRun(readLog(log).columns, 0))
    if (!read.ok) throw new Error(read.problems[0]?.message)
    const calibration = read.value
    expect(calibration.fitted.workload.isSaturated).toBe(true)
    const scrapes = [0, 100].map((seconds) => ({
      seconds: 3600 + seconds,
      values: new Map<Field, number>([['processCpu', 10 + 1.3 * seconds]]),
    }))
    const { likely, drawn } = programs(
      toKnown({ runs: [toRun(scrapes)], manifests: [], typed: { cpuQuota: 0.5 }, calibration }),
    )
    expect(likely.program.busyProcs).toBeGreaterThan(0.6)
    expect(likely.program.busyProcs).toBeLessThan(1.3)
    expect(drawn.every(({ program }) => program.busyProcs > 0 && program.busyProcs <= 1.3)).toBe(true)
    expect(drawn.every(({ program }) => program.peakAllocRate === 0)).toBe(true)
  })

  it('stay as in the log if a quota allows all CPUs, because it stops nothing', () => {
    const known = knownFrom('steady', [LOG])
    const all = known.quantities.map((one) =>
      one.key === 'cpuQuota' ? { ...one, value: 2, sureness: 'set' as const } : one,
    )
    expect(busyIn({ ...known, quantities: all })).toEqual(busyIn(known))
  })
})
