import { expect, it } from 'vitest'
import { factsForAdvice } from '../../src/known/asked.ts'
import { toKnown } from '../../src/known/known.ts'
import type { QuantityKey } from '../../src/known/quantities.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { toRun } from '../tools/evidence-services.ts'

/** Two scrapes of a process that ran with GOGC=100 and had 101 MiB. */
const RUN = toRun(
  [0, 10].map((seconds) => ({
    seconds: 3600 + seconds,
    values: new Map<Field, number>([
      ['goal', 94 * MIB],
      ['heapAlloc', 70 * MIB],
      ['allocTotal', (1000 + 200 * seconds) * MIB],
      ['cycles', 100 + 5 * seconds],
      ['sys', 98 * MIB],
      ['resident', 101 * MIB],
      ['gogc', 100],
      ['memoryLimit', 2 ** 63],
      ['procs', 2],
    ]),
  })),
)

/** What is predicted of a container of 90 MiB, less than the process had. */
function predict(typed: Partial<Record<QuantityKey, number>>) {
  const program = programOf(toKnown({ runs: [RUN], manifests: [], typed }))
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return finish(searchKnown(program.value, (scenario) => ({ ...scenario, containerLimit: toLimit(90 * MIB) })))
}

it('memory measured under another GOGC does not count for the typed GOGC', () => {
  const seenAbove = expect.stringMatching(/^with this GOGC and GOMEMLIMIT the process had .* than this container holds/)
  expect(toWarnings(predict({}))).toContainEqual(seenAbove)
  expect(toWarnings(predict({ gogc: 100 }))).toContainEqual(seenAbove)
  const other = predict({ gogc: 20 })
  expect(toWarnings(other)).not.toContainEqual(seenAbove)
  expect(other.outcomes['oom-killed']).toBeLessThan(0.5)
  expect(other.spread.peakContainerBytes.likely).toBeLessThan(85 * MIB)
  expect(toWarnings(predict({ memoryLimit: 80 * MIB }))).not.toContainEqual(seenAbove)
})

function factsOf(typed: Partial<Record<QuantityKey, number>>) {
  const program = programOf(
    toKnown({ runs: [], manifests: [], typed: { liveHeap: 180 * MIB, allocRate: 300 * MIB, ...typed } }),
  )
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return factsForAdvice(program.value, [])
}

it('advice gives rough prices if no input shows how busy the program itself keeps the CPUs', () => {
  expect(factsOf({}).isBusyAssumed).toBe(true)
  expect(factsOf({ busyProcs: 1 }).isBusyAssumed).toBe(false)
})

it('advice gives no GOMAXPROCS to copy that is only assumed', () => {
  const unknown = (typed: Parameters<typeof factsOf>[0]) => factsOf(typed).unknown
  expect(unknown({})).toEqual(['procs'])
  expect(unknown({ procs: 4 })).toEqual([])
  // Go takes it from the quota.
  expect(unknown({ cpuQuota: 2 })).toEqual([])
})
