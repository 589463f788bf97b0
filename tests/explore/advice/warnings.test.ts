import { describe, expect, it } from 'vitest'
import { type AdviceOption, findAdvice } from '../../../src/explore/advice/advice.ts'
import { toChangesText, toWarnings } from '../../../src/explore/advice/warnings.ts'
import { limitBytes, MIB, OFF, toLimit } from '../../../src/units.ts'
import { adviceOf, optionOf, sureOf } from '../support/options.ts'
import { preset } from '../support/scenarios.ts'

/** Sizes in MiB; null is off. */
function warn(
  { limit = 90, size = 100, outside = 0, live = 30, container = 100, gogc = 100 }: Record<string, number | null>,
  grownGogc: number | null = null,
): string {
  const toSize = (mib: number | null) => (mib === null ? OFF : toLimit(mib * MIB))
  const base = optionOf()
  const option: AdviceOption = {
    ...base,
    setting: {
      gogc: gogc === null ? OFF : { kind: 'percent', percent: gogc },
      memoryLimit: toSize(limit),
      containerLimit: toSize(size),
    },
    scenario: { ...base.scenario, program: { ...base.scenario.program, outsideMemory: outside! * MIB } },
    grown: { ...base.grown, effectiveGogc: grownGogc },
  }
  return toWarnings(
    option,
    adviceOf({ live: live! * MIB, container: container === null ? Infinity : container * MIB }),
  ).join('|')
}

