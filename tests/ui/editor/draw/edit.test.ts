import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scenario } from '../../../../src/scenario/types.ts'
import { validateScenario } from '../../../../src/scenario/validate.ts'
import { addChange, setChange, toDraft, withDrawing } from '../../../../src/ui/editor/draw/draft.ts'
import { type Drawing, lengthOf, levelAt, readDrawing } from '../../../../src/ui/editor/draw/drawing.ts'
import {
  deletePhase,
  duplicatePhase,
  movePhase,
  setAllocRate,
  setDuration,
  setLevel,
  setLive,
  setTurnover,
  splitPhase,
} from '../../../../src/ui/editor/draw/edit.ts'
import { type History, MAX_STEPS, NO_HISTORY, redo, remember, undo } from '../../../../src/ui/editor/draw/history.ts'
import { MIB } from '../../../../src/units.ts'
import { plausibleScenario } from '../../../arbitraries/scenario.ts'
import { anyDrawing, blankProgram, drawnValues } from './support.ts'

/** A drawing from its levels in MiB: the start, then the end of each phase, all of 1 s. */
function levels(...mib: number[]): Drawing {
  const [start = 0, ...ends] = mib
  const source = blankProgram().phases[0]
  if (!source) throw new Error('no phase')
  const phase = { source, duration: 1, allocRate: 100 * MIB, turnover: 0 }
  return { start: start * MIB, phases: ends.map((live) => ({ ...phase, live: live * MIB })) }
}

const toLevels = (drawing: Drawing) => [drawing.start, ...drawing.phases.map(({ live }) => live)]
const mibOf = (drawing: Drawing) => toLevels(drawing).map((bytes) => bytes / MIB)

describe('levels', () => {
  it('flat phases after a boundary follow it, up to the next slope', () => {
    expect(mibOf(setLive(levels(10, 20, 20, 20, 50), 1, 30 * MIB))).toEqual([10, 30, 30, 30, 50])
  })
  it('a flat phase is lifted whole, from where the plateau begins', () => {
    expect(mibOf(setLevel(levels(10, 20, 20, 20, 50), 2, 30 * MIB))).toEqual([10, 30, 30, 30, 50])
    expect(mibOf(setLevel(levels(20, 20, 20), 1, 40 * MIB))).toEqual([40, 40, 40])
  })
  it('a slope that is lifted keeps its height', () => {
    expect(mibOf(setLevel(levels(10, 20, 20), 0, 25 * MIB))).toEqual([15, 25, 25])
  })
  it('none is below 0', () => {
    expect(mibOf(setLive(levels(10, 20), 1, -5))).toEqual([10, 0])
  })
})

describe('phases', () => {
  it('splitting leaves the line where it is', () => {
    const split = splitPhase(levels(10, 20), 0, 0.25)
    expect(mibOf(split)).toEqual([10, 12.5, 20])
    expect(split.phases.map(({ duration }) => duration)).toEqual([0.25, 0.75])
  })
  it('deleting one: the flat ones behind it stay flat', () => {
    expect(mibOf(deletePhase(levels(10, 20, 20, 50), 0))).toEqual([10, 10, 50])
    expect(deletePhase(levels(10, 20), 0)).toEqual(levels(10, 20))
  })
  it('a duplicate grows by as much again', () => {
    expect(mibOf(duplicatePhase(levels(10, 20, 20), 0))).toEqual([10, 20, 30, 30])
  })
  it('a moved phase takes its growth along', () => {
    expect(mibOf(movePhase(levels(10, 20, 20, 50), 2, 0))).toEqual([10, 40, 50, 50])
  })
})

type Edit = (drawing: Drawing) => Drawing

const index = fc.integer({ min: 0, max: 7 })
const bytes = fc.double({ min: -MIB, max: 300 * MIB, noNaN: true })

/** Any edit, of phases that are there and some that are not. */
const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.tuple(index, fc.double({ min: -1, max: 1e7, noNaN: true })).map(
    ([i, s]) =>
      (d: Drawing) =>
        setDuration(d, i, s),
  ),
  fc.tuple(index, bytes).map(
    ([i, b]) =>
      (d: Drawing) =>
        setAllocRate(d, i, b),
  ),
  fc.tuple(index, bytes).map(
    ([i, b]) =>
      (d: Drawing) =>
        setTurnover(d, i, b),
  ),
  fc.tuple(index, bytes).map(
    ([i, b]) =>
      (d: Drawing) =>
        setLive(d, i, b),
  ),
  fc.tuple(index, bytes).map(
    ([i, b]) =>
      (d: Drawing) =>
        setLevel(d, i, b),
  ),
  fc.tuple(index, fc.double({ min: 0, max: 1, noNaN: true })).map(
    ([i, s]) =>
      (d: Drawing) =>
        splitPhase(d, i, s),
  ),
  index.map((i) => (d: Drawing) => deletePhase(d, i)),
  index.map((i) => (d: Drawing) => duplicatePhase(d, i)),
  fc.tuple(index, index).map(
    ([i, to]) =>
      (d: Drawing) =>
        movePhase(d, i, to),
  ),
)

