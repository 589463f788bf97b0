import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { foresee } from '../../src/explore/advice/sure.ts'
import { formatCount } from '../../src/format.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { find, type Known, toKnown } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { type Field, fieldOf } from '../../src/metrics/fields.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { type Limit, MIB, OFF } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'
import { toRun } from '../tools/evidence-services.ts'
import { percent, recordedAlone } from './recorded.ts'

const ROOMY = { kind: 'bytes', bytes: 2000 * MIB } as const

/** Scrapes ten seconds apart, the first at an hour: the heap goal and the bytes allocated per second, in MiB. */
function scraped(goals: readonly number[], rate = 50, more: readonly [Field, number][] = []) {
  return toRun(
    goals.map((goal, i) => ({
      seconds: 3600 + 10 * i,
      values: new Map<Field, number>([
        ['goal', goal * MIB],
        ['heapAlloc', 0.75 * goal * MIB],
        ['allocTotal', (1000 + 10 * rate * i) * MIB],
        ['cycles', 100 + 10 * i],
        ['sys', 1.2 * goal * MIB],
        ['resident', 1.3 * goal * MIB],
        ['gogc', 100],
        ['procs', 2],
        ...more,
      ]),
    })),
  )
}

function saidIn(known: Known, seconds?: number) {
  const program = programOf(known, seconds)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const prediction = finish(searchKnown(program.value, (scenario) => ({ ...scenario, containerLimit: ROOMY })))
  return { kind: toOutlook(prediction)?.kind, warnings: toWarnings(prediction, ['input']) }
}

/** What default scrapes do not show, and a scrape with `/cpu/classes` does. */
it('the cost of marking is uncertain if no measurement shows it', () => {
  const warningsOf = (more: readonly [Field, number][][]) => {
    const run = scraped([100, 100, 100])
    const scrapes = run.scrapes.map((one, i) => ({ ...one, values: new Map([...one.values, ...(more[i] ?? [])]) }))
    const program = programOf(fromScrapes({ ...run, scrapes }))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    return toWarnings(finish(searchKnown(program.value, (scenario) => scenario)))
  }
  const open = [expect.stringMatching(/^nothing measured shows what marking costs, so the range of GC CPU is wide/)]
  expect(warningsOf([])).toEqual(open)
  const classes = [0, 1, 2].map((i): [Field, number][] => [
    ['gcCpu', 1 + 0.4 * i],
    ['gcIdleCpu', 0.1 + 0.04 * i],
    ['userCpu', 5 + 2 * i],
    ['allCpu', 40 + 20 * i],
  ])
  expect(warningsOf(classes)).toEqual([])
})

const fromScrapes = (run: ReturnType<typeof scraped>) => toKnown({ runs: [run], manifests: [], typed: {} })

