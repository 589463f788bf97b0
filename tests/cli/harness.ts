import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CliIo, OutputClosed } from '../../src/cli/io.ts'
import { runCli } from '../../src/cli/run.ts'

interface Answer {
  code: number
  /** Everything on standard output. */
  out: string
  /** Standard output, each line parsed. */
  lines: Record<string, unknown>[]
  err: string
}

interface CallOptions {
  stdin?: string | Uint8Array | readonly (string | Uint8Array)[]
  /** The reader of standard output goes away after so many writes. */
  closedAfter?: number
}

/** Runs the command line in this process. */
export async function call(
  args: readonly string[],
  { stdin = '', closedAfter = Infinity }: CallOptions = {},
): Promise<Answer> {
  let out = ''
  let err = ''
  let writes = 0
  const io: CliIo = {
    stdin: async function* () {
      const chunks = typeof stdin === 'string' || stdin instanceof Uint8Array ? [stdin] : stdin
      for (const chunk of chunks) yield typeof chunk === 'string' ? new TextEncoder().encode(chunk) : chunk
    },
    async write(text) {
      if (writes++ >= closedAfter) throw new OutputClosed()
      out += text
    },
    warn(line) {
      err += `${line}\n`
    },
  }
  const code = await runCli(args, io)
  return {
    code,
    out,
    err,
    lines: out
      .split('\n')
      .filter((line) => line.startsWith('{') && line.endsWith('}'))
      .map((line) => JSON.parse(line)),
  }
}

/** A directory of its own for a test file, and how to write into it. */
export function createFolder() {
  const path = mkdtempSync(join(tmpdir(), 'sawtooth-cli-'))
  return {
    path,
    write(name: string, content: string | Uint8Array): string {
      const file = join(path, name)
      writeFileSync(file, content)
      return file
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
