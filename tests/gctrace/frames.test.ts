import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDraft } from '../../src/gctrace/columns.ts'
import { CUT, FrameReader } from '../../src/gctrace/frames.ts'
import { GcLineReader } from '../../src/gctrace/gc-line.ts'
import { toPiece } from '../../src/gctrace/words.ts'
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

/** Read by a reader that knows the frame of some other lines. */
function readByFrame(text: string, ...known: string[]) {
  const draft = createDraft()
  const frames = new FrameReader(draft)
  for (const one of known) frames.learn(one, 0, false)
  return { end: frames.readText(text, 0), draft }
}

function readTolerantly(text: string) {
  const draft = createDraft()
  const reader = new GcLineReader(draft)
  return { end: reader.read(text, 0) === 'ok' ? reader.at : -1, draft }
}

/** What may be done to all lines of a log alike. */
const FORMS: readonly (readonly [string, (text: string) => string])[] = [
  ['as Go prints it', (text) => text],
  [
    'of Go 1.5',
    (text) => text.replace('ms clock', '+2.5+0.10 ms clock').replace(/clock, ([^+]+)/, 'clock, $1+0.2+0.3'),
  ],
  ['looking for leaks', (text) => text.replace('%:', '% (checking for goroutine leaks):')],
  ['MiB for MB', (text) => text.replaceAll(' MB', ' MiB')],
  ['with spaces of its own', (text) => text.replaceAll(' MB', '\t MB ').replaceAll(', ', ',')],
  ['in capitals', (text) => text.replace('cpu', 'CPU').replace('goal', 'Goal')],
  ['before other words', (text) => `${text} done`],
]

describe('reading a line by its frame', () => {
  it.each(FORMS)('gives what the tolerant reader gives, to the last digit: a line %s', (_, form) => {
    fc.assert(
      fc.property(line, line, line, (text, one, other) => {
        // Those of two lines: each has stacks or has none, and was forced or not.
        const known = [one, other, text.replace(/\d+/g, '7')].map(form)
        const read = readByFrame(form(text), ...known)
        expect(read.draft).toEqual(readTolerantly(form(text)).draft)
        expect(read.end).toBeGreaterThan(0)
      }),
      { numRuns: 60 },
    )
  })

  it('knows nothing before it has learned, and leaves what has no known frame', () => {
    const fine = gcLine(3, 1.5)
    expect(readByFrame(fine).end).toBe(-1)
    expect(readByFrame(fine, gcLine(8, 70)).end).toBe(fine.length)
    for (const odd of [
      fine.replace(' P', ' Q'),
      fine.replace('gc ', 'gc  '),
      fine.replace('->', '→'),
      fine.replace(', 44', ', -44'),
      `${fine} (forced)`,
      `${fine}(x`,
      // Longer than a column of microseconds holds: 71 minutes.
      fine.replace('5.3', '4294968'),
      fine.replace('40->', '40.5->'),
      '',
    ])
      expect(readByFrame(odd, gcLine(8, 70)).end, odd).toBeLessThan(0)
  })

  it('says where a line was cut, as the tolerant reader does, and not where it might be over', () => {
    const fine = gcLine(3, 1.5)
    const stacks = fine.indexOf(' P')
    const noStacks = fine.replace(' 1 MB stacks, 0 MB globals,', '')
    for (let length = 6; length < fine.length; length++) {
      const text = fine.slice(0, length)
      const { end } = readByFrame(text, gcLine(8, 70), noStacks)
      const draft = createDraft()
      if (end === CUT) expect(new GcLineReader(draft).read(text, 0), text).toBe('cut')
      // Half a figure, `0.`, and the end are left to the other reader.
      else expect(text.endsWith('.') || length >= stacks, text).toBe(true)
    }
    expect(readByFrame(noStacks, gcLine(8, 70)).end).toBe(-1)
  })

  it('like the other one takes the longest times that there is room for, and none beyond', () => {
    const fine = gcLine(3, 900_000)
    for (const [written, isRead] of [
      ['4294967.294', true],
      ['4294967.295', false],
    ] as const) {
      const text = fine.replace('0.9+0.10', `${written}+0.10`)
      for (const { end } of [readByFrame(text, fine), readTolerantly(text)]) expect(end).toBe(isRead ? text.length : -1)
    }
  })

  it('takes no escape into a frame whose end it may change', () => {
    const draft = createDraft()
    const frames = new FrameReader(draft)
    const escaped = gcLine(1, 1).replaceAll('->', '-&gt;')
    frames.learn(`${escaped}\\n`, 0, true)
    const read = (text: string) => frames.read(toPiece(Buffer.from(`${text}\n`)), 0)
    expect(read(`${escaped}\\n`)).toBe(escaped.length)
    // `(forced)`, escaped.
    frames.learn(`${escaped} \\u0020done`, 0, true)
    expect(read(`${escaped} \\u0028forced)`)).toBe(-1)
  })
})
