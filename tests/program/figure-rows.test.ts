import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { measuredRate } from '../../src/known/measure/misses.ts'
import { figuresOf, toComparedRows, toMeasuredRows } from '../../src/program/answer/figure-rows.ts'
import type { ProgramAnswer } from '../../src/program/jobs.ts'
import { FORCED_LOG } from './support/forced.ts'
import { startEngine } from './support/read.ts'

/** The answer of the page to one text. */
function answerTo(text: string): ProgramAnswer {
  const run = startEngine()
  run({ kind: 'push', input: 1, from: 0, as: undefined, bytes: new TextEncoder().encode(text).buffer })
  run({ kind: 'end', input: 1 })
  const inputs = [{ id: 1, name: '', fileSeconds: undefined }]
  const choices = { interval: undefined, run: 0, container: undefined, typed: {} }
  const answer = run({ kind: 'answer', inputs, choices })
  if (answer.kind !== 'answer') throw new Error(answer.kind)
  return answer
}

function rowsOf(text: string) {
  const { simulated, known } = answerTo(text)
  const figures = figuresOf(simulated!, measuredRate(known))
  return { figures, simulated: simulated!, measured: toMeasuredRows(figures, simulated!) }
}

/** 17 cycles, peak heap 72 MiB, under GOGC=100. */
const LOG = readFileSync('tests/fixtures/services/quiet/logs/api-gogc100-limitoff.log', 'utf8')

describe('the figures of a program', () => {
  it('are those of the whole run if it has a log, beside the figures that the log shows', () => {
    const { measured } = rowsOf(LOG)
    const [cycles, peak, elapsed] = ['GC cycles', 'Peak heap, as cycles end', 'Elapsed'].map(
      (name) => measured.find((row) => row[0] === name)!,
    )
    expect(cycles![1]).toBe('17')
    // A log rounds sizes down to whole MiB.
    expect(peak![1]).toBe('72 to 73 MiB')
    expect(elapsed![1]).toMatch(/ s$/)
    expect(measured.map(([name]) => name)).not.toContain('GC cycles per second')
  })

  it('are rates if it has none', () => {
    const { measured } = rowsOf(readFileSync('tests/fixtures/metrics/steady/metrics-1.txt', 'utf8'))
    const names = measured.map(([name]) => name)
    expect(names).toContain('GC cycles per second')
    expect(names).not.toContain('Elapsed')
  })

  it('are means since the start if there is one scrape, those of the CPUs used too, which say nothing of the trust', () => {
    const { simulated, measured } = rowsOf(readFileSync('tests/fixtures/metrics/steady/metrics-4.txt', 'utf8'))
    expect(measured[0]![1]).toMatch(/^5\.5/)
    // 4.58 CPU-seconds in the 26.02 s until its last GC cycle.
    expect(simulated.meanCpus).toBeCloseTo(4.58 / 26.02, 2)
    expect(simulated.measuredCpus).toBeUndefined()
  })

  it('say that forced cycles are not counted, because other settings do not change them', () => {
    const { measured } = rowsOf(FORCED_LOG)
    expect(measured[0]!.slice(0, 2)).toEqual(['GC cycles, forced ones not counted', '3'])
  })

  it('say so too of one forced cycle after the work, and of the CPU time without it', () => {
    // 16 cycles, the last of them forced; all together took 37.5 ms.
    const { measured } = rowsOf(readFileSync('tests/fixtures/runs/logs/cache-a.log', 'utf8'))
    expect(measured.map(([name, value]) => [name, value])).toEqual(
      expect.arrayContaining([
        ['GC cycles, forced ones not counted', '15'],
        ['GC CPU time, idle marking included, without forced cycles', '37.4 ms'],
      ]),
    )
  })

  it('have a column of measured figures only beside a log, and the range of the settings asked about', () => {
    const { figures, simulated } = rowsOf(LOG)
    const judged = { before: true, after: false }
    const after = { ...simulated, spread: { ...simulated.spread, cycles: { low: 3, likely: 4, high: 6 } } }
    const [first] = toComparedRows(figures, simulated, after, judged, true)
    const likely = String(simulated.spread.cycles.likely)
    expect(first).toEqual(['GC cycles', '17', likely, '4', '3 to 6'])
    const alone = toComparedRows(figures, simulated, after, judged, false)
    expect(alone[0]).toEqual(['GC cycles', likely, '4', '3 to 6'])
    // Without a judgement there is no verdict.
    expect(alone.at(-1)).toEqual(['Verdict', 'healthy', '–', '–'])
  })

  it('have a verdict that says how the likely program runs, even if a few others are killed', () => {
    const { simulated } = rowsOf(LOG)
    const { verdict } = simulated
    const outlook = { kind: 'could-be-killed', label: 'could be killed (2 of 10)' } as const
    const verdicts = (...answers: readonly (typeof simulated)[]) => {
      const [before, after] = answers.map((one) => ({ ...one, outlook }))
      return toComparedRows([], before!, after!, { before: true, after: true }, false).at(-1)!.slice(1, 3)
    }
    const over = { ...simulated, verdict: { ...verdict, kind: 'over-limit', label: 'over the limit' } as const }
    const thrashing = { ...simulated, verdict: { ...verdict, kind: 'thrashing', label: 'could be thrashing' } as const }
    expect(verdicts(simulated, over)).toEqual([outlook.label, 'over the limit, and could be killed (2 of 10)'])
    expect(verdicts(thrashing, over)[0]).toBe('could be thrashing, and could be killed (2 of 10)')
    // It would not run for long.
    const killed = { ...over, outlook: { kind: 'would-be-killed', label: 'would be killed' } as const }
    const judged = { before: true, after: true }
    expect(toComparedRows([], simulated, killed, judged, false).at(-1)![2]).toBe('would be killed')
  })
})
