import { describe, expect, it } from 'vitest'
import { toGrowthText, toWhy } from '../../src/explore/advice/words.ts'
import { asOneOfMany, isOneOfMany } from '../../src/explore/one-of-many.ts'
import { defaultScenario } from '../../src/scenario/presets/catalogue.ts'
import { decodeLink } from '../../src/share/decode.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { adviceOf, optionOf } from './support/options.ts'

describe('a scenario that is one program of many that fit an input', () => {
  const own = { ...defaultScenario(), title: 'Your program' }
  const shown = asOneOfMany(own)

  it('says so in its title and is the same otherwise, also behind its link and in a copy', () => {
    expect(shown).toEqual({ ...own, title: 'Your program, one of many that fit' })
    expect([shown, { ...shown, title: `${shown.title} 2` }].map(isOneOfMany)).toEqual([true, true])
    const others = ['Your program', 'Cart', `${shown.title} the budget`].map((title) => ({ ...own, title }))
    expect(others.map(isOneOfMany)).toEqual([false, false, false])
    const decoded = decodeLink(encodeLink({ scenario: shown }))
    expect('scenario' in decoded && isOneOfMany(decoded.scenario)).toBe(true)
  })

  it('survives alone: advice does not say that the program does', () => {
    const exact = optionOf()
    const one = optionOf({ scenario: asOneOfMany(exact.scenario) })
    const toWhyOf = (option: typeof one) => toWhy(option, adviceOf({ options: [option], recommended: option.name }))
    expect(toWhyOf(exact)).toMatch(/^The simplest that survives 25 % growth and/)
    expect(toWhyOf(one)).toMatch(/^The simplest that runs well with 25 % growth and/)
    expect(toGrowthText(exact, adviceOf())).toMatch(/^Survives 40 % more/)
    expect(toGrowthText(one, adviceOf())).toMatch(/^This program survives 40 % more/)
  })
})
