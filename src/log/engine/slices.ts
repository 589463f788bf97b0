/** A file, wherever it is fetched. */
export interface Slices {
  readonly size: number
  /** @throws whatever the browser throws where the file cannot be read */
  slice(from: number, to: number): Promise<ArrayBuffer>
}

export function slicesOf(blob: Blob): Slices {
  return { size: blob.size, slice: (from, to) => blob.slice(from, to).arrayBuffer() }
}

/*
 * Fetching a file takes a third of the time of reading it, and the browser goes on with it only when the thread that asked is
 * idle. So it is done on one thread for another, which reads what came before. Both sides name a slice by where it begins.
 */

interface Wanted {
  readonly from: number
  readonly to: number
}
type Fetched = { readonly from: number } & ({ readonly bytes: ArrayBuffer } | { readonly error: string })

/** Fetches, on this thread, the slices that are wanted at the other end of a port; each is handed over. */
export function serveSlices(blob: Blob, port: MessagePort): void {
  const file = slicesOf(blob)
  const send = (message: Fetched, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer)
  port.onmessage = ({ data: { from, to } }: { readonly data: Wanted }) =>
    file.slice(from, to).then(
      (bytes) => send({ from, bytes }, [bytes]),
      (error: unknown) => send({ from, error: error instanceof Error ? error.message : String(error) }),
    )
}

/** The same file, at the end of the port where it is read. */
export function slicesFrom(port: MessagePort, size: number): Slices {
  const waiting = new Map<number, { resolve(bytes: ArrayBuffer): void; reject(error: Error): void }>()
  port.onmessage = ({ data }: { readonly data: Fetched }) => {
    const promise = waiting.get(data.from)
    waiting.delete(data.from)
    if ('bytes' in data) promise?.resolve(data.bytes)
    else promise?.reject(new Error(data.error))
  }
  return {
    size,
    slice: (from, to) =>
      new Promise((resolve, reject) => {
        waiting.set(from, { resolve, reject })
        port.postMessage({ from, to } satisfies Wanted)
      }),
  }
}
