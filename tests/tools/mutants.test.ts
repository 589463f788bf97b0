import { expect, it } from 'vitest'
import { findMutants } from './mutants.mjs'

const changes = (source: string) => findMutants(source).map(({ from, to }) => `${from} → ${to}`)

it('changes one operator, number or truth value at a time', () => {
  expect(changes('const isLate = at >= end && !done')).toEqual([
    'const isLate = at >= end && !done → const isLate = at > end && !done',
    'const isLate = at >= end && !done → const isLate = at >= end || !done',
    'const isLate = at >= end && !done → const isLate = at >= end && done',
  ])
  expect(changes('const NEAR = 1e-9')).toEqual(['const NEAR = 1e-9 → const NEAR = (1e-9 + 1)'])
  expect(findMutants('a = b\nx = y * 0.5\n').map(({ line, code }) => [line, code])).toEqual([
    [2, 'a = b\nx = y / 0.5\n'],
    [2, 'a = b\nx = y * (0.5 + 1)\n'],
  ])
})

it.each([
  ["import { a } from './b1.ts'"],
  ['// as a + b'],
  ["const text = 'a + b'"],
  ['const text = `a + b`'],
  ['const found = text.replace(/a + 1/g, mark)'],
  ['interface Size {\n  readonly side: 1\n}'],
  ['type Side = 1 | 2'],
  ['const all: Map<string, Side> = sides'],
  ['const first = list[i]!.side'],
  ['const nothing = list[i] ?? 0'],
])('leaves alone what does not run: %s', (source) => {
  expect(changes(source)).toEqual([])
})
