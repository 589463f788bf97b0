import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { type Allowance, equally } from '../../src/prediction/allowance.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import { isAbout } from '../../src/prediction/doubt.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { searchPrograms } from '../../src/prediction/predict.ts'
import { searchEnsemble } from '../../src/prediction/under-limit.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { service } from './service.ts'

const OTHER = { key: 'otherMemory', value: 8 * MIB, low: 5 * MIB, high: 12 * MIB } as const
const CANDIDATES = drawWithin(service(), [OTHER], 12)

/** Less is known of the model’s error under a limit. */
const BY_LIMIT = ({ memoryLimit }: Scenario): Allowance => ({
  peakContainerBytes: equally(memoryLimit.kind === 'off' ? 1.02 : 1.3),
})

interface Asked {
  readonly limit: number | 'off'
  readonly container: number
  readonly allowance?: Allowance
  /** MiB that the process had under the limit. */
  readonly seenUnderLimit?: number
}

function ask({ limit, container, allowance = {}, seenUnderLimit }: Asked, search = searchEnsemble) {
  const ensemble = {
    candidates: CANDIDATES,
    allowanceOf: (under: Scenario) => ({
      ...BY_LIMIT(under),
      ...allowance,
      ...(seenUnderLimit && under.memoryLimit.kind !== 'off' && { seen: { most: seenUnderLimit * MIB } }),
    }),
  }
  const settings = {
    memoryLimit: limit === 'off' ? OFF : toLimit(limit * MIB),
    containerLimit: toLimit(container * MIB),
  }
  return finish(search(ensemble, (scenario) => ({ ...scenario, ...settings })))
}

const free = ask({ limit: 'off', container: 10_000 })
/** The high end of its memory without a limit, in MiB. */
const HIGH = free.spread.peakContainerBytes.high / MIB

describe('a program under a memory limit', () => {
  it('is as sure to survive as without it, though ranges reach further under a limit', () => {
    const asked = { limit: 0.9 * HIGH, container: 1.1 * HIGH }
    expect(toOutlook(ask({ ...asked, limit: 'off' }))?.kind).toBe('survives')
    expect(toOutlook(ask(asked, searchPrograms))?.kind).toBe('could-be-killed')
    expect(toOutlook(ask(asked))?.kind).toBe('survives')
    expect(ask(asked).spread.peakContainerBytes.high).toBeLessThanOrEqual(HIGH * MIB)
  })

  it('is never killed more often than without it, where no more than half are', () => {
    const within = (low: number, high: number) => fc.double({ min: low, max: high, noNaN: true })
    fc.assert(
      fc.property(within(0.7, 1.1), within(0.9, 1.4), (limit, container) => {
        const asked = { limit: limit * HIGH, container: container * HIGH }
        const killed = ask({ ...asked, limit: 'off' }).outcomes['oom-killed']
        fc.pre(killed <= 0.5)
        expect(ask(asked).outcomes['oom-killed']).toBeLessThanOrEqual(killed + 1e-9)
      }),
      { numRuns: 40 },
    )
  })

  it('may be killed where it may fall behind, or where the process had more than the container holds', () => {
    const asked = { limit: 0.75 * HIGH, container: 1.1 * HIGH }
    expect(toOutlook(ask(asked))?.kind).toBe('survives')
    const late = ask({ ...asked, allowance: { lateFrom: 1e-6 } })
    expect(isAbout(late.doubts, 'late')).toBe(true)
    expect(toOutlook(late)?.kind).toBe('could-be-killed')
    const seen = (times: number) => toOutlook(ask({ ...asked, seenUnderLimit: times * 1.1 * HIGH }))?.kind
    expect(seen(1.01)).toBe('could-be-killed')
    // Two runs of a program are never so far apart.
    expect(seen(1.3)).toBe('would-be-killed')
  })

  it('may be killed by a smaller container, or with GOGC off, where nothing holds its heap without the limit', () => {
    const asked = { limit: 0.9 * HIGH, container: 0.8 * HIGH }
    expect(toOutlook(ask(asked))?.kind).not.toBe('survives')
    const off = { memoryLimit: toLimit(HIGH * MIB), containerLimit: toLimit(1.1 * HIGH * MIB), gogc: OFF }
    const ensemble = { candidates: CANDIDATES, allowanceOf: BY_LIMIT }
    const found = finish(searchEnsemble(ensemble, (scenario) => ({ ...scenario, ...off })))
    expect(toOutlook(found)?.kind).toBe('could-be-killed')
  })
})
