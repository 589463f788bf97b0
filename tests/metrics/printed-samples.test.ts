import { expect, it } from 'vitest'
import { readText } from './read.ts'

/** What Go 1.26.8 printed of three samples, and of a histogram, which has no number. */
const PRINTED = {
  '%+v':
    '[{Name:/gc/heap/live:bytes Value:{kind:1 scalar:79432 pointer:<nil>}} {Name:/gc/gomemlimit:bytes Value:{kind:1 scalar:9223372036854775807 pointer:<nil>}} {Name:/cpu/classes/gc/total:cpu-seconds Value:{kind:2 scalar:4572564677798855742 pointer:<nil>}} {Name:/sched/latencies:seconds Value:{kind:3 scalar:0 pointer:0x1a7f16d4abd0}}]\n',
  '%v': '[{/gc/heap/live:bytes {1 79432 <nil>}} {/gc/gomemlimit:bytes {1 9223372036854775807 <nil>}} {/cpu/classes/gc/total:cpu-seconds {2 4572564677798855742 <nil>}} {/sched/latencies:seconds {3 0 0x1a7f16d4abd0}}]\n',
  '%+v of each':
    '{Name:/gc/heap/live:bytes Value:{kind:1 scalar:79432 pointer:<nil>}}\n{Name:/gc/gomemlimit:bytes Value:{kind:1 scalar:9223372036854775807 pointer:<nil>}}\n{Name:/cpu/classes/gc/total:cpu-seconds Value:{kind:2 scalar:4572564677798855742 pointer:<nil>}}\n',
}

async function dumpsIn(text: string) {
  const read = await readText(text)
  if (!read.ok || !('metrics' in read.value)) throw new Error('it was not read')
  const { kind, metrics } = read.value
  return metrics.processes.map(({ columns }) => ({
    kind,
    live: columns.get('heapLive')?.values[0],
    limit: columns.get('memoryLimit')?.values[0],
    gcCpu: columns.get('gcCpu')?.values[0],
  }))
}

it.each(Object.entries(PRINTED))('samples of runtime/metrics are read as %s prints them', async (_, text) => {
  const dump = { kind: 'runtime-metrics', live: 79432, limit: 2 ** 63, gcCpu: 0.005130146 }
  expect(await dumpsIn(text)).toEqual([dump])
  expect(await dumpsIn(`2026/12/01 03:00:00 before ${text}2026/12/01 03:01:00 after ${text}`)).toEqual([dump, dump])
})
