import { expect, it } from 'vitest'
import { createInputReader } from '../../src/known/read-input.ts'

function problemOf(text: string): string | undefined {
  const reader = createInputReader()
  reader.push(text)
  const read = reader.end()
  return read.ok ? undefined : read.problems[0]?.message
}

it('explains how to get input as text: a heap profile comes compressed', () => {
  expect(problemOf('\u001f\ufffd\b\u0000\u0000\u0001'.repeat(400))).toMatch(/^it is not text: .*heap\?debug=1$/)
  // A program that exposes metrics has their texts in it.
  const program = `\u007fELF${'\u0000\u0001'.repeat(40)}\n# TYPE go_goroutines gauge\ngo_goroutines 7\n`
  expect(problemOf(program)).toMatch(/^it is not text/)
  expect(problemOf('GET / 200 in 3 ms\n')).toMatch(/^nothing in it can be read: paste/)
})
