import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explainCycle } from '../../src/model/explain/explain.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { toKubernetesYaml } from '../../src/share/export/yaml.ts'
import { extremeScenario } from '../arbitraries/extreme.ts'
import { plausibleScenario } from '../arbitraries/scenario.ts'
import { run, scenarioOf } from '../support/run.ts'
import { shownTexts, wordless } from '../support/shown-texts.ts'

/** A few cycles say all that many would. */
const CEILING = { maxCycles: 25, maxSteps: 10_000 }

function wordlessTexts(scenario: Scenario): string[] {
  return [...shownTexts(scenario, simulate(scenario, CEILING))].flatMap(([name, text]) => wordless(name, text) ?? [])
}

describe('no text of a run shows NaN, Infinity, undefined, null or −0', () => {
  const kinds = ['guide', 'runtime'] as const
  it.each(kinds)('for usual scenarios: %s', (model) => {
    fc.assert(
      fc.property(plausibleScenario({ model }), (scenario) => {
        expect(wordlessTexts(scenario)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
  it.each(kinds)('for scenarios at the limits of what is valid: %s', (model) => {
    fc.assert(
      fc.property(extremeScenario(model), (scenario) => {
        expect(wordlessTexts(scenario)).toEqual([])
      }),
      { numRuns: 60 },
    )
  })
  it('for a program with nothing but an allocation rate', () => {
    const program = { phases: [{ duration: 1, allocRate: '20MiB' }] }
    for (const model of kinds) expect(wordlessTexts(scenarioOf({ model, program }))).toEqual([])
  })
})

describe('cons/mark that is no number', () => {
  it('is said to have no value because nothing was scanned: the program has neither live heap nor roots', () => {
    const trace = run({ model: 'runtime', program: { phases: [{ duration: 1, allocRate: '20MiB' }] } })
    const { lines, terms } = explainCycle(trace, 3)
    expect(trace.cycles.runtime?.consMark[3]).toBe(Infinity)
    expect(lines[1]).toContain('runway wanted beyond the goal: cons/mark has no value, because nothing was scanned')
    expect(lines[3]).toBe('cons/mark no value: nothing was scanned')
    expect(terms?.find(({ key }) => key === 'runway')).toMatchObject({ value: 'beyond the goal' })
    expect(terms?.find(({ key }) => key === 'cons-mark')).toMatchObject({
      value: 'no value',
      gloss: 'nothing was scanned',
    })
  })

  it('is said to have none because marking took all the CPU, where Go’s formula goes below 0', () => {
    const trace = run({
      model: 'runtime',
      program: { initialLive: '40MiB', phases: [{ duration: 3, allocRate: '80MiB' }] },
    })
    const { runtime } = trace.cycles
    const twisted = {
      ...trace,
      cycles: {
        ...trace.cycles,
        runtime: {
          ...runtime!,
          consMark: runtime!.consMark.map(() => -2.5),
          runway: runtime!.runway.map(() => Infinity),
        },
      },
    }
    const { lines, terms = [] } = explainCycle(twisted, 1)
    expect([...lines, ...terms.map(({ value, gloss }) => value + gloss)].join()).not.toMatch(/−2\.5|Infinity/)
    expect(lines[1]).toContain('cons/mark has no value, because marking took all the CPU')
  })
})

describe('a container of nothing', () => {
  it('has hardly any headroom, and no share of it', () => {
    const program = { phases: [{ duration: 1, allocRate: '20MiB' }] }
    expect(toKubernetesYaml(scenarioOf({ memoryLimit: 0, containerLimit: 0, program }))).toContain(
      'hardly any headroom',
    )
  })
})
