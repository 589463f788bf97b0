import { describe, expect, it } from 'vitest'
import { runsOf } from '../../src/known/evidence.ts'
import { readText } from './read.ts'

const CPU = 'container_cpu_usage_seconds_total'
const AT = 1_782_468_872

async function cpuSeconds(text: string) {
  const read = await readText(text)
  if (!read.ok) throw new Error(read.problems[0]?.message)
  return runsOf([{ name: 'cadvisor', read: read.value }])[0]?.scrapes.map(({ values }) => values.get('processCpu'))
}

describe('the CPU time of a container by CPU', () => {
  const line = (cpu: string, value: number, seconds: number) =>
    `${CPU}{cpu="${cpu}",id="/docker/abc",name="api"} ${value} ${1000 * seconds}\n`
  const scrape = (seconds: number, ...values: number[]) =>
    values.map((value, i) => line(`cpu0${i}`, value, seconds)).join('')

  it('is the sum of all CPUs', async () => {
    expect(await cpuSeconds(scrape(AT, 40, 30, 20, 10))).toEqual([100])
    expect(await cpuSeconds(scrape(AT, 40, 30) + scrape(AT + 60, 41, 33))).toEqual([70, 74])
    const result = ['cpu00', 'cpu01'].map((cpu, i) => ({
      metric: { __name__: CPU, cpu, id: '/docker/abc', name: 'api' },
      values: [
        [AT, `${40 - i}`],
        [AT + 60, `${50 - i}`],
      ],
    }))
    const range = JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })
    expect(await cpuSeconds(range)).toEqual([79, 99])
  })

  it('is one figure of a scrape without times', async () => {
    const plain = scrape(AT, 40, 30, 20).replaceAll(/ \d+\n/g, '\n')
    expect(await cpuSeconds(plain)).toEqual([90])
  })

  it('is not added to that of all CPUs together', async () => {
    expect(await cpuSeconds(line('total', 100, AT) + scrape(AT, 60, 40))).toEqual([100])
    expect(await cpuSeconds(line('total', 100, AT))).toEqual([100])
  })
})
