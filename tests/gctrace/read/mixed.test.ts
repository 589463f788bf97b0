import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toKnownRun } from '../../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../../src/gctrace/columns.ts'
import { OFF } from '../../../src/units.ts'
import { calibrate } from '../../support/calibrate.ts'
import { gcLine, inventedRun, problemCounts, readLog } from '../support.ts'

const recorded = (name: string) =>
  readFileSync(`tests/fixtures/services/kinds/logs/${name}.log`, 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('gc '))

/** Lines of processes that started some seconds after the first, in the order of their cycles’ starts. */
function mix(processes: readonly (readonly string[])[], after: readonly number[]) {
  const startOf = (line: string) => Number(/@([\d.]+)s/.exec(line)?.[1])
  const all = processes.flatMap((lines, process) =>
    lines.map((line) => ({ line, process, at: startOf(line) + (after[process] ?? 0) })),
  )
  const lines = all.toSorted((a, b) => a.at - b.at)
  const log = readLog(lines.map(({ line }) => line).join('\n'))
  const writers = log.runs.map((): number[] => [])
  log.columns.run.forEach((run, i) => {
    writers[run]?.push(lines[log.columns.line[i]! - 1]!.process)
  })
  /** Per run, how many of its cycles are not those of the process with the most. */
  const strangers = writers.map((own) => {
    const counts = processes.map((_, process) => own.filter((one) => one === process).length)
    return own.length - Math.max(...counts)
  })
  return { log, strangers }
}

const STARTS = [0, 0.05, 0.1, 0.3, 0.4, 0.7, 1, 1.5, 2, 3]

describe('two processes in one stream without names', () => {
  it.each([
    ['api-gogc100-limitoff', 'cache-gogcoff-limit220MiB'],
    ['api-gogcoff-limit72MiB', 'store-gogc100-limitoff'],
    ['queue-gogc50-limitoff', 'rpc-gogc200-limitoff'],
    ['cache-gogc100-limitoff', 'store-gogcoff-limit140MiB'],
    ['queue-gogcoff-limit36MiB', 'cache-gogc100-limitoff'],
  ])('are told apart by goals, live heaps and rates, whenever the second starts: %s, %s', (first, second) => {
    for (const start of STARTS) {
      const { log, strangers } = mix([recorded(first), recorded(second)], [0, start])
      expect(log.runs, `after ${start} s`).toHaveLength(2)
      // In the first few cycles, before a program has built up its heap, any two look alike.
      expect(Math.max(...strangers), `after ${start} s`).toBeLessThan(4)
      expect(log.runs.map(({ isUnclear }) => isUnclear)).toEqual([false, false])
    }
  })

  it.each(['api', 'cache', 'parse', 'queue', 'rpc', 'store'])(
    'are never said to be told apart if cycles of both stand in one run: replicas of %s',
    (kind) => {
      const replicas = [recorded(`${kind}-gogc100-limitoff`), recorded(`${kind}-gogc100-limitoff-b`)]
      for (const start of STARTS) {
        const { log, strangers } = mix(replicas, [0, start])
        const crossed = log.runs.filter((_, i) => strangers[i]! >= 4)
        expect(crossed.filter(({ isUnclear }) => !isUnclear)).toEqual([])
        if (crossed.length > 0) {
          expect(problemCounts(log)).toHaveProperty('unclear')
          expect(problemCounts(log)).not.toHaveProperty('mixed')
        }
      }
    },
  )

  it('are marked unclear if the last lines of each come one after the other, before new ones', () => {
    const from = (first: number, count: number) => Array.from({ length: count }, (_, i) => gcLine(first + i, first + i))
    // `kubectl logs -f -l` prints ten lines of each pod, and then what they write: here one pod is at 20, one at 50.
    const log = readLog([...from(11, 10), ...from(41, 10), ...from(21, 1), ...from(51, 1), ...from(22, 1)].join('\n'))
    expect(log.runs.map(({ isUnclear }) => isUnclear)).toEqual([true, false])
    expect(log.problems).toMatchObject([{ kind: 'unclear', line: 21 }])
  })

  it('are marked unclear if one writes a cycle late in between, as `go run` does after two idle minutes', () => {
    const own = Array.from({ length: 12 }, (_, i) => gcLine(i + 1, i + 1))
    const between = gcLine(14, 121, '4->4->2 MB, 6 MB goal')
    const isUnclear = (...last: string[]) => readLog([...own, between, ...last].join('\n')).runs[0]!.isUnclear
    expect(isUnclear(gcLine(13, 124))).toBe(true)
    // As after a restart, whose first cycles are not in the log.
    expect(isUnclear(gcLine(13, 5))).toBe(false)
    expect(isUnclear()).toBe(false)
  })
})

describe('a program that is restarted', () => {
  it.each(['api', 'cache', 'parse', 'queue', 'rpc', 'store'])(
    'is not taken for two that run at once: its cycles look like those before the restart, for %s',
    (kind) => {
      const lines = recorded(`${kind}-gogc100-limitoff`)
      for (const life of [10, 20]) {
        const log = readLog([...lines.slice(0, life), ...lines].join('\n'))
        expect(log.runs.map(({ cycles, isUnclear }) => [cycles, isUnclear])).toEqual([
          [Math.min(life, lines.length), false],
          [lines.length, false],
        ])
      }
    },
  )
})

describe('a run that may have cycles of another process', () => {
  const life = Array.from({ length: 20 }, (_, i) => ({ start: i + 1, heap: [60, 62, 30] as const, goal: 62 }))
  const { columns } = readLog(inventedRun(life))

  it('shows no settings in its goals, and is trusted little', () => {
    const known = toKnownRun(columnsOfRun(columns, 0), true)
    expect(known.inferred).toMatchObject({ gogcGoals: 0, lowGoals: 0, memoryLimit: OFF })
    const unclear = calibrate(columns, {}, true)
    const clear = calibrate(columns, {}, false)
    if (!unclear.ok || !clear.ok) throw new Error('cannot be calibrated on')
    expect(unclear.value.trust.grade).toBe('poor')
    expect(unclear.value.trust.reasons.join()).toContain('kubectl logs --prefix')
    expect(clear.value.trust.reasons.join()).not.toContain('several processes')
    expect(unclear.value.estimates.slice(0, 2).map(({ sureness }) => sureness)).toEqual(['assumed', 'assumed'])
  })
})
