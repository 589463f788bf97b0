import fc from 'fast-check'
import { gcLine } from '../support.ts'

/*
 * Random logs as bytes: gc lines with text before and after them, other lines, and damaged lines of both kinds.
 */

const toBytes = (text: string) => new TextEncoder().encode(text)

export const PREFIXES = [
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
export const RESTS = [
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
/** `#` is one digit, `$` several digits, and `~` a unique id, which may look like a number. */
export const filled = (text: string, digit: number) =>
  text
    .replaceAll('#', String(digit))
    .replaceAll('$', '7'.repeat(1 + (digit % 4)))
    .replaceAll('~', digit < 2 ? `${digit}1234567` : `${digit}f2a1b4c`)
const OTHERS = ['', ' ', '(forced)', 'GC forced', 'pacer: assist', 'ready & set', 'gc 3', '世界', '.'.repeat(66_000)]

/** Text that the runtime and programs write beside gc lines, and text that is nearly that. */
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
/** Repeated lines: the first of each kind is read as text. */
export const otherLog = fc
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
/** A log has one form of lines, or two in turn. */
export const log = fc
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
/** Lines of a few pods, mostly in turn, so that the reader soon predicts the next writer and the rest of the line. */
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
export const structuredLog = fc
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

export const damaged = (files: fc.Arbitrary<Uint8Array>) =>
  fc
    .tuple(files, fc.array(fc.tuple(fc.nat({ max: 2000 }), fc.nat({ max: 255 })), { maxLength: 6 }))
    .map(([bytes, changes]) => {
      for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
      return bytes
    })
