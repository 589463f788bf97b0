import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { percent, percentBeside, shareBeside, typedPercent } from '../../../src/explore/advice/percent.ts'

describe('a percentage', () => {
  it('that the user typed is shown as typed', () => {
    const shown = ['125', '6.38', '12.345', '110', '0.05', '0'].map((text) => typedPercent(Number(text) / 100))
    expect(shown).toEqual(['125 %', '6.38 %', '12.345 %', '110 %', '0.05 %', '0 %'])
  })

  it('that was computed is rounded', () => {
    expect([percent(0.254), percent(0.08), percent(1.304)]).toEqual(['25 %', '8 %', '130 %'])
    expect([shareBeside(0.0638, 0.05), percentBeside(1.304, 0.25)]).toEqual(['6.4 %', '130 %'])
  })

  it('that was computed gets more digits if it looks like the typed one, or on its other side', () => {
    expect(shareBeside(0.0642, 0.064)).toBe('6.42 %')
    expect(shareBeside(0.0638, 0.064)).toBe('6.38 %')
    expect(percentBeside(1.301, 1.3)).toBe('130.1 %')
    expect(percentBeside(1.243, 1.24), '120 % would be less than 124 %').toBe('124.3 %')
    expect(percentBeside(1.25, 1.25)).toBe('125 %')
  })

  it('that was computed is never on another side of the typed one than it is', () => {
    const share = fc.double({ min: 1e-5, max: 16, noNaN: true }).map((value) => Number(value.toPrecision(9)))
    const check = fc.property(share, share, fc.boolean(), (found, by, isNear) => {
      const typed = isNear ? Number((found * (1 + by / 1e4)).toPrecision(9)) : by
      for (const text of [shareBeside(found, typed), percentBeside(found, typed)])
        expect(Math.sign(Number.parseFloat(text) - Number.parseFloat(typedPercent(typed)))).toBe(
          Math.sign(found - typed),
        )
    })
    fc.assert(check)
  })
})
