import { describe, expect, it } from 'vitest'
import { openSource } from '../../src/share/decode.ts'

/** A packed program of this many phases, each with an invalid share. */
function openBroken(phases: number) {
  const repeat = (entry: string) => Array.from({ length: phases }, () => entry).join(',')
  const packed = new Map([
    ['phases', String(phases)],
    ['duration', repeat('3')],
    ['newSurvivalRate', repeat('-1')],
  ])
  return openSource(new Map(), packed, 'spike')
}

describe('a packed scenario with invalid values', () => {
  it('keeps what is valid, and names each field that is not', () => {
    const { scenario, problems } = openBroken(2)
    expect(scenario.program.phases).toMatchObject([
      { duration: 3, newSurvivalRate: 0 },
      { duration: 3, newSurvivalRate: 0 },
    ])
    expect(problems.map(({ path }) => path)).toEqual([0, 1].map((i) => `z.program.phases[${i}].newSurvivalRate`))
  })

  it('names at most twenty fields, and the number of the others', () => {
    expect(openBroken(20).problems).toHaveLength(20)
    expect(openBroken(20).problems.at(-1)?.path).toBe('z.program.phases[19].newSurvivalRate')
    const { problems } = openBroken(22)
    expect(problems).toHaveLength(21)
    expect(problems.at(-1)).toEqual({ path: 'z', message: 'and 2 more problems' })
    expect(openBroken(21).problems.at(-1)?.message).toMatch(/^and 1 more problem$/)
  })
})

describe('a preset that replaces what could not be read', () => {
  const keptOf = (plain: Record<string, string>, packed: Record<string, string> = {}) =>
    openSource(new Map(Object.entries(plain)), new Map(Object.entries(packed)), 'spike').kept[0]

  it.each<[string, Record<string, string>, Record<string, string>?]>([
    ['for a preset that does not exist', { preset: 'spikes' }],
    ['for a packed part that is damaged', { z: 'AAAA' }],
    // For a run to compare with, the link has another key than `z`.
    ['for an invalid packed program', {}, { phases: '1001' }],
  ])('is reported: %s', (_, plain, packed) => {
    expect(keptOf({ ...plain, gogc: '50' }, packed)).toBe('“Transient spike” in place of what could not be read')
    expect(keptOf(plain, packed)).toBe('“Transient spike”')
  })

  it.each([
    ['none is named', {}, 'Transient spike'],
    ['it is named', { preset: 'steady' }, 'Steady state'],
    ['it is named beside a damaged part', { preset: 'steady', z: 'AAAA' }, 'Steady state'],
  ])('is not reported if it was meant: %s', (_, plain, title) => expect(keptOf(plain)).toBe(`“${title}”`))
})
