// Seconds for a million lines of a log, bundled as the page is; Vitest's wrapping of modules would count too.
import { createReader } from '../../src/gctrace/reader.ts'
import { readBlob } from '../../src/log/source.ts'

const LINES = 1_000_000

/** A service’s log: a cycle every 0.2 s, figures that vary as real ones do. */
function gcText(i: number): string {
  const a = 400 + (i % 37)
  return `gc ${i + 1} @${(i * 0.2).toFixed(3)}s 3%: 0.0${10 + (i % 80)}+${8 + (i % 9)}.${i % 10}+0.0${10 + (i % 70)} ms clock, 0.${10 + (i % 80)}+${i % 7}.2/${12 + (i % 5)}/${i % 30}+0.${10 + (i % 60)} ms cpu, ${a}->${a + 9}->${a - 200} MB, ${a + 12} MB goal, 1 MB stacks, 0 MB globals, 8 P`
}

const FORMS: readonly (readonly [string, (text: string, i: number) => string])[] = [
  ['as Go prints them', (text) => text],
  ['behind a journald prefix', (text) => `Mar 04 11:02:33 node-7 billing[812]: ${text}`],
  ['of 40 pods in turn', (text, i) => `[pod/api-${i % 40}/server] 2026-03-04T11:02:33.${100_000_000 + i}Z ${text}`],
  ['in Docker’s JSON', (text) => `{"log":"${text.replaceAll('->', '-\\u003e')}\\n","stream":"stderr"}`],
]

function toBlob(form: (text: string, i: number) => string): Blob {
  const parts: string[] = []
  for (let i = 0; i < LINES; i += 1000)
    parts.push(Array.from({ length: 1000 }, (_, k) => `${form(gcText(i + k), i + k)}\n`).join(''))
  return new Blob(parts)
}

const ROUNDS = 5

console.log('\nReading %d gc lines, seconds: of %d rounds', LINES, ROUNDS)
const rows: Record<string, { readonly median: string; readonly best: string; readonly MB: number }> = {}
for (const [name, form] of FORMS) rows[name] = await measure(toBlob(form))
console.table(rows)

async function measure(blob: Blob) {
  const times: number[] = []
  for (let round = -1; round < ROUNDS; round++) {
    const start = performance.now()
    await read(blob)
    if (round >= 0) times.push((performance.now() - start) / 1000)
  }
  times.sort((a, b) => a - b)
  const show = (seconds = Number.NaN) => seconds.toFixed(2)
  return { MB: Math.round(blob.size / 1e6), median: show(times[ROUNDS >> 1]), best: show(times[0]) }
}

/** As the page's worker does it: from a file, in slices of a MiB, decoding included. */
async function read(blob: Blob): Promise<void> {
  const reader = createReader()
  await readBlob(blob, reader, {
    sliceBytes: 1 << 20,
    onProgress: () => {},
    pause: async () => {},
    isCancelled: () => false,
  })
  const { columns, lines } = reader.end()
  if (lines !== LINES || columns.count === 0) throw new Error('not all lines were read')
}
