import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { describeOwnTime, describePace } from '../../src/scenario/describe-pace.ts'
import { describeUnbounded, ownSecond, rateSecond } from '../../src/scenario/pace.ts'
import { parameter } from '../../src/scenario/params.ts'
import { defaultScenario } from '../../src/scenario/presets/catalogue.ts'
import { showValue } from '../../src/scenario/show.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { blankScenario } from '../../src/ui/editor/draw/blank.ts'
import { listDifferences } from '../../src/ui/editor/draw/differences.ts'
import { MIB } from '../../src/units.ts'

const PHASE = { duration: 2, allocRate: '500MiB' }

function scenario(rest: object = {}, program: object = {}, phase: object = {}): Scenario {
  const phases = [{ ...PHASE, ...phase }]
  const result = validateScenario({ version: 1, procs: 4, gogc: 'off', program: { phases, ...program }, ...rest })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}
const work = () => scenario({ model: 'runtime' })
const clock = () => scenario({ model: 'runtime' }, { pace: 'clock' })
const guide = () => scenario()

describe('what a rate is per', () => {
  it.each([
    ['work to do', work, 'allocRate', 'CPU-s'],
    ['requests by the clock', clock, 'allocRate', 's'],
    ['the guide model', guide, 'allocRate', 's'],
    ['work to do', work, 'scanRate', 'CPU-s'],
    ['requests by the clock', clock, 'scanRate', 'CPU-s'],
    ['requests by the clock', clock, 'peakAllocRate', 'CPU-s'],
    ['the guide model', guide, 'scanRate', 's'],
  ] as const)('%s: %s', (_, make, key, second) => {
    expect(rateSecond(key, make())).toBe(second)
    expect(showValue(parameter(key), 500 * MIB, make())).toBe(`500.0 MiB/${second}`)
  })

  it('is told of a phase that lasts, and by the clock of no more than the CPUs can allocate', () => {
    const phases = [PHASE, { duration: 1e-6, allocRate: '2TiB' }]
    expect(describePace(scenario({ model: 'runtime' }, { phases }))).toContain('500.0 MiB per CPU-second')
    const bound = { pace: 'clock', peakAllocRate: '1GiB', busyProcs: 2 }
    expect(describePace(scenario({ model: 'runtime' }, bound, { allocRate: '900GiB' }))).toContain(
      '2.00 GiB per second',
    )
  })

  it('is the second of the program’s durations', () => {
    expect([work, clock, guide].map((make) => ownSecond(make()))).toEqual(['CPU-s', 's', 's'])
    expect(showValue(parameter('duration'), 5, work())).toBe('5 CPU-s')
    expect(showValue(parameter('duration'), 1.073e-6, work())).toBe('1.073 µs of CPU')
    expect(showValue(parameter('duration'), 0.0254, guide())).toBe('25.4 ms')
    expect(showValue(parameter('pauseCost'), 0.0001, work())).toBe('100 µs')
  })

  it('is what the model allocates: per elapsed second on four CPUs 2,000 MiB of work, 500 by the clock', () => {
    const allocated = (of: Scenario) => {
      const { result } = simulate(of)
      return result.peakHeapBytes / result.wallSeconds / MIB
    }
    expect(allocated(work())).toBeCloseTo(2000, -1)
    expect(allocated(clock())).toBeCloseTo(500, -1)
  })
})

describe('the time of an event in words', () => {
  it.each([
    ['work to do', work, /^CPU time of the program’s own work\. An axis of CPU time also counts the time of GC/],
    [
      'the guide model, whatever the pace',
      () => scenario({}, { pace: 'clock' }),
      /^CPU time of the program’s own work/,
    ],
    ['requests by the clock', clock, /^Elapsed time/],
  ])('%s', (_, make, text) => expect(describeOwnTime(make())).toMatch(text))
})

