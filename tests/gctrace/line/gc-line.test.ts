import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDraft } from '../../../src/gctrace/columns.ts'
import { GcLineReader } from '../../../src/gctrace/line/gc-line.ts'
import { gcLine, problemCounts, readLog } from '../support.ts'

/** A time as Go prints it: at most three decimals, whole from 10 ms on. */
const time = fc.oneof(
  fc.integer({ min: 10, max: 4_000_000 }).map(String),
  fc.integer({ min: 1, max: 99 }).map((n) => (n / 10).toFixed(1)),
  fc.integer({ min: 1, max: 999 }).map((n) => (n / 1000).toFixed(3)),
  fc.constantFrom('0', '0.0', '4294967', '4294967.294', '4294967.295', '1.'),
)
const size = fc.oneof(fc.integer({ min: 0, max: 16_777_216 }), fc.constantFrom(0, 999_999_999, 4294967294, 4294967295))
const goal = fc.oneof(size, fc.constantFrom(17592186044415, 17592186044416))
const line = fc
  .record({
    number: fc.integer({ min: 0, max: 99_999_999 }),
    start: fc.oneof(
      fc.integer({ min: 0, max: 999_999_999 }).map((ms) => (ms / 1000).toFixed(3)),
      fc.constantFrom('0', '18445023415.341', '-0.5', '1.23456789'),
    ),
    percent: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(-3, 2.5, 4294967280)),
    times: fc.array(time, { minLength: 8, maxLength: 8 }),
    sizes: fc.array(size, { minLength: 5, maxLength: 5 }),
    goal,
    procs: fc.integer({ min: 1, max: 4096 }),
    hasStacks: fc.boolean(),
    forced: fc.constantFrom('', '', ' (forced)', '  (forced)', ' (Forced)', '(forced)', ' (x', '\\u0028forced)'),
  })
  .map(({ number, start, percent, times: t, sizes: s, goal, procs, hasStacks, forced }) => {
    const stacks = hasStacks ? ` ${s[3]} MB stacks, ${s[4]} MB globals,` : ''
    return `gc ${number} @${start}s ${percent}%: ${t[0]}+${t[1]}+${t[2]} ms clock, ${t[3]}+${t[4]}/${t[5]}/${t[6]}+${t[7]} ms cpu, ${s[0]}->${s[1]}->${s[2]} MB, ${goal} MB goal,${stacks} ${procs} P${forced}`
  })

/** Changes that a line may have suffered. */
const FORMS: readonly (readonly [string, (text: string) => string])[] = [
  ['as Go prints it', (text) => text],
  [
    'of Go 1.5',
    (text) => text.replace(' ms clock', '+2.5+0.10 ms clock').replace(/clock, ([^+]+)/, 'clock, $1+0.2+0.3'),
  ],
  ['with five times on the clock alone', (text) => text.replace(' ms clock', '+2.5+0.10 ms clock')],
  ['looking for leaks', (text) => text.replace('%:', '% (checking for goroutine leaks):')],
  ['MiB for MB', (text) => text.replaceAll(' MB', ' MiB')],
  ['with spaces of its own', (text) => text.replaceAll(' MB', '\t MB ').replaceAll(', ', ',')],
  ['in capitals', (text) => text.replace('cpu', 'CPU').replace('goal', 'Goal')],
  ['before other words', (text) => `${text} done`],
  ['before a bracket', (text) => `${text}\t(`],
]

describe('a gc line', () => {
  it.each(FORMS)('is read the same by the regular expression and step by step: %s', (_, form) => {
    const [whole, steps] = [createDraft(), createDraft()]
    const [matched, stepped] = [new GcLineReader(whole), new GcLineReader(steps)]
    fc.assert(
      fc.property(line, (text) => {
        if (!matched.readCommon(form(text), 0)) return
        expect(stepped.readSteps(form(text), 0)).toBe('ok')
        expect([whole, matched.at]).toEqual([steps, stepped.at])
      }),
      { numRuns: 200 },
    )
  })

  it.each(FORMS.slice(0, 2))('is matched whole where it is as Go prints it: %s', (_, form) => {
    for (const text of [gcLine(7, 1.5), `${gcLine(7, 1.5)} (forced)`, gcLine(7, 1.5).replaceAll('->', '-\\u003e')])
      expect(new GcLineReader(createDraft()).readCommon(form(text), 0), text).toBe(true)
  })

  it('is reported as cut wherever it ends too early, with what should follow', () => {
    const text = gcLine(3, 1.5)
    const reader = new GcLineReader(createDraft())
    for (let length = 6; length < text.length - 1; length++) {
      expect(reader.read(text.slice(0, length), 0), text.slice(0, length)).toBe('cut')
      expect(reader.expected).not.toBe('')
    }
  })

  it('accepts the longest times that fit the columns, and no longer ones', () => {
    const withTime = (written: string) => gcLine(3, 900_000).replace('0.9+0.10', `${written}+0.10`)
    const reader = new GcLineReader(createDraft())
    expect(reader.read(withTime('4294967.294'), 0)).toBe('ok')
    expect(reader.read(withTime('4294967.295'), 0)).toBe('bad')
  })

  it.each([4294967280, 2147483648, -2147483649, -3, 2.5])(
    'says a GC share of %s percent as it is written',
    (percent) => {
      const log = readLog(gcLine(1, 1).replace('3%', `${percent}%`))
      expect([...log.columns.gcPercentSoFar]).toEqual([percent])
      expect(problemCounts(log)).toEqual({})
    },
  )
})
