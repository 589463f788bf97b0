import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { cyclePieces } from '../../../src/share/export/formats.ts'

/** 10 MiB live and GOGC=10, so a cycle for each MiB: this many seconds of 100 MiB/s. */
function traceOf(duration: number) {
  const phases = [{ duration, allocRate: '100MiB', scanRate: '100GiB' }]
  const made = validateScenario({ version: 1, gogc: 10, program: { initialLive: '10MiB', phases } })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  return simulate(made.value)
}

describe('the cycles of a run as JSON', () => {
  it.each([0.001, 1, 5, 12.5])('are all there, in order, of a run of %d s', (duration) => {
    const trace = traceOf(duration)
    const { result, cycles } = JSON.parse([...cyclePieces(trace)].join(''))
    expect(result).toEqual(JSON.parse(JSON.stringify(trace.result)))
    expect(cycles.map(({ number }: { number: number }) => number)).toEqual(
      Array.from({ length: trace.cycles.count }, (_, i) => i + 1),
    )
  })

  it('come in pieces, so that a page can go on between two of them', () => {
    const trace = traceOf(12.5)
    expect(trace.cycles.count).toBeGreaterThan(1000)
    const pieces = [...cyclePieces(trace)]
    expect(pieces.length).toBeGreaterThan(3)
    for (const piece of pieces) expect(piece.split('\n').length).toBeLessThan(600)
  })
})
