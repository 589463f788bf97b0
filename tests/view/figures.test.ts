import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { type Measured, RESULT_FIGURES, toComparison } from '../../src/view/figures.ts'
import { toShownMeasures } from '../../src/view/measures.ts'

const PHASE = { duration: 8, allocRate: '100MiB', newSurvivalRate: 0.02 }

function run(rest: object): Measured {
  const scenario = validateScenario({ version: 1, program: { initialLive: '20MiB', phases: [PHASE] }, ...rest })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  return { scenario: scenario.value, trace: simulate(scenario.value), circumstances: {} }
}

function show(key: string, now: Measured) {
  const figure = RESULT_FIGURES.find((one) => one.key === key)!
  const value = figure.measure(now)!
  return {
    label: figure.label(now),
    number: `${figure.format(value, now)} ${figure.unit(now)}`,
    aside: figure.aside(now),
  }
}

describe('effective GOGC, in large figures', () => {
  it.each(['guide', 'runtime'])(
    'is the lowest that was set, where it changes during a run of the %s model',
    (model) => {
      const changes = [{ at: 1, gogc: 50 }]
      const now = run({ model, gogc: 100, changes })
      expect(show('effective-gogc', now)).toMatchObject({ number: '50 %', aside: 'the lowest set; no memory limit' })
      expect(show('effective-gogc', run({ model, gogc: 'off', changes })).number).toBe('50 %')
      const same = run({ model, gogc: 50, changes })
      expect(show('effective-gogc', same)).toMatchObject({ number: '50 %', aside: 'as set; no memory limit' })
    },
  )

  it.each([
    ['guide', '110MiB'],
    ['runtime', '120MiB'],
  ])('is that of GOGC where a memory limit of the %s model leaves more, if GOGC set a goal', (model, memoryLimit) => {
    const later = [
      { at: 3, memoryLimit },
      { at: 3, gogc: 'off' },
    ]
    const under = (changes: object[]) => run({ model, gogc: 100, changes: [...changes, ...later] })
    expect(show('effective-gogc', under([{ at: 0.5, gogc: 20 }]))).toMatchObject({
      number: '20 %',
      aside: expect.stringMatching(/^the lowest set; the memory limit set \d+ % of goals$/),
    })
    // In force for so short a time that it set no goal.
    const brief = [
      { at: 0.001, gogc: 20 },
      { at: 0.002, gogc: 100 },
    ]
    expect(show('effective-gogc', under(brief)).number).toBe('100 %')
  })
})

describe('the time of a run, in large figures', () => {
  it('is elapsed time in the runtime model, with the CPU time beside it', () => {
    // Eight CPU-seconds of work on four CPUs, without a cycle.
    const now = run({ model: 'runtime', procs: 4, gogc: 'off' })
    expect(show('total-time', now)).toEqual({
      label: 'Elapsed time',
      number: '2.00 s',
      aside: '8.00 s of CPU time',
    })
  })

  it('is the only time there is in the guide model', () => {
    const now = run({ procs: 4, gogc: 'off' })
    expect(show('total-time', now)).toMatchObject({ label: 'Total CPU time', number: '8.00 s' })
  })

  it('is in milliseconds where seconds would show hardly a digit of it, compared with a pinned run too', () => {
    const brief = (duration: number) =>
      run({ gogc: 'off', program: { initialLive: '20MiB', phases: [{ ...PHASE, duration }] } })
    expect(show('total-time', brief(0.034)).number).toBe('34.00 ms')
    expect(show('total-time', brief(0.1)).number).toBe('0.10 s')
    const figure = RESULT_FIGURES.find(({ key }) => key === 'total-time')!
    expect(toComparison(figure, brief(0.03), brief(0.034))).toMatch(/^was 30\.00/)
  })

  it('that a killed run had is elapsed time too', () => {
    const now = run({ model: 'runtime', procs: 4, gogc: 'off', containerLimit: '200MiB' })
    const { wallSeconds, totalSeconds } = now.trace.result
    const { number, aside } = show('total-time', now)
    expect(number).toBe(`${wallSeconds.toFixed(2)} s`)
    expect(aside).toMatch(new RegExp(`^${totalSeconds.toFixed(2)} s CPU, .* of its work done$`))
  })
})

