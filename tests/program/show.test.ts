import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatCount, fromTo } from '../../src/format.ts'
import { QUANTITIES, type Quantity, quantityOf } from '../../src/known/quantities.ts'
import { finish } from '../../src/model/slices.ts'
import {
  ifLeftOut,
  showAnswer,
  showRange,
  showRate,
  showSize,
  showSpan,
  showValue,
  toCopied,
  whyNoCycles,
} from '../../src/program/answer/show.ts'
import { readTyped } from '../../src/program/known-table.tsx'
import type { Settings } from '../../src/scenario/under-settings.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { GIB, MIB, TIB } from '../../src/units.ts'
import { searchPrediction } from '../support/search-prediction.ts'

describe('settings to copy', () => {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    gogc: 50,
    memoryLimit: '60MiB',
    procs: 2,
    program: { phases: [{ duration: 1, allocRate: '1MiB' }] },
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const { value: scenario } = made
  const exact = { low: null, high: null }
  const procs = quantityOf('procs', 2, exact, '', 'measured')
  const limit = (low: number) => quantityOf('memoryLimit', 60 * MIB, { low, high: 92 * MIB }, '', 'derived')
  const lines = (asked: Settings, known: readonly Quantity[]) =>
    toCopied(scenario, asked, known)
      .split('\n')
      .filter((line) => line !== '' && !line.includes('leave the line out to let Go choose'))

  it('are those asked about, and those that are known', () => {
    expect(lines({ gogc: scenario.gogc }, [procs, limit(55 * MIB)])).toEqual([
      'GOGC=50',
      'GOMEMLIMIT=60MiB',
      'GOMAXPROCS=2',
    ])
  })

  it('name the others as unknown: assumed, not read, or with only an upper bound', () => {
    const unknown = '# GOMEMLIMIT unknown: leave it as it is.'
    const secret = { ...quantityOf('memoryLimit', 'off', exact, '', 'assumed'), isUnread: true } as const
    for (const known of [[limit(0)], [secret], []])
      expect(lines({ gogc: scenario.gogc }, [procs, ...known])).toEqual([unknown, 'GOGC=50', 'GOMAXPROCS=2'])
    expect(lines({ memoryLimit: scenario.memoryLimit }, [secret])).toEqual([
      '# GOGC unknown: leave it as it is.',
      '# GOMAXPROCS unknown: leave it as it is.',
      'GOMEMLIMIT=60MiB',
    ])
  })

  it('have notes only on lines that they have', () => {
    const odd = { ...scenario, memoryLimit: { kind: 'bytes', bytes: 61_234_567.5 } } as const
    const notes = /leave the line out|rounded down/g
    const asked = { gogc: odd.gogc }
    expect(toCopied(odd, asked, [procs, limit(55 * MIB)]).match(notes)).toEqual(['rounded down', 'leave the line out'])
    expect(toCopied(odd, asked, []).match(notes)).toBeNull()
  })
})

