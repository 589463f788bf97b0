import { describe, expect, it } from 'vitest'
import type { ParsedLog } from '../../../src/gctrace/read/reader.ts'
import { gcLine, problemCounts, readLog } from '../support.ts'

const lines = (from: number, count: number) => Array.from({ length: count }, (_, i) => gcLine(from + i, from + i))

type Labels = Readonly<Record<string, string>>
/** A stream as Loki gives it: the newest entry first, unless asked otherwise. */
const stream = (labels: Labels, own: readonly string[], isForward = false) => {
  const values = own.map((line, i) => [`17726221531234567${10 + i}`, line])
  return { stream: labels, values: isForward ? values : values.toReversed() }
}
const answer = (...result: readonly object[]) => ({
  status: 'success',
  data: { resultType: 'streams', result, stats: { summary: { bytesProcessedPerSecond: 1 } } },
})

const shown = ({ runs, streams }: ParsedLog) => runs.map((run) => [streams[run.stream]?.name, run.cycles]).toSorted()

const POD = { app: 'api', namespace: 'shop', container: 'server', stream: 'stderr' }

describe('an answer of Loki', () => {
  const two = answer(
    stream({ ...POD, pod: 'api-0', detected_level: 'info' }, lines(1, 12)),
    stream({ ...POD, pod: 'api-1', detected_level: 'info' }, lines(1, 9)),
  )

  it.each([
    ['in one line', JSON.stringify(two)],
    ['over several lines', JSON.stringify(two, undefined, 2)],
    [
      'with its keys in order',
      JSON.stringify({ data: { result: two.data.result, resultType: 'streams' }, status: 'success' }),
    ],
    ['with escaped signs', JSON.stringify(two).replaceAll('>', '\\u003e')],
  ])('has the labels of each stream: %s', (_, text) => {
    for (const piece of [1, 50, 1 << 16]) {
      const log = readLog(text, piece)
      expect(shown(log)).toEqual([
        ['shop server api-0', 12],
        ['shop server api-1', 9],
      ])
      expect(problemCounts(log)).toEqual({ 'newest-first': 1 })
    }
  })

  it('may be in the order of time, and of streams without a pod', () => {
    const log = readLog(
      JSON.stringify(
        answer(
          stream({ job: 'varlogs', host: 'a', filename: '/var/log/1.log' }, lines(1, 6), true),
          stream({ job: 'varlogs', host: 'b', filename: '/var/log/1.log' }, lines(1, 6), true),
          stream({ job: 'varlogs', host: 'b', filename: '/var/log/2.log' }, lines(1, 8), true),
        ),
      ),
    )
    expect(shown(log)).toEqual([
      ['varlogs a /var/log/1.log', 6],
      ['varlogs b /var/log/1.log', 6],
      ['varlogs b /var/log/2.log', 8],
    ])
    expect(log.problems).toEqual([])
  })

  describe('whose streams are files', () => {
    const readFiles = (isForward: boolean, ...files: readonly (readonly [string, readonly string[]])[]) =>
      readLog(
        JSON.stringify(
          answer(...files.map(([name, own]) => stream({ host: 'a', filename: `/log/${name}` }, own, isForward))),
        ),
      )
    const all = lines(1, 12)

    it.each([
      ['app-2026-11-29.log', 'app-2026-11-30.log', 'a /log/app*.log'],
      ['app.log-20261129', 'app.log-20261130', 'a /log/app.log*'],
      ['app.2026.11.29.log', 'app.2026.11.30.log', 'a /log/app*.log'],
      ['app-2026-11-29-13.log', 'app-2026-11-29-14.log', 'a /log/app*.log'],
      ['app-2026-11-29T13-00-00.000.log', 'app.log', 'a /log/app*.log'],
      ['app.log.1', 'app.log', 'a /log/app.log*'],
      ['2026-11-29/app.log', '2026-11-30/app.log', 'a /log/*/app.log'],
    ])('is one process that goes on from %s to %s', (before, after, name) => {
      const [one, other] = [[before, all.slice(0, 7)] as const, [after, all.slice(7)] as const]
      for (const isForward of [true, false])
        for (const files of [[one, other] as const, [other, one] as const]) {
          const runs = shown(readFiles(isForward, ...files))
          expect(runs.map(([, cycles]) => cycles)).toEqual([12])
          expect([name, `a /log/${after}`]).toContain(runs[0]?.[0])
        }
    })

    it.each([
      ['tenant-10000001.log', 'tenant-10000002.log'],
      ['app-20269901.log', 'app-20269902.log'],
      ['app-20261101/out.log', 'app-20261115/out.log'],
      ['web.1', 'web.2'],
    ])('is two processes if they are not named by a day: %s and %s', (one, other) => {
      expect(shown(readFiles(true, [one, all.slice(0, 7)], [other, all.slice(7)]))).toEqual([
        [`a /log/${one}`, 7],
        [`a /log/${other}`, 5],
      ])
    })

    it('is one process if a few lines between two files are lost, and two if many are', () => {
      const [one, other] = ['a-2026-11-29.log', 'a-2026-11-30.log']
      const cyclesAfter = (lost: number) =>
        shown(readFiles(true, [one, all.slice(0, 6)], [other, all.slice(6 + lost)])).map(([, cycles]) => cycles)
      expect([cyclesAfter(1), cyclesAfter(3), cyclesAfter(4)]).toEqual([[11], [9], [6, 2]])
    })

    it('is two processes if the second file begins anew', () => {
      const [one, other] = ['a-2026-11-29.log', 'a-2026-11-30.log']
      for (const [before, after, cycles] of [
        [lines(1, 2), lines(1, 2), [2, 2]],
        [lines(3, 4), lines(5, 5), [4, 5]],
      ] as const)
        expect(shown(readFiles(true, [one, before], [other, after]))).toEqual([
          [`a /log/${one}`, cycles[0]],
          [`a /log/${other}`, cycles[1]],
        ])
      expect(shown(readFiles(true, [one, all], [other, lines(1, 9)]))).toEqual([
        ['a /log/a-2026-11-29.log', 12],
        ['a /log/a-2026-11-30.log', 9],
      ])
    })
  })

  it('gives one process although its lines are in several streams: the level, ids and the file in a pod are no process', () => {
    const one = lines(1, 12)
    const log = readLog(
      JSON.stringify(
        answer(
          stream({ ...POD, pod: 'api-0', filename: '0.log' }, one.slice(0, 7), true),
          stream({ ...POD, pod: 'api-0', filename: '1.log', detected_level: 'warn' }, one.slice(7), true),
        ),
      ),
    )
    expect(shown(log)).toEqual([['shop server api-0', 12]])
    const each = lines(1, 30).map((line, i) => stream({ service_name: 'api', observed: `17726${i * 7}` }, [line]))
    expect(shown(readLog(JSON.stringify(answer(...each))))).toEqual([['api', 30]])
  })

  it('is read up to where it is cut off', () => {
    const text = JSON.stringify(two)
    const log = readLog(text.slice(0, text.lastIndexOf('gc 5 @')))
    expect(shown(log)).toEqual([
      ['server api-1', 4],
      ['shop server api-0', 12],
    ])
  })

  it('may have streams of any length', () => {
    const long = [...lines(1, 6), 'x'.repeat(17 << 20), ...lines(7, 6)]
    const pods = ['api-0', 'api-1', 'api-2']
    const log = readLog(
      JSON.stringify(answer(...pods.map((pod) => stream({ pod }, pod === 'api-2' ? lines(1, 9) : long, true)))),
    )
    expect(shown(log)).toEqual([
      ['api-0', 12],
      ['api-1', 12],
      ['api-2', 9],
    ])
  })

  it('gives a line of several lines as several', () => {
    const glued = lines(1, 6).join('\n')
    expect(shown(readLog(JSON.stringify(answer(stream({ pod: 'a' }, [glued])))))).toEqual([['a', 6]])
  })
})

