import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { MIB } from '../../../src/units.ts'

interface Figure {
  name: string
  settings: { gogc: number | 'off'; memoryLimitMiB: number | 'off' }
  program: {
    otherMemoryMiB: number
    fixedCostSeconds: number
    phases: { duration: number; allocRate: number; scanRate: number; newSurvivalRate: number; oldDeathRate: number }[]
  }
  expect: Record<'totalSeconds' | 'mutatorSeconds' | 'gcCpuFraction' | 'peakMemoryMiB' | 'peakLiveMiB', number>
}

const FIGURES: Figure[] = JSON.parse(
  readFileSync(new URL('../../fixtures/guide/figures.json', import.meta.url), 'utf8'),
)

function resultOf({ settings, program }: Figure) {
  const limit = settings.memoryLimitMiB
  const scenario = validateScenario({
    version: 1,
    gogc: settings.gogc,
    memoryLimit: limit === 'off' ? 'off' : limit * MIB,
    program: {
      otherMemory: program.otherMemoryMiB * MIB,
      fixedCost: program.fixedCostSeconds,
      phases: program.phases.map((p) => ({ ...p, allocRate: p.allocRate * MIB, scanRate: p.scanRate * MIB })),
    },
  })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  return simulate(scenario.value).result
}

describe('the guide’s own results', () => {
  it('has all 32 configurations', () => expect(FIGURES).toHaveLength(32))

  it.each(FIGURES.map((f) => [f.name, f] as const))('%s', (_, figure) => {
    const result = resultOf(figure)
    const computed = {
      totalSeconds: result.totalSeconds,
      mutatorSeconds: result.mutatorSeconds,
      gcCpuFraction: result.gcCpuFraction,
      peakMemoryMiB: result.peakMemoryBytes / MIB,
      peakLiveMiB: result.peakLiveBytes / MIB,
    }
    for (const [name, expected] of Object.entries(figure.expect)) {
      const actual = computed[name as keyof typeof computed]
      // A tolerance of 1e-9; without its last cycle a figure would be off by 1e-3 at least.
      expect(Math.abs(actual - expected) / expected, name).toBeLessThan(1e-9)
    }
  })
})

describe('the thrashing figure with the GC CPU limiter', () => {
  const preset = findPreset('thrash-capped')
  if (!preset) throw new Error('no thrash-capped')
  const capped = toScenario(preset)

  it('ends at 13.381 s with 25.27 % GC CPU and a peak of 31.386 MiB', () => {
    const { totalSeconds, gcCpuFraction, peakMemoryBytes } = simulate(capped).result
    expect(totalSeconds.toFixed(3)).toBe('13.381')
    expect((gcCpuFraction * 100).toFixed(2)).toBe('25.27')
    expect((peakMemoryBytes / MIB).toFixed(3)).toBe('31.386')
  })

  it('at a limit of 10 MiB ends at 20.482 s with 51.18 %', () => {
    const tight = { ...capped, memoryLimit: { kind: 'bytes', bytes: 10 * MIB } } as const
    const { totalSeconds, gcCpuFraction } = simulate(tight).result
    expect(totalSeconds.toFixed(3)).toBe('20.482')
    expect((gcCpuFraction * 100).toFixed(2)).toBe('51.18')
  })
})
