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
   * Each of these repeats text that careless code would scan again and again. Of a line twice as long, the reader then
   * looks at four times as many characters.
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
  ])('looks at characters in proportion to the length, whatever repeats: %s', (_, unit) => {
    const long = unit.repeat(Math.floor(10_000 / unit.length))
    const forms = [
      (text: string) => text,
      (text: string) => `${text}${gcLine(1, 1)}`,
      (text: string) => `{"log":"${text}${gcLine(1, 1)}`,
      (text: string) => `${gcLine(1, 1)}${text}é`,
      (text: string) => `${text})`,
    ]
    for (const form of forms) {
      const once = charactersLookedAt(() => readLog(`${form(long)}\n`))
      const twice = charactersLookedAt(() => readLog(`${form(long + long)}\n`))
      expect(once).toBeGreaterThan(long.length)
      expect(twice / once).toBeLessThan(2.1)
    }
  })
})

/**
 * How many characters are looked at, one by one, in a search for a string, or by a regular expression from where it
 * starts to where its match ends. What an expression looks at twice in one search is not seen here.
 */
function charactersLookedAt(run: () => void): number {
  const { charCodeAt, indexOf } = String.prototype
  const { exec } = RegExp.prototype
  let count = 0
  String.prototype.charCodeAt = function (this: string, at) {
    count++
    return charCodeAt.call(this, at)
  }
  String.prototype.indexOf = function (this: string, sought, from = 0) {
    const found = indexOf.call(this, sought, from)
    count += (found < 0 ? this.length : found + sought.length) - from
    return found
  }
  // All methods that take a regular expression call this one.
  RegExp.prototype.exec = function (this: RegExp, text) {
    const from = this.global || this.sticky ? this.lastIndex : 0
    const found = exec.call(this, text)
    if (found) count += found.index + found[0].length - from
    else if (!this.sticky) count += text.length - from
    return found
  }
  try {
    run()
  } finally {
    Object.assign(String.prototype, { charCodeAt, indexOf })
    Object.assign(RegExp.prototype, { exec })
  }
  return count
}
