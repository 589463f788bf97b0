import { describe, expect, it } from 'vitest'
import { toFigures } from '../../../src/explore/advice/figures-text.ts'
import { adviceOf, optionOf, sureOf } from '../support/options.ts'

describe('the figures of a program that is known within bounds', () => {
  const survives = { kind: 'survives', label: 'survives' } as const
  const mayDie = { kind: 'could-be-killed', label: 'could be killed (3 of 10)' } as const
  const at = (margin: number) => adviceOf({ demand: { ...adviceOf().demand, margin } })

  it('are ranges, now and with the margin', () => {
    const option = optionOf({ sure: sureOf(0, survives, mayDie) })
    const ranges = 'GC CPU 2.0 % (1.0 % to 4.0 %), at the peak 60.0 MiB (50.0 MiB to 80.0 MiB) (90 % ranges).'
    expect(toFigures(option, at(0.25))).toBe(
      `With this: healthy, survives. With 25 % more live heap and allocation: could be killed (3 of 10). ${ranges}`,
    )
    expect(toFigures(option, at(0))).toBe(`With this: healthy, survives. ${ranges}`)
  })

  it('name the danger before the likely run', () => {
    expect(toFigures(optionOf({ sure: sureOf(0, mayDie, mayDie) }), at(0))).toMatch(
      /^With this: could be killed \(3 of 10\); the likely run is healthy\. /,
    )
  })

  it('say first that no simulated program is killed, and then that the real one could be', () => {
    const noneKilled = { kind: 'could-be-killed', label: 'could be killed', isNoneKilled: true } as const
    const option = optionOf({ sure: sureOf(0, noneKilled, noneKilled) })
    const growth = '25 % more live heap and allocation'
    const unsure = 'We cannot be sure that the real one is not'
    expect(toFigures(option, at(0.25))).toContain(
      `With this: no simulated program is killed, also with ${growth}; the likely run is healthy. ${unsure}. `,
    )
    expect(toFigures(option, at(0))).toContain(
      `With this: no simulated program is killed; the likely run is healthy. ${unsure}. `,
    )
    const warned = optionOf({ sure: { ...sureOf(0, noneKilled, noneKilled), open: ['the heap may grow'] } })
    expect(toFigures(warned, at(0))).toContain(`${unsure}: the warnings say why. `)
    // Only with growth.
    expect(toFigures(optionOf({ sure: sureOf(0, survives, noneKilled) }), at(0.25))).toContain(
      `With this: healthy, survives. With ${growth}: no simulated program is killed, but the real one could be. `,
    )
    expect(toFigures(optionOf({ sure: sureOf(0, noneKilled, mayDie) }), at(0.25))).toContain(
      `but the real one could be; the likely run is healthy. With ${growth}: could be killed (3 of 10). `,
    )
  })
})
