import { describe, expect, it } from 'vitest'
import { describeProgram } from '../../../src/scenario/describe-program.ts'
import { PRESETS } from '../../../src/scenario/presets/all.ts'
import { isUnchanged, lookOf, presetScenario, titleOf } from '../../../src/scenario/presets/as-published.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { withModel } from '../../../src/scenario/with-model.ts'
import { blankScenario } from '../../../src/ui/editor/draw/blank.ts'
import { MIB, toLimit } from '../../../src/units.ts'

const spike = findPreset('spike')!
const published = toScenario(spike)

/** Every way to turn a preset into another experiment. */
const CHANGES: readonly (readonly [string, Partial<Scenario>])[] = [
  ['GOGC', { gogc: { kind: 'percent', percent: 50 } }],
  ['a limit', { memoryLimit: toLimit(40 * MIB) }],
  ['a container', { containerLimit: toLimit(100 * MIB) }],
  ['the CPU limiter', { cpuLimiter: true }],
  ['a phase', { program: { ...published.program, phases: published.program.phases.slice(1) } }],
  ['other memory', { program: { ...published.program, otherMemory: MIB } }],
  ['an event', { changes: [{ at: 1, gogc: { kind: 'percent', percent: 200 } }] }],
]

describe('what is said of a preset', () => {
  it('is for the preset as published, in its own model', () => {
    for (const preset of PRESETS) {
      const own = toScenario(preset)
      expect(lookOf(preset, own.model)).toBe(preset.look)
      expect(isUnchanged(own, preset)).toBe(true)
      expect(titleOf(own)).toBe(preset.title)
    }
  })

  it.each(CHANGES)('is not true any more after a change of %s', (_, change) => {
    const changed = { ...published, ...change }
    expect(isUnchanged(changed, spike)).toBe(false)
    expect(titleOf(changed)).toBe('Transient spike (changed)')
  })

  it('is for the other model only where it is true there too', () => {
    for (const preset of PRESETS) {
      if (toScenario(preset).model !== 'guide') continue
      expect(lookOf(preset, 'runtime')).toBe(preset.lookRuntime)
      expect(isUnchanged(presetScenario(preset, 'runtime'), preset)).toBe(true)
    }
    // Printed by the guide, for its own model.
    const figure = findPreset('guide-100')!
    expect(lookOf(figure, 'runtime')).toBeUndefined()
    expect(isUnchanged(presetScenario(figure, 'runtime'), figure)).toBe(true)
    // One that names the runtime model, in the guide’s.
    const ballast = findPreset('ballast')!
    const inGuide = withModel(toScenario(ballast), 'guide')
    expect(isUnchanged(inGuide, ballast)).toBe(true)
    expect(lookOf(ballast, 'guide')).toBeUndefined()
  })
})

describe('the description of a custom program', () => {
  it('follows from the program', () => {
    const blank = blankScenario(published)
    expect(describeProgram(blank)).toBe('My program: 10.0 s in 1 phase, live heap up to 20.0 MiB.')
    expect(titleOf(blank)).toBe('My program')
    const service: Scenario = { ...blank, model: 'runtime' }
    expect(describeProgram(service)).toBe(
      'My program: 10.0 s by the clock in 1 phase, live heap up to 20.0 MiB; a cycle also counts what is allocated while it marks.',
    )
    const batch: Scenario = { ...service, program: { ...blank.program, pace: 'work' } }
    expect(describeProgram(batch)).toContain(': 10.0 s of CPU time in 1 phase,')
    const grown = {
      ...blank,
      program: { ...blank.program, phases: [...published.program.phases, ...blank.program.phases] },
    }
    expect(describeProgram(grown)).toMatch(/^My program: 20\.0 s in 7 phases, live heap up to 5\d\.\d MiB\.$/)
  })

  it('has the GC CPU limit on if it is made on the page, as in Go, in both models', () => {
    for (const model of ['guide', 'runtime'] as const) {
      expect(blankScenario({ ...published, model, cpuLimiter: false })).toMatchObject({ model, cpuLimiter: true })
    }
    // A scenario that is opened stays as it was: the contract's default for the guide model is off.
    expect(published.cpuLimiter).toBe(false)
  })

  it('has a name and a sentence, even without title and phases', () => {
    const nothing = { ...blankScenario(published), title: '', program: { ...published.program, phases: [] } }
    expect(titleOf(nothing)).toBe('Custom program')
    expect(describeProgram(nothing)).toBe('Custom program: it has no phases, so nothing runs.')
  })
})
