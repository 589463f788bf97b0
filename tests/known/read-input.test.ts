import { expect, it } from 'vitest'
import { createInputReader } from '../../src/known/input/read-input.ts'

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
  expect(problemOf('GET / 200 in 3 ms\n')).toMatch(/^it is not an input that we know: paste/)
  expect(problemOf('GET / 200 in 3 ms\n')).toMatch(/runtime\/metrics, the memory of a process or a manifest$/)
})

it('says of a log without a whole cycle which lines are wrong, and how many', () => {
  const patched =
    'gc 12 @0.5s 0/98%: 0.02+18+0.06 ms clock, 0.04+6.1/2.1/0+0.11 ms cpu, 84->88->46 MB, 92 MB goal, 2 P\n'
  expect(problemOf(`start\n${patched}${patched}`)).toMatch(
    /none of them is whole\. .*2 lines, the first is line 2: expected/,
  )
  const two = problemOf(`gc 1 @0.012s 2%: 0.02+1\n${patched}`)
  expect(two).toMatch(/none of them is whole\. Line 1: .*\. Line 2: /)
  expect(problemOf('scav 10 KiB work (bg), 0 KiB work (eager), 9 KiB now, 90% util\n')).toMatch(/none of gctrace/)
})

it.each([
  '"Time","go_memstats_alloc_bytes_total"\n"2026-03-02 10:00:00","1000000"\n',
  'sep=;\n"Time";"{instance=""a:1""}";"heap"\r\n"2026-03-02 10:00:00";"1.5 MiB";\r\n',
  'Time,api-1\n1772445600000,12.5\n',
])('says what to paste instead of the CSV that Grafana exports: %j', (text) => {
  expect(problemOf(text)).toMatch(/^we cannot read CSV from Grafana, .* query inspector copies .* \/metrics$/)
})

it('reads CSV with texts as a log', () => {
  const line = 'gc 7 @1.204s 2%: 0.018+1.1+0.003 ms clock, 0.14+0.3/1.0/0.2+0.024 ms cpu, 4->5->2 MB, 5 MB goal, 8 P'
  const reader = createInputReader()
  reader.push(`"Time","Line"\n${'"2026-03-02 10:00:00","GET /"\n'.repeat(4000)}"2026-03-02 10:00:00","${line}"\n`)
  expect(reader.end()).toMatchObject({ ok: true, value: { kind: 'gctrace' } })
})

it.each([
  '$ curl -s localhost:8080/debug/vars\n',
  'root@api-7d9:/# wget -qO- localhost:8080/debug/vars\n',
  'HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\n\r\n',
  '$ curl -i localhost:8080/debug/vars\nHTTP/2 200\ndate: Mon, 02 Mar 2026 10:00:00 GMT\n\n',
])('passes over what a terminal shows above JSON: %j', (above) => {
  const reader = createInputReader()
  reader.push(`${above}{"cmdline": ["api"], "memstats": {"TotalAlloc": 9000, "HeapAlloc": 5000, "NumGC": 3}}`)
  expect(reader.end()).toMatchObject({ ok: true, value: { kind: 'vars' } })
})
