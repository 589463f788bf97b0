import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createReader, type LogReader, type ParsedLog } from '../../../src/gctrace/read/reader.ts'
import { Cancelled } from '../../../src/log/engine/cancelled.ts'
import { type Slices, slicesOf } from '../../../src/log/engine/slices.ts'
import { findLines, type ReadOptions, readFile } from '../../../src/log/engine/source.ts'
import { gcLine } from '../../gctrace/support.ts'

const MB = 1 << 20

function options(sliceBytes: number, rest: Partial<ReadOptions> = {}): ReadOptions {
  return { sliceBytes, ahead: 2, onProgress: () => {}, pause: async () => {}, isCancelled: () => false, ...rest }
}

async function readBytes(bytes: Uint8Array<ArrayBuffer>, sliceBytes: number): Promise<ParsedLog> {
  const reader = createReader()
  await readFile(slicesOf(new Blob([bytes])), reader, options(sliceBytes))
  return reader.end()
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
  ])('gives what reading it at once gives, wherever they end: %s', async (_, bytes) => {
    await fc.assert(
      fc.asyncProperty(bytes, fc.integer({ min: 2, max: 90 }), async (file, sliceBytes) => {
        expect(await readBytes(file, sliceBytes)).toEqual(await readBytes(file, MB))
      }),
      { numRuns: 150 },
    )
  })

  it('keeps little of any bytes: kinds, streams and runs are bounded, and so are texts', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 2000, maxLength: 20_000 }), async (bytes) => {
        const log = await readBytes(Uint8Array.from(bytes), 4096)
        expect(log.problems.length).toBeLessThanOrEqual(13)
        expect(log.streams.length).toBeLessThanOrEqual(256)
        expect(JSON.stringify([log.problems, log.neighbours]).length).toBeLessThan(20_000)
      }),
      { numRuns: 60 },
    )
  })

  it('tells how far it has come, and ends where it is told to', async () => {
    const text = Array.from({ length: 60 }, (_, i) => `${gcLine(i + 1, i)}\n`).join('')
    const blob = new Blob([text])
    const seen: number[] = []
    const onProgress = ({ bytes, totalBytes }: { bytes: number; totalBytes: number }) => {
      expect(totalBytes).toBe(text.length)
      seen.push(bytes)
    }
    await readFile(slicesOf(blob), createReader(), options(1000, { onProgress }))
    expect(seen).toEqual(
      Array.from({ length: Math.ceil(text.length / 1000) }, (_, i) => Math.min(text.length, 1000 * (i + 1))),
    )
    const isCancelled = () => seen.length > 0
    await expect(readFile(slicesOf(blob), createReader(), options(1000, { isCancelled }))).rejects.toThrow(Cancelled)
  })

  it('finds any line again, though nothing of the file was kept', async () => {
    const all = Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? `é ready ${i}` : gcLine(i + 1, i)))
    const blob = new Blob([all.join('\r\n')])
    const checkpoints = await readFile(slicesOf(blob), createReader(), options(777))
    for (const at of [1, 2, 17, 100, 199, 200])
      expect((await findLines(blob, checkpoints, at))[0], `line ${at}`).toBe(all[at - 1])
    expect(await findLines(blob, checkpoints, 201)).toEqual([])
  })

  it('reads UTF-16 as PowerShell writes it, and finds its lines again', async () => {
    const all = Array.from({ length: 200 }, (_, i) => (i % 3 === 0 ? `世界 ${i}` : gcLine(i + 1, i)))
    const text = `\ufeff${all.join('\r\n')}\r\n`
    const file = Uint8Array.from(Buffer.from(text, 'utf16le'))
    const whole = await readBytes(Uint8Array.from(Buffer.from(text)), MB)
    expect(whole.columns.count).toBe(133)
    for (const sliceBytes of [777, MB]) {
      expect(await readBytes(file, sliceBytes)).toEqual(whole)
      const checkpoints = await readFile(slicesOf(new Blob([file])), createReader(), options(sliceBytes))
      for (const at of [1, 2, 17, 100, 200])
        expect((await findLines(new Blob([file]), checkpoints, at))[0], `line ${at}`).toBe(all[at - 1])
    }
  })
})

/** A file that nobody holds: each slice is made as it is asked for. */
class EndlessFile implements Slices {
  readonly size: number
  readonly made: WeakRef<ArrayBuffer>[] = []
  private readonly sliceBytes: number
  private cycle = 0

  constructor(slices: number, sliceBytes: number) {
    this.size = slices * sliceBytes
    this.sliceBytes = sliceBytes
  }

  async slice(): Promise<ArrayBuffer> {
    return this.make()
  }

  private make(): ArrayBuffer {
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
  it('is read without being held: the slice that is read and those that were asked for, and some 100 bytes per cycle', async () => {
    setFlagsFromString('--expose_gc')
    const collect = runInNewContext('gc') as () => void
    const slices = 200
    const file = new EndlessFile(slices, MB)
    const reader: LogReader = createReader()
    let most = 0
    const used: number[] = []
    const pause = async () => {
      if (file.made.length % 50 !== 0) return
      // What a WeakRef was asked for in this turn of the event loop stays until the next.
      await new Promise((resolve) => setTimeout(resolve, 0))
      collect()
      most = Math.max(most, file.held)
      used.push(process.memoryUsage().heapUsed)
    }
    await readFile(file, reader, options(MB, { pause }))
    const { cycles } = reader.progress
    expect(cycles).toBeGreaterThan(100_000)
    expect(file.made).toHaveLength(slices)
    expect(most).toBeLessThanOrEqual(3)
    // Columns are outside this heap. Of every piece of the file, or of every line, something would show here.
    expect(used.at(-1)! - used[0]!).toBeLessThan(16 * MB)
    expect(reader.end().columns.count).toBe(cycles)
  })
})
