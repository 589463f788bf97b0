import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReader, type Decoder, type ParsedLog } from '../../src/gctrace/reader.ts'
import { FORMS, gcText } from '../bench/reading-forms.ts'
import { damaged, filled, log, otherLog, PREFIXES, RESTS, structuredLog, toBytes } from './drawn-logs.ts'
import { gcLine, readLog } from './support.ts'

/*
 * A file is read as bytes, and text is made only of what needs it. What text says is the reference: nothing may depend
 * on which way a line was read.
 */

/** The beginnings of a file’s first two pieces are read as text, to see whether it is text: no more than these. */
const BEGINNING = `${'-'.repeat(20_001)}\n`

/** What makes text of what is left, too. */
interface WholeDecoder extends Decoder {
  decode(bytes?: Uint8Array, options?: { readonly stream: true }): string
}

function readBytes(file: Uint8Array, sliceBytes = 1 << 20, decoder: WholeDecoder = new TextDecoder()): ParsedLog {
  const reader = createReader()
  for (let i = 0; i < 2; i++) reader.pushBytes(toBytes(BEGINNING), decoder)
  for (let at = 0; at < file.length; at += sliceBytes) reader.pushBytes(file.subarray(at, at + sliceBytes), decoder)
  reader.push(decoder.decode())
  return reader.end()
}

function readAsText(file: Uint8Array): ParsedLog {
  return readLog(BEGINNING.repeat(2) + new TextDecoder('utf-8', { ignoreBOM: true }).decode(file), BEGINNING.length)
}

/** In so few characters a line fits into the value of a field. */
const shortest = (number: number, start: number) =>
  `gc ${number} @${start}s 0%: 0+0+0 ms clock, 0+0/0/0+0 ms cpu, 1->1->0 MB, 4 MB goal, 1 P`

