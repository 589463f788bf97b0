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

  it('is one process whose program begins a new file each day', () => {
    const all = lines(1, 12)
    const file = (day: number) => ({ job: 'varlogs', host: 'a', filename: `/var/log/app-2026-11-${day}.log` })
    const log = readLog(
      JSON.stringify(answer(stream(file(29), all.slice(0, 7), true), stream(file(30), all.slice(7), true))),
    )
    expect(shown(log)).toEqual([['varlogs a /var/log/app-*.log', 12]])
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
