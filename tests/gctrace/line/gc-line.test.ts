import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDraft } from '../../../src/gctrace/columns.ts'
import { GcLineReader } from '../../../src/gctrace/line/gc-line.ts'
import { gcLine, problemCounts, readLog } from '../support.ts'

/** The figures of a gc line. */
interface Figures {
  readonly number: number
  readonly start: string
  readonly percent: number
  readonly times: readonly string[]
  readonly sizes: readonly number[]
  readonly goal: number
  readonly procs: number
  readonly hasStacks: boolean
  readonly forced: string
}

/** Three decimals at most, and whole from 10 ms on. */
const printedTime = fc.oneof(
  fc.integer({ min: 10, max: 999_999 }).map(String),
  fc.integer({ min: 1, max: 99 }).map((n) => (n / 10).toFixed(1)),
  fc.integer({ min: 1, max: 999 }).map((n) => (n / 1000).toFixed(3)),
  fc.constantFrom('0', '0.0'),
)
const printedSize = fc.oneof(fc.integer({ min: 0, max: 16_777_216 }), fc.constantFrom(0, 999_999_999))
const printedStart = fc.integer({ min: 0, max: 999_999_999 }).map((ms) => (ms / 1000).toFixed(3))

const figuresOf = (time: fc.Arbitrary<string>, size: fc.Arbitrary<number>) => ({
  number: fc.integer({ min: 0, max: 99_999_999 }),
  start: printedStart,
  percent: fc.integer({ min: 0, max: 100 }),
  times: fc.array(time, { minLength: 8, maxLength: 8 }),
  sizes: fc.array(size, { minLength: 5, maxLength: 5 }),
  goal: fc.oneof(size, fc.constant(17592186044415)),
  procs: fc.integer({ min: 1, max: 4096 }),
  hasStacks: fc.boolean(),
  forced: fc.constantFrom('', ' (forced)'),
})

/** As Go prints a line. */
const printed: fc.Arbitrary<Figures> = fc.record(figuresOf(printedTime, printedSize))

/** With figures that are too large, and forms that Go does not print. */
const odd: fc.Arbitrary<Figures> = fc.record({
  ...figuresOf(
    fc.oneof(printedTime, fc.constantFrom('4000000', '4294967', '4294967.294', '4294967.295', '1.')),
    fc.oneof(printedSize, fc.constantFrom(4294967294, 4294967295)),
  ),
  start: fc.oneof(printedStart, fc.constantFrom('0', '18445023415.341', '-0.5', '1.23456789')),
  percent: fc.oneof(fc.integer({ min: 0, max: 100 }), fc.constantFrom(-3, 2.5, 4294967280)),
  goal: fc.oneof(printedSize, fc.constantFrom(17592186044415, 17592186044416)),
  forced: fc.constantFrom('', ' (forced)', '  (forced)', ' (Forced)', '(forced)', ' (x', '\\u0028forced)'),
})

const line = fc
  .oneof(printed, odd)
  .map(({ number, start, percent, times: t, sizes: s, goal, procs, hasStacks, forced }) => {
    const stacks = hasStacks ? ` ${s[3]} MB stacks, ${s[4]} MB globals,` : ''
    return `gc ${number} @${start}s ${percent}%: ${t[0]}+${t[1]}+${t[2]} ms clock, ${t[3]}+${t[4]}/${t[5]}/${t[6]}+${t[7]} ms cpu, ${s[0]}->${s[1]}->${s[2]} MB, ${goal} MB goal,${stacks} ${procs} P${forced}`
  })

type Form = readonly [name: string, form: (text: string) => string]

/** Changes after which a line may still have the common form. */
const COMMON_FORMS: readonly Form[] = [
  ['as Go prints it', (text) => text],
  [
    'of Go 1.5',
    (text) => text.replace(' ms clock', '+2.5+0.10 ms clock').replace(/clock, ([^+]+)/, 'clock, $1+0.2+0.3'),
  ],
  ['looking for leaks', (text) => text.replace('%:', '% (checking for goroutine leaks):')],
  ['MiB for MB', (text) => text.replaceAll(' MB', ' MiB')],
  ['before other words', (text) => `${text} done`],
  ['before a bracket', (text) => `${text}\t(`],
]

/** Changes after which no line has it. */
const OTHER_FORMS: readonly Form[] = [
  ['with five times on the clock alone', (text) => text.replace(' ms clock', '+2.5+0.10 ms clock')],
  ['with spaces of its own', (text) => text.replaceAll(' MB', '\t MB ').replaceAll(', ', ',')],
  ['in capitals', (text) => text.replace('cpu', 'CPU').replace('goal', 'Goal')],
]

describe('a gc line', () => {
  it.each(COMMON_FORMS)('is read the same by the regular expression and step by step: %s', (_, form) => {
    const [whole, steps] = [createDraft(), createDraft()]
    const [matched, stepped] = [new GcLineReader(whole), new GcLineReader(steps)]
    let matches = 0
    fc.assert(
      fc.property(line, (text) => {
        if (!matched.readCommon(form(text), 0)) return
        matches++
        expect(stepped.readSteps(form(text), 0)).toBe('ok')
        expect([whole, matched.at]).toEqual([steps, stepped.at])
      }),
      { numRuns: 200 },
    )
    expect(matches).toBeGreaterThan(10)
  })

  it.each(OTHER_FORMS)('is left to the steps where the regular expression does not match: %s', (_, form) => {
    const draft = createDraft()
    const reader = new GcLineReader(draft)
    fc.assert(fc.property(line, (text) => !reader.readCommon(form(text), 0)))
    expect(draft).toEqual(createDraft())
  })

  it.each(COMMON_FORMS.slice(0, 2))('is matched whole where it is as Go prints it: %s', (_, form) => {
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

  it('is cut within a remark, but not where a bracket holds more than any remark of Go', () => {
    const reader = new GcLineReader(createDraft())
    expect(reader.read('gc 3 @1.5s 3% (checking for', 0)).toBe('cut')
    expect(reader.read(`gc 3 @1.5s 3% (${'checking '.repeat(7)}`, 0)).toBe('bad')
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
