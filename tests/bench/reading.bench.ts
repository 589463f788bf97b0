import { bench, describe } from 'vitest'
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

/** As the page’s worker does it: from a file, in slices of a MiB, decoding included. */
describe(`reading ${LINES} gc lines`, () => {
  for (const [name, form] of FORMS) {
    let blob: Blob | undefined
    let best = Number.POSITIVE_INFINITY
    bench(
      name,
      async () => {
        blob ??= toBlob(form)
        const reader = createReader()
        const start = performance.now()
        await readBlob(blob, reader, {
          sliceBytes: 1 << 20,
          onProgress: () => {},
          pause: async () => {},
          isCancelled: () => false,
        })
        const { columns, lines } = reader.end()
        best = Math.min(best, (performance.now() - start) / 1000)
        if (lines !== LINES || columns.count === 0) throw new Error('not all lines were read')
      },
      {
        time: 0,
        iterations: 4,
        warmupTime: 0,
        warmupIterations: 1,
        teardown: (_, mode) => {
          if (mode !== 'run') return
          console.log(`${name}: ${Math.round(LINES / best).toLocaleString('en')} lines per second, at best`)
          blob = undefined
        },
      },
    )
  }
})
