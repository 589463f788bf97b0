import { describe, expect, it } from 'vitest'
import { simulateCells } from '../../../src/store/map/cells.ts'
import type { KnownCell } from '../../../src/store/map/question.ts'
import { simulateCell } from '../../support/cell.ts'
import { scenarioOf } from '../../support/run.ts'

const scenario = scenarioOf({ program: { phases: [{ duration: 1, allocRate: '20MiB' }] } })
const LIMITS = [10e6, 20e6, 30e6, 40e6, Infinity]

/** The pieces in which cells are sent that take so many milliseconds each. */
function simulate(costs: readonly number[]) {
  const settings = costs.map((_, index) => [index, 100, LIMITS[index]!] as const)
  let now = 0
  // The clock is read when a piece begins, and after each cell.
  const costsOf = [0, ...costs]
  const cells = simulateCells({ scenario, circumstances: {}, settings }, () => {
    now += costsOf.shift() ?? 0
    return now
  })
  const pieces: (readonly KnownCell[])[] = []
  for (const piece of cells) {
    pieces.push(piece)
    costsOf.unshift(0)
  }
  return pieces
}

const toIndices = (pieces: ReturnType<typeof simulate>) => pieces.map((piece) => piece.map(([index]) => index))

describe('the cells of one thread', () => {
  it('come in one piece if they take little time', () => {
    expect(toIndices(simulate([0, 1, 0, 2, 0]))).toEqual([[0, 1, 2, 3, 4]])
  })

  it('come in pieces of some milliseconds, each with at least one cell', () => {
    expect(toIndices(simulate([0, 0, 4, 40, 1]))).toEqual([[0, 1, 2, 3], [4]])
    expect(toIndices(simulate([100, 1]))).toEqual([[0], [1]])
  })

  it('are the runs of their settings', () => {
    const [piece] = simulate([0, 0, 0, 0, 0])
    expect(piece).toEqual(LIMITS.map((limit, index) => [index, simulateCell(scenario, 100, limit)]))
  })
})
