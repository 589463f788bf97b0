import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../../src/explore/advice.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { isMisfit, toAnswer, toNotes, toOffers, toSummary } from '../../../src/ui/advice/advice-text.ts'
import { MIB } from '../../../src/units.ts'

function scenarioOf(json: object): Scenario {
  const result = validateScenario({ version: 1, ...json })
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

const STEADY = { initialLive: '20MiB', phases: [{ duration: 5, allocRate: '20MiB' }] }
const service = (pace: string) => ({
  model: 'runtime',
  containerLimit: '4GiB',
  procs: 4,
  program: { pace, initialLive: '2GiB', phases: [{ duration: 60, allocRate: '500MiB' }] },
})

interface Case {
  readonly of: string
  readonly scenario: object
  readonly share: number
  readonly summary: string
  readonly answer: RegExp
  readonly isMisfit?: boolean
  /** What is offered, in MiB, in order; `undefined` for one that the case does not fix. */
  readonly offers: readonly (number | undefined)[]
}

const CASES: readonly Case[] = [
  {
    of: 'a program that needs no limit in its container',
    scenario: { containerLimit: '100MiB', program: STEADY },
    share: 0.2,
    summary: 'not needed',
    answer:
      /^No limit is needed: without one the program completes, with GC CPU .* and at most 40\S* MiB of 100\S* MiB in use\.$/,
    offers: [undefined],
  },
  {
    of: 'one that needs a limit',
    scenario: { ...service('clock') },
    share: 0.2,
    summary: '3592MiB to 4095MiB',
    answer: /^Without a limit: killed\. At 3592MiB and at 4095MiB the program completes with GC CPU up to 20 %/,
    offers: [3686, 3592, 4095],
  },
  {
    of: 'one whose limits all cost more than was asked',
    scenario: service('clock'),
    share: 0.1,
    summary: 'none for 10 %',
    answer:
      /keeps GC CPU at 10 % or less\. The program does complete from \d+MiB \(GC CPU 39\.\d %\) to 4095MiB \(GC CPU 15\.\d %\)\. A container of \d+MiB with GOMEMLIMIT=\d+MiB would do/,
    offers: [3686, undefined, 4095],
  },
  {
    of: 'one that completes in its container, but only by thrashing',
    scenario: service('work'),
    share: 0.1,
    summary: 'only by thrashing',
    answer:
      /complete without thrashing\. It does complete from \d+MiB \(thrashing\) to 4095MiB \(thrashing\).* GOGC is what costs: even without limit and container GC CPU is 2\d\.\d %/,
    offers: [],
  },
  {
    of: 'one that is larger than its container',
    scenario: { containerLimit: '100MiB', program: { ...STEADY, initialLive: '120MiB' } },
    share: 0.1,
    summary: 'does not fit',
    answer:
      /^This program does not fit this container: none of \d+ limits tried, \d+MiB to \d+MiB, lets it complete\. Its live heap alone reaches 120\.0 MiB, and no GC setting makes that smaller\. A container of 1\d\dMiB with GOMEMLIMIT=1\d\dMiB would do/,
    isMisfit: true,
    offers: [],
  },
  {
    of: 'one whose GOGC costs too much, without a container',
    scenario: { gogc: 10, program: STEADY },
    share: 0.05,
    summary: 'none for 5 %',
    answer:
      /^Without a limit the program completes with GC CPU 1\d\.\d %, and a limit does not bring it to 5 %\. GOGC is what costs/,
    offers: [],
  },
  {
    of: 'one that is too long',
    scenario: { program: { ...STEADY, phases: [{ duration: 1e6, allocRate: '20MiB' }] } },
    share: 0.1,
    summary: 'not searched',
    answer: /^This run takes too many GC cycles to search/,
    offers: [],
  },
]

describe('advice in words', () => {
  it.each(CASES)('says of $of what its simulations showed', ({ scenario, share, summary, answer, offers, ...rest }) => {
    const advice = findAdvice(scenarioOf(scenario), share)
    expect(toSummary(advice)).toBe(summary)
    expect(toAnswer(advice).join(' ')).toMatch(answer)
    expect(isMisfit(advice)).toBe(rest.isMisfit ?? false)
    const offered = toOffers(advice).map(({ bytes }) => bytes / MIB)
    expect(offered).toHaveLength(offers.length)
    for (const [i, bytes] of offers.entries()) expect(offered[i]).toBe(bytes ?? offered[i])
  })

  it('never calls a program misfit that completes without a limit', () => {
    for (const { scenario, share } of CASES) {
      const advice = findAdvice(scenarioOf(scenario), share)
      if (advice.unlimited.result.outcome.kind === 'completed') expect(toSummary(advice)).not.toContain('fit')
    }
  })

  it('says which limits of the run give way, and which stay', () => {
    const changes = [
      { at: 1, memoryLimit: '30MiB' },
      { at: 2, containerLimit: '200MiB' },
    ]
    const notes = toNotes(scenarioOf({ containerLimit: '100MiB', program: STEADY, changes }))
    expect(notes).toEqual([expect.stringContaining('GOMEMLIMIT'), expect.stringContaining('container limit')])
    expect(toNotes(scenarioOf({ program: STEADY }))).toEqual([])
  })
})
