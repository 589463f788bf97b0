import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ParsedLog } from '../../../src/gctrace/read/reader.ts'
import { gcLine, problemCounts, readLog } from '../support.ts'

const recorded = (name: string) =>
  readFileSync(`tests/fixtures/services/kinds/logs/${name}.log`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('gc '))

interface Entry {
  readonly line: string
  /** When it was written, in seconds. */
  readonly at: number
  readonly replica: number
}

/** The lines of replicas that started some seconds after each other, oldest first. */
function merged(replicas: readonly (readonly string[])[], after: readonly number[]): Entry[] {
  const startOf = (line: string) => Number(/@([\d.]+)s/.exec(line)?.[1])
  return replicas
    .flatMap((lines, replica) => lines.map((line) => ({ line, replica, at: startOf(line) + (after[replica] ?? 0) })))
    .toSorted((a, b) => a.at - b.at)
}

/** What a log says of each process, without the numbers of its lines. */
function processesOf({ runs, columns, streams }: ParsedLog) {
  return runs.map(({ index, stream, cycles, firstNumber, lastNumber, isUnclear }) => {
    const live = columns.heapLiveMiB.filter((_, i) => columns.run[i] === index)
    return { name: streams[stream]?.name, cycles, firstNumber, lastNumber, isUnclear, live: [...live] }
  })
}

const API = recorded('api-gogc100-limitoff')
const CACHE = recorded('cache-gogcoff-limit220MiB')
const invented = (from: number, count: number, seconds = 1) =>
  Array.from({ length: count }, (_, i) => gcLine(from + i, (from + i) * seconds))

describe('a log of several replicas without names, newest first', () => {
  it.each([
    ['two programs', [API, CACHE], [0, 0.4]],
    ['replicas in step', [invented(1, 30), invented(1, 30)], [0, 0.5]],
    ['replicas of different ages', [invented(1, 30), invented(400, 30)], [399, 0]],
    ['replicas one of which is ten cycles ahead', [invented(31, 30), invented(21, 30)], [0, 10.3]],
    ['three replicas, each some cycles ahead', [invented(41, 30), invented(36, 30), invented(31, 30)], [0, 5.3, 10.6]],
    ['a replica that restarts', [[...invented(50, 10), ...invented(1, 20)], invented(300, 30)], [0, -250]],
  ] as const)('is read like the same log oldest first: %s', (_, replicas, after) => {
    const lines = merged(replicas, after).map(({ line }) => line)
    const straight = readLog(lines.join('\n'))
    const log = readLog(lines.toReversed().join('\n'))
    expect(processesOf(log)).toEqual(processesOf(straight))
    expect(problemCounts(straight)).not.toHaveProperty('newest-first')
    expect(problemCounts(log)).toEqual({ ...problemCounts(straight), 'newest-first': 1 })
  })

  it('is never taken for one where it runs forwards: replicas that restart now and then', () => {
    const lives = fc.array(fc.array(fc.integer({ min: 1, max: 30 }), { minLength: 1, maxLength: 8 }), {
      minLength: 1,
      maxLength: 4,
    })
    fc.assert(
      fc.property(lives, fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 4, maxLength: 4 }), (all, after) => {
        const entries = all.flatMap((lengths, replica) => {
          let at = after[replica] ?? 0
          return lengths.flatMap((length) => {
            at += length + 1.3
            return invented(1, length).map((line, i) => ({ line, at: at - length + i }))
          })
        })
        const lines = entries.toSorted((a, b) => a.at - b.at).map(({ line }) => line)
        expect(problemCounts(readLog(lines.join('\n')))).not.toHaveProperty('newest-first')
      }),
    )
  })

  it('is not taken for one where single lines of pods stand below each other', () => {
    const lines = [41, 30, 20, 15, 12, 8, 3].map((number) => gcLine(number, number))
    expect(problemCounts(readLog(lines.join('\n')))).toEqual({})
  })
})
