import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMessage } from '../../src/embed/messages.ts'

const THEMES = ['auto', 'light', 'dark']

describe('what a host posts', () => {
  it('is understood where it is one of the two messages', () => {
    expect(parseMessage({ type: 'sawtooth:ask', v: 1 })).toEqual({ kind: 'ask' })
    expect(parseMessage({ type: 'sawtooth:set', v: 1 })).toEqual({ kind: 'set' })
    expect(parseMessage({ type: 'sawtooth:set', v: 1, theme: 'dark', link: '#v=1', opens: true })).toEqual({
      kind: 'set',
      theme: 'dark',
      link: '#v=1',
      opens: true,
    })
  })

  it('is ignored if it is anything else, and never throws', () => {
    fc.assert(
      fc.property(fc.anything({ withMap: true, withDate: true, withTypedArray: true }), (data) => {
        expect(parseMessage(data)).toBeUndefined()
      }),
      { numRuns: 2000 },
    )
  })

  it('has only values that it may have, even where all but one field is right', () => {
    const message = fc.record(
      {
        type: fc.constantFrom('sawtooth:set', 'sawtooth:ask', 'sawtooth:resize'),
        v: fc.oneof({ weight: 9, arbitrary: fc.constant(1) }, fc.anything()),
        theme: fc.oneof({ weight: 5, arbitrary: fc.constantFrom(...THEMES) }, fc.anything()),
        link: fc.oneof({ weight: 5, arbitrary: fc.string() }, fc.anything()),
        opens: fc.oneof({ weight: 5, arbitrary: fc.boolean() }, fc.anything()),
        [String('constructor')]: fc.anything(),
      },
      { requiredKeys: ['type', 'v'] },
    )
    let understood = 0
    fc.assert(
      fc.property(message, (data) => {
        const parsed = parseMessage(data)
        if (!parsed) return
        understood++
        expect(data.v).toBe(1)
        expect(Object.hasOwn(data, 'constructor')).toBe(false)
        if (parsed.kind === 'ask') return expect(Object.keys(data).sort()).toEqual(['type', 'v'])
        const { theme = 'auto', link = '', opens = true } = parsed
        expect(THEMES).toContain(theme)
        expect([typeof link, typeof opens]).toEqual(['string', 'boolean'])
      }),
      { numRuns: 2000 },
    )
    expect(understood).toBeGreaterThan(20)
  })

  it('may throw when it is read', () => {
    const trap = new Proxy(
      {},
      {
        getPrototypeOf: () => Object.prototype,
        ownKeys: () => {
          throw new Error('trap')
        },
      },
    )
    expect(parseMessage(trap)).toBeUndefined()
    expect(parseMessage({ type: 'sawtooth:set', v: 1, link: 'x'.repeat(400_001) })).toBeUndefined()
  })
})
