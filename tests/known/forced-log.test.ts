import { expect, it } from 'vitest'
import { toEvidence } from '../../src/known/evidence.ts'
import { readText } from '../metrics/read.ts'

const FORCED = Array.from(
  { length: 20 },
  (_, i) =>
    `gc ${i + 1} @${(0.2 * (i + 1)).toFixed(3)}s 2%: 0.02+2.0+0.02 ms clock, 0.04+0/2.0/0+0.04 ms cpu, 30->30->20 MB, 40 MB goal, 0 MB stacks, 0 MB globals, 2 P (forced)`,
).join('\n')
const SCRAPE = 'go_memstats_alloc_bytes_total 1e9\ngo_memstats_next_gc_bytes 8e7\n'

/** The problems of these inputs together. */
async function problemsOf(...texts: readonly string[]) {
  const inputs = await Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
  const evidence = toEvidence(inputs, {})
  return evidence.ok ? [] : evidence.problems.map(({ message }) => message)
}

it('a log of forced cycles alone is refused, and other inputs beside it count once it is left out', async () => {
  const why = 'there is no cycle to calibrate on: all cycles in the log were forced'
  expect(await problemsOf(FORCED)).toEqual([why])
  expect(await problemsOf(FORCED, SCRAPE)).toEqual([`${why}. Leave the log out: the other inputs count without it`])
  expect(await problemsOf(SCRAPE)).toEqual([])
})
