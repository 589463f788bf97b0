import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { printGctrace } from '../../src/gctrace/show/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { GIB, MIB, OFF } from '../../src/units.ts'
import { calibrate } from '../support/calibrate.ts'
import { readLog } from './support.ts'

/*
 * Simulated jobs, so their true values are known: programs that allocate a fixed amount as fast as GC lets them.
 */

interface Job {
  readonly procs: number
  readonly goroutines: number
  readonly allocMiBPerSecond: number
  readonly survival: number
  readonly scanGiB: number
  readonly markSlowdown: number
}

/** A job of two seconds of its own time on each CPU that it uses. */
function toJob({ procs, goroutines, allocMiBPerSecond, survival, scanGiB, markSlowdown }: Job) {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs,
    program: {
      sweepRate: 10.5 * GIB,
      phases: [
        {
          duration: 2 * (goroutines || procs),
          allocRate: allocMiBPerSecond * MIB,
          newSurvivalRate: survival,
          scanRate: scanGiB * GIB,
          goroutines,
          markSlowdown,
        },
      ],
    },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  return made.value
}

/** The log of the job, which calls runtime.GC() when it is done: that shows when it ended, and its heap then. */
function printDone(trace: Trace, job: ReturnType<typeof toJob>): string {
  const { points, cycles, result } = trace
  const heap = Math.floor((points.live[points.count - 1]! + points.fresh[points.count - 1]!) / MIB)
  const last = `gc ${cycles.count + 1} @${result.wallSeconds.toFixed(3)}s 1%: 0.05+0.10+0.002 ms clock, 0.10+0/0.07/0.02+0.004 ms cpu, ${heap}->${heap}->0 MB, ${2 * heap} MB goal, 0 MB stacks, 0 MB globals, ${job.procs} P (forced)`
  return `${printGctrace(trace, job)}${last}\n`
}

function calibrated(job: ReturnType<typeof toJob>) {
  const { columns } = readLog(printDone(simulate(job), job))
  const calibration = calibrate(columnsOfRun(columns, 0), { gogc: job.gogc, memoryLimit: job.memoryLimit })
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  return calibration.value
}

const onOne: Job = { procs: 4, goroutines: 1, allocMiBPerSecond: 800, survival: 0.15, scanGiB: 4, markSlowdown: 1 }

describe('a job of one goroutine', () => {
  // Marking is measured and sweeping is assumed, so the time that both take is known to one or two percent.
  it.each([0.05, 0.15, 0.4])('is calibrated to its duration, sweeping included, with a survival of %d', (survival) => {
    const { differences } = calibrated(toJob({ ...onOne, survival }))
    expect(Math.abs(differences?.wall ?? 1)).toBeLessThan(0.02)
  })
})

describe('a job of one goroutine on two CPUs', () => {
  // A quarter of two CPUs is no whole worker: marking takes turns with the job, and uses more than the other CPU.
  it('is recognized, although marking took part of its CPU', () => {
    const { fitted, scenario } = calibrated(
      toJob({ procs: 2, goroutines: 1, allocMiBPerSecond: 200, survival: 0.4, scanGiB: 2, markSlowdown: 2 }),
    )
    expect(fitted.workload.busy).toBeLessThan(0.9)
    expect(scenario.program.phases.map(({ goroutines }) => goroutines)).toEqual(scenario.program.phases.map(() => 1))
  })
})

describe('a job of one goroutine on a machine that others use', () => {
  // Other programs use the other CPU at times. Mark phases without idle marking then look as if the job used both CPUs.
  it('is calibrated to its real duration and recognized', () => {
    const log = readFileSync('tests/fixtures/runs/later/logs/people-a.log', 'utf8')
    const calibration = calibrate(columnsOfRun(readLog(log).columns, 0))
    if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
    expect(calibration.value.fitted.workload.busy).toBe(1)
    expect(Math.abs(calibration.value.differences?.wall ?? 1)).toBeLessThan(0.1)
  })
})

