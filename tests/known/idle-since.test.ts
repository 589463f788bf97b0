import { describe, expect, it } from 'vitest'
import { toEvidence } from '../../src/known/evidence.ts'
import { find, type Known, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

const LAST_GC = 1.7e9
/** Seconds between cycles, and bytes that each allocates: 100 MiB/s. */
const PERIOD = 0.5
const PER_CYCLE = 50 * MIB

/** A dump of a process with a goal of 120 MiB that has allocated 30 MiB since its last cycle. */
function dump(cycles: number): string {
  const ring = Array.from({ length: 256 }, (_, i) => (i < cycles ? (LAST_GC - PERIOD * (cycles - 1 - i)) * 1e9 : 0))
  const memstats = {
    TotalAlloc: cycles * PER_CYCLE + 30 * MIB,
    NumGC: cycles,
    NextGC: 120 * MIB,
    HeapAlloc: 90 * MIB,
    HeapInuse: 92 * MIB,
    HeapIdle: 8 * MIB,
    HeapReleased: 0,
    Sys: 106 * MIB,
    StackInuse: MIB / 2,
    LastGC: LAST_GC * 1e9,
    PauseEnd: ring,
  }
  return JSON.stringify({ memstats })
}

/** @param after how long after the last cycle the file was written, in seconds */
async function knownFrom(text: string, after?: number): Promise<Known> {
  const read = await readText(text)
  if (!read.ok) throw new Error(read.problems[0]?.message)
  const fileSeconds = after === undefined ? undefined : LAST_GC + after
  const evidence = toEvidence([{ name: 'dump', fileSeconds, read: read.value }], { typed: { procs: 2, gogc: 100 } })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

function outlookIn(known: Known, containerMiB: number) {
  const program = programOf(known, 60)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const settings = { containerLimit: toLimit(containerMiB * MIB), gogc: { kind: 'percent', percent: 400 } } as const
  return toOutlook(finish(searchKnown(program.value, (one) => ({ ...one, ...settings }))))?.kind
}

const rateOf = (known: Known) => {
  const { value, low, high } = find(known, 'allocRate')!
  return { value: Number(value) / MIB, low: low! / MIB, high: high! / MIB }
}

describe('a dump without a known time', () => {
  it('may come from a program that allocated nothing since its last cycle, up to two minutes ago, when Go would force one', async () => {
    const span = 40 * PERIOD
    const { value, low } = rateOf(await knownFrom(dump(41)))
    expect(value).toBeCloseTo(100, -1)
    expect(low).toBeLessThanOrEqual((1.05 * (100 * span + 30)) / (span + 120))
    expect(low).toBeGreaterThan(0)
  })

  it('does not make a kill certain, unless the live heap fills the container', async () => {
    const known = await knownFrom(dump(41))
    expect(outlookIn(known, 150)).toBe('could-be-killed')
    expect(outlookIn(known, 40)).toBe('would-be-killed')
  })

  it('includes dumps whose file was written more than two minutes after the last cycle, as copies are', async () => {
    expect(rateOf(await knownFrom(dump(41), 3600))).toEqual(rateOf(await knownFrom(dump(41))))
  })
})

describe('a dump whose file was written', () => {
  it('right after the last cycle has the rate of its cycles', async () => {
    const { value, low } = rateOf(await knownFrom(dump(41), 0.3))
    expect(value).toBeCloseTo(100, -1)
    expect(low).toBeGreaterThan(80)
  })

  it('some time after the last cycle has the mean rate up to that time', async () => {
    const { value, low } = rateOf(await knownFrom(dump(41), 10))
    // The mean per cycle counts what was allocated after the last one.
    expect(value / ((2000 + 30) / 30)).toBeCloseTo(1, 1)
    expect(low).toBeLessThanOrEqual(30 / 10)
  })

  it('long after a few cycles of the start has the rate since the last cycle', async () => {
    const known = await knownFrom(dump(7), 30)
    expect(rateOf(known).value).toBeCloseTo(1, 1)
    expect(rateOf(known).high).toBeGreaterThan((6 * 50) / 33)
    expect(outlookIn(known, 400)).not.toBe('would-be-killed')
  })
})
