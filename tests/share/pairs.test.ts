import { expect, it } from 'vitest'
import { parsePairs } from '../../src/share/pairs.ts'

const many = (count: number) => Array.from({ length: count }, (_, i) => `k${i}=${i}`).join('&')
const messages = (text: string) => parsePairs(text).problems.map(({ message }) => message)

it('the first 200 parts are read, and more than that are reported', () => {
  const { pairs, problems } = parsePairs(many(200))
  expect(problems).toEqual([])
  expect(pairs.get('k199')).toBe('199')
  expect(pairs.size).toBe(200)
  expect(parsePairs(many(201)).pairs.size).toBe(200)
  expect(messages(many(201))).toEqual(['has more than 200 parts; the rest was not read'])
})

it('an "&" at the end is reported as a possible cut, an "&&" in between is not', () => {
  expect(messages('a=1&')).toEqual(['ends in "&": the link may have been cut'])
  expect(messages('a=1&&b=2')).toEqual([])
  expect(messages('')).toEqual([])
})

it('a key without a value, or with two different values, is reported', () => {
  expect(messages('a=1&a=1')).toEqual([])
  expect(messages('a=1&a=2')).toEqual(['is given twice; "1" counts, "2" does not'])
  expect(parsePairs('a=1&a=2').pairs.get('a')).toBe('1')
  for (const cut of ['a', 'a=', '=1'])
    expect(messages(cut)).toEqual([`"${cut}" is not key=value: the link may have been cut there`])
  expect(parsePairs('a=&=1').problems.map(({ path }) => path)).toEqual(['a', ''])
  expect(parsePairs('a=b=c').pairs.get('a')).toBe('b=c')
})
