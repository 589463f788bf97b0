import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { OFF } from '../../src/units.ts'
import { type Invented, inventedRun, readLog } from './support.ts'

const FREE = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const

/** What is said of assists in cycles with these heaps and this goal, in which workers did a third of the marking. */
function textOf(heap: Invented['heap'], goal: number, count = 8): string | undefined {
  const calm = (i: number): Invented => ({ start: i + 1, background: 30, heap: [190, 195, 100], goal: 200 })
  const assisted = (i: number): Invented => ({ start: i + 1, assist: 20, background: 10, heap, goal })
  const lines = Array.from({ length: count === 8 ? 8 : 60 }, (_, i) => (i < count ? assisted(i) : calm(i)))
  const found = diagnose(readLog(inventedRun(lines, 100)).columns, FREE)
  return found.find(({ kind }) => kind === 'assist-heavy')?.text
}

describe('why goroutines assist', () => {
  it('is the rate of allocation where the heap would have passed its goal if workers had marked alone', () => {
    // Three times as long, and so three times 5 MiB: 205 for a goal of 200.
    expect(textOf([190, 195, 100], 200)).toMatch(/background workers were not enough for the rate of allocation\.$/)
    expect(textOf([190, 200, 100], 200)).toMatch(/not enough for the rate of allocation\.$/)
    expect(textOf([190, 210, 100], 200)).toMatch(/not enough for the rate of allocation\.$/)
  })

  it('is not told where they would have kept the goal: each of many goroutines may assist a little', () => {
    // As of a hub with 3,000 goroutines: 84 for a goal of 87.
    const text = textOf([81, 82, 38], 87)
    expect(text).not.toContain('rate of allocation')
    expect(text).toMatch(/alone would have kept the goal.* does not say why.*many goroutines.*64 KiB/)
  })

  it('is not told of a recorded chat either, in which each of 600 goroutines allocates now and then', async () => {
    const log = await readFile('tests/fixtures/services/traffic/logs/chat-gogc100-limitoff.log', 'utf8')
    const found = diagnose(readLog(log).columns, FREE).find(({ kind }) => kind === 'assist-heavy')
    expect(found?.text).toMatch(/alone would have kept the goal/)
  })

  it('says the same of a short part of the run, in the past tense', () => {
    expect(textOf([190, 195, 100], 200, 3)).toMatch(/were not enough for the rate of allocation\.$/)
    expect(textOf([81, 82, 38], 87, 3)).toMatch(/^In cycles 100 to 102, .*alone would have kept the goal.*64 KiB/)
  })
})

it('assists take at most all of the CPU: under a quota Go’s clocks run on while it stops the program', async () => {
  const log = await readFile('tests/fixtures/services/quota/logs/chat-gogc100-limitoff.log', 'utf8')
  const found = diagnose(readLog(log).columns, FREE).find(({ kind }) => kind === 'assist-heavy')
  expect(found?.figures).toContain(' and took 100 % of the CPU meanwhile;')
})
