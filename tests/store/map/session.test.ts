import { describe, expect, it } from 'vitest'
import { createStore } from 'zustand/vanilla'
import type { Scenario } from '../../../src/scenario/types.ts'
import type { MapQuestion } from '../../../src/store/map/question.ts'
import { createMapSession } from '../../../src/store/map/session.ts'
import type { MapWork } from '../../../src/store/map/work.ts'
import type { AppStore } from '../../../src/store/store.ts'
import { scenarioOf } from '../../support/run.ts'

const programOf = (model: 'guide' | 'runtime', seconds: number) =>
  scenarioOf({
    model,
    program: { initialLive: '20MiB', phases: [{ duration: seconds, allocRate: '20MiB' }] },
  })

/** A session whose cells nobody simulates: what it asks for. */
function createSession(scenario: Scenario) {
  const store = createStore(() => ({ scenario }))
  const asked: MapQuestion[] = []
  const work: MapWork = { start: (one) => asked.push(one), turnTo() {}, cancel() {}, destroy() {} }
  const tasks: (() => void)[] = []
  const session = createMapSession({
    store: store as unknown as AppStore,
    work,
    whenDrawing: () => {},
    soon: (callback) => tasks.push(callback),
    now: () => 0,
  })
  const size = () => {
    const { gogcs, limits } = asked.at(-1)!.axes
    return gogcs.length * limits.length
  }
  const runTasks = () => {
    for (const task of tasks.splice(0)) task()
  }
  return { store, session, size, asked, runTasks }
}

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

  it('is as fine as ever along one axis', () => {
    const { session, size } = createSession(programOf('runtime', 3000))
    session.show('gogc')
    expect(size()).toBeGreaterThan(50)
  })
})

describe('a drag', () => {
  it('begins one map for all its steps until the page has had its turn, of the last one', () => {
    const { store, session, asked, runTasks } = createSession(programOf('guide', 10))
    for (const seconds of [11, 12, 13]) store.setState({ scenario: programOf('guide', seconds) })
    expect(session.state.getState().isStale).toBe(true)
    expect(asked).toHaveLength(1)
    runTasks()
    expect(asked.map(({ scenario }) => scenario.program.phases[0]?.duration)).toEqual([10, 13])
  })

  it('begins none once the map is closed', () => {
    const { store, session, asked, runTasks } = createSession(programOf('guide', 10))
    store.setState({ scenario: programOf('guide', 11) })
    session.destroy()
    runTasks()
    expect(asked).toHaveLength(1)
  })
})
