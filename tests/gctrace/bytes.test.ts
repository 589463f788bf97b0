import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReader, type Decoder, type ParsedLog } from '../../src/gctrace/reader.ts'
import { FORMS, gcText } from '../bench/reading-forms.ts'
import { gcLine, readLog } from './support.ts'

/*
 * A file is read as bytes, and text is made only of what needs it. What text says is the reference: nothing may depend
 * on which way a line was read.
 */

/** The beginnings of a file’s first two pieces are read as text, to see whether it is text: no more than these. */
const BEGINNING = `${'-'.repeat(20_001)}\n`
const toBytes = (text: string) => new TextEncoder().encode(text)

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

const PREFIXES = [
  '',
  'Mar 04 11:02:3# node-7 billing[812]: ',
  '[pod/api-#/server] 2026-03-04T11:02:33.12345678#Z ',
  '2026-03-04T11:02:3#.1Z stderr F ',
  '[pod/é-1] ',
  'gc ',
  '> ',
  '\u001b[32m',
  '{"log":"',
  '{"time":"2026-03-04T11:02:3#Z","log":"',
  '{"pod":"api-#","log":"',
  '{"pod":"at-11:02:3#","log":"',
  '{"host":"',
  '{"pod":"gc-#","container":"gc-1","log":"',
  '1#:',
  'gateway-# │ ',
  '\u00a0',
  '177262215312345678# ',
  '{"kubernetes":{"pod_name":"x","host":"n"},"message":"',
  '2026-03-04T11:02:33.#Z [~] ',
  'span=~ worker (~): ',
  '{"insertId":"~","container_id":"~","log":"',
]
const RESTS = [
  '',
  '\r',
  ' (forced)',
  '\\n","stream":"stderr","time":"2026-03-04T11:02:33.12345678#Z"}',
  '","kubernetes":{"pod_name":"api-#","container_name":"c"}}',
  '","hostname" : "n#"}',
  '","pod":"gc-#","container":"gc-1","host":"n\\u0067"}',
  '","pod":"x","pod_name":"","container":"\tx","count":#}',
  ' \\u0028forced)',
  ' (forced',
  '\u001b[0m',
  `${' done'.repeat(20)}`,
  `${'.'.repeat(70)} ${gcLine(70, 70)}`,
  ` ${gcLine(71, 71)}`,
  '"}',
  ' 世界',
  '\0',
  '\\n","p\0od":"z"}',
  '","time":"2026-03-04T11:02:33.1$Z","host":"n"}',
  '","pod":"~","host":"node-$","id":"\\u003#"}',
  '","pod":"~","host":"gc #"}',
  `","pod":"${'x'.repeat(97)}$","host":"n"}`,
  ' took 0.$s and 1$ms',
  '.'.repeat(5000),
]
/** `#` is a digit, `$` some digits, and `~` an id, of which no two are alike and some look like numbers. */
const filled = (text: string, digit: number) =>
  text
    .replaceAll('#', String(digit))
    .replaceAll('$', '7'.repeat(1 + (digit % 4)))
    .replaceAll('~', digit < 2 ? `${digit}1234567` : `${digit}f2a1b4c`)
const OTHERS = ['', ' ', '(forced)', 'GC forced', 'pacer: assist', 'ready & set', 'gc 3', '世界', '.'.repeat(66_000)]

/** What the runtime and programs write beside gc lines, and what is nearly that. */
const FRAGMENTS = [
  'pacer: ',
  'pacer:',
  'scan: total ',
  'scan: class ',
  'scan: ',
  'checkfinalizers: ',
  'scvg5: ',
  'scvg-1: ',
  'scvg: ',
  'scvg-',
  'scav 5 KiB work',
  'scav 1 5 KiB work (bg), ',
  'scav 5 KiB',
  'GC forced',
  'gc',
  'gc 3',
  'gc #3 @',
  'gc15(8): 4',
  'gc15(8): ',
  'gc123(45678): 4',
  'gc1234567890(8): 4',
  'gc 1 @0.5s 0/98%',
  'gc 1 @5s 0/',
  'gc 1 @5s ',
  'gc 12345678901 @5s 0/',
  'g',
  'c 7 @',
  '3 @1.5s',
  '#3 @',
  '&',
  '&gt;',
  '&amp;gt;',
  '&nbsp;',
  '\\u0067',
  '\\u4e16',
  '\\n',
  '(forced)',
  'Δ',
  '∆',
  '世',
  '—',
  '😀',
  '\u3000',
  '\u200b',
  '\u001b[1m',
  '\u00a0',
  '\0',
  '\ufeff',
  ' ',
  '\t',
  '\r',
  '_',
  '-',
  ': ',
  ';',
  '8',
  '@',
  'took',
]
/** Some lines again and again: of each kind the first is read as text. */
const otherLog = fc
  .tuple(
    fc.array(
      fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 7 }).map((parts) => parts.join('')),
      { minLength: 1, maxLength: 6 },
    ),
    fc.constantFrom('', 'Mar 04 11:02:33 node-7 billing[812]: ', '{"log":"'),
  )
  .map(([lines, prefix]) => {
    const all = [1, 2, 3].flatMap((round) => [...lines, gcLine(round, round)])
    return toBytes(all.map((text) => `${prefix}${text}\n`).join(''))
  })

