import { describe, expect, it } from 'vitest'
import { summarizePublished, toReportedRows } from '../../src/explore/published/published.ts'
import { runPublished } from '../../src/explore/published/run.ts'
import { toRatios } from '../../src/pages/evidence/ratios.ts'
import { FACTS } from '../../src/scenario/presets/published/facts/all.ts'

const published = [...runPublished()].flat()
const { rows, sentences } = toRatios(published)
const totals = summarizePublished(published)
const dots = rows.flatMap((row) => row.dots)

describe('the dots of the published figures', () => {
  it('are all judged figures but the endings, which are no numbers', () => {
    expect(dots).toHaveLength(totals.judged - totals.verdicts.judged)
    expect(rows.reduce((sum, row) => sum + row.dots.length, 0)).toBe(sentences.length)
  })

  it('are outside exactly if the table says so', () => {
    const off = published.filter(({ isWithin, kind }) => isWithin === false && kind !== 'verdict')
    expect(dots.filter(({ isOutside }) => isOutside)).toHaveLength(off.length)
    expect(off.length).toBeGreaterThan(0)
    for (const { dots, tolerance } of rows)
      for (const dot of dots.filter(({ isOutside }) => isOutside))
        expect(Math.abs(dot.ratio - 1)).toBeGreaterThan(tolerance)
  })

  it('are simulated ÷ reported, from the lowest to the highest of their kind', () => {
    const farOff = published.find(({ preset, label }) => preset === 'hash-2g' && label === 'Sys')!
    const memory = rows.find(({ name }) => name === 'Memory')!
    expect(memory.dots[0]!.ratio).toBeCloseTo(Number(farOff.simulated) / Number(farOff.reported), 9)
    const ratios = memory.dots.map(({ ratio }) => ratio)
    expect(ratios).toEqual(ratios.toSorted((a, b) => a - b))
  })

  it('have sentences in the same order, with all that the table says', () => {
    const at = rows[0]!.dots.length
    expect(sentences[at]).toMatch(
      /^100 MiB per request, limit 2 GiB: Sys, reported 8192 MiB, simulated \d+ MiB, −\d+\.\d %\s\(Yuri Fenyuk, 2024\)\.$/,
    )
  })

  it('are counted in words beside the row', () => {
    const cycles = totals.byKind.find(({ kind }) => kind === 'cycles')!
    expect(rows[0]!.aside).toBe(`${cycles.within} of ${cycles.judged} within 15 %`)
  })

  it('do not exist before anything is simulated', () => {
    expect(toRatios(FACTS.flatMap(toReportedRows)).rows.flatMap((row) => row.dots)).toEqual([])
  })
})
