import { describe, expect, it } from 'vitest'
import { PARAMETERS } from '../../src/scenario/params.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { MIB } from '../../src/units.ts'

type Fields = Record<string, unknown>

/** Problems of a runtime scenario with one phase of 10 s and these fields. */
function problems(fields: Fields, program: Fields = {}, phase: Fields = {}): string[] {
  const phases = [{ duration: 10, ...phase }]
  const result = validateScenario({ version: 1, model: 'runtime', ...fields, program: { phases, ...program } })
  return result.ok ? [] : result.problems.map(({ message }) => message)
}

describe('a setting of a scenario', () => {
  // The format's own bounds, which links and scripts rely on: a value at the bound is accepted, one beyond it is not.
  it.each([
    ['gogc', [0, 1e6], [-1, 1e6 + 1]],
    ['memoryLimit', [0, '16TiB'], [-1, '16.001TiB']],
    ['containerLimit', [0, '16TiB'], [-1, '16.001TiB']],
    ['procs', [1, 4096], [0, 4097]],
    ['cpuQuota', [0.001, 4096], [0, 4096.1]],
  ] as const)('%s reaches from bound to bound, and no further', (key, taken, refused) => {
    for (const value of taken) expect(problems({ [key]: value }), `${value}`).toEqual([])
    for (const value of refused) expect(problems({ [key]: value }), `${value}`).toHaveLength(1)
  })

  it.each([
    ['busyProcs', [0, 4096], [-1, 4097]],
    ['heapOverhead', [0, 1], [-0.1, 1.1]],
    // The most objects of one span: 8 KiB of 8-byte objects.
    ['objectsPerSpan', [1, 8192 / 8], [0.9, 8192 / 8 + 1]],
    ['mixedPerSpan', [1, 8192 / 8], [0.9, 8192 / 8 + 1]],
    ['pauseCost', [0, 1e6], [-1, 1e6 + 1]],
    ['otherMemory', [0, '16TiB'], [-1, '16.001TiB']],
  ] as const)('%s of the program reaches from bound to bound, and no further', (key, taken, refused) => {
    for (const value of taken) expect(problems({}, { [key]: value }), `${value}`).toEqual([])
    for (const value of refused) expect(problems({}, { [key]: value }), `${value}`).toHaveLength(1)
  })

  it.each([
    ['allocRate', [0, '16TiB'], [-1, '16.001TiB']],
    ['newSurvivalRate', [0, 1], [-0.1, 1.1]],
    ['goroutines', [0, 1e6], [-1, 1e6 + 1, 1.5]],
    ['markSlowdown', [1, 1000], [0.9, 1001]],
  ] as const)('%s of a phase reaches from bound to bound, and no further', (key, taken, refused) => {
    for (const value of taken) expect(problems({}, {}, { [key]: value }), `${value}`).toEqual([])
    for (const value of refused) expect(problems({}, {}, { [key]: value }), `${value}`).toHaveLength(1)
  })

  it.each([
    { gogc: 50 },
    { memoryLimit: '60MiB' },
    { containerLimit: '100MiB' },
    { procs: 2 },
    { cpuQuota: 1.5 },
    { cpuLimiter: false },
    { otherMemory: '1MiB' },
    { outsideMemory: '1MiB' },
    { forceGC: true },
    { freeOSMemory: true },
  ])('may change on the way: %j', (change) => {
    expect(problems({ changes: [{ at: 5, ...change }] })).toEqual([])
  })

  it.each([{ model: 'guide' }, { initialLive: '1MiB' }, { pace: 'clock' }, { allocRate: '1MiB' }])(
    'of the program itself may not: %j',
    (change) => {
      expect(problems({ changes: [{ at: 5, ...change }] })).toEqual(['cannot change while the program runs'])
    },
  )
})

describe('the defaults of a program', () => {
  it('have no memory beside the heap, and nothing that only some programs have: old links rely on it', () => {
    const made = validateScenario({ version: 1, model: 'runtime', program: { phases: [{ duration: 1 }] } })
    if (!made.ok) throw new Error('refused')
    const { phases, ...program } = made.value.program
    expect(program).toMatchObject({
      ...{ initialLive: 0, otherMemory: 0, outsideMemory: 0, pointerFreeLive: 0, untouched: 0 },
      ...{ stacks: 0, stackMemory: 0, globals: 0 },
      ...{ busyProcs: 0, peakAllocRate: 0, sweepRate: 0, warmMarking: 0, lateLive: 0, pointerArrayShare: 0 },
      // All of the heap is scanned, it has 5 % overhead, and spans are freed whole.
      ...{ scannableShare: 1, heapOverhead: 0.05, objectsPerSpan: 1, mixedPerSpan: 1 },
    })
    expect(phases).toEqual([
      {
        ...{ duration: 1, allocRate: 0, scanRate: 1024 * MIB, newSurvivalRate: 0, oldDeathRate: 0 },
        ...{ goroutines: 0, dropsLate: false, markSlowdown: 1 },
      },
    ])
  })
})

describe('a slider', () => {
  const sliders = PARAMETERS.flatMap(({ slider, ...parameter }) =>
    slider ? [{ ...parameter, ...slider, parameter }] : [],
  )
  const isSize = (kind: string) => ['size', 'size-or-off', 'rate'].includes(kind)

  it.each(sliders)('$key: stays within the setting’s range', ({ min, max, parameter }) => {
    expect(min).toBeGreaterThanOrEqual(parameter.min)
    expect(max).toBeLessThanOrEqual(parameter.max)
    expect(min).toBeLessThan(max)
  })

  it.each(sliders)(
    '$key: begins at the least there is, unless its scale has no such place',
    ({ scale, min, parameter }) => {
      if (scale === 'linear' || parameter.min > 0) expect(min).toBe(parameter.min)
      else expect(min).toBeGreaterThan(0)
    },
  )

  it.each(sliders)('$key: ends at powers of two (percentages: of ten)', ({ kind, min, max }) => {
    for (const end of [min, max].filter((value) => value > 0)) {
      const digits = kind === 'percent-or-off' ? Math.log10(end) : Math.log2(end)
      expect(Number.isInteger(digits), `${end}`).toBe(true)
      if (isSize(kind)) expect(Number.isInteger(end), `${end} bytes`).toBe(true)
    }
  })
})