const seldom = <T>(of: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 7, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: of })
const line = fc
  .record({
    number: fc.nat({ max: 30 }),
    digit: fc.nat({ max: 9 }),
    arrow: fc.constantFrom('->', '->', '-\\u003e', '-&gt;', '→'),
    space: fc.constantFrom(' ', ' ', ' ', '\u00a0', '&nbsp;'),
    cut: seldom(fc.nat({ max: 130 })),
    before: seldom(fc.constantFrom(...OTHERS)),
  })
  .map(({ number, digit, arrow, space, cut, before }) => (prefix: string, rest: string) => {
    const text = gcLine(number, number / 4)
      .replaceAll('->', arrow)
      .replaceAll(' ', space)
      .slice(0, cut)
    const whole = filled(prefix + text + rest, digit)
    return before === undefined ? whole : `${before}\n${whole}`
  })
/** Logs keep to one form, or to two in turn. */
const log = fc
  .record({
    lines: fc.array(line, { maxLength: 12 }),
    prefixes: fc.tuple(fc.constantFrom(...PREFIXES), fc.constantFrom(...PREFIXES)),
    rests: fc.tuple(fc.constantFrom(...RESTS), fc.constantFrom(...RESTS)),
    isMixed: fc.boolean(),
  })
  .map(({ lines, prefixes, rests, isMixed }) => {
    const other = (i: number) => (isMixed ? ((i % 2) as 0 | 1) : 0)
    return toBytes(lines.map((of, i) => of(prefixes[other(i)], rests[other(i >> 1)])).join('\n'))
  })
/** Lines of a few pods in turn, mostly: who comes next, and how its lines go on, is soon known. */
const structuredLine = fc.record({
  before: fc.constantFrom(
    '{"log":"',
    '{"time":"2026-03-04T11:02:3#Z","log":"',
    '{"pod":"a-1","log":"',
    '{"pod":"a-2","log":"',
  ),
  after: fc.constantFrom(
    '\\n","pod":"api-1","took":#}',
    '\\n","pod":"api-2","took":#}',
    '\\n","pod":"api-2","took":$}',
    '","pod":"api-1","host":"n1","time":"11:02:3#.$Z"}',
    '","pod":"api-1","host":"n2","time":"11:02:3#.$Z"}',
    ` ${gcLine(80, 80)}","pod":"api-1","took":$}`,
    `","pod":"api-1","host" : "\\u003#","pad":"${'x'.repeat(300)}"}`,
    `","pod":"api-2","pad":"${'x'.repeat(3000)}","host":"n1"}`,
    `","pod":"api-2","pad":"${'x'.repeat(900)}"}`,
    '"}',
  ),
})
const structuredLog = fc
  .tuple(
    fc.array(structuredLine, { minLength: 1, maxLength: 3 }),
    fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 6 }),
    fc.array(fc.tuple(fc.nat({ max: 29 }), structuredLine), { maxLength: 3 }),
  )
  .map(([pods, turn, others]) => {
    const lines = Array.from({ length: 30 }, (_, i) => pods[turn[i % turn.length]! % pods.length]!)
    for (const [at, other] of others) lines[at] = other
    const texts = lines.map(({ before, after }, i) => filled(`${before}${gcLine(i, i / 4)}${after}`, i % 10))
    return toBytes(`${texts.join('\n')}\n`)
  })

const damaged = (files: fc.Arbitrary<Uint8Array>) =>
  fc
    .tuple(files, fc.array(fc.tuple(fc.nat({ max: 2000 }), fc.nat({ max: 255 })), { maxLength: 6 }))
    .map(([bytes, changes]) => {
      for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
      return bytes
    })

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
