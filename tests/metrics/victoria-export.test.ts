import { describe, expect, it } from 'vitest'
import { BOTH, NAMES, readPods, series, TIMES } from './two-pods.ts'

describe('what VictoriaMetrics exports', () => {
  const lines = series.map(({ labels, values }) =>
    JSON.stringify({ metric: labels, values, timestamps: TIMES.map((seconds) => 1000 * seconds) }),
  )

  it('is read line by line, also of one series', async () => {
    expect(await readPods(`${lines.join('\n')}\n`)).toEqual(BOTH)
    expect(await readPods(lines[0]!)).toMatchObject({
      pods: [['api-0', { times: TIMES, values: [1000, 1001, 1002] }, undefined]],
    })
  })

  it('may have a series in several lines, and gaps', async () => {
    const part = (from: number) => ({
      metric: { __name__: NAMES[0], pod: 'a' },
      values: [from, null],
      timestamps: [from * 1000, 9],
    })
    const found = await readPods([part(1), part(2)].map((one) => JSON.stringify(one)).join('\n'))
    expect(found).toEqual({ pods: [['a', { times: [1, 2], values: [1, 2] }, undefined]], problems: [] })
  })

  it('says that it is cut off', async () => {
    const found = await readPods(lines.join('\n').slice(0, -20))
    expect(found).toMatchObject({ problems: ['its JSON is cut off: only the part before the cut was read'] })
  })
})
