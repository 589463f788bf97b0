import { expect, it } from 'vitest'
import { readText } from './read.ts'

it.each([
  'Alloc = 928 MiB\tTotalAlloc = 4588 MiB\tSys = 3042 MiB\tNumGC = 13\n',
  '2025/08/08 16:27:49 INFO memory stats heapAlloc="2.2 MiB" heapSys="7.2 MiB" numGC=1 nextGC="4.2 MiB"\n',
  'Alloc:         16.9 GB      HeapObjects:  128M\nHeapInuse:     21.0 GB      TotalAlloc:   20 TB\n',
  '# runtime.MemStats\n# Alloc = 0.46 GB\n# HeapAlloc = 0.46 GB\n# MCache = 83328 / 98304\n# LastGC = 1653288332185470574\n',
])('a runtime.MemStats whose sizes are rounded is refused: %j', async (text) => {
  expect(await readText(text)).toMatchObject({
    ok: false,
    problems: [{ message: expect.stringMatching(/are rounded, and .* paste the JSON of \/debug\/vars/) }],
  })
})
