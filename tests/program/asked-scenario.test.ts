import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toAskedScenario } from '../../src/program/answer/show.ts'
import type { Settings } from '../../src/scenario/under-settings.ts'
import { answerTo, supposeOf } from './support/ask.ts'

const LOG = readFileSync('tests/fixtures/metrics/steady/gctrace.log', 'utf8')

describe('the links of settings asked about', () => {
  const own = answerTo(LOG).simulated!.scenario

  it.each<Settings>([
    { gogc: { kind: 'percent', percent: 50 } },
    { cpuQuota: { kind: 'cpus', cpus: 0.4 } },
    { cpuQuota: { kind: 'cpus', cpus: 0.1 }, procs: 2 },
  ])('hold the likely program of the answer: %j', (settings) => {
    const { scenario } = supposeOf([LOG], settings)
    expect(toAskedScenario(own, scenario, { procs: scenario.procs, ...settings })).toEqual(scenario)
  })

  it('have new settings before their answer is there', () => {
    const settings: Settings = { gogc: { kind: 'percent', percent: 70 } }
    expect(toAskedScenario(own, own, settings)).toEqual({ ...own, ...settings })
  })
})
