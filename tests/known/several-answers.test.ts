import { expect, it } from 'vitest'
import { runsOf } from '../../src/known/evidence.ts'
import { notesOf } from '../../src/known/input/read-input.ts'
import { find, toKnown } from '../../src/known/known.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'
import { readEvidence } from './read-evidence.ts'

const TIMES = [0, 1, 2, 3, 4].map((i) => 1.7e9 + 15 * i)
const LABELS = { job: 'api', instance: 'a:1' }

/** A series with a value for each of the times. */
function series(name: string, valueAt: (i: number) => number, labels: Record<string, string> = LABELS) {
  return {
    metric: { __name__: name, ...labels },
    values: TIMES.map((time, i) => [time, String(valueAt(i))]),
  }
}

const answer = (...result: ReturnType<typeof series>[]) =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })

const OF_GO = [
  series('go_gc_duration_seconds_count', (i) => 100 + 30 * i),
  series('go_info', () => 1, { ...LABELS, version: 'go1.26.0' }),
  series('go_memstats_alloc_bytes_total', (i) => 1e10 + 1.4e9 * i),
  series('go_memstats_next_gc_bytes', () => 100 * MIB),
  series('go_memstats_sys_bytes', () => 120 * MIB),
  series('go_memstats_heap_released_bytes', () => MIB),
  series('go_memstats_heap_idle_bytes', () => 5 * MIB),
  series('go_memstats_heap_inuse_bytes', () => 90 * MIB),
  series('go_memstats_heap_alloc_bytes', () => 80 * MIB),
]
const OF_PROCESS = [
  series('process_resident_memory_bytes', () => 600 * MIB),
  series('process_start_time_seconds', () => 1.6e9),
]
const BOTH = answer(...OF_GO, ...OF_PROCESS)

const knownOf = async (texts: readonly string[]) => toKnown(await readEvidence(texts))

it('two answers about one process tell the same as one, in either order', async () => {
  const whole = await knownOf([BOTH])
  expect(find(whole, 'outsideMemory')).toMatchObject({ sureness: 'derived' })
  for (const texts of [
    [answer(...OF_GO), answer(...OF_PROCESS)],
    [answer(...OF_PROCESS), answer(...OF_GO)],
  ])
    expect((await knownOf(texts)).quantities).toEqual(whole.quantities)
})

it('an answer for each metric tells the same as one answer', async () => {
  const texts = [...OF_GO, ...OF_PROCESS].map((one) => answer(one))
  expect((await knownOf(texts)).quantities).toEqual((await knownOf([BOTH])).quantities)
})

it('an answer that is given twice counts once', async () => {
  expect((await knownOf([BOTH, BOTH, answer(...OF_GO)])).quantities).toEqual((await knownOf([BOTH])).quantities)
})

it('an answer that has only a metric without use says so, and the others count', async () => {
  const text = answer(series('go_memstats_gc_sys_bytes', () => 4 * MIB))
  const read = await readText(text)
  expect(read.ok && notesOf(read.value)).toEqual([
    'it has only metrics that we do not use (such as go_memstats_gc_sys_bytes): answers are the same without it',
  ])
  expect((await knownOf([text, BOTH])).quantities).toEqual((await knownOf([BOTH])).quantities)
})

it.each([
  ['one with another metric of a program', answer(series('http_requests_total', (i) => i))],
  ['an empty one', answer()],
])('an answer without metrics of Go is refused: %s', async (_, text) => {
  expect(await readText(text)).toMatchObject({ ok: false })
})

it('of two names of a figure, in two answers, one counts at each time', async () => {
  // Read a moment later than MemStats.
  const other = answer(series('go_gc_heap_allocs_bytes_total', (i) => 1e10 + 1.4e9 * i + 4000))
  for (const texts of [
    [BOTH, other],
    [other, BOTH],
  ]) {
    const { runs } = await readEvidence(texts)
    expect(runs).toHaveLength(1)
    expect(runs[0]!.scrapes.map(({ values }) => values.get('allocTotal'))).toEqual(
      TIMES.map((_, i) => 1e10 + 1.4e9 * i + 4000),
    )
  }
})

it('answers with different figures at one time are not mixed: they may be of two processes', async () => {
  const other = answer(series('go_memstats_alloc_bytes_total', (i) => 2e10 + 1e6 * i))
  const inputs = await Promise.all(
    [BOTH, other].map(async (text) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: '', read: read.value }
    }),
  )
  const scrapes = runsOf(inputs).flatMap((run) => run.scrapes)
  expect(scrapes.filter(({ values }) => values.get('allocTotal')! >= 2e10)).toHaveLength(TIMES.length)
  expect(scrapes.filter(({ values }) => values.get('allocTotal')! < 2e10)).toHaveLength(TIMES.length)
})

it('answers whose counters fall again and again, put together by time, are of two processes', async () => {
  const another = series('go_memstats_alloc_bytes_total', (i) => 2e10 + 1e6 * i)
  const later = { ...another, values: another.values.map(([time, value]) => [Number(time) + 7, value!]) }
  const { runs } = await readEvidence([BOTH, answer(later)])
  // The newest counts.
  expect(runs[0]!.scrapes.map(({ values }) => values.get('allocTotal'))).toEqual(TIMES.map((_, i) => 2e10 + 1e6 * i))
})
