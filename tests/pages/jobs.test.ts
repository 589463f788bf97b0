import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { runJob } from '../../src/pages/work/jobs.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { FACTS } from '../../src/scenario/presets/published/facts/all.ts'

describe('a job', () => {
  it('that runs a preset gives its trace', () => {
    const [trace, ...rest] = [...runJob({ kind: 'run', preset: 'rpc' })]
    expect(rest).toEqual([])
    expect(trace).toEqual(simulate(toScenario(findPreset('rpc')!)))
  })

  it('for the published figures gives the rows setting by setting', () => {
    const pieces = [...runJob({ kind: 'published' })]
    expect(pieces).toHaveLength(FACTS.length)
    const presets = pieces.map((rows) => new Set((rows as readonly { preset: string }[]).map(({ preset }) => preset)))
    presets.forEach((names, i) => {
      expect([...names].filter((name) => name !== FACTS[i]?.preset)).toEqual([])
    })
  })

  it('throws if the preset does not exist', () => {
    expect(() => [...runJob({ kind: 'run', preset: 'nowhere' })]).toThrow('nowhere')
  })
})
