import { describe, expect, it } from 'vitest'
import { defaultScenario } from '../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { withModel } from '../../src/scenario/with-model.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'

const percent = (value: number) => ({ kind: 'percent', percent: value }) as const
const guide: Scenario = { ...defaultScenario(), model: 'guide', cpuLimiter: false }
const runtime: Scenario = { ...guide, model: 'runtime', cpuLimiter: true }

describe('the same experiment in the other model', () => {
  it('is unchanged in its own model', () => {
    expect(withModel(guide, 'guide')).toBe(guide)
    expect(withModel(runtime, 'runtime')).toBe(runtime)
  })

  it('has that model’s default GC CPU limit: on in the runtime model, off in the guide’s', () => {
    expect(withModel(guide, 'runtime')).toMatchObject({ model: 'runtime', cpuLimiter: true })
    expect(withModel(runtime, 'guide')).toMatchObject({ model: 'guide', cpuLimiter: false })
  })

  it('keeps a GC CPU limit that the user chose', () => {
    expect(withModel({ ...guide, cpuLimiter: true }, 'runtime').cpuLimiter).toBe(true)
    expect(withModel({ ...runtime, cpuLimiter: false }, 'guide').cpuLimiter).toBe(false)
  })

  it('has GOGC rounded for the runtime model, also in changes, and unchanged for the guide’s', () => {
    const changes = [
      { at: 1, gogc: percent(12.6) },
      { at: 2, memoryLimit: toLimit(MIB) },
      { at: 3, gogc: OFF },
    ]
    const made = withModel({ ...guide, gogc: percent(12.4), changes }, 'runtime')
    expect(made.gogc).toEqual(percent(12))
    expect(made.changes).toEqual([{ at: 1, gogc: percent(13) }, changes[1], changes[2]])
    expect(withModel({ ...guide, gogc: OFF }, 'runtime').gogc).toEqual(OFF)
    const back = withModel({ ...runtime, gogc: percent(12.4), changes }, 'guide')
    expect(back.gogc).toEqual(percent(12.4))
    expect(back.changes).toEqual(changes)
  })
})
