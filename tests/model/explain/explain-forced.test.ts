import { describe, expect, it } from 'vitest'
import { explainCycle } from '../../../src/model/explain/explain.ts'
import { run } from '../../support/run.ts'

/** 20 MiB live, 10 MiB/s of garbage, a call of runtime.GC() after 1 s. */
function forced(more: object = {}) {
  const program = { initialLive: '20MiB', heapOverhead: 0, phases: [{ duration: 4, allocRate: '10MiB' }] }
  return run({ program, changes: [{ at: 1, forceGC: true }], ...more })
}

describe('a forced cycle in words', () => {
  it.each(['guide', 'runtime'])('names the call that the program made, in the %s model', (model) => {
    const changes = [
      { at: 1, freeOSMemory: true },
      { at: 2, forceGC: true },
      // Of one change, runtime.GC() is called first.
      { at: 3, forceGC: true, freeOSMemory: true },
    ]
    const trace = forced({ model, gogc: 'off', changes })
    const calls = [0, 1, 2, 3].map((i) => {
      const { lines, terms } = explainCycle(trace, i)
      const [name] = /(?:runtime|debug)\.\w+\(\)/.exec(lines[0] ?? '') ?? []
      if (model === 'runtime') expect(terms?.[0]?.gloss).toContain(`${name} at `)
      return name
    })
    const [collect, free] = ['runtime.GC()', 'debug.FreeOSMemory()']
    expect(calls).toEqual([free, collect, collect, free])
  })

  it('of the guide model: that it was forced, the goal it did not wait for, and what it found', () => {
    const { title, goal, lines } = explainCycle(forced(), 0)
    expect(title).toBe('Cycle 1 of 2, forced, at 1.00 s')
    expect(goal).toBe('goal 40.0 MiB = 20.0 live × (1 + 100/100)')
    expect(lines).toEqual([
      'forced: the program called runtime.GC(), whatever the goal',
      'kept 20.0 MiB of 30.0 MiB, using 19.5 ms of CPU',
    ])
    expect(explainCycle(forced(), 1).title).toBe('Cycle 2 of 2 at 3.02 s')
  })

  it('that replaces a cycle that was held back says so', () => {
    const trace = run({
      gogc: 'off',
      memoryLimit: '1MiB',
      cpuLimiter: true,
      program: { fixedCost: 0.6, phases: [{ duration: 0.3, allocRate: '10MiB' }] },
      changes: [{ at: 0.25, forceGC: true }],
    })
    expect(explainCycle(trace, 1).lines[1]).toBe(
      'it takes the place of the cycle that the 50 % GC CPU limit had held back for 50.0 ms',
    )
  })

  it('of the runtime model: the heap it started at and the trigger it did not wait for', () => {
    const { title, lines, terms } = explainCycle(forced({ model: 'runtime' }), 0)
    expect(title).toMatch(/^Cycle 1 of \d+, forced, at 1\.00 s elapsed$/)
    expect(lines[0]).toMatch(/^trigger \d+\.\d MiB: runtime\.GC\(\) at 30\.0, found 20\.0 live$/)
    expect(terms?.[0]).toMatchObject({ key: 'trigger', gloss: 'runtime.GC() at 30.0, found 20.0 live' })
  })

  it.each(['guide', 'runtime'])('with GOGC off and no limit has no goal, in the %s model', (model) => {
    const { goal, lines, terms } = explainCycle(forced({ model, gogc: 'off' }), 0)
    expect(goal).toBe('no goal: GOGC is off, and no memory limit is set')
    const texts = [goal, ...lines, ...(terms ?? []).flatMap(({ value, gloss }) => [value, gloss])]
    expect(texts.join(' ')).not.toMatch(/Infinity|NaN/)
  })
})
