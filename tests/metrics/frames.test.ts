import { describe, expect, it } from 'vitest'
import { AT, BOTH, readPods, series, TIMES } from './two-pods.ts'

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
      expect(await readPods(text)).toEqual(BOTH)
  })

  it('may have gaps, which are no zeros', async () => {
    const [first] = frames
    const text = JSON.stringify(answer({ ...first, data: { values: [stamps, [1, null, 3]] } }))
    expect(await readPods(text)).toMatchObject({
      pods: [['api-0', { times: [AT, AT + 30], values: [1, 3] }, undefined]],
    })
  })

  it('without the names of metrics say that rate() has lost the counters', async () => {
    const rate = { schema: { fields: [time, number({ pod: 'a' })] }, data: { values: [stamps, [1, 2, 3]] } }
    expect(await readPods(JSON.stringify(answer(rate)))).toMatch(/rate\(\) and recording rules lose the counters/)
    expect(await readPods(JSON.stringify(answer(...frames, rate)))).toEqual({
      ...BOTH,
      problems: [expect.stringContaining('rate()')],
    })
  })
})
