import { describe, expect, it } from 'vitest'
import { describeRun } from '../../src/known/not-in-force.ts'
import { run } from '../support/run.ts'

/** 210 MiB live on two CPUs that are idle nearly all the time. */
const runUnder = (memoryLimit: string) =>
  run({
    model: 'runtime',
    procs: 2,
    memoryLimit,
    program: {
      initialLive: '210MiB',
      pace: 'clock',
      busyProcs: 0.05,
      phases: [{ duration: 10, allocRate: '100MiB', scanRate: '10GiB' }],
    },
  })

const HELD_UP = run({
  model: 'runtime',
  procs: 2,
  cpuQuota: 0.2,
  program: { initialLive: '100MiB', phases: [{ duration: 3, allocRate: '100MiB', scanRate: '500MiB' }] },
})

describe('what a run costs, in words', () => {
  it('is all CPU time of GC: marking on idle CPUs costs money too, and counts towards a CPU limit', () => {
    const trace = runUnder('512B')
    const { gcSeconds, wallSeconds, totalSeconds, compulsoryGcFraction } = trace.result
    const said =
      /uses ([\d.]+) CPUs? on average \((\d+) % of the CPU time used; ([\d.]+) without marking on idle CPUs\)/
    const [, all, share, busy] = said.exec(describeRun(trace))!.map(Number)
    expect(all).toBeCloseTo(gcSeconds / wallSeconds, 1)
    expect(share).toBe(Math.round((100 * gcSeconds) / totalSeconds))
    // Of 2 CPUs, and they are idle for most of the time: as Go counts, without idle marking in either.
    expect(busy! / (2 - (all! - busy!))).toBeCloseTo(compulsoryGcFraction, 1)
    expect(busy).toBeLessThan(all! / 2)
  })

  it('has the same form if a quota stops the program, so that the two can be compared', () => {
    const { gcSeconds, wallSeconds, totalSeconds, compulsoryGcFraction } = HELD_UP.result
    const said = describeRun(HELD_UP)
    const [, cpus, share] = /uses ([\d.]+) CPUs on average \((\d+) % of the CPU time used/.exec(said)!.map(Number)
    expect(cpus).toBeCloseTo(gcSeconds / wallSeconds, 2)
    expect(cpus).toBeLessThanOrEqual(0.2)
    expect(share).toBe(Math.round((100 * gcSeconds) / totalSeconds))
    // By the clock it comes to more than that: the clock goes on while the program stands still.
    expect(compulsoryGcFraction).toBeGreaterThan(gcSeconds / (2 * wallSeconds))
    expect(said).toMatch(/, stopped for \d+ % of the time$/)
  })

  it.each(['512B', '230MiB', '300MiB'])('never has a part that is more than the whole: under %s', (limit) => {
    const said = describeRun(runUnder(limit))
    const parts =
      /uses ([\d.]+) CPUs on average \((\d+) % of the CPU time used; (under )?([\d.]+) without marking/.exec(said)
    expect(parts, said).not.toBeNull()
    const [, all, share, , busy] = parts!.map(Number)
    expect(busy).toBeLessThan(all!)
    expect(all).toBeLessThanOrEqual(2)
    expect(share).toBeLessThanOrEqual(100)
  })

  it('has no separate part if no idle CPU marks, because a quota leaves no CPU idle', () => {
    expect(describeRun(HELD_UP)).toMatch(/CPUs on average \(\d+ % of the CPU time used\), up to/)
  })

  it('is never shown as zero if it is small', () => {
    expect(describeRun(runUnder('off'))).toMatch(
      /uses (0\.0[1-9]|under 0\.01) CPUs on average \(\d+ % of the CPU time used\), up to/,
    )
  })
})
