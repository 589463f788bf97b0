import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { gcLine, problemCounts, readLog } from '../support.ts'

const linesOf = (name: string) =>
  readFileSync(`tests/fixtures/services/kinds/logs/${name}.log`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('gc '))

const API = linesOf('api-gogc100-limitoff')
const CACHE = linesOf('cache-gogc50-limitoff')
const turned = (lines: readonly string[]) => lines.toReversed().join('\n')

describe('a log that runs from the newest line to the oldest', () => {
  it('is read as the same log the other way round, and says so', () => {
    const log = readLog(turned(API))
    const straight = readLog(API.join('\n'))
    expect(problemCounts(log)).toEqual({ 'newest-first': 1 })
    expect(log.runs).toHaveLength(1)
    expect(log.columns.heapLiveMiB).toEqual(straight.columns.heapLiveMiB)
    expect(log.columns.startSeconds).toEqual(straight.columns.startSeconds)
    // Each cycle keeps the number of the line that it stands in.
    expect(log.columns.line[0]).toBe(API.length)
  })

  it('keeps its streams and times', () => {
    const named = (pod: string, lines: readonly string[], minute: number) =>
      lines.slice(0, 15).map((line, i) => `[pod/${pod}/app] 2026-11-27T10:${minute}:${10 + i}Z ${line}`)
    const log = readLog(turned([...named('api-0', API, 10), ...named('cache-0', CACHE, 11)]))
    const [api, cache] = log.runs
    expect(log.streams.map(({ name }) => name).sort()).toEqual(['pod/api-0/app', 'pod/cache-0/app'])
    expect(api).toMatchObject({ firstTimestamp: '2026-11-27T10:10:10Z', lastTimestamp: '2026-11-27T10:10:24Z' })
    expect(cache?.cycles).toBe(15)
  })

  it('with restarts has one run per start', () => {
    const lines = [...API, ...CACHE.slice(0, 12), ...API.slice(0, 15)]
    const log = readLog(turned(lines))
    expect(log.runs.map(({ cycles }) => cycles)).toEqual([17, 12, 15])
    expect(problemCounts(log)).toEqual({ ...problemCounts(readLog(lines.join('\n'))), 'newest-first': 1 })
  })

  it.each([
    [5, 4],
    [6, 5],
    [10, 8],
    [20, 12],
  ])('may be of a process that restarts again and again: %i lives of %i cycles', (lives, cycles) => {
    const lines = Array.from({ length: lives * cycles }, (_, i) => {
      const number = 1 + (i % cycles)
      const sizes = `${40 * number - 3}->${40 * number - 2}->${20 * number} MB, ${40 * number} MB goal`
      return gcLine(number, number * 1.1 + (i % 7) / 20, sizes)
    })
    const log = readLog(turned(lines))
    expect(log.runs.map((run) => run.cycles)).toEqual(Array(lives).fill(cycles))
    expect(problemCounts(log)).toEqual({ 'newest-first': 1 })
  })

  it('of two lines is not reversed: maybe a restart', () => {
    expect(problemCounts(readLog(turned(API.slice(0, 2))))).toEqual({})
  })
})

it('a log of restarts with few cycles is not reversed', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 }), (lengths) => {
      const log = readLog(lengths.flatMap((length) => API.slice(0, length)).join('\n'))
      expect(problemCounts(log)['newest-first']).toBeUndefined()
    }),
  )
})