describe('warnings about a memory limit', () => {
  it('are empty if the limit leaves 5 % of the container free, or is off', () => {
    expect(warn({})).toBe('')
    expect(warn({ limit: 95 })).toBe('')
    expect(warn({ limit: null, gogc: null, live: 99, size: null, container: null })).toBe('')
  })

  it('name a CPU quota that stops the program for more than a quarter of the time, with or without a limit', () => {
    const stopped = (seconds: number, memoryLimit: AdviceOption['setting']['memoryLimit']) => {
      const base = optionOf()
      const result = { ...base.plain.result, throttledSeconds: seconds, wallSeconds: 10 }
      const option = { ...base, setting: { ...base.setting, memoryLimit }, plain: { ...base.plain, result } }
      return toWarnings(option, adviceOf({ container: 1000 * MIB }))
    }
    const expected =
      'With this setting, the CPU quota stops the program for 90.0 % of the time: raise the quota first. GC CPU includes the time for which the quota stops a GC cycle, because Go counts it.'
    expect(stopped(9, OFF)).toEqual([expected])
    expect(stopped(9, toLimit(500 * MIB))[0]).toBe(expected)
    expect(stopped(2.5, OFF)).toEqual([])
  })

  it('say that free slots in spans may fill what a limit near the live heap leaves, of a program known within bounds', () => {
    const slots = (mixedPerSpan: number, effectiveGogc: number | null, isExact = false) => {
      const base = optionOf()
      const { scenario, plain } = base
      const option: AdviceOption = {
        ...base,
        setting: { ...base.setting, memoryLimit: toLimit(500 * MIB) },
        scenario: { ...scenario, program: { ...scenario.program, mixedPerSpan } },
        plain: { ...plain, effectiveGogc },
        sure: isExact ? undefined : sureOf(0),
      }
      return toWarnings(option, adviceOf({ container: 1000 * MIB })).filter((text) => text.includes('free slots'))
    }
    expect(slots(1.7, 25)).toHaveLength(1)
    expect(slots(1.7, 80)).toEqual([])
    expect(slots(1.7, null)).toEqual([])
    // Each object has a span of its own: none keeps another’s span from being freed.
    expect(slots(1, 25)).toEqual([])
    expect(slots(1.7, 25, true)).toEqual([])
  })

  it('say that no container is known', () => {
    expect(warn({ size: null, container: null })).toMatch(/^No container is known\.[^|]*$/)
    expect(warn({ size: 100, container: null })).toBe('')
    expect(warn({ size: null, container: 100 })).toBe('')
  })

  it('say that the heap takes all memory up to the limit with GOGC=off', () => {
    expect(warn({ gogc: null })).toMatch(/^With GOGC=off [^|]*$/)
  })

  it('say that less than 5 % is left for memory that GOMEMLIMIT does not count, such as memory outside Go', () => {
    expect(warn({ limit: 96 })).toMatch(/^The limit leaves less than 5 % [^|]*$/)
    expect(warn({ limit: 85, outside: 10 })).toBe('')
    expect(warn({ limit: 86, outside: 10 })).toMatch(/^The limit leaves less than 5 % [^|]*$/)
  })

  it('say that a limit above the container does not protect the program', () => {
    expect(warn({ limit: 100 })).toMatch(/^The limit leaves less than 5 % [^|]*$/)
    expect(warn({ limit: 101 })).toMatch(/^The limit is larger than the container, so [^|]*$/)
  })

  it('say that memory outside Go is more than a fifth of the container', () => {
    expect(warn({ limit: 60, outside: 20 })).toBe('')
    expect(warn({ limit: 60, outside: 21 })).toMatch(/^21\.0 MiB of the container is outside Go, where [^|]*$/)
    expect(warn({ limit: 60, outside: 21, size: null })).toBe('')
  })

  it('say that the live heap is over 80 % of the limit, or that a GC cycle found so much live', () => {
    expect(warn({ live: 72 })).toBe('')
    expect(warn({ live: 73 })).toMatch(/^The live heap takes 81\.1 % of the limit\.[^|]*$/)
    // A cycle of the run finds 30 MiB live, whatever the phases say.
    expect(warn({ live: 0, limit: 37.5 })).toBe('')
    expect(warn({ live: 0, limit: 37 })).toMatch(/^A GC cycle found 30\.0 MiB live, 81\.1 % of the limit: [^|]*$/)
  })

  it('say that the live heap is larger than the limit, without a share of a limit of 0', () => {
    expect(warn({ limit: 30 })).toMatch(/^The live heap takes 100\.0 % of the limit\.[^|]*$/)
    for (const limit of [29, 0]) {
      expect(warn({ limit })).toMatch(/^The live heap is larger than the limit\.[^|]*$/)
      expect(warn({ live: 0, limit })).toMatch(/^A GC cycle found 30\.0 MiB live, more than the limit: [^|]*$/)
    }
  })

  it('say that growth brings effective GOGC below 20, unless there is a warning about the live heap', () => {
    expect(warn({}, 20)).toBe('')
    // This would be shown as 20.
    expect(warn({}, 19.9999)).toBe('')
    expect(warn({}, 19)).toMatch(/^With 25 % growth the limit [^|]*effective GOGC is 19\.$/)
    expect(warn({}, 19.4)).toMatch(/effective GOGC is 19\.$/)
    expect(warn({ live: 73 }, 19)).toMatch(/^The live heap takes [^|]*$/)
  })
})

describe('the changes of settings that options leave out', () => {
  const of = (change: object) => toChangesText({ changes: [{ at: 1, ...change }] })

  it('are those of GOGC and of the memory limit, and of the container where the option names one', () => {
    expect(toChangesText({ changes: [] })).toBe('')
    expect(of({ procs: 2 })).toBe('')
    const setting = of({ memoryLimit: OFF })
    expect(setting).toMatch(/^This run changes GOGC or GOMEMLIMIT while it runs\. /)
    const container = of({ containerLimit: OFF })
    expect(container).toMatch(/^This run changes the container’s limit while it runs\. /)
    expect(of({ gogc: OFF, containerLimit: OFF })).toBe(`${setting} ${container}`)
  })

  it('stay where an option keeps the container', () => {
    const changes = [{ at: 1, containerLimit: toLimit(90 * MIB) }]
    const { options } = findAdvice(preset('spike', { containerLimit: toLimit(100 * MIB), changes }))
    for (const { scenario } of options) {
      const isKept = limitBytes(scenario.containerLimit) === 100 * MIB
      expect(scenario.changes.some(({ containerLimit }) => containerLimit)).toBe(isKept)
    }
  })
})
