import { describe, expect, it } from 'vitest'
import { explainLine } from '../../../src/gctrace/show/explain-line.ts'
import { gcLine } from '../support.ts'

describe('a raw line explained', () => {
  it('names every figure, in order, with its place in the line', () => {
    const line = `api-1 | ${gcLine(7, 2.5)} (forced)`
    const spans = explainLine(line)
    expect(spans.map(({ name, start, end }) => [name, line.slice(start, end)])).toEqual([
      ['number', '7'],
      ['startSeconds', '2.500'],
      ['gcPercentSoFar', '3'],
      ['sweepTermMs', '0.041'],
      ['markMs', '5.3'],
      ['markTermMs', '0.027'],
      ['sweepTermCpuMs', '0.16'],
      ['assistMs', '1.2'],
      ['backgroundMs', '4.4'],
      ['idleMs', '0.9'],
      ['markTermCpuMs', '0.10'],
      ['heapStartMiB', '40'],
      ['heapEndMiB', '42'],
      ['heapLiveMiB', '20'],
      ['goalMiB', '44'],
      ['stacksMiB', '1'],
      ['globalsMiB', '0'],
      ['procs', '4'],
      ['forced', '(forced)'],
    ])
    expect(spans[1]?.value).toBe('2.500 s')
    for (const { text } of spans) expect(text.length).toBeGreaterThan(10)
  })

  it('says what Go leaves out of the percentage', () => {
    // runtime/mgc.go, gcMarkTermination: (GCTotalTime - GCIdleTime) / TotalTime
    const percent = explainLine(gcLine(7, 2.5)).find(({ name }) => name === 'gcPercentSoFar')
    expect(percent?.text).toContain('marking on idle CPUs not counted')
  })

  it('explains the phases of Go 1.5', () => {
    const line =
      'gc 9 @1.250s 4%: 0.11+1.5+0.25+3.0+0.40 ms clock, 0.44+1.6+0.07+0.9/2.8/0.3+1.6 ms cpu, 12->13->7 MB, 13 MB goal, 4 P'
    const clock = explainLine(line).slice(3, 8)
    expect(clock.map(({ start, end }) => line.slice(start, end))).toEqual(['0.11', '1.5', '0.25', '3.0', '0.40'])
    expect(clock[1]?.text).toContain('Go 1.5')
  })

  it('finds the places of figures in a line that needs cleaning', () => {
    const line = `\u001b[31m${gcLine(7, 2.5).replaceAll('->', '-&gt;')}`
    const heap = explainLine(line).filter(({ name }) => name.startsWith('heap'))
    expect(heap.map(({ start, end }) => line.slice(start, end))).toEqual(['40', '42', '20'])
  })

  it('explains a broken line up to where it breaks', () => {
    expect(explainLine(gcLine(7, 2.5).slice(0, 40)).map(({ name }) => name)).toContain('markMs')
    expect(explainLine('nothing of the kind')).toEqual([])
  })
})
