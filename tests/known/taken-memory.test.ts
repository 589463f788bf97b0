import { describe, expect, it } from 'vitest'
import type { Known } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { underSettings } from '../../src/scenario/under-settings.ts'
import { limitBytes, MIB, toLimit } from '../../src/units.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'

function predict(known: Known, containerMiB: number, limitMiB = Infinity) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const settings = { containerLimit: toLimit(containerMiB * MIB), memoryLimit: toLimit(limitMiB * MIB) }
  return finish(searchKnown(program.value, (scenario) => underSettings(scenario, settings)))
}

const kindIn = (known: Known, containerMiB: number, limitMiB?: number) =>
  toOutlook(predict(known, containerMiB, limitMiB))?.kind

/** The known program, as if Go had taken this many bytes from the system. */
const withTaken = (known: Known, bytes: number): Known => ({
  ...known,
  scraped: { ...known.scraped!, mostTaken: bytes },
})

describe('memory that Go took from the system before the scrapes beside its log', () => {
  // 195 MiB in each scrape, of which most is given back: they came while few clients were connected.
  const quiet = knownFrom('hub', ['gctrace.log', 'metrics-0.txt', 'metrics-1.txt', 'metrics-4.txt'])
  const one = knownFrom('hub', ['gctrace.log', 'metrics-4.txt'])

  it('may be needed again, so the program does not surely survive in less: 192 MiB were resident', () => {
    for (const known of [quiet, one])
      for (const container of [115, 144, 173]) expect(kindIn(known, container), `${container}`).toBe('could-be-killed')
    const { low, high } = predict(quiet, Infinity).spread.peakContainerBytes
    expect(low / MIB).toBeLessThan(192)
    expect(high / MIB).toBeGreaterThan(192)
    expect(high / MIB).toBeLessThan(1.15 * 192)
    expect(kindIn(quiet, 250)).toBe('survives')
  })

  it('is named as the reason why the ranges are wide, if it is much', () => {
    const told = (known: Known) =>
      toWarnings(predict(known, 173)).filter((text) => text.includes('Go once took so much'))
    expect(told(quiet)).toEqual([
      expect.stringMatching(/^for moments that the scrapes missed, the process may need 1\d\d MiB more than they show/),
    ])
    const modelled = predict(withTaken(quiet, MIB), Infinity).trace.result.peakMemoryBytes
    expect(told(withTaken(quiet, 1.05 * modelled))).toEqual([])
  })

  it('may be needed under a memory limit too: under one of 153 MiB the same program had 170', () => {
    expect(kindIn(quiet, 160, 153)).toBe('could-be-killed')
  })

  it('never makes the container surely kill it: the program may never have touched it, or not need it again', () => {
    const huge = withTaken(quiet, 4096 * MIB)
    for (const container of [173, 1000]) expect(kindIn(huge, container)).toBe('could-be-killed')
    const { low, likely } = predict(huge, Infinity).spread.peakContainerBytes
    expect({ low, likely }).toMatchObject({
      low: predict(quiet, Infinity).spread.peakContainerBytes.low,
      likely: predict(quiet, Infinity).spread.peakContainerBytes.likely,
    })
  })

  it('changes nothing if the model gives Go nearly as much', () => {
    const few = withTaken(quiet, MIB)
    const { peakMemoryBytes } = predict(few, Infinity).trace.result
    const { high } = predict(few, Infinity).spread.peakContainerBytes
    expect(predict(withTaken(quiet, 1.05 * peakMemoryBytes), Infinity).spread.peakContainerBytes.high).toBe(high)
    expect(limitBytes(predict(few, Infinity).scenario.memoryLimit)).toBe(Infinity)
  })
})
