import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDraft } from '../../src/gctrace/columns.ts'
import { FastLineReader } from '../../src/gctrace/fast-line.ts'
import { GcLineReader } from '../../src/gctrace/gc-line.ts'
import { gcLine } from './support.ts'

/** A time as Go prints it: at most three decimals, whole from 10 ms on. */
const time = fc.oneof(
  fc.integer({ min: 10, max: 4_000_000 }).map(String),
  fc.integer({ min: 1, max: 99 }).map((n) => (n / 10).toFixed(1)),
  fc.integer({ min: 1, max: 999 }).map((n) => (n / 1000).toFixed(3)),
  fc.constant('0'),
)
const size = fc.integer({ min: 0, max: 16_777_216 })
const line = fc
  .record({
    number: fc.integer({ min: 1, max: 99_999_999 }),
    start: fc.integer({ min: 0, max: 999_999_999 }).map((ms) => (ms / 1000).toFixed(3)),
    percent: fc.integer({ min: 0, max: 100 }),
    times: fc.array(time, { minLength: 8, maxLength: 8 }),
    sizes: fc.array(size, { minLength: 6, maxLength: 6 }),
    procs: fc.integer({ min: 1, max: 4096 }),
    hasStacks: fc.boolean(),
    forced: fc.boolean(),
  })
  .map(({ number, start, percent, times: t, sizes: s, procs, hasStacks, forced }) => {
    const stacks = hasStacks ? ` ${s[4]} MB stacks, ${s[5]} MB globals,` : ''
    return `gc ${number} @${start}s ${percent}%: ${t[0]}+${t[1]}+${t[2]} ms clock, ${t[3]}+${t[4]}/${t[5]}/${t[6]}+${t[7]} ms cpu, ${s[0]}->${s[1]}->${s[2]} MB, ${s[3]} MB goal,${stacks} ${procs} P${forced ? ' (forced)' : ''}`
  })

function read(reader: 'fast' | 'tolerant', text: string) {
  const draft = createDraft()
  if (reader === 'fast') return { end: new FastLineReader(draft).readText(text, 0), draft }
  const tolerant = new GcLineReader(draft)
  return { end: tolerant.read(text, 0) === 'ok' ? tolerant.at : -1, draft }
}

describe('the fast way of reading a line', () => {
  it('reads what the tolerant one reads, to the last digit', () => {
    fc.assert(
      fc.property(line, (text) => {
        expect(read('fast', text)).toEqual(read('tolerant', text))
      }),
    )
  })

  it('leaves to the tolerant one whatever is not as Go writes it', () => {
    const fine = gcLine(3, 1.5)
    expect(read('fast', fine).end).toBe(fine.length)
    for (const odd of [
      fine.replace(' P', ''),
      fine.replace('gc ', 'gc  '),
      fine.replace('->', '→'),
      fine.slice(0, 80),
      // Longer than a column of microseconds holds: 71 minutes.
      fine.replace('5.3', '4294968'),
      '',
    ])
      expect(read('fast', odd).end).toBe(-1)
  })

  it('like the other one takes the longest times that there is room for, and none beyond', () => {
    const fine = gcLine(3, 900_000)
    for (const [written, isRead] of [
      ['4294967.294', true],
      ['4294967.295', false],
    ] as const)
      for (const reader of ['fast', 'tolerant'] as const) {
        const text = fine.replace('0.9+0.10', `${written}+0.10`)
        expect(read(reader, text).end).toBe(isRead ? text.length : -1)
      }
  })
})
