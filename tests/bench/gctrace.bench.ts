import { bench, describe } from 'vitest'
import { createReader } from '../../src/gctrace/reader.ts'

const LINES = 1_000_000
const PIECE = 1 << 16

/** A service’s log: a cycle every 0.2 s, figures that vary as real ones do. In pieces, as a file is read. */
function pieces(prefix: string): string[] {
  const list: string[] = []
  let text = ''
  for (let i = 0; i < LINES; i++) {
    const a = 400 + (i % 37)
    text += `${prefix}gc ${i + 1} @${(i * 0.2).toFixed(3)}s 3%: 0.0${10 + (i % 80)}+${8 + (i % 9)}.${i % 10}+0.0${10 + (i % 70)} ms clock, 0.${10 + (i % 80)}+${i % 7}.2/${12 + (i % 5)}/${i % 30}+0.${10 + (i % 60)} ms cpu, ${a}->${a + 9}->${a - 200} MB, ${a + 12} MB goal, 1 MB stacks, 0 MB globals, 8 P\n`
    if (text.length >= PIECE) {
      list.push(text)
      text = ''
    }
  }
  list.push(text)
  return list
}

describe(`reading ${LINES} gc lines`, () => {
  for (const [name, prefix] of [
    ['bare', ''],
    ['behind a journald prefix', 'Mar 04 11:02:33 node-7 billing[812]: '],
  ] as const) {
    const log = pieces(prefix)
    bench(
      name,
      () => {
        const reader = createReader()
        for (const piece of log) reader.push(piece)
        if (reader.end().columns.count !== LINES) throw new Error('not all lines were read')
      },
      { time: 0, iterations: 3, warmupTime: 0, warmupIterations: 1 },
    )
  }
})