const anyEdits = fc.array(anyEdit, { maxLength: 30 })

describe('any sequence of edits', () => {
  it('undone, restores the start; redone, the end', () => {
    fc.assert(
      fc.property(anyDrawing(), anyEdits, (start, edits) => {
        let drawing = start
        let history: History<Drawing> = NO_HISTORY
        for (const edit of edits) {
          history = remember(history, drawing)
          drawing = edit(drawing)
        }
        const end = drawing
        for (let step = undo(history, drawing); step; step = undo(history, drawing)) {
          drawing = step.to
          history = step.history
        }
        expect(drawing).toBe(start)
        for (let step = redo(history, drawing); step; step = redo(history, drawing)) {
          drawing = step.to
          history = step.history
        }
        expect(drawing).toBe(end)
      }),
    )
  })

  it('gives a valid scenario whose drawing has levels of nothing or more', () => {
    fc.assert(
      fc.property(plausibleScenario({ model: 'guide' }), anyEdits, (scenario, edits) => {
        let draft = toDraft(scenario)
        for (const edit of edits) {
          const { drawing } = draft
          draft = withDrawing(draft, edit(drawing))
        }
        expect(validateScenario(toJson(draft.scenario))).toMatchObject({ ok: true })
        for (const level of toLevels(draft.drawing)) expect(level).toBeGreaterThanOrEqual(0)
      }),
    )
  })

  it('reads back as it was drawn once it is possible and the phases are at rest', () => {
    fc.assert(
      fc.property(anyDrawing(), anyEdits, (start, edits) => {
        const drawing = edits.reduce((d, edit) => edit(d), start)
        const draft = withDrawing(toDraft(toScenario(blankProgram())), drawing)
        const again = readDrawing(draft.scenario.program)
        // What is impossible comes out lower; a second reading of that changes nothing any more.
        const twice = readDrawing(withDrawing(toDraft(draft.scenario), again).scenario.program)
        expect(drawnValues(twice)).toEqual(drawnValues(again))
      }),
    )
  })
})

it('no more than 200 steps are remembered, the newest ones', () => {
  let history: History<number> = NO_HISTORY
  for (let i = 0; i < MAX_STEPS + 50; i++) history = remember(history, i)
  expect(history.past).toHaveLength(200)
  expect(history.past.at(-1)).toBe(249)
})

describe('events', () => {
  const scenario = () => toScenario({ ...blankProgram(), phases: blankProgram().phases })

  it('stay in order of time, and within the program', () => {
    const one = addChange(scenario(), { at: 0.5, procs: 2 })
    const two = addChange(one, { at: 0.2, procs: 3 })
    expect(two.changes.map(({ procs }) => procs)).toEqual([3, 2])
    const moved = setChange(two, 0, { at: 99, procs: 3 })
    expect(moved.changes.map(({ at }) => at)).toEqual([0.5, 1])
  })

  it('move to the program’s new end when it gets shorter', () => {
    const draft = toDraft(addChange(scenario(), { at: 0.9, procs: 2 }))
    const short = withDrawing(draft, setDuration(draft.drawing, 0, 0.5))
    expect(short.scenario.changes).toEqual([{ at: 0.5, procs: 2 }])
    expect(lengthOf(short.drawing)).toBe(0.5)
    expect(levelAt(short.drawing, 1)).toBe(0)
  })
})

function toScenario(program: Scenario['program']): Scenario {
  const result = validateScenario({ version: 1, program: { phases: [{ duration: 1 }] } })
  if (!result.ok) throw new Error('not valid')
  return { ...result.value, program }
}

/** As JSON, through the same door as a file. */
function toJson({ title, program, changes, ...rest }: Scenario): unknown {
  const off = (value: unknown) =>
    typeof value === 'object' && value !== null && 'kind' in value
      ? value.kind === 'off'
        ? 'off'
        : Object.values(value)[1]
      : value
  const plain = (fields: object) => Object.fromEntries(Object.entries(fields).map(([key, v]) => [key, off(v)]))
  return { version: 1, title, ...plain(rest), program, changes: changes.map(plain) }
}
