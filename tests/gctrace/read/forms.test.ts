import { describe, expect, it } from 'vitest'
import { gcLine, readCycles, readLog } from '../support.ts'

/** The figures below were made up for these tests; the forms are those of the Go versions named. */
const MODERN =
  'gc 12 @3.456s 7%: 0.031+8.2+0.019 ms clock, 0.12+2.4/7.9/1.5+0.076 ms cpu, 61->66->33 MB, 64 MB goal, 2 MB stacks, 1 MB globals, 4 P'

const MODERN_CYCLE = {
  number: 12,
  startSeconds: 3.456,
  gcPercentSoFar: 7,
  sweepTermMs: 0.031,
  markMs: 8.2,
  markTermMs: 0.019,
  sweepTermCpuMs: 0.12,
  assistMs: 2.4,
  backgroundMs: 7.9,
  idleMs: 1.5,
  markTermCpuMs: 0.076,
  heapStartMiB: 61,
  heapEndMiB: 66,
  heapLiveMiB: 33,
  goalMiB: 64,
  stacksMiB: 2,
  globalsMiB: 1,
  procs: 4,
  forced: false,
  run: 0,
  stream: 0,
  line: 1,
}

describe('gc lines by version', () => {
  it('reads Go 1.19 and later under the public names', () => {
    expect(readCycles(MODERN)).toEqual([MODERN_CYCLE])
  })

  it('reads Go 1.6 to 1.17, which has neither stacks nor globals', () => {
    const [cycle] = readCycles(MODERN.replace(' 2 MB stacks, 1 MB globals,', ''))
    expect(cycle).toEqual({ ...MODERN_CYCLE, stacksMiB: null, globalsMiB: null })
  })

  it('reads Go 1.5: five clock times, three of them for marking, and seven CPU times', () => {
    const [cycle] = readCycles(
      'gc 9 @1.250s 4%: 0.11+1.5+0.25+3.0+0.40 ms clock, 0.44+1.6+0.07+0.9/2.8/0.3+1.6 ms cpu, 12->13->7 MB, 13 MB goal, 4 P',
    )
    expect(cycle).toMatchObject({
      sweepTermMs: 0.11,
      markMs: 4.75,
      markTermMs: 0.4,
      sweepTermCpuMs: 0.44,
      scanCpuMs: 1.67,
      assistMs: 0.9,
      backgroundMs: 2.8,
      idleMs: 0.3,
      markTermCpuMs: 1.6,
      stacksMiB: null,
    })
  })

  it('reads Go 1.26 looking for goroutine leaks', () => {
    const line = MODERN.replace('7%:', '7% (checking for goroutine leaks):')
    expect(readCycles(line)).toEqual([MODERN_CYCLE])
  })

  it('recognizes a cycle that the program forced', () => {
    expect(readCycles(`${MODERN} (forced)`)).toEqual([{ ...MODERN_CYCLE, forced: true }])
  })

  it.each([
    ['capitals', MODERN.replace('ms cpu', 'ms CPU').replace('MB goal', 'MB Goal')],
    ['the documentation’s #', MODERN.replace('gc 12', 'gc #12')],
    ['MiB', MODERN.replaceAll(' MB', ' MiB')],
    ['no space before MB', MODERN.replaceAll(' MB', 'MB')],
    ['HTML entities', MODERN.replaceAll('->', '-&gt;')],
    ['entities escaped twice', MODERN.replaceAll('->', '-&amp;gt;')],
    ['JSON escapes', MODERN.replaceAll('->', '-\\u003e')],
    ['an arrow in one character', MODERN.replaceAll('->', '→')],
    ['an arrow with a real minus', MODERN.replaceAll('->', '−>')],
    ['no-break spaces', MODERN.replaceAll(' ', '\u00a0')],
    ['colours', `\u001b[32m${MODERN.replace('7%', '\u001b[1m7%\u001b[0m')}\u001b[0m`],
    ['bold text of Markdown', `**${MODERN.replace('7%:', '**7%:**')}**`],
    ['a byte order mark', `\ufeff${MODERN}`],
    ['Windows line ends', `${MODERN}\r\n`],
    ['a tab before it', `\t${MODERN}`],
    ['six spaces before it', `      ${MODERN}`],
    ['a margin of a comment', `# ${MODERN}`],
    ['a margin of two comments', `# # ${MODERN}`],
    ['a margin of Go', `// ${MODERN}`],
    ['a quotation', `> > ${MODERN}`],
  ])('reads %s', (_, line) => {
    expect(readCycles(line)).toEqual([MODERN_CYCLE])
  })

  it('reads UTF-16, which PowerShell writes, although it is decoded as UTF-8', () => {
    const wide = Array.from(`${MODERN}\r\n${gcLine(13, 4)}\r\n`, (c) => `${c}\0`).join('')
    expect(readCycles(`\ufffd\ufffd${wide}`).map(({ number }) => number)).toEqual([12, 13])
  })

  it('reads 0.0, which Go never prints but documents do, and times of minutes', () => {
    const [cycle] = readCycles(MODERN.replace('0.031+8.2', '0.0+123456'))
    expect(cycle).toMatchObject({ sweepTermMs: 0, markMs: 123456 })
  })

  it('reads logs of Windows, where the clock is so coarse that times are 0', () => {
    const [cycle] = readCycles(
      'gc 6 @0.015s 4%: 0+0.53+0 ms clock, 0+0.53/1.6/0+0 ms cpu, 31->31->2 MB, 32 MB goal, 0 MB stacks, 0 MB globals, 12 P',
    )
    expect(cycle).toMatchObject({ sweepTermMs: 0, markMs: 0.53, markTermMs: 0, assistMs: 0.53, backgroundMs: 1.6 })
    expect(readCycles('gc 7 @1.3s 0%: 0+0+0 ms clock, 0+0/0/0+0 ms cpu, 9->9->4 MB, 10 MB goal, 4 P')).toHaveLength(1)
  })

  it('reads two lines that have lost the line end between them', () => {
    expect(readCycles(`${MODERN} ${gcLine(13, 4)}`).map(({ number }) => number)).toEqual([12, 13])
  })
})

