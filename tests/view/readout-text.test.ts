import { describe, expect, it } from 'vitest'
import { simulate } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { toReadout } from '../../src/view/readout-text.ts'
import { run } from '../support/run.ts'

describe('what is said without a crosshair', () => {
  it('is the cycle that began with the largest heap', () => {
    const program = { initialLive: '20MiB', phases: [{ duration: 3, allocRate: '20MiB', newSurvivalRate: 0 }] }
    expect(toReadout(run({ program }), undefined).title).toMatch(/^Largest heap: cycle \d of \d/)
  })

  it('does not call a cycle’s heap the largest where the run ended with a larger one', () => {
    const { title, rest } = toReadout(simulate(toScenario(findPreset('lines-arena')!)), undefined)
    expect(title).toMatch(/^Largest heap of a whole cycle: cycle 2 of 2 at /)
    expect(rest).toMatch(/ · the run ended with a larger heap, 1621 MiB, with a cycle still marking$/)
  })
})
