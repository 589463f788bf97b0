import { expect, it } from 'vitest'
import { readText } from './read.ts'

it.each([
  'Alloc = 928 MiB\tTotalAlloc = 4588 MiB\tSys = 3042 MiB\tNumGC = 13\n',
  '2025/08/08 16:27:49 INFO memory stats heapAlloc="2.2 MiB" heapSys="7.2 MiB" numGC=1 nextGC="4.2 MiB"\n',
  'Alloc:         16.9 GB      HeapObjects:  128M\nHeapInuse:     21.0 GB      TotalAlloc:   20 TB\n',
  'Alloc = 11.748207 MiB\nTotalAlloc = 26889.293198 MiB\nNextGC = 19.124771 MiB\n',
  '# runtime.MemStats\n# Alloc = 0.46 GB\n# HeapAlloc = 0.46 GB\n# MCache = 83328 / 98304\n# LastGC = 1653288332185470574\n',
])('a runtime.MemStats whose sizes are rounded is refused: %j', async (text) => {
  expect(await readText(text)).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringMatching(/are rounded to a larger unit, .* paste the JSON of \/debug\/vars/) }],
  })
})

it('a runtime.MemStats in a larger unit is read if it shows every byte', async () => {
  const text =
    ' TotalAlloc = 26889.293197631836 MiB\n NumGC = 161\n NextGC = 19.124771118164062 MiB\n HeapInuse = 17 MiB\n'
  const read = await readText(text)
  const columns = read.ok && 'metrics' in read.value ? read.value.metrics.processes[0]?.columns : undefined
  const figures = [...(columns ?? [])].map(([field, { values }]) => [field, values[0]])
  expect(Object.fromEntries(figures)).toEqual({
    allocTotal: 28_195_467_504,
    cycles: 161,
    goal: 20_053_776,
    heapInuse: 17 * 2 ** 20,
  })
})
