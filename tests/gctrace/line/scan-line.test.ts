import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parseScanTotal } from '../../../src/gctrace/line/other-lines.ts'
import { readLog } from '../support.ts'

describe('what a cycle scanned', () => {
  it('is the number of objects, and of visits to spans or single objects', () => {
    expect(parseScanTotal('scan: total 932+6857+47580=55369 objs, 1419+1328=2747 spans')).toEqual({
      objects: 55369,
      visits: 932 + 2747,
    })
  })

  it('is not read from a line of one size class, of Go 1.25, or a cut line', () => {
    for (const line of [
      'scan: class 16B 0+36+0=36 objs, 4+0=4 spans',
      'scan: total 56490 objs',
      'scan: total 932+6857+47580=55369 objs, 1419+13',
      `scan: total ${'9'.repeat(40)}+1+1=1 objs, 1+1=2 spans`,
    ])
      expect(parseScanTotal(line)).toBeUndefined()
  })

  it('is summed over all cycles of a log, whatever the prefixes of its lines', () => {
    const text = readFileSync('tests/fixtures/heap-shapes/gctrace-2.log', 'utf8')
    const { scanned, problems, columns } = readLog(text)
    expect(columns.count).toBe(6)
    expect(problems).toEqual([])
    // Sums over the six “total” lines, by hand.
    expect(scanned?.objects).toBe(524389 + 524377 + 524377 + 65629 + 32859 + 32857)
    expect(readLog(text.replaceAll('scan:', 'api-1  | scan:')).scanned).toEqual(scanned)
  })

  it('is undefined where a log has no such line', () => {
    expect(
      readLog('gc 1 @0.1s 1%: 0.1+1+0.1 ms clock, 0.2+0/1/0+0.2 ms cpu, 4->4->1 MB, 5 MB goal, 2 P\n').scanned,
    ).toBeUndefined()
  })
})