describe('how quantities are shown', () => {
  it('sizes and rates in one form, in the unit that suits them', () => {
    expect(showSize(45.87 * MIB)).toBe('45.9 MiB')
    expect(fromTo('44.5 MiB', '47.3 MiB')).toBe('44.5 to 47.3 MiB')
    expect(fromTo('512 MiB', '1.1 GiB')).toBe('512 MiB to 1.1 GiB')
    expect(fromTo('512 MiB', '512 MiB')).toBe('512 MiB')
    expect(showValue({ key: 'scanRate', value: 1434 * MIB, unit: 'bytes/CPU-s' })).toBe('1.4 GiB/s')
    expect(showValue({ key: 'allocRate', value: 193.8 * MIB, unit: 'bytes/s' })).toBe('194 MiB/s')
    const live = quantityOf('liveHeap', 45.9 * MIB, { low: 44.5 * MIB, high: 47.3 * MIB }, '', 'measured')
    expect(showRange(live)).toBe('44.5 to 47.3 MiB')
    const small = quantityOf('pointerFreeLive', 0, { low: 0, high: 36.7 * MIB }, '', 'assumed')
    expect(showRange(small)).toBe('0 B to 36.7 MiB')
    const limit = (low: number) => quantityOf('memoryLimit', 72 * MIB, { low, high: 109.7 * MIB }, '', 'derived')
    expect([68.2 * MIB, 0].map((low) => showRange(limit(low)))).toEqual(['68.2 to 110 MiB', 'at most 110 MiB'])
    expect([40 * GIB, 1000 * GIB, 3 * TIB].map(showSize)).toEqual(['40.0 GiB', '1000 GiB', '3.00 TiB'])
  })

  it('both ends of a range with as many digits, zeros included', () => {
    const inTable = (rate: number) => showRate(rate)
    const inLargeFigure = (rate: number) => showRate(rate, 2)
    expect(showSpan(0.5512, 0.7983, inTable).number).toBe('0.551–0.798')
    expect(showSpan(0.5512, 0.7983, inLargeFigure).number).toBe('0.55–0.80')
    expect(showSpan(9.71, 45.3, inLargeFigure).number).toBe('9.7–45')
    expect(showSpan(3.0012, 99.96, inTable).number).toBe('3.00–100')
    expect(showSpan(0, 1234.5, inTable).number).toBe('0–1 235')
    expect(showSpan(55.23 * MIB, 64 * MIB, showSize).number).toBe('55.2–64.0')
    const other = quantityOf('otherMemory', 3.9 * MIB, { low: 3.4 * MIB, high: 4.36 * MIB }, '', 'measured')
    expect(showRange(other)).toBe('3.40 to 4.36 MiB')
  })

  it('no zeros after an exact whole number, nor in a field', () => {
    expect(showRange(quantityOf('procs', 4, { low: 2, high: 4 }, '', 'assumed'))).toBe('2 to 4')
    expect(showValue({ key: 'cpuQuota', value: 0.5, unit: 'CPUs' })).toBe('0.5')
    expect(showValue({ key: 'outsideMemory', value: 7 * MIB, unit: 'bytes' })).toBe('7 MiB')
  })

  it('missing values, by what we then assume', () => {
    expect(ifLeftOut('containerLimit')).toBe('if left out: no limit')
    expect(ifLeftOut('procs')).toBe('if left out: 4')
    expect(ifLeftOut('gcCpu')).toContain('is assumed')
  })

  it('limits, as written for Go and in manifests', () => {
    expect(showValue({ key: 'memoryLimit', value: 460 * MIB, unit: 'bytes' })).toBe('460MiB')
    expect(showValue({ key: 'containerLimit', value: 64 * GIB, unit: 'bytes' })).toBe('64GiB')
    expect(showValue({ key: 'containerLimit', value: 'off', unit: '' })).toBe('off')
  })

  it('a run that is killed before any GC cycle, by the time of the kill, because it has no rate', () => {
    const made = validateScenario({
      version: 1,
      model: 'runtime',
      gogc: 'off',
      containerLimit: '100MiB',
      program: { pace: 'clock', phases: [{ duration: 10, allocRate: '200MiB' }] },
    })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    const killed = finish(searchPrediction([{ scenario: made.value, weight: 1 }]))
    expect(whyNoCycles(killed.cycleRate, killed.trace)).toMatch(/^killed after 0\.4\d s, before its first cycle ends$/)
    const collected = finish(
      searchPrediction([{ scenario: { ...made.value, gogc: { kind: 'percent', percent: 100 } }, weight: 1 }]),
    )
    expect(whyNoCycles(collected.cycleRate, collected.trace)).toBeUndefined()
  })

  it('a range in large figures, with its unit apart if both ends have the same', () => {
    expect(showSpan(406 * MIB, 479 * MIB, showSize)).toEqual({ number: '406–479', unit: 'MiB' })
    expect(showSpan(512 * MIB, 512 * MIB, showSize)).toEqual({ number: '512', unit: 'MiB' })
    expect(showSpan(1234, 2234, (rate) => `${formatCount(rate)} /s`)).toEqual({ number: '1 234–2 234', unit: '/s' })
    expect(showSpan(980 * MIB, 1.5 * GIB, showSize)).toEqual({ number: '980 MiB – 1.50 GiB', unit: '' })
  })

  it('a field can read the value that it shows', () => {
    const keys = QUANTITIES.filter(({ unit }) => unit.startsWith('bytes'))
    fc.assert(
      fc.property(
        fc.constantFrom(...keys),
        fc.double({ min: 1, max: 8 * TIB, noNaN: true }),
        ({ key, unit }, value) => {
          const typed = readTyped(key, showValue({ key, value, unit }))
          expect(typed.kind).toBe('read')
          // Three digits, and less than a byte is rounded too.
          if (typed.kind === 'read') expect(Math.abs(Number(typed.value) - value)).toBeLessThanOrEqual(0.0051 * value)
        },
      ),
    )
  })

  it('reads real sizes: nothing is refused for being beyond a slider', () => {
    for (const [key, text, value] of [
      ['containerLimit', '64GiB', 64 * GIB],
      ['memoryLimit', '60GiB', 60 * GIB],
      ['liveHeap', '40GiB', 40 * GIB],
      ['allocRate', '20GiB/s', 20 * GIB],
      ['procs', '256', 256],
      ['cpuQuota', '256', 256],
    ] as const)
      expect(readTyped(key, text)).toMatchObject({ kind: 'read', value })
  })

  // k8s.io/apimachinery, resource.Quantity: G is decimal, Gi binary; 500m are half a CPU.
  it('reads the limits of a container as Kubernetes does, and sizes of Go as Go does', () => {
    for (const [key, text, value] of [
      ['containerLimit', '4G', 4e9],
      ['containerLimit', '4Gi', 4 * GIB],
      ['containerLimit', 'off', 'off'],
      ['memoryLimit', '4GiB', 4 * GIB],
      ['cpuQuota', '500m', 0.5],
      ['cpuQuota', '1.5', 1.5],
      ['cpuQuota', 'off', 'off'],
    ] as const)
      expect(readTyped(key, text), text).toMatchObject({ kind: 'read', value })
    expect(readTyped('containerLimit', '512m')).toMatchObject({ kind: 'unread', message: /thousandths of a byte/ })
  })
})

it('a brief answer has its verdict, and the memory of the container as the large figure has it', () => {
  const spread = { likely: 390 * MIB, low: 376.6 * MIB, high: 565.2 * MIB }
  const under = (containerLimit: string) => {
    const made = validateScenario({ version: 1, containerLimit, program: { phases: [{ duration: 1 }] } })
    if (!made.ok) throw new Error(made.problems[0]?.message)
    return showAnswer('healthy', { peakMemoryBytes: spread, peakContainerBytes: spread }, made.value)
  }
  expect(under('1GiB')).toBe('healthy · 377 to 565 MiB in the container')
  expect(under('off')).toBe('healthy · 377 to 565 MiB of memory')
  expect(showSpan(spread.low, spread.high, showSize)).toEqual({ number: '377–565', unit: 'MiB' })
})
