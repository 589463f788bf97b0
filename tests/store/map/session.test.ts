import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import { levelOf, placeOf, toOrder } from '../../../src/explore/map/order.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import type { Source } from '../../../src/share/link.ts'
import { circumstancesOf } from '../../../src/store/circumstances.ts'
import type { KnownCell, MapQuestion } from '../../../src/store/map/question.ts'
import { createMapSession } from '../../../src/store/map/session.ts'
import type { MapWork } from '../../../src/store/map/work.ts'
import type { AppStore } from '../../../src/store/store.ts'
import { GIB } from '../../../src/units.ts'
import { simulateCell } from '../../support/cell.ts'
import { scenarioOf } from '../../support/run.ts'

const programOf = (model: 'guide' | 'runtime', seconds: number) =>
  scenarioOf({
    model,
    program: { initialLive: '20MiB', phases: [{ duration: seconds, allocRate: '20MiB' }] },
  })

const cell = simulateCell(programOf('guide', 1), 100, Infinity)

/** A session whose cells nobody simulates: what it asks for. */
function createSession(scenario: Scenario) {
  const store = createStore<Source>(() => ({ scenario, presetId: undefined }))
  const asked: MapQuestion[] = []
  const clock = { now: 0 }
  const answers: ((cells: readonly KnownCell[]) => void)[] = []
  const start: MapWork['start'] = (one, _near, onCells) => {
    asked.push(one)
    answers.push(onCells)
  }
  const work: MapWork = { start, cancel() {}, destroy() {} }
  const tasks: (() => void)[] = []
  const session = createMapSession({
    store: store as unknown as AppStore,
    circumstancesOf,
    work,
    whenDrawing: (callback) => callback(),
    soon: (callback) => tasks.push(callback),
    now: () => clock.now,
  })
  /** The work found these cells, so many milliseconds later. */
  const answer = (indices: readonly number[], later = 1000) => {
    clock.now += later
    answers.at(-1)!(indices.map((index) => [index, cell] as const))
  }
  const size = () => {
    const { gogcs, limits } = asked.at(-1)!.axes
    return gogcs.length * limits.length
  }
  const runTasks = () => {
    for (const task of tasks.splice(0)) task()
  }
  return { store, session, size, asked, runTasks, answer }
}

describe('the pictures of a map', () => {
  it('show all known cells', () => {
    const { session, answer } = createSession(programOf('guide', 10))
    const { known } = session.state.getState()
    const order = toOrder(known, { column: 3, row: 5 })
    const seen: number[] = []
    session.state.subscribe((state) => seen.push(state.known.done))
    const batch = 40
    for (let from = 0; from < order.length; from += batch) answer(order.slice(from, from + batch))
    expect(seen).toEqual(order.flatMap((_, i) => (i % batch === 0 ? Math.min(order.length, i + batch) : [])))
  })

  it('begin with the whole coarse grid, unless that takes long', () => {
    const { session, answer } = createSession(programOf('guide', 10))
    const { known } = session.state.getState()
    const order = toOrder(known, { column: 3, row: 5 })
    const coarse = order.filter((i) => levelOf(placeOf(i, known), known) === 0).length
    answer(order.slice(0, coarse - 1), 100)
    expect(session.state.getState()).toMatchObject({ isStale: true, known: { done: 0 } })
    answer(order.slice(coarse - 1, coarse), 100)
    expect(session.state.getState()).toMatchObject({ isStale: false, known: { done: coarse } })
    session.show('gogc')
    session.show('map')
    answer(order.slice(0, 2), 300)
    expect(session.state.getState()).toMatchObject({ isStale: false, known: { done: 2 } })
  })
})

describe('the resolution of a map', () => {
  it('is the finest for an ordinary program, and in the guide’s model for one of 3,000 cycles', () => {
    for (const program of [programOf('guide', 10), programOf('runtime', 10), programOf('guide', 3000)])
      expect(createSession(program).size()).toBeGreaterThan(2500)
  })

  it('is coarser where the finest would take too long, until one asks for it', () => {
    const { store, session, size, runTasks } = createSession(programOf('runtime', 3000))
    expect(size()).toBeLessThan(800)
    session.refine()
    expect(size()).toBeGreaterThan(2500)
    // The next program has its own.
    store.setState({ scenario: programOf('runtime', 2900) })
    runTasks()
    expect(size()).toBeLessThan(800)
  })

  it('is the finest for a strip, always', () => {
    const { session, size } = createSession(programOf('runtime', 3000))
    session.show('gogc')
    expect(size()).toBeGreaterThan(50)
  })
})

describe('the machine of the program', () => {
  const program = programOf('guide', 10)

  it('is known to every cell, and another one restarts the map', () => {
    const { store, asked, runTasks } = createSession(program)
    const machineMemory = () => asked.at(-1)?.circumstances.machineMemory
    expect(machineMemory()).toBeUndefined()
    store.setState({ presetId: 'people-table' })
    runTasks()
    expect(machineMemory()).toBe(8 * GIB)
    // An experiment of the same author, on the same machine.
    store.setState({ presetId: 'people-table-6g' })
    runTasks()
    expect(asked).toHaveLength(2)
    store.setState({ presetId: undefined })
    runTasks()
    expect(machineMemory()).toBeUndefined()
  })
})

describe('a drag', () => {
  it('starts one map for all steps within a task, for the last of them', () => {
    const { store, session, asked, runTasks } = createSession(programOf('guide', 10))
    for (const seconds of [11, 12, 13]) store.setState({ scenario: programOf('guide', seconds) })
    expect(session.state.getState().isStale).toBe(true)
    expect(asked).toHaveLength(1)
    runTasks()
    expect(asked.map(({ scenario }) => scenario.program.phases[0]?.duration)).toEqual([10, 13])
  })

  it('starts no map after it is closed', () => {
    const { store, session, asked, runTasks } = createSession(programOf('guide', 10))
    store.setState({ scenario: programOf('guide', 11) })
    session.destroy()
    runTasks()
    expect(asked).toHaveLength(1)
  })
})
