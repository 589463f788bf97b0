import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainLine } from '../../../src/gctrace/show/explain-line.ts'
import { cyclesOf, gcLine, readLog } from '../support.ts'

/** Pieces of real logs, so that random text comes near to being a gc line. */
const piece = fc.oneof(
  fc.constantFrom(
    'gc ',
    'gc 1 @',
    '@0.1s',
    ' 3%: ',
    '+',
    '/',
    '->',
    ' ms clock, ',
    ' ms cpu, ',
    ' MB',
    ' P',
    '\n',
    '\r\n',
  ),
  fc.constantFrom(
    '(forced)',
    '&gt;',
    '\\u003e',
    '\u001b[0m',
    '\0',
    '\u00a0',
    '→',
    '> ',
    '# ',
    'pacer: ',
    'scvg',
    '{"log":"',
  ),
  fc.constantFrom(gcLine(1, 0.5), gcLine(2, 1), `${gcLine(3, 1.5)}\n`),
  fc.integer({ min: -9, max: 1e15 }).map(String),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const anyLog = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''))

describe('reading anything', () => {
  it('never throws, and returns only numbers as figures', () => {
    fc.assert(
      fc.property(anyLog, (text) => {
        const log = readLog(text)
        const figures = cyclesOf(log.columns).flatMap((cycle) => Object.values(cycle))
        expect(figures.filter((value) => typeof value === 'number' && !Number.isFinite(value))).toEqual([])
        expect(log.runs.reduce((sum, { cycles }) => sum + cycles, 0)).toBe(log.columns.count)
      }),
      { numRuns: 600 },
    )
  })

  it('does not depend on where the pieces of a file end', () => {
    fc.assert(
      fc.property(anyLog, fc.integer({ min: 1, max: 50 }), (text, length) => {
        expect(readLog(text, length)).toEqual(readLog(text))
      }),
      { numRuns: 300 },
    )
  })

  it('survives any change of a few characters of a real line', () => {
    const line = `${gcLine(4, 2)}\n`
    const change = fc.record({
      at: fc.nat({ max: line.length - 1 }),
      removed: fc.nat({ max: 5 }),
      put: fc.string({ unit: 'binary', maxLength: 5 }),
    })
    fc.assert(
      fc.property(fc.array(change, { minLength: 1, maxLength: 4 }), (changes) => {
        let text = line
        for (const { at, removed, put } of changes) text = text.slice(0, at) + put + text.slice(at + removed)
        // Whatever the damage, the next line is read.
        expect(readLog(`${text}\n${line}`).columns.count).toBeGreaterThan(0)
        explainLine(text)
      }),
      { numRuns: 600 },
    )
  })

  it('returns no span outside the line', () => {
    fc.assert(
      fc.property(anyLog, (text) => {
        let end = 0
        for (const span of explainLine(text)) {
          expect(span.start).toBeGreaterThanOrEqual(end)
          expect(span.end).toBeGreaterThan(span.start)
          expect(span.end).toBeLessThanOrEqual(text.length)
          end = span.start
        }
      }),
      { numRuns: 400 },
    )
  })

  /*
   * Each of these repeats text that a careless pattern would scan again and again: some 10⁹ steps in a line of 60,000
   * characters, so minutes instead of an instant. The test’s own time limit judges.
   */
  it.each([
    ['gc', 'gc '],
    ['digits', '1234567890'],
    ['spaces', ' '],
    ['entities', '&gt;'],
    ['ampersands', '&'],
    ['brackets', '['],
    ['colours', '\u001b['],
    ['backslashes', '\\u00'],
    ['times', '11:02:33 '],
    ['dates', '2026-03-04T'],
    ['JSON', '{"pod":"x'],
    ['quotes', '"'],
    ['old lines', 'gc1(1'],
    ['pacers', 'pacer:'],
    ['GC forced', 'GC forced '],
    ['gc numbers', 'gc 1 '],
    ['gc heads', 'gc 1 @'],
    ['half lines', 'gc 1 @0.1s 3% ('],
  ])('takes its time in proportion, whatever repeats: %s', (_, unit) => {
    const long = unit.repeat(Math.floor(60_000 / unit.length))
    for (const text of [long, `${long}${gcLine(1, 1)}`, `{"log":"${long}${gcLine(1, 1)}`, `${gcLine(1, 1)}${long}é`])
      for (let i = 0; i < 5; i++) readLog(`${text}\n`)
  })
})