describe('no container surely holds', () => {
  // Requests with finalizers, recorded with Go 1.26.8: 51 MiB live with GOGC=40, 91 with 100, and 330 MiB resident with
  // 150, where the same program without finalizers would have 140 at most.
  it('a program with many finalizers: what they hold is freed a cycle later', () => {
    const run = (perCycle: number) => {
      const { scrapes, ...rest } = scraped([100, 100, 100])
      const counted = scrapes.map(({ seconds, values }, i) => ({
        seconds,
        values: new Map([...values, ['finalizers', 10 * perCycle * i] as const]),
      }))
      return saidIn(toKnown({ runs: [{ ...rest, scrapes: counted }], manifests: [], typed: {} }))
    }
    expect(run(5000).kind).toBe('could-be-killed')
    expect(run(5000).warnings.join()).toContain(`${formatCount(1e5)} finalizers ran: an object`)
    expect(run(100).kind).toBe('could-be-killed')
    expect(run(99).kind).toBe('survives')
  })

  it('but cleanups do not count: Go frees an object with a cleanup in the cycle that finds it unreachable', () => {
    expect(fieldOf('go_gc_finalizers_executed_finalizers_total')).toBe('finalizers')
    expect(fieldOf('go_gc_cleanups_executed_cleanups_total')).toBeUndefined()
  })

  it('a heap that rose while it was scraped; one that rises and falls is held', () => {
    const rising = saidIn(fromScrapes(scraped([90, 160, 240])))
    expect(rising.kind).toBe('could-be-killed')
    // Each reason is a warning of its own.
    expect(rising.warnings).toEqual([
      expect.stringMatching(/^the heap goal rose from 90.0 MiB to 240 MiB/),
      expect.stringMatching(/^memory outside Go rose/),
    ])
    expect(saidIn(fromScrapes(scraped([90, 240, 160]))).kind).toBe('survives')
    // Advice gives the same reason, where there is a container.
    const program = programOf(fromScrapes(scraped([90, 160, 240])))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const within = (containerLimit: Limit) =>
      finish(foresee(ensembleOf(program.value), (scenario) => ({ ...scenario, containerLimit }), 0.25)).open
    const cost = expect.stringMatching(/^nothing measured shows what marking costs/)
    expect(within(ROOMY)).toEqual([...rising.warnings, cost])
    expect(within(OFF)).toEqual([cost])
    expect(saidIn(fromScrapes(scraped([200, 220, 240]))).kind).toBe('survives')
  })

  it('a live heap that varied under a memory limit, which keeps the heap goals level', async () => {
    // With GOGC=100 and no limit it had 328 MiB resident at the most, and a container of 205 MiB killed it.
    const { say } = await recordedAlone(
      [0, 1, 2].map((i) => `hugeimg/metrics-all-${i}.txt`),
      25,
    )
    const { kind, warnings } = say(percent(100), 205)
    expect(kind).toBe('could-be-killed')
    expect(warnings).toContain(
      'the last GC cycles before the scrapes found 37.7 MiB to 72.2 MiB live: at other moments',
    )
    // Where GOGC sets the goals, they vary with it.
    const unsureWith = (lives: readonly number[], gogc = -1) => {
      const run = scraped([100, 100, 100], 50, [
        ['gogc', gogc],
        ['memoryLimit', gogc < 0 ? 130 * MIB : 2 ** 63],
      ])
      const scrapes = run.scrapes.map((one, i) => ({
        ...one,
        values: new Map([...one.values, ['heapLive', lives[i]! * MIB] as const]),
      }))
      return fromScrapes({ ...run, scrapes }).unsure
    }
    expect(unsureWith([80, 60, 70])).toEqual([
      expect.stringMatching(/^the last GC cycles before the scrapes found 60.0 MiB to 80.0 MiB live/),
    ])
    expect([unsureWith([60, 70, 65]), unsureWith([80, 60, 70], 100)]).toEqual([[], []])
  })

  it('not a program whose heap comes and goes, whatever the order of its scrapes', () => {
    const kindOf = (goals: readonly number[]) =>
      saidIn(toKnown({ runs: [scraped(goals)], manifests: [], typed: {} })).kind
    expect(kindOf([150, 300, 80])).toBe(kindOf([300, 80, 150]))
    expect(kindOf([150, 300, 80])).toBe('survives')
  })

  it('a program whose simulation does not give the heap goal of its scrapes', () => {
    expect(saidIn(fromScrapes(scraped([100, 100, 100]))).kind).toBe('survives')
    // GOGC=100 makes no goal of 100 MiB from 90 MiB that are live.
    const runs = [scraped([100, 100, 100], 50, [['heapLive', 90 * MIB]])]
    const said = saidIn(toKnown({ runs, manifests: [], typed: {} }))
    expect(said).toEqual({ kind: 'could-be-killed', warnings: [expect.stringMatching(/does not give the heap goal/)] })
    // It need not, if the user says that another live heap is right.
    const typed = toKnown({ runs, manifests: [], typed: { liveHeap: 50 * MIB } })
    expect(saidIn(typed).kind).toBe('survives')
  })

  it('a process that had just started', async () => {
    const started = (at: number) => saidIn(fromScrapes(scraped([100, 100, 100], 50, [['startTime', at]])))
    expect(started(3600)).toMatchObject({ kind: 'could-be-killed', warnings: [expect.stringMatching(/only 20/)] })
    expect(started(0).kind).toBe('survives')
    // Without a clock the last cycle tells.
    const only = (lastGc: number) => {
      const run = scraped([100], 50, [
        ['startTime', 1000],
        ['lastGc', lastGc],
      ])
      const known = fromScrapes({
        ...run,
        clock: 'none',
        scrapes: run.scrapes.map((one) => ({ ...one, seconds: Number.NaN })),
      })
      return saidIn(known).kind
    }
    expect([only(1002), only(5000)]).toEqual(['could-be-killed', 'survives'])
    // It does not tell how long the process then ran: a minute, here.
    const idle = (await recordedAlone(['poolburst/metrics-0.txt'])).known.unsure
    expect(idle).toEqual([
      expect.stringMatching(
        /^its last GC cycle came 15.8\d? s after its start: the process may be young, and its heap/,
      ),
    ])
    // A dump of MemStats lists its last 256 cycles: all there were, if it counts no more.
    const dumped = (cycles: number, seconds: number) => {
      const run = scraped([100], 50, [
        ['cycles', cycles],
        ['allocTotal', 42 * cycles * MIB],
      ])
      const pauseEnds = Array.from({ length: 100 }, (_, i) => 1000 + (seconds * i) / 99)
      return saidIn(fromScrapes({ ...run, pauseEnds })).kind
    }
    expect([dumped(100, 6), dumped(100, 600), dumped(4000, 6)]).toEqual(['could-be-killed', 'survives', 'survives'])
  })

  it('no program whose scrapes show the goal that follows the last line of its log', () => {
    // Recorded with GOGC=200: the last cycle found three times as much live as the one before it.
    const lines = [
      'gc 1 @0.199s 1%: 0.02+1.0+0.02 ms clock, 0.04+0/1.0/0+0.04 ms cpu, 7->7->6 MB, 8 MB goal, 0 MB stacks, 0 MB globals, 2 P',
      'gc 2 @0.649s 1%: 0.02+2.0+0.02 ms clock, 0.04+0/2.0/0+0.04 ms cpu, 19->19->18 MB, 20 MB goal, 0 MB stacks, 0 MB globals, 2 P',
      'gc 3 @2.894s 1%: 0.02+9.0+0.02 ms clock, 0.04+0/9.0/0+0.04 ms cpu, 55->56->51 MB, 57 MB goal, 0 MB stacks, 0 MB globals, 2 P',
    ]
    const made = calibrate(columnsOfRun(readLog(lines.join('\n')).columns, 0))
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const saidOf = (goal: number) => {
      const more: readonly [Field, number][] = [['gogc', 200]]
      const run = scraped([goal, goal], 18, more)
      return toKnown({ runs: [run], manifests: [], typed: {}, calibration: made.value }).unsure
    }
    expect(saidOf(156)).toEqual([])
    expect(saidOf(350)).toEqual([
      expect.stringMatching(/^the scrapes show a heap goal of 350 MiB, the log of 155 MiB: /),
    ])
  })

  it('a program whose log shows other work than its scrapes, or a shorter time than requested', () => {
    // A job of four seconds.
    const text = readFileSync('tests/fixtures/services/readers/logs/batch-gogc100-limitoff.log', 'utf8')
    const made = calibrate(columnsOfRun(readLog(text).columns, 0))
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const beside = (rate: number) =>
      toKnown({ runs: [scraped([100, 100, 100], rate)], manifests: [], typed: {}, calibration: made.value })
    const logged = Number(find(beside(1), 'allocRate')?.value) / MIB
    expect(saidIn(beside(logged))).toEqual({ kind: 'survives', warnings: [] })
    expect(saidIn(beside(logged / 10))).toMatchObject({
      kind: 'could-be-killed',
      warnings: [
        expect.stringMatching(/^the scrapes show .* allocated, the log .*: they show different processes, or/),
      ],
    })
    // No cycle since the last one of the log: the same process, after its work.
    const { cycles, forcedCycles } = made.value.measured
    const lastCycle = cycles + forcedCycles
    const scrapedAt = (count: number) => {
      const run = scraped([100, 100, 100], logged / 10, [['cycles', count]])
      return toKnown({ runs: [run], manifests: [], typed: {}, calibration: made.value, lastCycle }).unsure
    }
    expect(scrapedAt(lastCycle)).toEqual([
      expect.stringMatching(
        /^the scrapes came after the last GC cycle of the log: the program allocated .* about then, not/,
      ),
    ])
    // Scrapes that came later count for what the program did then: those of the time of the log agree with it.
    const rates = [0, 1, 2, 2.1, 2.2]
    const both = {
      ...scraped(rates.map(() => 100)),
      scrapes: scraped(rates.map(() => 100)).scrapes.map((one, i) => ({
        ...one,
        values: new Map([
          ...one.values,
          ['allocTotal', 10 * logged * rates[i]! * MIB] as const,
          ['cycles', Math.min(lastCycle, lastCycle - 3 + i)] as const,
        ]),
      })),
    }
    expect(toKnown({ runs: [both], manifests: [], typed: {}, calibration: made.value, lastCycle }).unsure).toEqual([
      expect.stringMatching(/^some scrapes came after .*, and the ranges cover only the work of the log$/),
    ])
    // One scrape that came later counts, too: the program did since the one before it what the counters show.
    const late = scraped([100, 100], 14 * logged).scrapes.map((one, i) => ({
      ...one,
      values: new Map([...one.values, ['cycles', lastCycle - 3 + 400 * i] as const]),
    }))
    const lateRun = { ...scraped([100, 100]), scrapes: late }
    expect(toKnown({ runs: [lateRun], manifests: [], typed: {}, calibration: made.value, lastCycle }).unsure).toEqual([
      expect.stringMatching(/^some scrapes came after .*: the program allocated .* about then, not/),
    ])
    expect(scrapedAt(lastCycle + 1)).toEqual([
      expect.stringMatching(/^the scrapes show .*: they show different processes, or/),
    ])
    // Another heap goal at the same rate: another process, unless other settings are in force.
    const goals = (goal: number, more: readonly [Field, number][] = []) =>
      toKnown({
        runs: [scraped([goal, goal, goal], logged, more)],
        manifests: [],
        typed: {},
        calibration: made.value,
      })
    const mostLogged = Math.max(...made.value.fitted.workload.series.goal) / MIB
    expect(saidIn(goals(3 * mostLogged))).toMatchObject({
      kind: 'could-be-killed',
      warnings: [
        expect.stringMatching(/^the scrapes show a heap goal of .*, the log of .*: they show different processes/),
      ],
    })
    expect(goals(3 * mostLogged, [['gogc', 400]]).unsure).toEqual([])
    const job = (durationSeconds: number) => predictUnder(made.value, { durationSeconds, containerLimit: ROOMY })
    expect(toOutlook(job(4))?.kind).toBe('survives')
    expect(toOutlook(job(60))?.kind).toBe('could-be-killed')
    expect(toWarnings(job(60))).toContainEqual(
      expect.stringMatching(/^we simulate only the [34]\.\d+ s of the log, not 60\.00 s, because it does not show/),
    )
  })
})
