import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { textEms } from '../../src/charts/layout.ts'
import { parameter } from '../../src/scenario/params.ts'
import { KNOBS } from '../../src/view/knobs/knobs.ts'
import { MACHINE_KNOBS } from '../../src/view/knobs/machine-knobs.ts'
import { createTravel } from '../../src/view/knobs/stops.ts'
import { LEAST_SCALE_EMS, marksOf } from '../../src/view/marks.ts'

describe('the marks under a slider', () => {
  it('are all there for GOGC as it usually is', () => {
    const knob = KNOBS.find(({ key }) => key === 'gogc')!
    const texts = marksOf(knob, createTravel(parameter('gogc'), 100)).map(({ text }) => text)
    expect(texts).toEqual(['10', '50', '100', '200', '500', 'off'])
  })

  it('say the unit once for sizes that share it, also where the field says no more than off', () => {
    const knob = KNOBS.find(({ key }) => key === 'memoryLimit')!
    const texts = marksOf(knob, createTravel(parameter('memoryLimit'), Infinity)).map(({ text }) => text)
    expect(texts).toEqual(['4', '16', '64', '256MiB', 'off'])
  })

  const textsOf = (key: string, value: number) => {
    const knob = [...KNOBS, ...MACHINE_KNOBS].find((one) => one.key === key)!
    return marksOf(knob, createTravel(parameter(knob.key), value)).map(({ text }) => text)
  }

  it('say the unit where there is no off, and where units differ each says its own', () => {
    expect(textsOf('otherMemory', 0)).toEqual(['0', '16', '32', '48', '64MiB'])
    expect(textsOf('globals', 0)).toEqual(['0', '16MiB'])
    expect(textsOf('memoryLimit', 2 ** 33)).toEqual(expect.arrayContaining(['4MiB', 'off']))
  })

  it('leave no large part of the travel without a mark where units differ, because only the first says MiB', () => {
    expect(textsOf('memoryLimit', 2 ** 31)).toEqual(['4MiB', '16', '64', '256', '1GiB', 'off'])
    expect(textsOf('otherMemory', 2 ** 31)).toEqual(['0', '512MiB', '1GiB', '2GiB'])
  })

  it('never show sizes without any unit, however low the range begins', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('memoryLimit', 'containerLimit'),
        fc.integer({ min: 1, max: 2 ** 50 }),
        (key, value) => {
          expect(textsOf(key, value).join(' ')).toMatch(/[KMGTP]iB/)
        },
      ),
    )
  })

  it('begin with 0 where that is the first stop', () => {
    expect(textsOf('stacks', 0)).toEqual(['0', '1GiB'])
    expect(textsOf('pointerFreeLive', 0)).toEqual(['0', '4GiB'])
  })

  it('begin with the word for 0 if there is one, and end with the unit, which the field does not show beside it', () => {
    expect(textsOf('stackMemory', 0)).toEqual(['as scanned', '1GiB'])
    expect(textsOf('stackMemory', 100)).toEqual(['as scanned', '1GiB'])
    expect(textsOf('sweepRate', 1)).toEqual(['free', '64GiB /CPU-s'])
    expect(textsOf('lateLive', 0)).toEqual(['nothing', '100 %'])
  })

  it.each([...KNOBS, ...MACHINE_KNOBS].map((knob) => [knob.key, knob] as const))(
    '%s: never touch, whatever the slider reaches to',
    (_, knob) => {
      fc.assert(
        fc.property(fc.double({ min: 1, max: 2 ** 45, noNaN: true }), (reach) => {
          const marks = marksOf(knob, createTravel(parameter(knob.key), reach))
          expect(marks.length).toBeGreaterThan(0)
          marks.forEach(({ text, share }, i) => {
            const next = marks[i + 1]
            if (!next) return
            const gap = (next.share - share) * LEAST_SCALE_EMS - (textEms(text) + textEms(next.text)) / 2
            expect(gap).toBeGreaterThan(0)
          })
        }),
        { numRuns: 200 },
      )
    },
  )
})
