// Seconds for a million lines of a log in each form, bundled as the page is; Vitest's wrapping of modules would count too.
// The commonest forms are read at that length; of the others fewer lines, and the time is that of a million all the same.

import { finish } from '../../src/model/slices.ts'
import { createEngine } from '../../src/program/engine.ts'
import { SLICE } from '../../src/program/session.ts'
import { FORMS, type Form, gcText } from './reading-forms.ts'

const MILLION = 1_000_000
const COMMON = ['as Go 1.19 and later print them', 'journald', '40 pods in turn', 'Docker’s JSON']
const FEWER = 100_000
const ROUNDS = 5
const FEWER_ROUNDS = 3

interface Row {
  readonly median: string
  readonly best: string
  readonly lines: number
  readonly MB: number
  readonly cycles: number
}

console.log(
  '\nReading gc lines, seconds per million lines: of %d rounds, or of %d where fewer lines are read',
  ROUNDS,
  FEWER_ROUNDS,
)
const rows: Record<string, Row> = {}
for (const [name, form] of Object.entries(FORMS)) {
  const isCommon = COMMON.includes(name)
  rows[name] = await measure(toBlob(name, form, isCommon ? MILLION : FEWER), isCommon ? ROUNDS : FEWER_ROUNDS)
}
console.table(rows)

async function measure(blob: Blob, rounds: number): Promise<Row> {
  const times: number[] = []
  let read = { lines: 0, cycles: 0 }
  for (let round = -1; round < rounds; round++) {
    const start = performance.now()
    read = await readAll(blob)
    if (round >= 0) times.push(((performance.now() - start) / 1000 / read.lines) * MILLION)
  }
  times.sort((a, b) => a - b)
  const show = (seconds = Number.NaN) => seconds.toFixed(2)
  return { median: show(times[rounds >> 1]), best: show(times[0]), MB: Math.round(blob.size / 1e6), ...read }
}

/** Lines of a form, of which one gc line may make several, and some are no gc lines. */
function toBlob(name: string, form: Form, atLeast: number): Blob {
  const encode = (text: string) => (name.startsWith('UTF-16') ? Buffer.from(text, 'utf16le') : text)
  const parts = name.startsWith('UTF-16') ? [encode('\ufeff')] : []
  for (let i = 0, lines = 0; lines < atLeast; i += 1000) {
    const text = Array.from({ length: 1000 }, (_, k) => `${form(gcText(i + k), i + k)}\n`).join('')
    lines += text.split('\n').length - 1
    parts.push(encode(text))
  }
  return new Blob(parts)
}

/** As the page's worker does it: from a file, in slices, decoding included. */
async function readAll(blob: Blob): Promise<{ lines: number; cycles: number }> {
  const run = createEngine()
  for (let from = 0; from < blob.size; from += SLICE) {
    const bytes = await blob.slice(from, from + SLICE).arrayBuffer()
    finish(run({ kind: 'push', input: 1, from, as: undefined, bytes }))
  }
  const read = finish(run({ kind: 'end', input: 1 }))
  if (read.kind !== 'read' || !read.log) throw new Error('not what a log gives')
  const { lines, cycles } = read.log
  if (lines === 0) throw new Error('nothing was read')
  return { lines, cycles }
}
