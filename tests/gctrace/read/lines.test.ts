import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FORMS, gcText } from '../../bench/reading-forms.ts'
import { gcLine, readLog } from '../support.ts'
import { damaged, filled, log, otherLog, PREFIXES, RESTS, structuredLog } from './drawn-logs.ts'

const toText = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

/** Cycles per gc line, where it is not one in each. */
const CYCLES: Readonly<Record<string, number>> = {
  'two in a line': 2,
  'nothing but other output': 0,
  'patched: two percentages': 0,
  'Go 1.4 (refused)': 0,
}

describe('the lines of a log', () => {
  it.each(Object.entries(FORMS))('are read whatever Go wrote them and whatever was done to them: %s', (name, form) => {
    const text = Array.from({ length: 300 }, (_, i) => `${form(gcText(i), i)}\n`).join('')
    const log = readLog(text)
    expect(log.lines).toBe(text.split('\n').length - 1)
    expect(log.columns.count).toBe(300 * (CYCLES[name] ?? 1))
  })

  it.each([
    ['with prefixes and ends of every kind', log, 150],
    ['those with some bytes changed', damaged(log), 150],
    ['that are no gc lines', otherLog, 300],
    ['of several pods, structured', structuredLog, 150],
    ['those with a few bytes changed', damaged(structuredLog), 150],
  ])('say the same in pieces of any length: lines %s', (_, files, numRuns) => {
    fc.assert(
      fc.property(files, fc.constantFrom(5000, 500, 61, 7), (file, length) => {
        expect(readLog(toText(file), length)).toEqual(readLog(toText(file)))
      }),
      { numRuns },
    )
  })

  it('belong to the stream that each line names, whatever lines came before', () => {
    const streamOf = (line: string) => readLog(line).streams[0]?.name
    for (const prefix of PREFIXES)
      for (const rest of RESTS.filter((text) => !text.includes('gc'))) {
        const lines = [1, 2, 3, 2, 1].map((digit) => filled(`${prefix}${gcLine(7, 7)}${rest}`, digit))
        const { streams } = readLog(lines.join('\n'))
        expect(new Set(streams.map(({ name }) => name)), prefix + rest).toEqual(new Set(lines.map(streamOf)))
      }
  })

  it.each([
    ['numbers', (i: number) => `worker ${i}: `],
    ['ids', (i: number) => `[${((i * 2654435761) >>> 0).toString(16).padStart(8, '0')}] `],
  ])('share one more stream if there are more names than we distinguish: %s', (_, prefix) => {
    const log = readLog(
      Array.from({ length: 700 }, (_, i) => `${prefix(i % 350)}${gcLine(i < 350 ? 1 : 2, i)}\n`).join(''),
    )
    expect(log.streams).toHaveLength(256)
    expect(log.runs[3]).toMatchObject({ stream: 3, cycles: 2 })
    expect(log.columns.count).toBe(700)
    expect(log.problems.map(({ kind }) => kind)).toContain('too-many')
  })

  it.each([255, 256, 257])('are reported as too many only if two share a stream: %i names', (count) => {
    const lines = Array.from({ length: 2 * count }, (_, i) => `worker ${i % count}: ${gcLine(i < count ? 1 : 2, i)}\n`)
    const log = readLog(lines.join(''))
    expect(log.streams).toHaveLength(Math.min(256, count))
    expect(log.problems.some(({ kind }) => kind === 'too-many')).toBe(count > 256)
  })

  it.each([undefined, 1000, 1 << 16])('may all be in one line: JSON from an API, pushed by %s', (size) => {
    const values = Array.from({ length: 1500 }, (_, i) => [String(1.7e18 + i * 1e9), gcLine(i + 1, i)])
    const text = JSON.stringify({ data: { result: [{ stream: { pod: 'api-7d9' }, values }] } })
    const log = readLog(text, size)
    expect(text.length).toBeGreaterThan(200_000)
    expect(log.runs).toMatchObject([{ cycles: 1500 }])
    expect(log.streams).toEqual([{ name: 'api-7d9' }])
    expect(log.problems).toEqual([])
  })

  it.each([
    ['', '> ', '> > | '],
    ['[pod/a] 2026-03-04T11:02:33.1Z ', '', '[pod/a] 2026-03-04T11:02:33.1Z '],
  ])('are joined where they are wrapped anywhere: behind “%s”', (...margins) => {
    for (const margin of margins)
      for (let width = 40; width < 130; width++) {
        const parts = [1, 2, 3, 4, 5].flatMap((n) => gcLine(n, n / 3).match(new RegExp(`.{1,${width}}`, 'g')) ?? [])
        const log = readLog(parts.map((part) => `${margin}${part}\n`).join(''))
        expect([...log.columns.number], `${margin}${width}`).toEqual([1, 2, 3, 4, 5])
      }
  })

  it.each([' ', '.', '世'])('are skipped where they are too long: made of %s', (character) => {
    const text = `${`${character.repeat(66_000)}\n`.repeat(3)}${gcLine(1, 1)}\n`
    for (const length of [1 << 20, 1000])
      expect(readLog(text, length)).toMatchObject({ lines: 4, problems: [{ kind: 'too-long', count: 3, line: 1 }] })
  })

  it.each<[string, string, string, number]>([
    ['before more text', '', '.'.repeat(150_000), 1],
    ['after other text', '.'.repeat(150_000), '', 1],
    ['between', '.'.repeat(70_000), '.'.repeat(70_000), 1],
    ['again and again', '.'.repeat(66_000), `${'.'.repeat(66_000)}${gcLine(2, 2)}${'.'.repeat(66_000)}`, 2],
    ['and so are several at its end', '.'.repeat(66_000), `\\n${gcLine(2, 2)}\\n${gcLine(3, 3)}`, 3],
    ['where the last only looks like one', '', `\\ngc x${'.'.repeat(66_000)}`, 1],
  ])('are read from a line that is too long to be kept, %s, whatever pieces it comes in', (_, before, after, count) => {
    const text = `${gcLine(0, 0.5)}\n${before}${gcLine(1, 1)}${after}\n${gcLine(9, 9)}`
    const numbers = [0, ...Array.from({ length: count }, (_, i) => i + 1), 9]
    for (const length of [1 << 20, 1 << 16, 10_000, 1000, 77]) {
      const { columns, lines, problems } = readLog(text, length)
      expect([...columns.number], `pieces of ${length}`).toEqual(numbers)
      expect([...columns.line]).toEqual(numbers.map((number) => (number === 0 ? 1 : number === 9 ? 3 : 2)))
      expect([lines, problems.filter(({ kind }) => kind === 'too-long')]).toEqual([3, []])
    }
  })

  it('are counted under the first kind that applies', () => {
    const log = readLog('GC forced\npacer: GC forced\ngc 1 @5s 0/98%: pacer: GC forced\n'.repeat(3))
    expect(log.problems).toContainEqual(expect.objectContaining({ kind: 'patched', count: 3 }))
    expect(log.neighbours).toMatchObject([{ kind: 'gc-forced', count: 6 }])
  })

  it('are joined to the next line where they were cut after their number', () => {
    const whole = gcLine(2, 2)
    const at = whole.indexOf('@')
    const log = readLog([gcLine(1, 1), 'ready', whole.slice(0, at), whole.slice(at), ''].join('\n'))
    expect([...log.columns.number]).toEqual([1, 2])
  })

  it('end where another gc line follows: later text is not joined to a cut line', () => {
    const cut = gcLine(2, 2)
    const log = readLog([gcLine(1, 1), cut.slice(0, 70), gcLine(3, 3), cut.slice(70), ''].join('\n'))
    expect([...log.columns.number]).toEqual([1, 3])
    expect(log.problems).toContainEqual(expect.objectContaining({ kind: 'cut', line: 2, count: 1 }))
  })

  it('are reported at their own line number if they only look like the start of a gc line', () => {
    expect(readLog(`gc 12\nready\n${gcLine(1, 1)}`).problems).toMatchObject([
      { kind: 'other-output', line: 1, text: 'gc 12', count: 2 },
    ])
  })
})
