import { describe, expect, it } from 'vitest'
import { type Column, Columns } from '../../src/metrics/columns.ts'

const at = (i: number) => 1_700_000_000 + 5 * i

/** Adds the samples from one index to another, as an answer of Prometheus does: figure by figure. */
function add(columns: Columns, field: 'goal' | 'resident', from: number, to: number): void {
  for (let i = from; i < to; i++) columns.add(field, at(i), i)
}

function finished(columns: Columns, field: 'goal' | 'resident'): Column {
  columns.finish()
  return columns.columns.get(field)!
}

describe('too many samples of a figure', () => {
  it('are thinned to the same times as those of other figures, even of figures that start later', () => {
    for (const start of [0, 1, 2, 3, 1000, 1001]) {
      const columns = new Columns()
      add(columns, 'goal', 0, 40_000)
      add(columns, 'resident', start, 40_000)
      const [all, later] = [finished(columns, 'goal').times, finished(columns, 'resident').times]
      expect(later).toEqual(all.filter((time) => time >= at(start)))
      expect(later.length).toBeGreaterThan(2500)
      expect(later.length).toBeLessThan(6000)
    }
  })

  it('are thinned evenly, and the last one is kept', () => {
    const columns = new Columns()
    add(columns, 'goal', 0, 39_998)
    const { times, values } = finished(columns, 'goal')
    expect(values.at(-1)).toBe(39_997)
    const gaps = times.slice(1, -1).map((time, i) => time - times[i]!)
    expect(new Set(gaps).size).toBe(1)
  })

  it('lose no stretch if times are further apart from some time on, wherever that begins', () => {
    for (const shift of [0, 1, 2, 3]) {
      const columns = new Columns()
      add(columns, 'goal', 0, 12_000 + shift)
      for (let i = 0; i < 3000; i++) columns.add('goal', at(12_000 + shift + 4 * i), i)
      const { times } = finished(columns, 'goal')
      expect(times.filter((time) => time >= at(12_000 + shift)).length).toBeGreaterThan(700)
    }
  })

  it('are thinned by their order if they have no time, or all the same', () => {
    for (const time of [Number.NaN, at(0)]) {
      const columns = new Columns()
      for (let i = 0; i < 20_000; i++) columns.add('goal', time, i)
      const { values } = finished(columns, 'goal')
      expect(values.length).toBeLessThan(6000)
      expect([values[0], values.at(-1)]).toEqual([0, 19_999])
    }
  })
})
