import { describe, expect, it } from 'vitest'
import { createReader } from '../../../src/gctrace/read/reader.ts'
import { type Slices, serveSlices, slicesFrom, slicesOf } from '../../../src/log/engine/slices.ts'
import { readFile } from '../../../src/log/engine/source.ts'
import { gcLine } from '../../gctrace/support.ts'

async function withPort<T>(blob: Blob, use: (file: Slices) => Promise<T>): Promise<T> {
  const { port1, port2 } = new MessageChannel()
  serveSlices(blob, port1)
  try {
    return await use(slicesFrom(port2, blob.size))
  } finally {
    port1.close()
    port2.close()
  }
}

const read = async (file: Slices, ahead: number) => {
  const reader = createReader()
  await readFile(file, reader, {
    sliceBytes: 500,
    ahead,
    onProgress: () => {},
    pause: async () => {},
    isCancelled: () => false,
  })
  return reader.end()
}

describe('a file that is fetched on another thread', () => {
  it('reads as one that is fetched here, however many slices are under way', async () => {
    const blob = new Blob(Array.from({ length: 60 }, (_, i) => `${gcLine(i + 1, i)}\n`))
    const here = await read(slicesOf(blob), 1)
    expect(here.columns.count).toBe(60)
    for (const ahead of [1, 2, 7]) expect(await withPort(blob, (file) => read(file, ahead))).toEqual(here)
  })

  it('gives each slice to whoever asked for it, in whatever order they come', async () => {
    const late = new Map<number, (bytes: ArrayBuffer) => void>()
    const blob = {
      size: 6,
      slice: (from: number) => ({
        arrayBuffer: () => new Promise<ArrayBuffer>((resolve) => late.set(from, resolve)),
      }),
    }
    await withPort(blob as unknown as Blob, async (file) => {
      const asked = [0, 2, 4].map((from) => file.slice(from, from + 2))
      await expect.poll(() => late.size).toBe(3)
      for (const from of [4, 0, 2]) late.get(from)?.(Uint8Array.of(from).buffer)
      expect((await Promise.all(asked)).map((bytes) => new Uint8Array(bytes)[0])).toEqual([0, 2, 4])
    })
  })

  it('says why it cannot be read', async () => {
    const gone = { size: 9, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('the file has changed')) }) }
    await expect(withPort(gone as unknown as Blob, (file) => read(file, 2))).rejects.toThrow('the file has changed')
  })
})