describe('a buffer that doubles whenever it is full', () => {
  /*
   * Each time, a large object starts a cycle beyond its goal, and is copied at 2 GiB/s while that cycle marks. As
   * printed by a program that fills a bytes.Buffer: seconds, milliseconds of marking, sizes in MiB.
   */
  const lines = [
    [0.006, 3.3, 4, 3],
    [0.014, 2.6, 7, 6],
    [0.027, 4.9, 14, 12],
    [0.052, 9.6, 29, 24],
    [0.102, 24, 58, 48],
    [0.22, 51, 116, 96],
    [0.444, 97, 232, 192],
  ].map(([seconds, mark, heap, live], i) => {
    const sizes = `${heap}->${heap}->${live} MB, ${heap} MB goal, 0 MB stacks, 0 MB globals, 2 P`
    return `gc ${i + 1} @${seconds}s 2%: 0.02+${mark}+0.02 ms clock, 0.04+0/0.1/${mark}+0.04 ms cpu, ${sizes}`
  })
  const done = `gc 8 @0.834s 2%: 0.1+0.1+0.02 ms clock, 0.2+0/0.1/0+0.04 ms cpu, 337->337->0 MB, 384 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)`

  it('starts its large cycles at the same times, and no others', () => {
    const calibration = calibrate(columnsOfRun(readLog([...lines, done].join('\n')).columns, 0))
    if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
    const { count, runtime } = simulate(calibration.value.scenario).cycles
    expect(count).toBe(lines.length)
    const starts = Array.from(runtime!.startWall.slice(-4))
    for (const [i, known] of [0.052, 0.102, 0.22, 0.444].entries())
      expect(Math.abs(starts[i]! - known)).toBeLessThan(0.02)
  })
})

describe('a job whose heap is slow to mark', () => {
  // Small nodes far apart in memory, as in a search tree: a third of the usual scan rate.
  it('is not assumed to be idle during marking', () => {
    const job = toJob({ procs: 2, goroutines: 1, allocMiBPerSecond: 60, survival: 0.8, scanGiB: 0.3, markSlowdown: 1 })
    const { phases } = calibrated(job).scenario.program
    for (const { allocRate } of phases) expect(Math.abs(Math.log(allocRate / (60 * MIB)))).toBeLessThan(Math.log(2))
  })
})

describe('a job that keeps every CPU busy', () => {
  const onAll: Job = { procs: 4, goroutines: 0, allocMiBPerSecond: 600, survival: 0.08, scanGiB: 2, markSlowdown: 2 }

  // The part of the log after the last cycle counts as ended by the clock: it takes as long under any setting.
  it.each([
    ['sooner, with fewer cycles', 400],
    ['later, with more', 50],
  ])('ends %s', (_, percent) => {
    const gogc = { kind: 'percent', percent } as const
    const job = toJob(onAll)
    const { scenario } = calibrated(job)
    const seconds = (run: typeof job) => simulate({ ...run, gogc }).result.wallSeconds
    const asItWas = simulate(job).result.wallSeconds
    const known = seconds(job)
    expect(Math.abs(known / asItWas - 1)).toBeGreaterThan(0.15)
    expect(Math.abs(seconds(scenario) / known - 1)).toBeLessThan(0.08)
  })
})

describe('a program that works as fast as it can until a fixed time', () => {
  const preset = toScenario(findPreset('program-thrash')!)
  const percent = (value: number) => ({ kind: 'percent', percent: value }) as const
  const mib = (value: number) => ({ kind: 'bytes', bytes: value * MIB }) as const
  const cycles = (run: typeof preset) => simulate(run).cycles.count

  it('is recognized to have no slack, although sweeping slows it down nearly as much as marking', () => {
    const thrash = { ...preset, gogc: percent(100), memoryLimit: OFF }
    const { fitted, scenario } = calibrated(thrash)
    expect(fitted.workload.slack.hasSlack).toBe(false)
    // With rarer cycles it has more time and allocates more; a program with slack would not. One cycle is 6 %.
    const rarely = { gogc: percent(400), memoryLimit: OFF }
    expect(Math.abs(cycles({ ...scenario, ...rarely }) / cycles({ ...thrash, ...rarely }) - 1)).toBeLessThan(0.07)
  })

  it('is recognized at back-to-back cycles by the share of its CPUs that they took', () => {
    const thrash = { ...preset, gogc: percent(100), memoryLimit: mib(300) }
    const { fitted, scenario, warnings } = calibrated(thrash)
    expect(fitted.workload.slack).toMatchObject({ hasSlack: false, isSure: false })
    expect(warnings.join(' ')).toContain('own pace does not show')
    // The speed without GC is assumed from typical programs: to within a quarter, not a third of it.
    const more = { memoryLimit: mib(700) }
    expect(Math.abs(cycles({ ...scenario, ...more }) / cycles({ ...thrash, ...more }) - 1)).toBeLessThan(0.25)
  })
})