describe('sizes among the results', () => {
  // 3 GiB live for the whole run: the axis counts GiB.
  const large = run({ program: { initialLive: '3GiB', phases: [{ duration: 1, allocRate: '1MiB' }] } })
  const small = run({})

  it('name the peak as Go’s where memory outside Go comes on top of it', () => {
    expect(show('peak-memory', small).label).toBe('Peak memory')
    expect(show('peak-memory', run({ model: 'runtime' })).label).toBe('Peak memory')
    const program = { initialLive: '20MiB', outsideMemory: '1GiB', phases: [PHASE] }
    expect(show('peak-memory', run({ program })).label).toBe('Peak Go memory')
  })

  it('stand in the unit of the axis, with at most four digits', () => {
    expect(show('peak-memory', large)).toMatchObject({ number: '3.00 GiB', aside: '3.00 GiB live at the start' })
    expect(show('peak-memory', small).number).toMatch(/^\d{2,3}\.\d MiB$/)
    for (const [, text] of toShownMeasures(large.trace)) if (/B$/.test(text)) expect(text).toMatch(/GiB$/)
  })

  it('are compared with those of a pinned run in one unit', () => {
    const figure = RESULT_FIGURES.find(({ key }) => key === 'peak-memory')!
    expect(toComparison(figure, small, large)).toMatch(/^was 0\.\d+, \+2\.\d+\sGiB$/)
  })

  it.each(['total-time', 'cycles'])(
    'have no difference of totals where one run was cut off or is of another model: %s',
    (key) => {
      const figure = RESULT_FIGURES.find((one) => one.key === key)!
      const killed = run({ containerLimit: '40MiB' })
      expect(killed.trace.result.outcome.kind).toBe('oom-killed')
      for (const other of [killed, large, run({ model: 'runtime' })])
        expect(toComparison(figure, small, other)).toMatch(/^was [\d.]+$/)
      expect(toComparison(figure, small, run({ gogc: 50 }))).toMatch(/^was [\d.]+, \+[\d.]+(\ss)?$/)
    },
  )

  it('count the time of a pinned run by the clock of the shown one', () => {
    const figure = RESULT_FIGURES.find(({ key }) => key === 'total-time')!
    const pinned = run({ model: 'runtime', procs: 4, program: { initialLive: '20MiB', phases: [PHASE], busyProcs: 2 } })
    const { wallSeconds, totalSeconds } = pinned.trace.result
    expect(totalSeconds).toBeGreaterThan(1.5 * wallSeconds)
    const was = (now: Measured) => Number(/^was ([\d.]+)/.exec(toComparison(figure, pinned, now))?.[1])
    expect(figure.label(small)).toBe('Total CPU time')
    expect(was(small)).toBeCloseTo(totalSeconds, 1)
    const other = run({
      model: 'runtime',
      procs: 4,
      gogc: 20,
      program: { ...pinned.scenario.program, phases: [PHASE] },
    })
    expect(figure.label(other)).toBe('Elapsed time')
    expect(was(other)).toBeCloseTo(wallSeconds, 1)
  })

  it('have no difference of GC’s share where one run was cut off, and one where it is only longer', () => {
    const figure = RESULT_FIGURES.find(({ key }) => key === 'gc-cpu')!
    const killed = run({ containerLimit: '40MiB' })
    expect(toComparison(figure, small, killed)).toMatch(/^was [\d.]+$/)
    expect(toComparison(figure, killed, small)).toMatch(/^was [\d.]+$/)
    expect(toComparison(figure, small, large)).toMatch(/^(was [\d.]+, [+−][\d.]+\spoints|)$/)
  })

  it('agrees with both figures shown, which differences that are rounded by themselves do not', () => {
    const figure = RESULT_FIGURES.find(({ key }) => key === 'peak-memory')!
    const runs = [50, 60, 70, 80, 90, 100, 110, 120].map((gogc) => run({ gogc, model: 'runtime' }))
    for (const before of runs) {
      for (const now of runs) {
        const [is, text] = [figure.format(figure.measure(now)!, now), toComparison(figure, before, now)]
        if (figure.format(figure.measure(before)!, now) === is) {
          expect(text, 'nothing to see').toBe('')
          continue
        }
        const [, was, sign, delta] = /^was ([\d.]+), ([+−])([\d.]+)\sMiB$/.exec(text)!
        expect(Number(is) - Number(was), text).toBeCloseTo(sign === '−' ? -Number(delta) : Number(delta), 9)
      }
    }
  })
})
