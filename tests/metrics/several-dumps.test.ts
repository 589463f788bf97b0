import { describe, expect, it } from 'vitest'
import { readText } from './read.ts'

describe('dumps behind each other in one text', () => {
  const dump = (total: number) => ({ cmdline: ['a'], memstats: { TotalAlloc: total, HeapAlloc: 5, NumGC: total / 10 } })
  const totalsIn = async (text: string) => {
    const read = await readText(text)
    return read.ok && 'metrics' in read.value
      ? read.value.metrics.processes.map(({ columns }) => columns.get('allocTotal')?.values)
      : read
  }

  it('are as many dumps: /debug/vars', async () => {
    const lines = [dump(100), dump(300)].map((one) => JSON.stringify(one, undefined, 1))
    expect(await totalsIn(lines.join('\n'))).toEqual([[100], [300]])
  })

  it('are as many dumps: runtime/metrics, one a line', async () => {
    const lines = [1e6, 2e6].map((total) => JSON.stringify({ '/gc/heap/allocs:bytes': total, '/gc/gogc:percent': 100 }))
    expect(await totalsIn(`${lines.join('\n')}\n`)).toEqual([[1e6], [2e6]])
    const listed = [1e6, 2e6].map((total) => `/gc/heap/allocs:bytes: ${total}\n/gc/gogc:percent: 100\n`)
    expect(await totalsIn(listed.join('\n'))).toEqual([[1e6], [2e6]])
  })

  it.each([
    ['/debug/vars', [dump(100), dump(300)]],
    ['runtime.MemStats', [dump(100).memstats, dump(300).memstats]],
    ['runtime/metrics', [{ '/gc/heap/allocs:bytes': 100 }, { '/gc/heap/allocs:bytes': 300 }]],
  ])('are as many dumps in an array: %s', async (_, dumps) => {
    expect(await totalsIn(JSON.stringify(dumps, undefined, 1))).toEqual([[100], [300]])
    expect(await totalsIn(JSON.stringify(dumps.slice(1)))).toEqual([[300]])
    expect(await totalsIn(JSON.stringify([...dumps, ...dumps]).slice(0, -9))).toMatchObject({
      problems: [{ message: expect.stringContaining('cut') }],
    })
  })

  it.each([
    ['heap profiles', '# runtime.MemStats', ' ='],
    ['lists of figures', '', ' ='],
    ['lists of figures with colons', 'memory:', ':'],
  ])('are as many dumps: %s', async (_, header, sign) => {
    const lines = (total: number) => [`TotalAlloc${sign} ${total}`, `HeapAlloc${sign} 5`, `LastGC${sign} ${total}`]
    const text = [100, 300].flatMap((total) => [
      header,
      ...lines(total).map((line) => `# ${line}`),
      '',
      '1: 8 [1: 8] @ 0x1',
    ])
    expect(await totalsIn(text.join('\n'))).toEqual([[100], [300]])
  })

  it('are refused if one has no figures', async () => {
    expect(await totalsIn(`${JSON.stringify(dump(100))}\n{"memstats": {}}`)).toMatchObject({ ok: false })
  })
})
