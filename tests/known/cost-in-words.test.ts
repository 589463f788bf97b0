import { describe, expect, it } from 'vitest'
import { describeRun } from '../../src/known/not-in-force.ts'
import { run } from '../support/run.ts'

/** 210 MiB live on two CPUs that are idle nearly all the time. */
const resultUnder = (memoryLimit: string) =>
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
  }).result

describe('what a run costs, in words', () => {
  it('is all CPU time of GC: marking on idle CPUs costs money too, and counts towards a CPU limit', () => {
    const result = resultUnder('512B')
    const [, all, busy] = /uses (\d+) % of the CPUs \((\d+) % without marking on idle CPUs\)/.exec(
      describeRun(result, 2),
    )!
    expect(Number(all)).toBe(Math.round((100 * result.gcSeconds) / (2 * result.wallSeconds)))
    expect(Number(all)).toBeGreaterThan(30)
    expect(Number(busy)).toBe(Math.round(100 * result.compulsoryGcFraction))
    expect(Number(busy)).toBeLessThan(Number(all) - 10)
  })

  it('is one figure if both shares look the same', () => {
    expect(describeRun(resultUnder('off'), 2)).toMatch(/uses under 1 % of the CPUs, up to/)
  })

  it('is a share of the CPU time used where a quota holds the program still', () => {
    const { result } = run({
      model: 'runtime',
      procs: 2,
      cpuQuota: 0.2,
      program: { initialLive: '100MiB', phases: [{ duration: 3, allocRate: '100MiB', scanRate: '500MiB' }] },
    })
    // By the clock it comes to more than all of its CPU time is of what GOMAXPROCS allows: no part of that.
    expect(result.compulsoryGcFraction).toBeGreaterThan(result.gcSeconds / (2 * result.wallSeconds))
    const said = describeRun(result, 2)
    expect(said).toContain(`GC uses ${Math.round(100 * result.gcCpuFraction)} % of the CPU time used, up to`)
    expect(said).toMatch(/, held up for \d+ % of the time$/)
    expect(said).not.toContain('without marking on idle CPUs')
  })

  it('never has a part that is more than the whole, however short the time that the quota held the program still', () => {
    const result = { ...resultUnder('off'), gcSeconds: 0.2, wallSeconds: 10, compulsoryGcFraction: 0.13 }
    expect(describeRun({ ...result, throttledSeconds: 0.05 }, 2)).toContain('GC uses 1 % of the CPUs, up to')
  })
})