describe('the pace in words', () => {
  it.each([
    [work, /500\.0 MiB per CPU-second on 4 busy CPUs is 2000 MiB per second of elapsed time/],
    [() => scenario({ model: 'runtime' }, { busyProcs: 1.5 }), /on 1\.5 busy CPUs is 750\.0 MiB per second/],
    [() => scenario({ model: 'runtime' }, {}, { goroutines: 2 }), /on 2 busy CPUs is 1000 MiB per second/],
    [
      () => scenario({ model: 'runtime', procs: 1 }),
      /On one busy CPU 500\.0 MiB per CPU-second is 500\.0 MiB per second/,
    ],
    [clock, /elapsed time: 500\.0 MiB per second in all/],
    [guide, /one CPU and one clock/],
  ])('%#', (make, text) => expect(describePace(make())).toMatch(text))

  it('gives both rates in one unit', () => {
    const large = scenario({ model: 'runtime', procs: 8 }, {}, { allocRate: '1GiB' })
    expect(describePace(large)).toContain('1.00 GiB per CPU-second on 8 busy CPUs is 8.00 GiB per second')
  })

  it('uses the phase that allocates fastest as its example; of several, the first', () => {
    const phases = [
      { ...PHASE, allocRate: '100MiB', goroutines: 1 },
      { ...PHASE, goroutines: 2 },
      { ...PHASE, goroutines: 3 },
    ]
    expect(describePace(scenario({ model: 'runtime' }, { phases }))).toContain('on 2 busy CPUs is 1000 MiB per second')
  })

  it('gives CPUs to three digits', () => {
    expect(describePace(scenario({ model: 'runtime' }, { busyProcs: 2.3456 }))).toContain('on 2.35 busy CPUs')
  })

  it.each(['work', 'clock'])('says that nothing runs where there are no phases (%s)', (pace) => {
    expect(describePace(scenario({ model: 'runtime' }, { pace, phases: [] }))).toBe(
      'It has no phases, so nothing runs.',
    )
  })

  it('is listed among the differences of two scenarios', () => {
    expect(listDifferences(clock(), work())).toContain('Pace: work to do → requests arrive by the clock')
  })
})

describe('new programs', () => {
  it('are services, driven by the clock; JSON scenarios without a pace are work', () => {
    expect(blankScenario(defaultScenario()).program.pace).toBe('clock')
    expect(scenario().program.pace).toBe('work')
  })
})

describe('a 0 that does not mean nothing', () => {
  it.each([
    ['busyProcs', 'all'],
    ['peakAllocRate', 'no slack'],
    ['sweepRate', 'free'],
    ['goroutines', 'any number'],
    ['stacks', '0 B'],
    ['allocRate', '0 B/CPU-s'],
  ] as const)('%s: %s', (key, text) => expect(showValue(parameter(key), 0, work())).toBe(text))
})

describe('a demand beyond what CPUs can allocate', () => {
  const demanding = (model: string, peakAllocRate: string, rest: object = {}) =>
    scenario({ model }, { pace: 'clock', busyProcs: 2, peakAllocRate, ...rest })

  it('is named in the guide model, which knows no such bound', () => {
    // 500 MiB/s of two CPUs that allocate 200 MiB/s each.
    expect(describeUnbounded(demanding('guide', '200MiB'))).toMatch(
      /demands 500\.0 MiB per second.* at most 400\.0 MiB/,
    )
  })

  it('is not named where the CPUs can meet it, where the model bounds it, or where there is no bound', () => {
    expect(describeUnbounded(demanding('guide', '250MiB'))).toBeUndefined()
    expect(describeUnbounded(demanding('runtime', '200MiB'))).toBeUndefined()
    expect(describeUnbounded(demanding('guide', '0'))).toBeUndefined()
    expect(describeUnbounded(demanding('guide', '200MiB', { pace: 'work' }))).toBeUndefined()
    expect(describeUnbounded(demanding('guide', '200MiB', { phases: [] }))).toBeUndefined()
  })
})
