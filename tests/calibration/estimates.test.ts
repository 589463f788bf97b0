import { describe, expect, it } from 'vitest'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { printed } from './support.ts'

/** Twelve cycles under GOGC=100 and 50 MiB live, and then some with a goal of 80 MiB, in a log that begins later. */
function logWith(low: number): string {
  const cycle = (i: number, goal: number) => ({
    start: i,
    heap: [goal - 4, goal - 2, 50] as const,
    goal,
    background: 5,
  })
  return printed(
    Array.from({ length: 12 + low }, (_, i) => cycle(i, i < 12 ? 100 : 80)),
    5,
  )
}

function limitIn(text: string) {
  const made = calibrate(readLog(text).columns)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value.estimates.find(({ name }) => name === 'memoryLimit')!
}

describe('the estimate of a log’s memory limit', () => {
  it('says how many goals show the limit, and between which bounds', () => {
    const { value, sureness, text, within } = limitIn(logWith(4))
    expect(sureness).toBe('inferred')
    expect(text).toMatch(/^From 4 goals that GOGC alone does not explain/)
    expect(within!.low).toBeLessThan(Number(value))
    expect(within!.high).toBeGreaterThan(Number(value))
  })

  it('is not sure if few goals show it', () => {
    expect(limitIn(logWith(2))).toMatchObject({
      value: 'off',
      text: expect.stringMatching(/^Not sure: GOGC does not explain 2 goals, too few/),
    })
  })

  it('says if none is seen', () => {
    expect(limitIn(logWith(0))).toMatchObject({ value: 'off', text: expect.stringMatching(/^None seen/) })
  })

  it('says if its Go has no memory limit', () => {
    const old = logWith(4).replaceAll(', 0 MB stacks, 0 MB globals', '')
    expect(limitIn(old)).toMatchObject({ value: 'off', text: 'The Go that wrote this log has no memory limit.' })
  })
})
