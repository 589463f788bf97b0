import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findLines } from '../../src/log/report/raw-line.tsx'
import { gcLine, readLog } from '../gctrace/support.ts'
import { readInSlices, startEngine, summaryOf } from './support/read.ts'

const MB = 1 << 20

/** What the page is told of a file, without the places that slices begin at, and the columns of each of its runs. */
function readBytes(bytes: Uint8Array<ArrayBuffer>, sliceBytes: number) {
  const { summary, runs = [], problem } = readInSlices(bytes, sliceBytes)
  return { problem, ...summary, checkpoints: undefined, columns: runs.map(({ columns }) => columns) }
}

/** Lines with prefixes whose timestamps move on, ends of every kind, and characters of several bytes. */
const line = fc
  .record({
    prefix: fc.constantFrom(
      '',
      'Mar 04 11:02:3# node-7 billing[812]: ',
      '2026-03-04T11:02:3#.123456789Z stderr F ',
      '[pod/é-1/x] ',
      '{"log":"',
      '{"pod":"a#","log":"',
    ),
    digit: fc.nat({ max: 9 }),
    number: fc.integer({ min: 1, max: 40 }),
    arrow: fc.constantFrom('->', '-&gt;', '-\\u003e', '→'),
    after: fc.constantFrom('', '', '\r', ' (forced)', '\\n","stream":"stderr"}', ' done', ' 世界', ` ${gcLine(90, 9)}`),
    cut: fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: fc.nat({ max: 120 }) }),
  })
  .map(({ prefix, digit, number, arrow, after, cut }) => {
    const text = `${prefix.replace('#', String(digit))}${gcLine(number, number / 4).replaceAll('->', arrow)}${after}`
    return cut === undefined ? text : text.slice(0, cut)
  })
const lines = fc.array(line, { maxLength: 30 }).map((list) => new TextEncoder().encode(list.join('\n')))
const anyBytes = fc.uint8Array({ maxLength: 400 }).map((bytes) => Uint8Array.from(bytes))
const damaged = fc
  .tuple(lines, fc.array(fc.tuple(fc.nat({ max: 4000 }), fc.nat({ max: 255 })), { maxLength: 12 }))
  .map(([bytes, changes]) => {
    for (const [at, byte] of changes) if (at < bytes.length) bytes[at] = byte
    return bytes
  })

describe('reading a file in slices', () => {
  it.each([
    ['lines with prefixes and ends of every kind', lines],
    ['the same with some bytes changed', damaged],
    ['any bytes', anyBytes],
  ])('gives what reading it at once gives, wherever they end: %s', (_, bytes) => {
    fc.assert(
      fc.property(bytes, fc.integer({ min: 2, max: 90 }), (file, sliceBytes) => {
        expect(readBytes(file, sliceBytes)).toEqual(readBytes(file, MB))
      }),
      { numRuns: 150 },
    )
  })

  it('keeps little memory for any bytes: kinds, streams, runs and texts are bounded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 2000, maxLength: 20_000 }), (bytes) => {
        const log = readLog(new TextDecoder().decode(bytes))
        expect(log.problems.length).toBeLessThanOrEqual(13)
        expect(log.streams.length).toBeLessThanOrEqual(256)
        expect(JSON.stringify([log.problems, log.neighbours]).length).toBeLessThan(20_000)
      }),
      { numRuns: 60 },
    )
  })

  it('finds any line again, although nothing of the file was kept', async () => {
    const all = Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? `é ready ${i}` : gcLine(i + 1, i)))
    const bytes = new TextEncoder().encode(all.join('\r\n'))
    const blob = new Blob([bytes])
    const { checkpoints } = summaryOf(bytes, 777)
    for (const at of [1, 2, 17, 100, 199, 200])
      expect((await findLines(blob, checkpoints, at))[0], `line ${at}`).toBe(all[at - 1])
    expect(await findLines(blob, checkpoints, 201)).toEqual([])
  })

  it('reads UTF-16 as PowerShell writes it, and finds its lines again', async () => {
    const all = Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? `世界 ${i}` : gcLine(i + 1, i)))
    const text = `\ufeff${all.join('\r\n')}\r\n`
    const file = Uint8Array.from(Buffer.from(text, 'utf16le'))
    const { bytes: _, ...whole } = readBytes(Uint8Array.from(Buffer.from(text)), MB)
    expect(whole.cycles).toBe(133)
    for (const sliceBytes of [777, MB]) {
      expect(readBytes(file, sliceBytes)).toEqual({ ...whole, bytes: file.length })
      const { checkpoints } = summaryOf(file, sliceBytes)
      for (const at of [1, 2, 17, 100, 200])
        expect((await findLines(new Blob([file]), checkpoints, at))[0], `line ${at}`).toBe(all[at - 1])
    }
  })
})

/** A file that nobody holds: each slice is made as it is asked for. */
class EndlessFile {
  readonly made: WeakRef<ArrayBuffer>[] = []
  private readonly sliceBytes: number
  private cycle = 0

  constructor(sliceBytes: number) {
    this.sliceBytes = sliceBytes
  }

  slice(): ArrayBuffer {
    const bytes = new Uint8Array(this.sliceBytes).fill(120)
    const encoder = new TextEncoder()
    for (let at = 0; at + 2000 < bytes.length; at += 2000) {
      this.cycle++
      const pod = `[pod/api-${this.cycle % 40}] 2026-03-04T11:02:33.${String(this.cycle).padStart(9, '0')}Z `
      encoder.encodeInto(`\n${pod}${gcLine(this.cycle, this.cycle / 100)}\n`, bytes.subarray(at))
    }
    this.made.push(new WeakRef(bytes.buffer))
    return bytes.buffer
  }

  get held(): number {
    return this.made.filter((ref) => ref.deref() !== undefined).length
  }
}

describe('a file of 200 MB', () => {
  it('is read without being kept: only one slice, and about 100 bytes per cycle', async () => {
    setFlagsFromString('--expose_gc')
    const collect = runInNewContext('gc') as () => void
    const slices = 200
    const file = new EndlessFile(MB)
    const run = startEngine()
    let most = 0
    const used: number[] = []
    for (let i = 0; i < slices; i++) {
      run({ kind: 'push', input: 1, from: i * MB, as: undefined, bytes: file.slice() })
      if (i % 50 !== 49) continue
      // What a WeakRef was asked for in this turn of the event loop stays until the next.
      await new Promise((resolve) => setTimeout(resolve, 0))
      collect()
      most = Math.max(most, file.held)
      used.push(process.memoryUsage().heapUsed)
    }
    expect(file.made).toHaveLength(slices)
    expect(most).toBeLessThanOrEqual(3)
    // Columns are outside this heap. Of every piece of the file, or of every line, something would show here.
    expect(used.at(-1)! - used[0]!).toBeLessThan(16 * MB)
    const read = run({ kind: 'end', input: 1 })
    expect(read.kind === 'read' && read.log?.cycles).toBeGreaterThan(100_000)
  })
})
