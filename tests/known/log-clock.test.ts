import { describe, expect, it } from 'vitest'
import { toKnown } from '../../src/known/known.ts'
import { betterFor } from '../../src/known/quantities.ts'
import { readEvidence } from './read-evidence.ts'

/** 100 cycles; the 5th starts at 1.172 s, the 85th at 17.172. */
const LOG = Array.from({ length: 100 }, (_, i) => {
  const seconds = (0.372 + 0.2 * i).toFixed(3)
  return `gc ${i + 1} @${seconds}s 1%: 0.03+2.0+0.01 ms clock, 0.06+0.1/2.0/1.0+0.02 ms cpu, 60->62->30 MB, 61 MB goal, 0 MB stacks, 0 MB globals, 2 P`
}).join('\n')
const scrape = (cycles: number) =>
  `go_memstats_alloc_bytes_total ${cycles * 32e6}\nprocess_cpu_seconds_total ${0.1 * cycles}\ngo_gc_cycles_total_gc_cycles_total ${cycles}\n`

const runOf = async (texts: readonly string[], interval?: number) => (await readEvidence(texts, {}, interval)).runs[0]!

describe('scrapes without times beside a log', () => {
  it('have the times of the GC cycles that they counted', async () => {
    const { clock, scrapes } = await runOf([LOG, scrape(5), scrape(85)])
    expect(clock).toBe('log')
    expect(scrapes.map(({ seconds }) => seconds)).toEqual([1.172, 17.172])
  })

  it('show busy CPUs, which they do not without any times', async () => {
    const surenessOf = async (...texts: string[]) =>
      toKnown(await readEvidence(texts)).quantities.find(({ key }) => key === 'busyProcs')?.sureness
    expect(await surenessOf(LOG, scrape(5), scrape(85))).not.toBe('assumed')
    expect(await surenessOf(LOG, scrape(5), scrape(101))).toBe('assumed')
  })

  it('have no times if the log does not have their cycles, or if no log is there', async () => {
    for (const texts of [
      [LOG, scrape(5), scrape(101)],
      [scrape(5), scrape(85)],
    ])
      expect((await runOf(texts)).clock).toBe('none')
  })

  it('are as far apart as the user says', async () => {
    expect((await runOf([LOG, scrape(5), scrape(85)], 15)).clock).toBe('interval')
  })
})

it('two scrapes without times ask for the seconds between them, not for two scrapes', () => {
  const asked = betterFor('busyProcs')
  expect(asked).toContain('two scrapes')
  expect(betterFor('busyProcs', { scrapes: 2, clock: 'none' })).toBe('the seconds between the scrapes')
  expect(betterFor('busyProcs', { scrapes: 2, clock: 'stamps' })).toBe(asked)
  expect(betterFor('busyProcs', { scrapes: 1, clock: 'none' })).toBe(asked)
  expect(betterFor('gogc', { scrapes: 2, clock: 'none' })).toBe(betterFor('gogc'))
})
