import { expect, it } from 'vitest'
import { isPriced } from '../../../src/explore/advice/demand.ts'
import { toFigures } from '../../../src/explore/advice/figures-text.ts'
import { toVerdictKind, toVerdictLabel } from '../../../src/explore/advice/likely.ts'
import { toGrowthText, toSavingText, toWhy } from '../../../src/explore/advice/words.ts'
import { MIB } from '../../../src/units.ts'
import { adviceOf, optionOf, sureOf, trialOf } from '../support/options.ts'
import { scenarioOf } from '../support/scenarios.ts'

const SPIKE = optionOf().plain

it('the likely run is not surely killed if the program could survive', () => {
  const killed = { verdict: { kind: 'killed', label: 'killed at 1 s', reason: '' } } as const
  const sure = (kind: 'could-be-killed' | 'would-be-killed') => sureOf(1, { kind, label: '' })
  expect(toVerdictKind(killed, sure('could-be-killed'))).toBe('could-be-killed')
  expect(toVerdictKind(killed, sure('would-be-killed'))).toBe('killed')
  expect(toVerdictKind(killed, undefined), 'a program that is known exactly').toBe('killed')
  expect(toVerdictKind(SPIKE, sure('could-be-killed'))).toBe('healthy')
})

it('the program could be over its limit, if the limit is inferred and may be above all that the program takes', () => {
  const verdict = { kind: 'over-limit', label: 'over the limit', reason: '' } as const
  const plain = { ...SPIKE, verdict, result: { ...SPIKE.result, peakMemoryBytes: 36 * MIB } }
  const option = optionOf({ name: 'as-is', grade: 'fails', plain, sure: sureOf(0) })
  const inferred = adviceOf({ mostLimit: 57 * MIB })
  expect(toWhy(option, inferred)).toBe('Not this one: the program could be over the limit.')
  expect(toFigures(option, inferred)).toMatch(/^Now: could be over the limit\./)
  for (const advice of [adviceOf(), adviceOf({ mostLimit: 35 * MIB })]) {
    expect(toWhy(option, advice)).toBe('Not this one: the program is over the limit.')
    expect(toFigures(option, advice)).toMatch(/^Now: over the limit\./)
  }
  // Another option sets its own limit.
  expect(toWhy({ ...option, name: 'limit-alone' }, inferred)).toBe('Not this one: the program is over the limit.')
})

it('a run that the search stops takes too many GC cycles, and has neither figures nor a price', () => {
  const plain = trialOf(
    scenarioOf({
      memoryLimit: '1MiB',
      program: { initialLive: '20MiB', phases: [{ duration: 60, allocRate: '100MiB' }] },
    }),
  )
  expect(plain.verdict.kind).toBe('stopped')
  const option = optionOf({ name: 'as-is', grade: 'fails', plain })
  expect(toWhy(option, adviceOf())).toBe('Not this one: the program takes too many GC cycles to search.')
  expect(toFigures(option, adviceOf())).toBe('Now: too many GC cycles to search.')
  expect(toGrowthText(option, adviceOf())).toBe('How much it may grow is not known.')
  expect(toSavingText(option, adviceOf())).toBe('')
  expect(isPriced(option)).toBe(false)
  const grown = optionOf({ grade: 'no-margin', grown: plain })
  expect(toWhy(grown, adviceOf())).toMatch(/ more live heap and allocation it takes too many GC cycles to search\.$/)
})

it('the verdict in words is that of the page', () => {
  const limited = { ...SPIKE, verdict: { kind: 'thrashing', label: 'GC CPU limited', reason: '' } } as const
  expect(toVerdictLabel(limited, undefined)).toBe('GC CPU limited')
  const killed = { ...SPIKE, verdict: { kind: 'killed', label: 'killed at 1 s', reason: '' } } as const
  const mayDie = sureOf(1, { kind: 'could-be-killed', label: 'could be killed (9 of 10)' })
  expect(toVerdictLabel(killed, mayDie)).toBe('could be killed (9 of 10)')
  expect(toVerdictLabel(killed, undefined)).toBe('killed at 1 s')
})
