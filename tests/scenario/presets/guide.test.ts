import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findPreset, presetNamed, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { vary } from '../../../src/scenario/presets/preset.ts'
import { GUIDE_FACTS } from '../../../src/scenario/presets/published/facts/guide.ts'
import { PRINTED } from '../../../src/ui/below/published.tsx'
import { limitBytes, MIB } from '../../../src/units.ts'

interface Recorded {
  readonly name: string
  readonly program: object
  readonly expect: { readonly totalSeconds: number; readonly gcCpuFraction: number; readonly peakMemoryMiB: number }
}

/** What the guide’s own page computes, recorded from it. */
const RECORDED: readonly Recorded[] = JSON.parse(readFileSync('tests/fixtures/guide/figures.json', 'utf8'))

/** The preset of each of the guide’s programs and settings. */
const PRESETS = {
  steady: 'steady GOGC=100 limit=off',
  dynamic: 'dynamic GOGC=100 limit=off',
  spike: 'spike GOGC=100 limit=off',
  'steady-limit': 'steady-other GOGC=100 limit=60',
  thrash: 'spike GOGC=off limit=25',
  'guide-50': 'spike GOGC=50 limit=off',
  'guide-100': 'spike GOGC=100 limit=off',
  'guide-200': 'spike GOGC=200 limit=off',
  'guide-thrash': 'spike GOGC=off limit=25',
} as const

function recordedOf(id: string): Recorded {
  const name = PRESETS[id as keyof typeof PRESETS]
  const found = RECORDED.find((one) => one.name === name)
  if (!found) throw new Error(id)
  return found
}

const scenarioOf = (id: string) => toScenario(findPreset(id)!)

describe('the guide’s programs', () => {
  it.each(Object.keys(PRESETS))('%s is the program that the guide’s page runs, under the same settings', (id) => {
    const { gogc, memoryLimit, program } = scenarioOf(id)
    const phases = program.phases.map(({ duration, allocRate, scanRate, newSurvivalRate, oldDeathRate }) => ({
      ...{ duration, allocRate: allocRate / MIB, scanRate: scanRate / MIB, newSurvivalRate, oldDeathRate },
    }))
    const { otherMemory, fixedCost } = program
    const own = { otherMemoryMiB: otherMemory / MIB, fixedCostSeconds: fixedCost, phases }
    expect(own).toEqual(recordedOf(id).program)
    const percent = gogc.kind === 'off' ? 'off' : gogc.percent
    const limit = memoryLimit.kind === 'off' ? 'off' : memoryLimit.bytes / MIB
    expect(recordedOf(id).name.endsWith(` GOGC=${percent} limit=${limit}`)).toBe(true)
  })
})

describe('the guide’s printed figures', () => {
  const judgedOf = (id: string) => GUIDE_FACTS.find(({ preset }) => preset === id)!.judged

  it.each(PRINTED)('$id: equal those of the guide’s page, rounded as printed', ({ id, gcCpu, peak, total }) => {
    const { totalSeconds, gcCpuFraction, peakMemoryMiB } = recordedOf(id).expect
    expect(gcCpu).toBe((100 * gcCpuFraction).toFixed(1))
    expect(total).toBe(totalSeconds.toFixed(2))
    // The page does not give this one figure, as its facts say.
    if (id !== 'guide-200') expect(peak).toBe(peakMemoryMiB.toFixed(1))
  })

  it.each(PRINTED)(
    '$id: are the same in the table of what was published, and in what to look for',
    ({ id, gcCpu, peak, total }) => {
      expect(judgedOf(id).map(({ figure, reported }) => [figure, reported])).toEqual([
        ['gc-cpu', Number(gcCpu)],
        ['peak-memory', Number(peak)],
        ['cpu-seconds', Number(total)],
      ])
      const words = `Printed: ${gcCpu} % GC CPU, a peak of ${peak} MiB, ${total} s in all.`
      expect(presetNamed(id).look.startsWith(words)).toBe(true)
    },
  )

  it('limit GC to half of the CPU: the run takes at most twice the work, and exceeds the memory limit', () => {
    const { cpuLimiter, memoryLimit, program } = scenarioOf('guide-cap')
    expect(cpuLimiter).toBe(true)
    const work = program.phases.reduce((sum, { duration }) => sum + duration, 0)
    expect(judgedOf('guide-cap').map(({ reported }) => reported)).toEqual([
      [work, 2 * work],
      [limitBytes(memoryLimit) / MIB, Infinity],
    ])
  })
})

describe('a variation of a preset', () => {
  const base = { id: 'base', title: 'Base', look: 'Look.', json: { gogc: 50, program: { pace: 'clock', stacks: 1 } } }

  it('keeps the settings and program values that it does not change', () => {
    expect(vary(base, 'other', 'Other', 'There.', { procs: 2, program: { stacks: 2 } })).toEqual({
      ...{ id: 'other', title: 'Other', look: 'There.' },
      json: { gogc: 50, procs: 2, program: { pace: 'clock', stacks: 2 } },
    })
  })

  it('has the same machine memory, where that is known', () => {
    const machineMemory = 8 * MIB
    expect(vary({ ...base, machineMemory }, 'other', 'Other', 'There.', {}).machineMemory).toBe(machineMemory)
    expect(vary(base, 'other', 'Other', 'There.', {})).not.toHaveProperty('machineMemory')
  })
})
