import { expect, it } from 'vitest'
import { toFigures } from '../../../src/explore/advice/figures-text.ts'
import { toVerdictKind } from '../../../src/explore/advice/likely.ts'
import { toWhy } from '../../../src/explore/advice/words.ts'
import { MIB } from '../../../src/units.ts'
import { adviceOf, optionOf, sureOf } from '../support/options.ts'

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
