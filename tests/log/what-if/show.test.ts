import { describe, expect, it } from 'vitest'
import type { Estimate } from '../../../src/calibration/estimates.ts'
import { showAnswer, showWithin, toCopied } from '../../../src/log/what-if/show.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { MIB, toLimit } from '../../../src/units.ts'

const made = validateScenario({
  version: 1,
  model: 'runtime',
  memoryLimit: '72MiB',
  program: { phases: [{ duration: 1, allocRate: '1MiB' }] },
})
if (!made.ok) throw new Error(made.problems[0]?.message)
const { value: scenario } = made

const NOTE = '# GOMAXPROCS as in this run: leave the line out to let Go choose.\n'

/** A limit that was inferred within these bounds. */
const inferred = (low: number): readonly Estimate[] => [
  {
    name: 'memoryLimit',
    value: 72 * MIB,
    error: null,
    within: { low, high: 110 * MIB },
    sureness: 'inferred',
    text: '',
  },
]

describe('a memory limit that is known within bounds', () => {
  it('is shown by both bounds, or by the upper one if only that is known', () => {
    expect(showWithin({ low: 68.2 * MIB, high: 109.7 * MIB })).toBe('68 to 110 MiB')
    expect(showWithin({ low: 0, high: 109.7 * MIB })).toBe('at most 110 MiB')
  })

  it('is a setting to copy', () => {
    expect(toCopied(scenario, inferred(68 * MIB), {})).toBe(`${NOTE}GOGC=100\nGOMEMLIMIT=72MiB\nGOMAXPROCS=1\n`)
  })

  it('is not a setting to copy if only an upper bound is known, until one is typed', () => {
    expect(toCopied(scenario, inferred(0), {})).toBe(
      `${NOTE}GOGC=100\n# GOMEMLIMIT unknown: at most 110 MiB\nGOMAXPROCS=1\n`,
    )
    expect(toCopied(scenario, inferred(0), { memoryLimit: toLimit(72 * MIB) })).toContain('\nGOMEMLIMIT=72MiB\n')
  })
})

it('a brief answer has its verdict, and the memory of the container', () => {
  const spread = { likely: 90 * MIB, low: 76.25 * MIB, high: 98.7 * MIB }
  expect(showAnswer('healthy', { peakMemoryBytes: spread, peakContainerBytes: spread })).toBe(
    'healthy · 76.3 to 98.7 MiB in the container',
  )
})
