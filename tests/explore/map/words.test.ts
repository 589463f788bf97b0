import { describe, expect, it } from 'vitest'
import { type Cell, createSharedCells } from '../../../src/explore/map/cell.ts'
import { DANGER_WORDS, toFiguresText, toSettingText } from '../../../src/explore/map/words.ts'
import { MIB } from '../../../src/units.ts'
import { preset } from '../support/scenarios.ts'

const RESULT = {
  compulsoryGcFraction: 0.1,
  gcCpuFraction: 0.1,
  peakMemoryBytes: 60 * MIB,
  peakContainerBytes: 60 * MIB,
  cycles: 12,
  outcome: { kind: 'completed' },
}
const textOf = (result: object, cell: object = {}) =>
  toFiguresText({
    result: { ...RESULT, ...result },
    verdict: { kind: 'healthy', label: 'healthy' },
    dangers: [],
    ...cell,
  } as unknown as Cell)

it('a setting is written as Go reads it', () => {
  expect(toSettingText({ gogc: 50, memoryLimit: 60 * MIB })).toBe('GOGC=50 GOMEMLIMIT=60MiB')
  expect(toSettingText({ gogc: Infinity, memoryLimit: Infinity })).toBe('GOGC=off GOMEMLIMIT=off')
})

describe('the figures of a setting', () => {
  it('are GC CPU, memory, cycles and verdict', () => {
    expect(textOf({})).toBe('GC CPU 10.0 % · peak memory 60.0 MiB · 12 cycles · healthy')
  })

  it('state the share of used CPU time only where it reads differently from GC CPU', () => {
    expect(textOf({ gcCpuFraction: 0.1004 })).not.toContain('CPU time used')
    expect(textOf({ gcCpuFraction: 0.3 })).toContain('GC CPU 10.0 % · 30.0 % of the CPU time used · ')
  })

  it('state the container’s peak only where it differs from the peak that GOMEMLIMIT counts', () => {
    expect(textOf({ peakContainerBytes: 70 * MIB })).toContain('peak memory 60.0 MiB · container 70.0 MiB · ')
  })

  it('name the dangers that the verdict does not', () => {
    const dangers = ['killed', 'could-be-killed', 'limiter', 'over-limit'] as const
    const said = textOf({}, { dangers }).split(' · ')
    expect(said.slice(-2)).toEqual([DANGER_WORDS['could-be-killed'], DANGER_WORDS.limiter])
    expect(said).not.toContain(DANGER_WORDS.killed)
    expect(said).not.toContain(DANGER_WORDS['over-limit'])
  })

  it('do not say of a thrashing run above the machine’s memory that some of it is left', () => {
    const machineMemory = 28 * MIB
    const cell = createSharedCells(preset('thrash'), { machineMemory })(100, 30 * MIB)
    expect(cell.verdict.kind).toBe('thrashing')
    expect(cell.result.peakContainerBytes).toBeGreaterThan(machineMemory)
    expect(toFiguresText(cell)).toContain('could be killed: uses 95 % of memory or more')
  })

  it('do not say of a machine too small that the program could be killed', () => {
    const verdict = { kind: 'over-machine', label: 'machine too small' }
    expect(textOf({}, { dangers: ['could-be-killed'], verdict })).toMatch(/ · machine too small$/)
  })

  it('are left out for a run that was stopped: they would not describe the setting', () => {
    expect(textOf({ outcome: { kind: 'stopped' } })).toBe(DANGER_WORDS.stopped)
  })
})
