import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toScenarioJson } from '../../../../src/scenario/json.ts'
import { PRESETS } from '../../../../src/scenario/presets/all.ts'
import { toScenario } from '../../../../src/scenario/presets/catalogue.ts'
import { liveLevels } from '../../../../src/scenario/rates.ts'
import { roundDrawn, roundSize } from '../../../../src/scenario/round.ts'
import { validateScenario } from '../../../../src/scenario/validate.ts'
import { type Drawing, levelAt, readDrawing, toProgram } from '../../../../src/ui/editor/draw/drawing.ts'
import { findImpossiblePhases } from '../../../../src/ui/editor/draw/impossible-phases.ts'
import { MIB } from '../../../../src/units.ts'
import { anyScenario, plausibleScenario } from '../../../arbitraries/scenario.ts'
import { anyDrawing, blankProgram, drawnValues } from './support.ts'

/** A drawing of one phase, in MiB. */
function draw(start: number, phase: { duration: number; allocRate: number; live: number; turnover?: number }): Drawing {
  const source = blankProgram().phases[0]
  if (!source) throw new Error('no phase')
  const { duration, allocRate, live, turnover = 0 } = phase
  return {
    start: start * MIB,
    phases: [{ source, duration, allocRate: allocRate * MIB, live: live * MIB, turnover: turnover * MIB }],
  }
}

const ratesOf = (drawing: Drawing) => {
  const [phase] = toProgram(drawing, blankProgram()).phases
  return [phase?.newSurvivalRate, phase?.oldDeathRate]
}

describe('rates follow from the drawn live heap by the guide’s rule', () => {
  // born = duration · allocRate · survival, died = live at the start · death: worked out by hand.
  it.each([
    ['20 MiB more of 40 allocated: half survives', draw(10, { duration: 2, allocRate: 20, live: 30 }), [0.5, 0]],
    ['10 of 40 MiB gone: a quarter dies', draw(40, { duration: 1, allocRate: 5, live: 30 }), [0, 0.25]],
    ['flat: nothing survives, nothing dies', draw(40, { duration: 1, allocRate: 5, live: 40 }), [0, 0]],
    ['flat with 8 MiB replaced', draw(40, { duration: 1, allocRate: 16, live: 40, turnover: 8 }), [0.5, 0.2]],
    ['growth of 10 with 5 replaced', draw(20, { duration: 1, allocRate: 30, live: 30, turnover: 5 }), [0.5, 0.25]],
    ['a third, in four digits where those do', draw(100, { duration: 1, allocRate: 30, live: 110 }), [0.3333, 0]],
  ])('%s', (_, drawing, rates) => expect(ratesOf(drawing)).toEqual(rates))
})

describe('reading and writing are each other’s inverse', () => {
  it('drawing → scenario → drawing is the identity', () => {
    fc.assert(
      fc.property(anyDrawing(), (drawing) => {
        fc.pre(findImpossiblePhases(drawing).length === 0)
        const program = toProgram(drawing, blankProgram())
        expect(drawnValues(readDrawing(program))).toEqual(drawnValues(drawing))
      }),
      { numRuns: 1000 },
    )
  })

  it('any valid scenario, opened and saved untouched, is the identical JSON', () => {
    fc.assert(
      fc.property(fc.oneof(anyScenario(), plausibleScenario()), (scenario) => {
        const program = toProgram(readDrawing(scenario.program), scenario.program)
        expect(program).toBe(scenario.program)
      }),
      { numRuns: 500 },
    )
  })

  it.each(PRESETS.map((preset) => [preset.id, preset] as const))('preset %s too', (_, preset) => {
    const scenario = toScenario(preset)
    const program = toProgram(readDrawing(scenario.program), { ...scenario.program })
    expect(JSON.stringify(toScenarioJson({ ...scenario, program }))).toBe(JSON.stringify(toScenarioJson(scenario)))
  })

  it('a phase that was not touched keeps its rates to the last digit while its neighbours move', () => {
    fc.assert(
      fc.property(plausibleScenario({ maxPhases: 5 }), ({ program }) => {
        const drawing = readDrawing(program)
        const last = drawing.phases.length - 1
        fc.pre(last > 0)
        const phases = drawing.phases.map((phase, i) => (i === last ? { ...phase, duration: 7 } : phase))
        const changed = toProgram({ ...drawing, phases }, program)
        expect(changed.phases.slice(0, last)).toEqual(program.phases.slice(0, last))
      }),
    )
  })
})

