import { describe, expect, it } from 'vitest'
import { unfinishedStart } from '../../src/model/cycles.ts'
import { gcShareAt } from '../../src/model/gc-share.ts'
import { gcAside } from '../../src/model/judgement/headline.ts'
import { describeNow, nowAt } from '../../src/model/now.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import { onClock } from '../../src/model/wall-clock.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'

/** The end of the program cuts its third cycle off, which marks for most of the run, half of it on idle CPUs. */
const arena = () => simulate(toScenario(findPreset('lines-arena')!))

describe('a cycle that the end of the run cuts off', () => {
  it('makes up, with the completed ones, all GC time and all of the compulsory share', () => {
    const { result, cycles, unfinished } = arena()
    const sum = (part: 'assist' | 'background' | 'idle' | 'pause') =>
      cycles.runtime![part].reduce((all, seconds) => all + seconds, unfinished![part])
    const own = sum('assist') + sum('background') + sum('pause')
    expect(own + sum('idle')).toBeCloseTo(result.gcSeconds, 12)
    expect(own / (8 * result.wallSeconds - sum('idle'))).toBeCloseTo(result.compulsoryGcFraction, 12)
  })

  it('is in the figures beside the share: 3.2 % of 8 CPUs for 1.08 s is some 0.26 s', () => {
    expect(gcAside(arena())).toBe('0.26 s, plus 0.63 s of idle CPUs')
  })

  it('has a share of GC CPU up to the end, on both clocks', () => {
    const trace = arena()
    const { result, unfinished } = trace
    const seconds = unfinished!.background + unfinished!.idle + unfinished!.assist + unfinished!.pause
    const lastEnd = trace.points.time[trace.cycles.endPoint!.at(-1)!]!
    expect(gcShareAt(trace, endOf(trace))).toBeCloseTo(seconds / (endOf(trace) - lastEnd), 9)
    const byWall = onClock(trace, 'wall')
    const period = result.wallSeconds - trace.cycles.runtime!.endWall.at(-1)!
    expect(gcShareAt(byWall, endOf(byWall))).toBeCloseTo(seconds / 8 / period, 9)
  })

  it('marks from its start on', () => {
    const trace = arena()
    const start = unfinishedStart(trace)!
    expect(nowAt(trace, start - 0.001)?.kind).toBe('allocating')
    expect(nowAt(trace, start + 0.001)?.kind).toBe('cut-off')
    expect(describeNow(trace, start + 0.001)).toMatch(
      /^Marking in a cycle that the end of the run cuts off; [\d.]+ MiB until the goal\.$/,
    )
    expect(describeNow(trace, endOf(trace))).toBe('The program has ended.')
  })

  it('is unknown where the run ends between two cycles', () => {
    const trace = simulate(toScenario(findPreset('spike')!))
    expect(unfinishedStart(trace)).toBeUndefined()
    expect(gcShareAt(trace, endOf(trace))).toBe(0)
  })
})
