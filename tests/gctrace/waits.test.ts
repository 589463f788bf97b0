import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { cpuWaits } from '../../src/gctrace/waits.ts'
import { OFF } from '../../src/units.ts'
import { type Invented, inventedRun, readLog } from './support.ts'

const FREE = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const
const SERVICES = 'tests/fixtures/services'

const columnsOf = (text: string) => readLog(text).columns
/** A cycle every second that marks 40 MiB in 5 ms; `others` change some of them. */
const run = (count: number, others: Readonly<Record<number, Partial<Invented>>> = {}) =>
  columnsOf(
    inventedRun(
      Array.from({ length: count }, (_, i) => ({ start: i + 1, mark: 5, heap: [78, 80, 40], goal: 80, ...others[i] })),
    ),
  )
const long = { mark: 90 }

describe('cycles that wait', () => {
  it('took several times as long as those near them, which mark as much', () => {
    const columns = run(20, { 3: long, 8: long, 12: long, 15: { mark: 60 } })
    const waits = cpuWaits(columns)
    expect([...waits].flatMap((wait, i) => (wait > 0 ? [i] : []))).toEqual([3, 8, 12, 15])
    expect(waits[3]).toBeCloseTo(0.085, 3)
    const found = diagnose(columns, FREE).find(({ kind }) => kind === 'waits')
    expect(found?.cycles).toEqual([
      [3, 3],
      [8, 8],
      [12, 12],
      [15, 15],
    ])
    expect(found?.figures).toBe('In 4 of 20 cycles: about 0.31 s of 0.41 s, the time of all cycles.')
  })

  it.each([
    ['three of them may be chance', run(20, { 3: long, 8: long, 12: long })],
    ['four of very many too', run(100, { 3: long, 8: long, 12: long, 15: long })],
    [
      'one that marks as many times more does not wait',
      run(20, { 3: long, 8: long, 12: long, 15: { ...long, heap: [1500, 1600, 800] } }),
    ],
    [
      'a few milliseconds are no wait',
      run(20, { 3: { mark: 20 }, 8: { mark: 20 }, 12: { mark: 20 }, 15: { mark: 20 } }),
    ],
    ['a forced cycle is left out', run(20, { 3: long, 8: long, 12: long, 15: { ...long, forced: true } })],
    [
      'cycles that all take long mark at that pace',
      run(20, Object.fromEntries(Array.from({ length: 20 }, (_, i) => [i, long]))),
    ],
  ])('%s', (_, columns) => {
    expect([...cpuWaits(columns)].every((wait) => wait === 0)).toBe(true)
  })

  it('matter from 30 % of the time of all cycles on', () => {
    // Four cycles wait 30 ms each. One marks a large heap at the usual pace.
    const found = (largest: number) => {
      const wait = { mark: 35 }
      const large = { mark: largest, heap: [8 * largest, 8 * largest, 8 * largest] } as const
      return [...cpuWaits(run(20, { 3: wait, 8: wait, 12: wait, 15: wait, 18: large }))].some((seconds) => seconds > 0)
    }
    // 0.12 s of 0.39 s, and of 0.42 s.
    expect([found(170), found(200)]).toEqual([true, false])
  })

  /** Whether it is found in each log of a group of recordings. */
  const found = (group: string, isOf = (_: string) => true) =>
    readdirSync(`${SERVICES}/${group}/logs`)
      .filter(isOf)
      .filter((name) =>
        cpuWaits(columnsOf(readFileSync(`${SERVICES}/${group}/logs/${name}`, 'utf8'))).some((wait) => wait > 0),
      )

  it.each(['quiet', 'odd', 'readers', 'blind', 'blind-scraped', 'traffic', 'scraped'])(
    'are in no log of a service that was recorded alone on a machine: %s',
    (group) => {
      expect(found(group)).toEqual([])
    },
  )

  it('are in logs of services that a CPU quota stopped, and not in those of the same without one', () => {
    expect(found('contained').every((name) => name.includes('-cpu'))).toBe(true)
    expect(found('contained').length).toBeGreaterThanOrEqual(15)
  })

  it('are in logs of services that others kept from the CPUs', () => {
    expect(found('kinds').length).toBeGreaterThanOrEqual(5)
  })
})
