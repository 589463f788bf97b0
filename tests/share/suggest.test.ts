import { describe, expect, it } from 'vitest'
import { didYouMean, suggest } from '../../src/share/suggest.ts'

describe('the name that was most likely meant', () => {
  it.each([
    ['spike', 'spike'],
    ['SPIKE', 'spike'],
    ['spik', 'spike'],
    ['pike', 'spike'],
    ['sspike', 'spike'],
    ['spyke', 'spike'],
    ['thrsh', 'thrash'],
  ])('%s: %s', (name, meant) => expect(suggest(name, ['steady', 'spike', 'thrash'])).toBe(meant))

  it('differs in at most a third of the letters, rounded up', () => {
    expect(suggest('abc', ['abcd'])).toBe('abcd')
    expect(suggest('abc', ['abcde'])).toBeUndefined()
    expect(suggest('abcd', ['abcdef'])).toBe('abcdef')
    expect(suggest('abcdef', ['xbcdez'])).toBe('xbcdez')
    expect(suggest('abcdef', ['xbczez'])).toBeUndefined()
  })

  it.each(['xab', 'axb', 'abx', 'a', 'b', 'ax', 'xb'])('has one letter more, less or different: %s', (name) => {
    expect(suggest(name, ['ab'])).toBe('ab')
    expect(suggest('ab', [name])).toBe(name)
  })

  it('is not two letters away from a name of one letter', () => {
    for (const far of ['abc', 'bc', 'bca', 'bac']) expect(suggest('a', [far])).toBeUndefined()
  })

  it('is the nearest name; of several, the first', () => {
    expect(suggest('abcdef', ['abcdxx', 'abcdex', 'abcdey'])).toBe('abcdex')
  })

  it('has the given name in it, if that has four letters or more and no other name is nearer', () => {
    const known = ['memoryLimit', 'containerLimit', 'limits']
    expect(suggest('container', known)).toBe('containerLimit')
    expect(suggest('Memory', known)).toBe('memoryLimit')
    expect(suggest('limit', known)).toBe('limits')
    expect(suggest('con', known)).toBeUndefined()
  })

  it('is undefined for a name that is too long', () => {
    expect(suggest('a'.repeat(40), ['a'.repeat(41)])).toBe('a'.repeat(41))
    expect(suggest('a'.repeat(41), ['a'.repeat(41)])).toBeUndefined()
  })

  it('is offered as a question, or not at all', () => {
    expect(didYouMean('spik', ['spike'])).toBe('; did you mean "spike"?')
    expect(didYouMean('nothing', ['spike'])).toBe('')
  })
})
