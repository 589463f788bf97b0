import { describe, expect, it } from 'vitest'
import { hintOf } from '../../../src/model/judgement/hints.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { parameter } from '../../../src/scenario/params.ts'
import { PRESETS } from '../../../src/scenario/presets/all.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { withModel } from '../../../src/scenario/with-model.ts'
import { withPatch } from '../../../src/store/patch.ts'
import { KNOBS } from '../../../src/view/knobs/knobs.ts'
import { MACHINE_KNOBS } from '../../../src/view/knobs/machine-knobs.ts'
import { createTravel, stepStop, TRAVEL, toPosition, toStop } from '../../../src/view/knobs/stops.ts'

describe('every knob', () => {
  it.each([...KNOBS, ...MACHINE_KNOBS])('$key shows a text that is read back as the same value', (knob) => {
    for (const preset of PRESETS) {
      const scenario = toScenario(preset)
      const value = knob.get(scenario)
      const typed = knob.read(knob.show(value), scenario)
      // Four digits are shown.
      if (Number.isFinite(value) && typed.kind === 'read')
        expect(Math.abs(typed.value - value)).toBeLessThanOrEqual(5e-4 * Math.abs(value))
      else expect(typed.kind === 'read' && typed.value).toBe(value)
    }
  })

  it.each([...KNOBS, ...MACHINE_KNOBS])('$key sets what it gets', (knob) => {
    const scenario = toScenario(findPreset('program-steady')!)
    const { min, max } = parameter(knob.key).slider!
    for (const value of [min, max]) expect(knob.get(withPatch(scenario, knob.patch(value)))).toBe(value)
  })
})

it('memory outside Go has a slider beside the machine, as a container is mostly filled by it in some presets', () => {
  expect(MACHINE_KNOBS.map(({ key }) => key)).toContain('outsideMemory')
})

describe('the CPU quota', () => {
  const knob = MACHINE_KNOBS.find(({ key }) => key === 'cpuQuota')!
  const scenario = toScenario(findPreset('program-steady')!)

  it('has a control, which takes what Kubernetes writes', () => {
    expect(knob.show(knob.get(scenario))).toBe('off')
    expect(knob.read('500m', scenario)).toMatchObject({ value: 0.5 })
    expect(knob.get(withPatch(scenario, knob.patch(0.5)))).toBe(0.5)
    expect(withPatch(scenario, knob.patch(Infinity)).cpuQuota).toEqual({ kind: 'off' })
  })

  it('says in a hint for how much of the time it stopped the program', () => {
    const quota = (cpus: number) => simulate({ ...withModel(scenario, 'runtime'), procs: 2, ...knob.patch(cpus) })
    expect(hintOf('cpuQuota', quota(Infinity))).toBe('')
    // Two busy CPUs use up the budget of half a CPU in a quarter of each period.
    expect(hintOf('cpuQuota', quota(0.5))).toMatch(/^stopped the program for 7[45]\.\d % of the time$/)
  })
})

describe('a logarithmic slider whose value may be 0', () => {
  const travel = createTravel(parameter('stacks'), 0)

  it('has 0 at its low end, and the smallest value one step above', () => {
    const least = parameter('stacks').slider!.min
    expect(toPosition(travel, 0)).toBe(0)
    expect(toStop(travel, 0)).toBe(0)
    expect(stepStop(travel, 0, 1)).toBe(least)
    expect(stepStop(travel, least, -1)).toBe(0)
    expect(stepStop(travel, least, -Infinity)).toBe(0)
    expect(toStop(travel, TRAVEL)).toBe(parameter('stacks').slider!.max)
  })
})

describe('what a field shows', () => {
  const limit = KNOBS.find(({ key }) => key === 'containerLimit')!
  it.each([
    [3_880_000, '3.7MiB'],
    [8e9, '7.451GiB'],
    // What Go takes as GOMEMLIMIT, where four digits are enough.
    [6000 * 2 ** 20, '6000MiB'],
    [2750 * 2 ** 20, '2750MiB'],
    [12345 * 2 ** 20, '12.06GiB'],
    [3 * 2 ** 30, '3GiB'],
    [1536 * 2 ** 20, '1536MiB'],
    [2 ** 30, '1GiB'],
    [62_914_561, '60MiB'],
    [0, '0'],
    [Infinity, 'off'],
  ])('of %d bytes is %s: four digits, in the unit of an axis that reaches as far', (bytes, text) => {
    expect(limit.show(bytes)).toBe(text)
  })

  it.each([
    ['busyProcs', 'all'],
    ['peakAllocRate', 'no slack'],
    ['sweepRate', 'free'],
    ['stacks', '0'],
  ])('of a %s of 0 is what 0 means, %s, and that is read back', (key, text) => {
    const knob = MACHINE_KNOBS.find((one) => one.key === key)!
    const scenario = toScenario(findPreset('program-steady')!)
    expect(knob.show(0)).toBe(text)
    for (const typed of [text, text.toUpperCase(), '0'])
      expect(knob.read(typed, scenario)).toMatchObject({ kind: 'read', value: 0 })
  })
})
