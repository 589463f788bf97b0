import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Calibration } from '../../../src/calibration/calibrate.ts'
import { type Advice, type AdviceOption, findAdvice, toRange } from '../../../src/explore/advice/advice.ts'
import { type Demand, USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { toSavingText, toWatch } from '../../../src/explore/advice/words.ts'
import { columnsOfRun } from '../../../src/gctrace/columns.ts'
import { LogReader } from '../../../src/gctrace/read/reader.ts'
import { ensembleUnder } from '../../../src/known/what-if.ts'
import { drawWithin } from '../../../src/prediction/candidates.ts'
import type { Ensemble } from '../../../src/prediction/predict.ts'
import { MIB } from '../../../src/units.ts'
import { calibrate } from '../../support/calibrate.ts'
import { scenarioOf } from '../support/scenarios.ts'

/** Dear CPUs and nearly free memory: the search then trades much memory for CPU. */
const DEAR_CPU: Demand = { ...USUAL_DEMAND, prices: { core: 1000, gib: 0.01 } }
const DEAR_MEMORY: Demand = { ...USUAL_DEMAND, prices: { core: 0.01, gib: 1000 } }

const optionOf = ({ options }: Advice, name: AdviceOption['name']) => options.find((option) => option.name === name)!

/** Steady programs, in runs that end at any moment between two cycles. */
const steady = fc.record({
  model: fc.constantFrom('guide', 'runtime'),
  live: fc.integer({ min: 20, max: 200 }),
  rate: fc.integer({ min: 60, max: 200 }),
  seconds: fc.double({ min: 8, max: 16, noNaN: true }),
  gogc: fc.constantFrom(50, 100, 200),
})
type Steady = typeof steady extends fc.Arbitrary<infer T> ? T : never

const toProgram = ({ model, live, rate, seconds, gogc }: Steady) =>
  scenarioOf({
    ...{ model, gogc, procs: 2 },
    program: {
      ...{ pace: model === 'runtime' ? 'clock' : 'work', initialLive: live * MIB },
      phases: [{ duration: seconds, allocRate: rate * MIB }],
    },
  })

/** All programs with a live heap up to a fifth smaller or larger. */
const toEnsemble = (program: ReturnType<typeof toProgram>): Ensemble => {
  const value = program.program.initialLive
  const known = { key: 'initialLive', value, low: 0.8 * value, high: 1.2 * value } as const
  return { candidates: drawWithin(program, [known], 10), allowanceOf: () => ({}) }
}

describe('memory that is saved', () => {
  const demands = fc.constantFrom(USUAL_DEMAND, DEAR_CPU, DEAR_MEMORY)

  it('is none if only GOGC rises, for any steady program, known exactly or within bounds', () => {
    let raised = 0
    fc.assert(
      fc.property(steady, demands, fc.boolean(), (drawn, demand, isExact) => {
        const program = toProgram(drawn)
        const ensemble = isExact || program.model === 'guide' ? undefined : toEnsemble(program)
        const advice = findAdvice(program, demand, undefined, { ensemble })
        const more = advice.options.find(({ name }) => name === 'more-memory')
        if (!more) return
        raised++
        expect(more.cost.reservedBytes).toBeGreaterThanOrEqual(advice.options[0]!.cost.reservedBytes)
        expect(toSavingText(more, advice)).not.toMatch(/[1-9][^,:]* [KMGT]iB less/)
      }),
      { numRuns: 20 },
    )
    expect(raised).toBeGreaterThan(10)
  })

  it('is at most what the high end of the range falls by', () => {
    fc.assert(
      fc.property(steady, demands, (drawn, demand) => {
        const program = toProgram({ ...drawn, model: 'runtime' })
        const { options } = findAdvice(program, demand, undefined, { ensemble: toEnsemble(program) })
        const [asIs, ...others] = options
        const most = (option: AdviceOption) => toRange(option).peakContainerBytes[1]
        for (const option of others.filter(({ setting }) => setting.containerLimit?.kind === 'off'))
          expect(asIs!.cost.reservedBytes - option.cost.reservedBytes).toBeLessThanOrEqual(most(asIs!) - most(option))
      }),
      { numRuns: 8 },
    )
  })
})

/** 400 MiB of objects, of which nine of ten die: a cycle just before the peak keeps the heap of one run small. */
describe('the recorded fragment program', () => {
  const folder = new URL('../../fixtures/services/', import.meta.url)
  const recorded: { program: string; gogc: number | 'off'; memoryLimit: string; maxRssMiB: number }[] = JSON.parse(
    readFileSync(new URL('runs.json', folder), 'utf8'),
  )
  let calibration: Calibration
  beforeAll(() => {
    const reader = new LogReader()
    reader.push(readFileSync(new URL('logs/fragment-gogc100-limitoff.log', folder), 'utf8'))
    const result = calibrate(columnsOfRun(reader.end().columns, 0))
    if (!result.ok) throw new Error(result.problems[0]?.message)
    calibration = result.value
  })

  it.each([
    ['usual prices', USUAL_DEMAND],
    ['dear CPUs', DEAR_CPU],
  ] as const)('gets with a higher GOGC no less memory than it took with GOGC=100 or 200: %s', (_, demand) => {
    const advice = findAdvice(calibration.scenario, demand, undefined, { ensemble: ensembleUnder(calibration) })
    const more = optionOf(advice, 'more-memory')
    const { gogc } = more.setting
    const percent = gogc.kind === 'percent' ? gogc.percent : Infinity
    const taken = recorded
      .filter((run) => run.program === 'fragment' && run.memoryLimit === 'off' && Number(run.gogc) <= percent)
      .map(({ maxRssMiB }) => maxRssMiB * MIB)
    expect(taken.length).toBeGreaterThan(0)
    expect(more.cost.reservedBytes).toBeGreaterThanOrEqual(Math.max(...taken))
    expect(toWatch(more)).toMatch(/^Watch memory: up to /)
    expect(toSavingText(more, advice)).toMatch(/ more to reserve: /)
  })
})
