import { describe, expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { OFF } from '../../src/units.ts'
import { type Invented, inventedRun, readLog } from './support.ts'

/** 100 MiB live, and cycles at their goal. */
function linesEach(seconds: number): string[] {
  const cycles = Array.from({ length: 4 }, (_, i): Invented => {
    return { start: 10 + i * seconds, heap: [190, 195, 100], goal: 200 }
  })
  return inventedRun(cycles).trim().split('\n')
}

function findingsOf(lines: readonly string[]) {
  const settings = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const
  return diagnose(readLog(lines.join('\n')).columns, settings).map(({ kind, cycles }) => [kind, cycles])
}

describe('“GC forced” before a cycle', () => {
  const lines = linesEach(120.002)
  const withForced = (...before: readonly string[]) => [...lines.slice(0, 2), ...before, ...lines.slice(2)]

  it('proves that the two-minute timer started it, however near its goal the heap was', () => {
    expect(findingsOf(lines)).toEqual([])
    expect(findingsOf(withForced('GC forced', 'other output'))).toEqual([['idle-periodic', [[2, 2]]]])
  })

  it('proves nothing of another process', () => {
    expect(findingsOf(withForced('[pod/b] GC forced'))).toEqual([])
    const named = withForced('GC forced').map((line) => `2026-01-02T03:04:05Z [pod/a] ${line}`)
    expect(findingsOf(named)).toEqual([['idle-periodic', [[2, 2]]]])
  })

  it('proves nothing of a cycle that comes too soon for the timer', () => {
    expect(findingsOf(linesEach(60).flatMap((line) => ['GC forced', line]))).toEqual([])
  })

  it('does not count in a log that runs from the newest line to the oldest, where it stands after its cycle', () => {
    expect(findingsOf(withForced('GC forced').toReversed())).toEqual([])
  })
})
