import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../../src/explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { toFigures } from '../../../src/explore/advice/figures-text.ts'
import { titleOf, toNoneText, toWhy } from '../../../src/explore/advice/words.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { toVerdict } from '../../../src/model/verdict.ts'
import { limitBytes, MIB, OFF } from '../../../src/units.ts'
import { preset } from '../support/scenarios.ts'

/** The spike has no limit, 30 MiB live at most, and rises to 60 MiB. */
const SPIKE = preset('spike')
const adviceOn = (machineMemory: number) =>
  findAdvice(SPIKE, USUAL_DEMAND, undefined, { circumstances: { machineMemory } })

describe('on a machine with less memory than the program takes', () => {
  const machineMemory = 50 * MIB
  const advice = adviceOn(machineMemory)

  it('the settings in force fail, and are never advised', () => {
    const [asIs] = advice.options
    expect(asIs).toMatchObject({ name: 'as-is', grade: 'fails', survivesGrowth: null })
    expect(toWhy(asIs!, advice)).toBe('Not this one: the program is too large for the machine.')
    expect(toFigures(asIs!, advice)).toMatch(/^Now: machine too small\./)
    expect(advice.recommended).not.toBe('as-is')
  })

  it('every setting that holds keeps the program, and the program grown, within the machine', () => {
    const holding = advice.options.filter(({ grade }) => grade === 'holds')
    expect(holding.length).toBeGreaterThan(0)
    for (const { scenario, grown, setting } of holding) {
      expect(toVerdict(simulate(scenario), { machineMemory }).kind).toMatch(/^(healthy|tight)$/)
      expect(grown.result.peakContainerBytes).toBeLessThanOrEqual(machineMemory)
      expect(Math.min(limitBytes(setting.memoryLimit), limitBytes(setting.containerLimit ?? OFF))).toBeLessThan(
        machineMemory,
      )
    }
  })

  it('a memory limit leaves 5 to 10 % of the machine free, as it does of a container', () => {
    const alone = advice.options.find(({ name }) => name === 'limit-alone')!
    expect(limitBytes(alone.setting.memoryLimit)).toBeGreaterThanOrEqual(44 * MIB)
    expect(limitBytes(alone.setting.memoryLimit)).toBeLessThanOrEqual(0.95 * machineMemory)
  })

  it('an option with all of the memory is called the whole machine, and a new container is called one around the program', () => {
    const titles = advice.options.map((option) => [option.name, titleOf(option, advice)])
    expect(titles).toContainEqual(['whole-container', 'The whole machine'])
    for (const [name, title] of titles)
      if (name === 'smaller-container') expect(title).toBe('A container for the program')
  })
})

it('a live heap larger than the machine is reported, and nothing is recommended', () => {
  const advice = adviceOn(29 * MIB)
  expect(advice.recommended).toBeNull()
  expect(toNoneText(advice)).toBe(
    'The live heap alone reaches 30.0 MiB, more than the machine has: no GC setting makes that smaller.',
  )
})

it('a machine with more memory than the program could take changes nothing about the settings in force', () => {
  const [asIs] = adviceOn(1024 * MIB).options
  expect(asIs).toMatchObject({ name: 'as-is', grade: 'holds' })
})
