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

  it('is not taken for one where three replicas, each a cycle behind the one above, write in turn', () => {
    const numbers = Array.from({ length: 30 }, (_, i) => 53 + Math.floor(i / 3) - (i % 3))
    const log = readLog(numbers.map((number) => gcLine(number, number)).join('\n'))
    expect(log.runs.map(({ cycles }) => cycles)).toEqual([10, 10, 10])
    expect(problemCounts(log)).not.toHaveProperty('newest-first')
  })

  it('is not taken for one where single lines of pods stand below each other', () => {
    const lines = [41, 30, 20, 15, 12, 8, 3].map((number) => gcLine(number, number))
    expect(problemCounts(readLog(lines.join('\n')))).toEqual({})
  })
})

/** An id as Google’s logs have one for each entry. */
const idOf = (i: number) => `1k${((i + 1) * 2_654_435_761).toString(36).slice(0, 7 + (i % 3))}z`

describe('a column that differs on every line', () => {
  const pods = (count: number) => merged([invented(1, count), invented(1, count), invented(90, count)], [0, 0.4, -88.8])
  const POD = ['api-7d9f-x1', 'api-7d9f-x2', 'mail-0']
  const stamp = ({ at }: Entry) => new Date(Date.UTC(2026, 2, 4, 11) + at * 1000).toISOString()
  const FORMS: readonly (readonly [string, (entry: Entry, i: number) => string])[] = [
    ['insertId, first', (entry, i) => `${idOf(i)},api,${POD[entry.replica]},${stamp(entry)},"${entry.line}"`],
    ['insertId behind the pod', (entry, i) => `${stamp(entry)},${POD[entry.replica]},${idOf(i)},"${entry.line}"`],
    ['eventId', (entry, i) => `EVENTS\t${'3'.repeat(50)}${100_000 + i}\t${POD[entry.replica]}\t${entry.line}`],
    [
      'insertId before a long prefix',
      (entry, i) =>
        `"${idOf(i)}","${'compute.googleapis.com/resource'.repeat(4)}","${POD[entry.replica]}","${entry.line}"`,
    ],
    ['a key of logfmt', (entry, i) => `insertId=${idOf(i)} pod=${POD[entry.replica]} msg="${entry.line}"`],
  ]

  it.each(FORMS)('tells no process: %s', (_, form) => {
    for (const count of [10, 700]) {
      const lines = pods(count).map(form)
      for (const all of [lines, lines.toReversed()]) {
        const log = readLog(all.join('\n'))
        expect(log.runs.map(({ cycles }) => cycles)).toEqual([count, count, count])
        expect(log.streams).toHaveLength(3)
      }
    }
  })

  it('is left out where no other column names a process', () => {
    const plain = merged([invented(1, 30), invented(400, 30)], [399, 0]).map(({ line }) => line)
    const straight = processesOf(readLog(plain.join('\n')))
    expect(straight).toHaveLength(2)
    const lines = plain.map((line, i) => `${idOf(i)},"${line}"`)
    for (const all of [lines, lines.toReversed()]) expect(processesOf(readLog(all.join('\n')))).toEqual(straight)
  })

  it('may be the names of many pods with a line each: they stay apart', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `api-${i} ${gcLine(1 + ((i * 37) % 400), 5 + i)}`)
    expect(readLog(lines.join('\n')).runs).toHaveLength(40)
  })

  it('may be the names of some replicas with a line each, whose numbers follow each other', () => {
    const four = [gcLine(57, 100.2), gcLine(58, 101), gcLine(59, 101.9), gcLine(58, 100.9)]
    const more = invented(100, 14).flatMap((line, i) => [line, gcLine(400 + i, 400 + i)])
    for (const lines of [four, more]) {
      const log = readLog(lines.map((line, i) => `api-${i} ${line}`).join('\n'))
      expect(log.runs).toHaveLength(lines.length)
    }
  })

  it.each([
    ['kubectl logs --prefix', (i: number) => `[pod/api-${i}/app]`],
    ['the name of a pod of a ReplicaSet', (i: number) => `api-6d9f7c5b8-x2${'bcdfghjk'[i % 8]}${'lmnpq'[i >> 3]}v`],
  ])('is never left out if it looks like a pod, even if the numbers of the lines go on: %s', (_, podOf) => {
    const lines = invented(100, 20).flatMap((line, i) => [line, gcLine(400 + i, 400 + i)])
    expect(readLog(lines.map((line, i) => `${podOf(i)} ${line}`).join('\n')).runs).toHaveLength(40)
  })

  it('is not the names of 300 pods that write in turn', () => {
    const pods = Array.from({ length: 300 }, (_, pod) => pod)
    const lines = [1, 2, 3, 4].flatMap((n) =>
      pods.map((pod) => `api-${pod} ${gcLine(n + ((pod * 37) % 50), n + ((pod * 37) % 50))}`),
    )
    expect(readLog(lines.join('\n')).streams).toHaveLength(256)
  })
})
