/** The reader of standard output has closed it (`| head`). Not an error: nobody reads on. */
export class OutputClosed extends Error {}

/** Everything that a command uses besides files. */
export interface CliIo {
  readonly stdin: () => AsyncIterable<Uint8Array>
  /** The content of the only source, if it can be read only once and was read already. */
  readonly kept?: readonly Uint8Array[]
  /** Writes to standard output. Resolves when there is room for more; rejects with `OutputClosed`. */
  write(text: string): Promise<void>
  warn(line: string): void
}

export function createNodeIo(process: Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>): CliIo {
  const { stdout, stderr } = process
  let isClosed = false
  // Without a listener, the error would end the process with a stack trace.
  stdout.on('error', () => {
    isClosed = true
  })
  stderr.on('error', () => {})
  return {
    // Opened only when it is read, because an open input keeps the process alive.
    stdin: () => process.stdin,
    write: (text) =>
      new Promise((resolve, reject) => {
        if (isClosed) reject(new OutputClosed())
        else
          stdout.write(text, (error) => {
            if (!error) resolve()
            else reject((error as NodeJS.ErrnoException).code === 'EPIPE' ? new OutputClosed() : error)
          })
      }),
    warn: (line) => {
      stderr.write(`${line}\n`)
    },
  }
}

/** Entries per write: the text of two million would not fit into one string. */
const ENTRIES_PER_WRITE = 500

export async function writeEntries(count: number, toEntry: (i: number) => unknown, io: CliIo): Promise<void> {
  for (let from = 0; from < count; from += ENTRIES_PER_WRITE) {
    const length = Math.min(ENTRIES_PER_WRITE, count - from)
    const entries = Array.from({ length }, (_, i) => JSON.stringify(toEntry(from + i)))
    await io.write((from > 0 ? ',' : '') + entries.join(','))
  }
}
