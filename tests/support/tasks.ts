import { expect } from 'vitest'

/** Microtask turns between two tasks, at most. */
const TURNS = 5

/** Runs tasks until none comes any more, or `most`; at most one of them waits at a time. @returns how many were run */
export async function runAll(tasks: (() => void)[], most = Infinity): Promise<number> {
  let count = 0
  for (; ; count++) {
    for (let i = 0; i < TURNS; i++) await Promise.resolve()
    expect(tasks.length).toBeLessThan(2)
    const task = count < most ? tasks.shift() : undefined
    if (!task) return count
    task()
  }
}
