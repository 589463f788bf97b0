import { describe, expect, it } from 'vitest'
import { COURSE } from '../../src/lessons/course/all.ts'
import { readGuess } from '../../src/lessons/judge-bet.ts'
import { SCRAPE_SECONDS, sampledRange, sampleTrace } from '../../src/lessons/sample.ts'
import { readAt } from '../../src/model/reading.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Trace } from '../../src/model/trace.ts'
import { onClock } from '../../src/model/wall-clock.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../src/units.ts'

describe('a typed bet', () => {
  it.each([
    ['48', 'bytes', 48 * MIB],
    ['48MiB', 'bytes', 48 * MIB],
    ['1.5 GiB', 'bytes', 1536 * MIB],
    ['12', 'share', 0.12],
    ['12,5 %', 'share', 0.125],
    ['7', 'number', 7],
    ['7 cycles', 'cycles', 7],
    ['2.5 times', 'times', 2.5],
    ['2.5 s', 'seconds', 2.5],
    ['0.8', 'rate', 0.8 * MIB],
    ['1,000', 'number', 1000],
    ['1,000,000', 'number', 1e6],
    ['1 000', 'number', 1000],
    ['1\u2009000', 'number', 1000],
    ["1'000", 'number', 1000],
    ['1’000', 'number', 1000],
    ['1,000.5', 'seconds', 1000.5],
    ['3,136 MiB', 'bytes', 3136 * MIB],
    ['2,5', 'number', 2.5],
    ['0,500', 'number', 0.5],
    ['0,04', 'share', 0.0004],
  ] as const)('%s is read as people mean it (%s)', (text, unit, value) => {
    const guess = readGuess(text, unit)
    expect(guess.ok && guess.value).toBeCloseTo(value, 9)
  })

  it.each(['', 'many', '-3', '1e999', 'NaN', '1.000,5', '1,00,000'])('%j is no number', (text) => {
    expect(readGuess(text, 'number').ok).toBe(false)
  })

  it.each(['share', 'number', 'seconds', 'bytes'] as const)('a %s that no run can have is refused', (unit) => {
    expect(readGuess('1e99', unit)).toMatchObject({
      problems: [{ message: expect.stringMatching(/more than any run has/) }],
    })
    expect(readGuess('1e7', unit).ok).toBe(unit !== 'share')
  })

  it.each(['150', '150 %', '100.1', '1,000'])(
    '%s is refused as a share: no run has more than all of its CPU time',
    (text) => {
      expect(readGuess(text, 'share')).toEqual({
        ok: false,
        problems: [{ path: '', message: `“${text}” is more than 100 %; type a share from 0 to 100` }],
      })
    },
  )

  it('is a share up to all of it', () => {
    expect(readGuess('100 %', 'share')).toEqual({ ok: true, value: 1 })
  })
})

const LESSON = COURSE.find(({ id }) => id === 'what-a-dashboard-hides')!

describe('a bet that is typed beside a gctrace', () => {
  it.each([
    ['20 MB', 'bytes', 20 * MIB],
    ['20MB', 'bytes', 20 * MIB],
    ['0.8 MB/s', 'rate', 0.8 * MIB],
    ['20 MiB', 'bytes', 20 * MIB],
    ['20', 'bytes', 20 * MIB],
  ] as const)('%s may have the unit that its lines print, which are MiB', (text, unit, value) => {
    expect(readGuess(text, unit, true)).toEqual({ ok: true, value })
  })

  it('may be in MB only there: elsewhere MB is ambiguous', () => {
    expect(readGuess('20 MB', 'bytes').ok).toBe(false)
  })
})

describe('a dashboard’s samples', () => {
  it('lie on the run, a fixed time apart', () => {
    const trace = simulate(toScenario(findPreset('spike')!))
    const { points } = sampleTrace(trace, 3)
    expect([...points.time]).toEqual([0, 3, 6, 9])
    for (let i = 0; i < points.count; i++) {
      const there = readAt(trace, points.time[i]!)
      expect(points.live[i]! + points.fresh[i]!).toBeCloseTo(there!.live + there!.fresh, 3)
    }
  })

  it('have a smallest and a largest heap', () => {
    const samples = sampleTrace(simulate(toScenario(findPreset('spike')!)), 3)
    const heap = Array.from(samples.points.live, (live, i) => live + samples.points.fresh[i]!)
    expect(sampledRange(samples)).toEqual({ low: Math.min(...heap), high: Math.max(...heap) })
    expect(sampledRange({ ...samples, points: { ...samples.points, count: 0 } })).toEqual({ low: 0, high: 0 })
  })

  const highestMemory = (run: Trace, seconds = SCRAPE_SECONDS) => sampledRange(sampleTrace(run, seconds, 'memory')).high

  it('of all memory are what the container counts then, never more than its peak', () => {
    const trace = simulate({ ...LESSON.steps[1]!.scenario })
    const at = Array.from({ length: 9 }, (_, i) => readAt(onClock(trace, 'wall'), i * SCRAPE_SECONDS)!.container!)
    expect(highestMemory(trace)).toBe(Math.max(...at))
    expect(highestMemory(trace)).toBeLessThan(trace.result.peakContainerBytes)
    // In the guide model, heap and other memory are all that there is.
    const guide = simulate({ ...toScenario(findPreset('spike')!) })
    const total = [0, 3, 6, 9].map((time) => readAt(guide, time)!.total)
    expect(highestMemory(guide, 3)).toBe(Math.max(...total))
  })

  it('are compared with the peak of the same memory, wherever the lesson compares them', () => {
    const PEAKS = { peakBytes: /^peakHeapBytes$/, peakMemoryBytes: /^(peakMemoryBytes|containerLimit)$/ }
    const texts = LESSON.steps.flatMap(({ text, reveal = '', claims }) => [text, reveal, ...claims])
    const compared = texts.flatMap((text) => [...text.matchAll(/(\w+)(?: with [^/{}]*)? [/<>] dashboard\.(\w+)/g)])
    expect(compared.length).toBeGreaterThan(3)
    for (const [said, whole, sampled] of compared) expect(whole, said).toMatch(PEAKS[sampled as keyof typeof PEAKS])
  })

  it('of live heap and goal miss the spike too, as the lesson says', () => {
    const step = LESSON.steps[2]!
    // A setting that can be changed beside the text would make it wrong.
    expect(step.controls).toEqual([])
    const { cycles } = simulate(step.scenario)
    const { endWall, liveFound } = cycles.runtime!
    const all = Array.from({ length: 9 }, (_, i) => i * SCRAPE_SECONDS)
    const seen = all.map((time) => endWall.subarray(0, cycles.count).findLastIndex((end) => end <= time))
    for (const last of seen.filter((i) => i >= 0)) {
      expect(liveFound[last]!).toBeLessThan(115 * MIB)
      expect(cycles.goal[last + 1]!).toBeLessThan(230 * MIB)
    }
    expect(Math.max(...liveFound.subarray(0, cycles.count))).toBeGreaterThan(300 * MIB)
    expect(Math.max(...cycles.goal.subarray(0, cycles.count))).toBeGreaterThan(600 * MIB)
  })
})