describe('frames of Grafana', () => {
  const frame = (own: readonly { readonly line: string; readonly pod: string }[]) => ({
    schema: {
      refId: 'A',
      meta: { typeVersion: [0, 0], custom: { frameType: 'LabeledTimeValues' }, stats: [{ displayName: 'Summary' }] },
      fields: [
        { name: 'labels', type: 'other', typeInfo: { frame: 'json.RawMessage' } },
        { name: 'Time', type: 'time', typeInfo: { frame: 'time.Time' } },
        { name: 'Line', type: 'string', typeInfo: { frame: 'string' } },
        { name: 'tsNs', type: 'string' },
        { name: 'id', type: 'string' },
      ],
    },
    data: {
      values: [
        own.map(({ pod }) => ({ ...POD, pod })),
        own.map((_, i) => 1_772_622_153_123 + i),
        own.map(({ line }) => line),
        own.map((_, i) => `${1_772_622_153_123 + i}000000`),
        own.map((_, i) => `17726_${i}_ab`),
      ],
    },
  })
  const rows = lines(1, 9).flatMap((line) => [
    { line, pod: 'api-0' },
    { line, pod: 'api-1' },
  ])
  const results = { A: { status: 200, frames: [frame(rows.toReversed())] } }
  const BOTH = [
    ['shop server api-0', 9],
    ['shop server api-1', 9],
  ]

  it.each([
    ['the answer of Grafana', { results }],
    [
      'what the query inspector copies',
      {
        request: {
          url: 'api/ds/query?ds_type=loki',
          data: { queries: [{ refId: 'A', expr: '{app="api"} |= "gc "' }] },
        },
        response: { results },
      },
    ],
    ['the frames alone', [frame(rows.toReversed())]],
  ])('are read with the labels of each line: %s', (_, json) => {
    for (const text of [JSON.stringify(json), JSON.stringify(json, undefined, 2)])
      for (const piece of [7, 1 << 16]) expect(shown(readLog(text, piece))).toEqual(BOTH)
  })

  it.each(['@message', 'log', 'LogMessage'])('may have the lines in a field of another name: %s', (name) => {
    const text = JSON.stringify({ results })
    expect(shown(readLog(text.replace('"Line"', JSON.stringify(name))))).toEqual(BOTH)
  })

  it('may have rows without a line', () => {
    const text = JSON.stringify({ results: { A: { frames: [frame([{ line: '', pod: 'api-0' }, ...rows])] } } })
    expect(shown(readLog(text.replace('""', 'null')))).toEqual(BOTH)
  })

  it('are read as they stand where the lines are in objects', () => {
    const values = [lines(1, 9).map((log) => ({ log }))]
    const text = JSON.stringify([{ schema: { fields: [{ name: '_source', type: 'other' }] }, data: { values } }])
    expect(shown(readLog(text))).toEqual([['', 9]])
  })
})

it('is a log as it stands that only has such words in its first lines', () => {
  for (const line of [
    '{"msg":"x","data":{"stream":{"id":1}}}',
    '[{"schema-less":1}] started',
    '{"results":{"A":{"ok":1}}}',
  ])
    expect(readLog([line, ...lines(1, 9)].join('\n')).columns.count).toBe(9)
})

describe('an array of entries', () => {
  const PODS = ['api-0', 'api-1']
  const both = lines(1, 9).flatMap((line) => PODS.map((pod) => ({ line, pod })))

  it.each([
    [
      'as gcloud prints it',
      both.map(({ line, pod }, i) => ({
        insertId: `1k${i * 77}x`,
        resource: { labels: { pod_name: pod }, type: 'k8s_container' },
        textPayload: `${line}\n`,
      })),
    ],
    [
      'as Grafana downloads it',
      both.map(({ line, pod }, i) => ({ line, timestamp: `177262215${i}`, fields: { pod } })),
    ],
  ])('is read with the name in each entry: %s', (_, entries) => {
    for (const text of [JSON.stringify(entries.toReversed(), undefined, 2), JSON.stringify(entries)])
      expect(shown(readLog(text))).toEqual([
        ['api-0', 9],
        ['api-1', 9],
      ])
  })
})
