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

describe('what VictoriaMetrics exports', () => {
  const lines = series.map(({ labels, values }) =>
    JSON.stringify({ metric: labels, values, timestamps: TIMES.map((seconds) => 1000 * seconds) }),
  )

  it('is read line by line, also of one series', async () => {
    expect(await read(`${lines.join('\n')}\n`)).toEqual(BOTH)
    expect(await read(lines[0]!)).toMatchObject({
      pods: [['api-0', { times: TIMES, values: [1000, 1001, 1002] }, undefined]],
    })
  })

  it('may have a series in several lines, and gaps', async () => {
    const part = (from: number) => ({
      metric: { __name__: NAMES[0], pod: 'a' },
      values: [from, null],
      timestamps: [from * 1000, 9],
    })
    const found = await read([part(1), part(2)].map((one) => JSON.stringify(one)).join('\n'))
    expect(found).toEqual({ pods: [['a', { times: [1, 2], values: [1, 2] }, undefined]], problems: [] })
  })

  it('says that it is cut off', async () => {
    const found = await read(lines.join('\n').slice(0, -20))
    expect(found).toMatchObject({ problems: ['its JSON is cut off: only the part before the cut was read'] })
  })
})
