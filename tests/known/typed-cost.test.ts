import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { MIB } from '../../src/units.ts'
import { toRun } from '../tools/evidence-services.ts'

/** Default scrapes of a steady service, ten seconds apart: one cycle a second, nothing of what GC costs. */
const scraped = toRun(
  [0, 1, 2].map((i) => ({
    seconds: 3600 + 10 * i,
    values: new Map<Field, number>([
      ['goal', 100 * MIB],
      ['heapAlloc', 75 * MIB],
      ['allocTotal', (1000 + 500 * i) * MIB],
      ['cycles', 100 + 10 * i],
      ['sys', 120 * MIB],
      ['resident', 130 * MIB],
      ['gogc', 100],
      ['procs', 4],
    ]),
  })),
)
const NUMBERS = { liveHeap: 100 * MIB, allocRate: 200 * MIB, procs: 4 }

function predicted(runs: readonly (typeof scraped)[], typed: object) {
  const program = programOf(toKnown({ runs, manifests: [], typed }))
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const prediction = finish(searchKnown(program.value, (scenario) => scenario))
  const { spread, scenario, trace } = prediction
  const all = scenario.procs * trace.result.wallSeconds
  const { low, likely, high } = spread.gcSeconds
  return { known: program.value.known, share: likely / all, width: high / low, warnings: toWarnings(prediction) }
}

const withClasses = {
  ...scraped,
  scrapes: scraped.scrapes.map((one, i) => {
    const classes = { gcCpu: 1 + 2 * i, gcIdleCpu: 0.1, userCpu: 5 + 10 * i, allCpu: 40 + 40 * i }
    return { ...one, values: new Map([...one.values, ...(Object.entries(classes) as [Field, number][])]) }
  }),
}

it('counts if it is typed over a measured value', () => {
  const measured = predicted([withClasses], {})
  const typed = predicted([withClasses], { gcCpu: 0.2 })
  expect(typed.share).toBeGreaterThan(2 * measured.share)
  expect(Math.abs(typed.share / 0.2 - 1)).toBeLessThan(0.2)
})

describe.each([
  ['beside scrapes', [scraped], {}],
  ['with the other numbers', [], NUMBERS],
] as const)('GC’s share of the CPU, typed %s', (_, runs, typed) => {
  it.each([0.02, 0.1])('is the GC share of the likely program, with a narrow range: %d', (gcCpu) => {
    const { share, width, warnings } = predicted(runs, { ...typed, gcCpu })
    expect(Math.abs(share / gcCpu - 1)).toBeLessThan(0.2)
    expect(width).toBeLessThan(2.5)
    expect(warnings.join()).not.toContain('what marking costs')
  })

  it('has a range over all kinds of programs if it is left out', () => {
    const { width, warnings } = predicted(runs, typed)
    expect(width).toBeGreaterThan(20)
    expect(warnings.join()).toContain('nothing measured shows what marking costs')
  })

  it('gives way to a typed mark rate', () => {
    const { known } = predicted(runs, { ...typed, gcCpu: 0.1, scanRate: 1e9 })
    expect(find(known, 'scanRate')).toMatchObject({ value: 1e9, sureness: 'typed' })
  })
})
