import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { toReadout, toSpokenReadout } from '../../src/view/readout-text.ts'
import { toSpokenValues } from '../../src/view/spoken-values.ts'
import { run } from '../support/run.ts'

describe('what is said without a crosshair', () => {
  it('is the cycle that began with the largest heap', () => {
    const program = { initialLive: '20MiB', phases: [{ duration: 3, allocRate: '20MiB', newSurvivalRate: 0 }] }
    expect(toReadout(run({ program }), undefined).title).toMatch(/^Largest heap: cycle \d of \d/)
  })

  it('does not call a cycle’s heap the largest where the run ended with a larger one', () => {
    const { title, rest } = toReadout(simulate(toScenario(findPreset('lines-arena')!)), undefined)
    expect(title).toMatch(/^Largest heap of a whole cycle: cycle 2 of 2 at /)
    expect(rest).toMatch(/ · the run ended with a larger heap, 1621 MiB, while a cycle was marking$/)
  })
})

describe('what a screen reader says of the cycle at the crosshair', () => {
  it('names the cycle, because its goal is not the goal of this moment', () => {
    const program = { initialLive: '20MiB', phases: [{ duration: 3, allocRate: '20MiB', newSurvivalRate: 0 }] }
    const trace = run({ program })
    const { title, goal } = toReadout(trace, 0.1)
    expect(title).toMatch(/^Cycle 1 of \d/)
    expect(toSpokenReadout(trace, 0.1)).toContain(`${toSpokenValues(trace, 0.1)}. ${title}. ${goal}. `)
  })

  it('leaves out what there is not', () => {
    const none = run({ gogc: 'off', program: { initialLive: '20MiB', phases: [{ duration: 3, allocRate: '1MiB' }] } })
    expect(toSpokenReadout(none, 1)).toMatch(/ MiB\. No GC cycle ran\. nothing starts one$/)
  })
})

describe('why a run was killed', () => {
  const spike = (containerLimit: number) => {
    const scenario = toScenario(findPreset('spike')!)
    const gogc = { kind: 'percent', percent: 100 } as const
    return simulate({ ...scenario, model: 'runtime', gogc, memoryLimit: OFF, containerLimit: toLimit(containerLimit) })
  }

  it('names the total at which the next cycle starts: at the trigger, with what the heap needs beside its objects', () => {
    const trace = spike(40 * MIB)
    const total = trace.pending!.total!
    expect(total).toBeCloseTo(1.05 * trace.pending!.trigger, 0)
    expect(toReadout(trace, undefined).rest).toMatch(/^the next GC cycle was due only at a total of 41\.8 MiB$/)
    // With so much and no more the cycle starts.
    expect(spike(total - 64).unfinished).toBeUndefined()
    const enough = spike(total + 64)
    expect(enough.unfinished !== undefined || enough.cycles.count > trace.cycles.count).toBe(true)
  })

  it('does not say that memory passed a limit that was lowered below it, nor at which second it started too large', () => {
    const lowered = run({
      containerLimit: '200MiB',
      program: { initialLive: '100MiB', phases: [{ duration: 4, allocRate: '20MiB' }] },
      changes: [{ at: 1, containerLimit: '105MiB' }],
    })
    expect(toReadout(lowered, undefined).goal).toBe('memory was above the container’s 105.0 MiB')
    const atOnce = run({
      containerLimit: '10MiB',
      program: { initialLive: '30MiB', phases: [{ duration: 1, allocRate: '20MiB' }] },
    })
    expect(toReadout(atOnce, undefined)).toMatchObject({
      title: 'Killed',
      goal: 'memory was above the container’s 10.0 MiB',
      rest: 'no GC setting prevents that',
    })
    expect(toReadout(spike(40 * MIB), undefined).goal).toBe('memory passed the container’s 40.0 MiB')
  })

  it.each([
    ['headroom-none', '1014 MiB'],
    ['weaviate-oom', '3.08 GiB'],
  ])('of %s is the goal of the cycle that was marking', (preset, total) => {
    const trace = simulate(toScenario(findPreset(preset)!))
    expect(toReadout(trace, undefined).rest).toMatch(
      new RegExp(`^a GC cycle was marking, with its goal at a total of ${total}$`),
    )
  })

  it('is in the guide model the goal and all memory beside the heap', () => {
    const trace = run({
      gogc: 100,
      containerLimit: '50MiB',
      program: { initialLive: '30MiB', otherMemory: '5MiB', phases: [{ duration: 9, allocRate: '20MiB' }] },
    })
    expect(toReadout(trace, undefined).rest).toMatch(/^the next GC cycle was due only at a total of 65\.0 MiB$/)
  })

  it('is said where no cycle is due at all', () => {
    const program = { initialLive: '30MiB', phases: [{ duration: 9, allocRate: '20MiB' }] }
    for (const model of ['guide', 'runtime'])
      expect(toReadout(run({ model, gogc: 'off', containerLimit: '50MiB', program }), undefined).rest).toMatch(
        /^no GC cycle was due: GOGC is off, and no memory limit is set$/,
      )
  })
})