describe('wrapped lines', () => {
  const cuts = Array.from({ length: MODERN.length - 9 }, (_, i) => i + 9)

  it('joins a line that was cut anywhere after its number', () => {
    for (const at of cuts) {
      const wrapped = `${MODERN.slice(0, at)}\n${MODERN.slice(at)}`
      expect(readCycles(wrapped), `cut at ${at}`).toEqual([MODERN_CYCLE])
    }
  })

  it('joins a line in MiB that was cut anywhere, within the unit too', () => {
    const line = MODERN.replaceAll(' MB', ' MiB')
    for (let at = 9; at < line.length; at++)
      expect(readCycles(`${line.slice(0, at)}\n${line.slice(at)}`), `cut at ${at}`).toEqual([MODERN_CYCLE])
  })

  it('joins the rest of a line that began after another gc line', () => {
    const next = gcLine(13, 4)
    for (const first of [MODERN, MODERN.replace(' MB', 'MB')])
      for (const at of [20, 40, 90])
        expect(
          readCycles(`${first} ${next.slice(0, at)}\n${next.slice(at)}`).map(({ number }) => number),
          `cut at ${at}`,
        ).toEqual([12, 13])
  })

  it('joins a line wrapped at any width, down to 40 columns', () => {
    for (let width = 40; width < MODERN.length; width++) {
      const parts = MODERN.match(new RegExp(`.{1,${width}}`, 'g')) ?? []
      expect(readCycles(parts.join('\n')), `width ${width}`).toEqual([MODERN_CYCLE])
    }
  })

  it('joins a line wrapped after every comma, and after its colon', () => {
    const parts = MODERN.replace('%: ', '%:\n').replaceAll(', ', ',\n')
    expect(parts.split('\n')).toHaveLength(8)
    expect(readCycles(parts)).toEqual([MODERN_CYCLE])
  })

  it('joins wrapped lines of a quoted mail, and reads “(forced)” on a line of its own', () => {
    const at = MODERN.indexOf('61->')
    const log = readLog(`> ${MODERN.slice(0, at)}\n> ${MODERN.slice(at)}\n(forced)\n`)
    expect(log.columns.count).toBe(1)
    expect([...log.columns.forced]).toEqual([1])
    expect(log.problems).toEqual([])
  })

  it('reports a line whose rest is missing, and reads the next line', () => {
    const log = readLog(`${MODERN.slice(0, 60)}\n${gcLine(13, 4)}\nready\n`)
    expect([...log.columns.number]).toEqual([13])
    expect(log.problems[0]).toMatchObject({ kind: 'cut', count: 1, line: 1 })
  })
})
