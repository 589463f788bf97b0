import { describe, expect, it } from 'vitest'
import { readText } from './read.ts'

const AT = 1_785_000_000
const TIMES = [AT, AT + 15, AT + 30]
const NAMES = ['go_memstats_alloc_bytes_total', 'go_gc_duration_seconds_count'] as const
const labelsOf = (pod: string) => ({ job: 'api', namespace: 'shop', pod })
const valueAt = (metric: number, pod: number, i: number) => 1000 * (metric + 1) + 100 * pod + i

async function read(text: string) {
  const found = await readText(text)
  if (!found.ok) return found.problems[0]?.message
  if (!('metrics' in found.value)) return found.value.kind
  const { processes, problems } = found.value.metrics
  return {
    pods: processes.map(({ process: { pod }, columns }) => [pod, columns.get('allocTotal'), columns.get('cycles')]),
    problems,
  }
}

/** Two pods with two metrics and three scrapes. */
const BOTH = {
  pods: ['api-0', 'api-1'].map((pod, p) => [
    pod,
    ...[0, 1].map((metric) => ({ times: TIMES, values: TIMES.map((_, i) => valueAt(metric, p, i)) })),
  ]),
  problems: [],
}

const series = ['api-0', 'api-1'].flatMap((pod, p) =>
  NAMES.map((name, metric) => ({
    labels: { __name__: name, ...labelsOf(pod) },
    values: TIMES.map((_, i) => valueAt(metric, p, i)),
  })),
)

describe('data frames of Grafana', () => {
  const time = { name: 'Time', type: 'time', typeInfo: { frame: 'time.Time' }, config: { interval: 15000 } }
  const stamps = TIMES.map((seconds) => 1000 * seconds)
  const number = (labels: object) => ({ name: 'Value', type: 'number', typeInfo: { frame: 'float64' }, labels })
  const frames = series.map(({ labels, values }) => ({
    schema: {
      refId: 'A',
      meta: { type: 'timeseries-multi', notices: [{ severity: 'info' }] },
      fields: [time, number(labels)],
    },
    data: { values: [stamps, values] },
  }))
  const wide = {
    schema: { fields: [time, ...series.map(({ labels }) => number(labels))] },
    data: { values: [stamps, ...series.map(({ values }) => values)] },
  }
  const rows = series.flatMap(({ labels, values }) => values.map((value, i) => ({ labels, value, stamp: stamps[i]! })))
  const table = {
    schema: {
      fields: [
        time,
        ...['__name__', 'job', 'namespace', 'pod'].map((name) => ({ name, type: 'string' })),
        { name: 'Value #A', type: 'number' },
      ],
    },
    data: {
      values: [
        rows.map(({ stamp }) => stamp),
        ...(['__name__', 'job', 'namespace', 'pod'] as const).map((name) => rows.map(({ labels }) => labels[name])),
        rows.map(({ value }) => value),
      ],
    },
  }
  const answer = (...all: object[]) => ({ results: { A: { status: 200, frames: all } } })

  it.each([
    ['a frame for each series', answer(...frames)],
    ['one frame for all series', answer(wide)],
    ['a table', answer(table)],
    ['frames alone', frames],
    [
      'what the query inspector copies',
      {
        request: { url: 'api/ds/query?ds_type=prometheus', data: { queries: [{ refId: 'A', expr: 'go_goroutines' }] } },
        response: answer(...frames),
      },
    ],
  ])('are read with their labels and times: %s', async (_, json) => {
    for (const text of [JSON.stringify(json), JSON.stringify(json, undefined, 2)])
      expect(await read(text)).toEqual(BOTH)
  })

  it('may have gaps, which are no zeros', async () => {
    const [first] = frames
    const text = JSON.stringify(answer({ ...first, data: { values: [stamps, [1, null, 3]] } }))
    expect(await read(text)).toMatchObject({ pods: [['api-0', { times: [AT, AT + 30], values: [1, 3] }, undefined]] })
  })

  it('without the names of metrics say that rate() has lost the counters', async () => {
    const rate = { schema: { fields: [time, number({ pod: 'a' })] }, data: { values: [stamps, [1, 2, 3]] } }
    expect(await read(JSON.stringify(answer(rate)))).toMatch(/rate\(\) and recording rules lose the counters/)
    expect(await read(JSON.stringify(answer(...frames, rate)))).toEqual({
      ...BOTH,
      problems: [expect.stringContaining('rate()')],
    })
  })
})