describe('the bytes of a log', () => {
  it.each([
    ['lines with prefixes and ends of every kind', log, 500],
    ['the same with some bytes changed', damaged(log), 500],
    ['lines that are no gc lines', otherLog, 2500],
    ['those with some bytes changed', damaged(otherLog), 500],
    ['structured lines of several pods', structuredLog, 500],
    ['those with a few bytes changed', damaged(structuredLog), 300],
  ])('say what its text says, in slices of any length: %s', (_, files, numRuns) => {
    let cycles = 0
    fc.assert(
      fc.property(files, fc.constantFrom(1 << 20, 500, 61, 7), (file, sliceBytes) => {
        const log = readBytes(file, sliceBytes)
        expect(log).toEqual(readAsText(file))
        cycles += log.columns.count
      }),
      { numRuns },
    )
    expect(cycles).toBeGreaterThan(2 * numRuns)
  })

  it('say so behind every prefix, whatever follows the line', () => {
    for (const gc of [gcLine, shortest])
      for (const prefix of PREFIXES)
        for (const rest of RESTS) {
          const lines = [1, 2, 3, 4, 5, 6].map((n) => filled(`${prefix}${gc(n, n)}${rest}`, n % 3))
          const file = toBytes(`${lines.join('\n')}\n`)
          expect(readBytes(file), prefix + rest).toEqual(readAsText(file))
        }
  })

  it('are not taken for a line where the line has begun before them', () => {
    const file = toBytes(`job 1: ${gcLine(1, 1)}\njob 2: ${gcLine(1, 1)}\n`)
    for (let sliceBytes = 1; sliceBytes < file.length; sliceBytes++)
      expect(readBytes(file, sliceBytes).streams).toEqual([{ name: 'job 1' }, { name: 'job 2' }])
  })

  it.each([
    ['numbers', (i: number) => `worker ${i}: `],
    ['ids', (i: number) => `[${((i * 2654435761) >>> 0).toString(16).padStart(8, '0')}] `],
  ])('say so where there are more names than are told apart: %s', (_, prefix) => {
    const lines = Array.from({ length: 700 }, (_, i) => `${prefix(i % 350)}${gcLine(i + 1, i)}\n`)
    const file = toBytes(lines.join(''))
    const log = readBytes(file)
    expect(log).toEqual(readAsText(file))
    expect(log.streams).toHaveLength(256)
    expect(log.runs[3]).toMatchObject({ stream: 3, cycles: 2 })
  })

  it.each([
    ['', '> ', '> > | '],
    ['[pod/a] 2026-03-04T11:02:33.1Z ', '', '[pod/a] 2026-03-04T11:02:33.1Z '],
  ])('say so where lines are wrapped anywhere: behind “%s”', (...margins) => {
    for (const margin of margins)
      for (let width = 12; width < 130; width++) {
        const parts = [1, 2, 3, 4, 5, 5].flatMap((n) => {
          const end = n === 4 ? ' (forced)' : n === 2 ? ' gc 9 @1s' : ''
          return `${gcLine(n, n / 3)}${end}`.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
        })
        const file = toBytes(`${parts.map((part) => margin + part).join('\n')}\n`)
        expect(readBytes(file), `${margin}${width}`).toEqual(readAsText(file))
      }
  })

  it.each([' ', '.', '世'])('are too long a line where its text is: %s', (character) => {
    const file = toBytes(`${`${character.repeat(66_000)}\n`.repeat(3)}${gcLine(1, 1)}\n`)
    expect(readBytes(file)).toEqual(readAsText(file))
    expect(readBytes(file).problems).toContainEqual(expect.objectContaining({ kind: 'too-long', count: 3 }))
  })

  it('are counted by what the line is first of all', () => {
    const file = toBytes('GC forced\npacer: GC forced\ngc 1 @5s 0/98%: pacer: GC forced\n'.repeat(3))
    expect(readBytes(file)).toEqual(readAsText(file))
    expect(readBytes(file).problems).toContainEqual(expect.objectContaining({ kind: 'patched', count: 3 }))
    expect(readBytes(file).neighbours).toMatchObject([{ kind: 'gc-forced', count: 6 }])
  })

  it.each([
    [0x80],
    [0xc0, 0x80],
    [0xc1, 0xbf],
    [0xc3, 0x61],
    [0xe0, 0x80, 0x80],
    [0xe4, 0xb8],
    [0xed, 0xa0, 0x80],
    [0xf0, 0x80, 0x80, 0x80],
    [0xf4, 0x90, 0x80, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xff],
  ])('are counted as its characters are, where they are none: %i, %i, %i, %i', (...codes) => {
    const line = [...toBytes('took '), ...codes, ...toBytes(' ms\n')]
    const file = Uint8Array.from([...line, ...line, ...line])
    expect(readBytes(file)).toEqual(readAsText(file))
  })

  it('join a line that was cut behind its number to what follows', () => {
    const whole = gcLine(2, 2)
    const at = whole.indexOf('@')
    const file = toBytes([gcLine(1, 1), 'ready', whole.slice(0, at), whole.slice(at), ''].join('\n'))
    expect([...readBytes(file).columns.number]).toEqual([1, 2])
  })

  it('show a line that had to be cleaned as its text shows it', () => {
    const lines = [1, 2, 3, 4, 5, 5, 5].map((n) => `${gcLine(n, n).replaceAll(' ', '\u00a0')}\n`)
    const log = readBytes(toBytes(lines.join('')))
    expect(log).toEqual(readAsText(toBytes(lines.join(''))))
    expect(log.problems).toContainEqual(expect.objectContaining({ kind: 'repeated', count: 2, text: gcLine(5, 5) }))
  })

  it('end a line that was cut: what follows later is no part of it', () => {
    const cut = gcLine(2, 2)
    const log = readBytes(toBytes([gcLine(1, 1), cut.slice(0, 70), gcLine(3, 3), cut.slice(70), ''].join('\n')))
    expect([...log.columns.number]).toEqual([1, 3])
    expect(log.problems).toContainEqual(expect.objectContaining({ kind: 'cut', line: 4, count: 1 }))
  })

  it('are made text only where a line has no known frame, or its prefix is a new one', () => {
    const lines = Array.from(
      { length: 90 },
      (_, i) => `[api-${i % 3}] 2026-03-04T11:02:${10 + (i % 50)}Z ${gcLine(i + 1, i)}\n`,
    )
    lines.splice(40, 0, 'listening\n', 'GC forced\n', 'GC forced\n')
    const { log, made } = readNoting(lines.join(''))
    expect(log.columns.count).toBe(90)
    expect(log.streams).toHaveLength(3)
    expect(made.split('\n').length).toBeLessThan(12)
    // Of each kind of other lines the first: there is its text to show.
    expect(made.split('\n').filter((text) => !text.startsWith('[api'))).toEqual(['GC forced', ''])
  })

  it.each(Object.entries(FORMS).filter(([name]) => !READ_AS_TEXT.some((word) => name.includes(word))))(
    'are made text of few lines, whatever Go wrote them and whatever was done to them: %s',
    (name, form) => {
      const lines = Array.from({ length: 2000 }, (_, i) => `${form(gcText(i), i)}\n`)
      const { log, made } = readNoting(lines.join(''))
      expect(log.lines - 2).toBe(lines.join('').split('\n').length - 1)
      expect(log.columns.count).toBe(CYCLES[name] ?? 2000)
      // Of each of a thousand pods the first.
      expect(made.split('\n').length).toBeLessThan(1200)
      if (log.streams.length === 1) expect(made.split('\n').length).toBeLessThan(150)
    },
  )
})

/** Of so many lines, where it is not one in each. */
const CYCLES: Readonly<Record<string, number>> = {
  'two in a line': 4000,
  'nothing but other output': 0,
  'patched: two percentages': 0,
  'Go 1.4 (refused)': 0,
}
const READ_AS_TEXT = ['on a line of its own']

function readNoting(text: string): { log: ParsedLog; made: string } {
  const made: string[] = []
  const decoder = new TextDecoder()
  const noting: WholeDecoder = {
    decode(bytes, options) {
      made.push(decoder.decode(bytes, options))
      return made.at(-1) ?? ''
    },
  }
  const log = readBytes(toBytes(text), 1 << 20, noting)
  return { log, made: made.slice(2).join('') }
}