describe('what is drawn', () => {
  it('every drawing gives a valid program, even if the drawing is impossible', () => {
    fc.assert(
      fc.property(anyDrawing(), (drawing) => {
        const program = toProgram(drawing, blankProgram())
        expect(validateScenario({ version: 1, program })).toMatchObject({ ok: true })
      }),
    )
  })

  it('the live heap comes to what was drawn, to four digits', () => {
    fc.assert(
      fc.property(anyDrawing(), (drawing) => {
        fc.pre(findImpossiblePhases(drawing).length === 0)
        const levels = liveLevels(toProgram(drawing, blankProgram()))
        levels.forEach((level, i) => {
          expect(roundSize(level)).toBe(levelAt(drawing, i))
        })
      }),
    )
  })

  it('has at most four significant digits, in the unit that suits it', () => {
    fc.assert(
      fc.property(fc.double({ min: 10, max: 1e14, noNaN: true }), (value) => {
        const digits = (text: string) =>
          text
            .replace(/e.*$/, '')
            .replace(/\D/g, '')
            .replace(/^0+|0+$/g, '').length
        expect(digits(String(roundDrawn(value)))).toBeLessThanOrEqual(4)
        const size = roundSize(value)
        const unit = [2 ** 40, 2 ** 30, 2 ** 20, 2 ** 10, 1].find((u) => size >= u) ?? 1
        expect(digits(String(size / unit))).toBeLessThanOrEqual(4)
        // Half a unit of the fourth digit is at most 1/2000 of the number.
        expect(Math.abs(size - value)).toBeLessThanOrEqual((value / 2000) * (1 + 1e-9))
        expect(roundSize(size)).toBe(size)
      }),
    )
  })
})

describe('impossible wishes', () => {
  it('growing faster than allocating: what is missing, and either way to make it possible', () => {
    const [wish] = findImpossiblePhases(draw(40, { duration: 0.5, allocRate: 20, live: 120 }))
    expect(wish).toMatchObject({
      phase: 0,
      what: 'live',
      kind: 'allocates-too-little',
      wanted: 120 * MIB,
      // 0.5 s at 20 MiB/s are 10 MiB; 80 MiB need 160 MiB/s, or 4 s.
      possible: 50 * MIB,
      allocRate: 160 * MIB,
      duration: 4,
    })
  })

  it('replacing more than is live', () => {
    const [wish] = findImpossiblePhases(draw(10, { duration: 1, allocRate: 50, live: 10, turnover: 20 }))
    expect(wish).toMatchObject({ what: 'turnover', kind: 'holds-too-little', turnover: 10 * MIB })
  })

  it('replacing more than is allocated beside the growth', () => {
    const [wish] = findImpossiblePhases(draw(40, { duration: 1, allocRate: 30, live: 50, turnover: 30 }))
    expect(wish).toMatchObject({
      what: 'turnover',
      kind: 'allocates-too-little',
      allocRate: 40 * MIB,
      turnover: 20 * MIB,
    })
  })

  it('replacing where nothing is live: allocating more would not help', () => {
    const [wish] = findImpossiblePhases(draw(0, { duration: 1, allocRate: 20, live: 20, turnover: 1024 }))
    expect(wish).toMatchObject({
      what: 'turnover',
      kind: 'holds-too-little',
      wanted: 20 * MIB,
      possible: 20 * MIB,
      replaced: 1024 * MIB,
      allocRate: undefined,
      duration: undefined,
      turnover: 0,
    })
  })

  it('a live heap is impossible only if another one is reached', () => {
    fc.assert(
      fc.property(anyDrawing(), (drawing) => {
        for (const { what, wanted, possible } of findImpossiblePhases(drawing))
          if (what === 'live') expect(possible).not.toBe(wanted)
      }),
    )
  })

  it('every suggested value solves it', () => {
    fc.assert(
      fc.property(anyDrawing(), (drawing) => {
        const [wish] = findImpossiblePhases(drawing)
        fc.pre(wish !== undefined)
        const { phase, allocRate, duration, turnover } = wish
        for (const patch of [{ allocRate }, { duration }, { turnover }]) {
          const entries = Object.entries(patch).filter(([, value]) => value !== undefined)
          if (entries.length === 0) continue
          const phases = drawing.phases.map((p, i) => (i === phase ? { ...p, ...Object.fromEntries(entries) } : p))
          const left = findImpossiblePhases({ ...drawing, phases }).filter(
            (w) => w.phase === phase && w.what === wish.what,
          )
          expect(left).toEqual([])
        }
      }),
    )
  })
})
