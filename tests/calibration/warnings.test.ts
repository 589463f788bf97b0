import { describe, expect, it } from 'vitest'
import type { Fitted } from '../../src/calibration/fit/fit.ts'
import type { InferredSettings } from '../../src/calibration/shape/infer-settings.ts'
import type { Series } from '../../src/calibration/shape/series.ts'
import { toWarnings } from '../../src/calibration/warnings.ts'
import type { StatedSettings } from '../../src/gctrace/read/run-info.ts'
import { OFF } from '../../src/units.ts'
import { seriesOf } from './support.ts'

const STEADY = { heap: [100, 110, 60] as const, goal: 200 }
const INFERRED: InferredSettings = {
  gogc: { kind: 'percent', percent: 100 },
  gogcError: 1,
  memoryLimit: OFF,
  limitWithin: undefined,
  gogcGoals: 9,
  lowGoals: 0,
  isBeforeLimits: false,
}
const GOGC = { kind: 'percent', percent: 100 } as const
const LIMIT = { kind: 'bytes', bytes: 1e9 } as const

interface Case {
  readonly series?: Series
  readonly isCutShort?: boolean
  readonly inferred?: Partial<InferredSettings>
  readonly asked?: StatedSettings
  readonly isSaturated?: boolean
  readonly slack?: { readonly hasSlack: boolean; readonly isSure: boolean }
}

function warnings(of: Case): readonly string[] {
  const { series = seriesOf([{ ...STEADY, start: 0 }]), inferred, asked = {}, ...others } = of
  const { isCutShort = false, isSaturated = false, slack = { hasSlack: true, isSure: true } } = others
  const fitted = { isCutShort, workload: { isSaturated, slack } } as Fitted
  return toWarnings(series, fitted, { ...INFERRED, ...inferred }, asked)
}

/** Cycles of which so many are forced, or held up by the program. */
const withForced = (count: number) =>
  seriesOf(Array.from({ length: 30 }, (_, i) => ({ ...STEADY, start: i, forced: i < count })))
const heldUp = (count: number) =>
  seriesOf(
    Array.from({ length: count }, (_, i) => ({ start: i, heap: [100, 100, 50], goal: 90, background: 0.5, mark: 0.5 })),
  )

describe('the warnings of a calibration', () => {
  it('are none if the log shows everything', () => {
    expect(warnings({})).toEqual([])
    expect(warnings({ isSaturated: true })).toEqual([])
    expect(warnings({ slack: { hasSlack: true, isSure: false } })).toEqual([])
  })

  it.each<[string, Case, RegExp]>([
    ['the search was cut short', { isCutShort: true }, /so long to simulate that we tried fewer programs/],
    [
      'a limit was inferred',
      { inferred: { memoryLimit: LIMIT } },
      /^A memory limit was in effect\. Its size is inferred/,
    ],
    [
      'a limit was inferred, where one lower GOGC makes such goals too',
      { inferred: { memoryLimit: LIMIT, mayBeLowered: true } },
      /^A memory limit was in effect, or the program lowered GOGC while it ran/,
    ],
    [
      'its only goal needs a GOGC above 1000, or a limit',
      { inferred: { memoryLimit: LIMIT, gogc: OFF, gogcGoals: 1 } },
      /^One goal alone does not show whether a memory limit made it with GOGC=off, as we assume, or a GOGC above 1000/,
    ],
    [
      'the limit may be a low GOGC',
      { inferred: { memoryLimit: LIMIT, lowGogc: 15 } },
      /A memory limit may have set them, as we assume, or a GOGC below 25/,
    ],
    [
      'the limit is not a low GOGC, because GOGC was given',
      { inferred: { memoryLimit: LIMIT, lowGogc: 15 }, asked: { gogc: GOGC } },
      /^A memory limit was in effect\. Its size is inferred/,
    ],
    ['no goal showed GOGC', { inferred: { gogcGoals: 0, gogcError: 25 } }, /it is assumed to be 100/],
    [
      'the GOGC that was given is not the one that goals show',
      { asked: { gogc: { kind: 'percent', percent: 200 } } },
      /contradicts 9 goals of the log: they show GOGC=100/,
    ],
    ['GOGC may be off by more than 5', { inferred: { gogcError: 6 } }, /inferred from a small heap/],
    [
      'a single goal showed GOGC, with a large error',
      { inferred: { gogcGoals: 1, gogcError: 6 } },
      /inferred from a small heap/,
    ],
    ['its Go has no memory limit', { inferred: { isBeforeLimits: true } }, /ignores GOMEMLIMIT/],
    ['too many forced cycles', { series: { ...withForced(0), forcedLeftOut: 25 } }, /^25 forced cycles are too many/],
    ['it is too long', { series: { ...withForced(0), tooEarly: 7 } }, /11\.6 days.* its first 7 cycles/],
    ['one forced cycle', { series: withForced(1) }, /^1 forced cycle: simulated at the same time /],
    ['several forced cycles', { series: withForced(2) }, /^2 forced cycles: .*simulated at the same time/],
    ['too many cycles were held up', { series: heldUp(201) }, /only the 200 longest of 201 delayed mark phases/],
    [
      'whether it catches up is unknown',
      { isSaturated: true, slack: { hasSlack: true, isSure: false } },
      /catches up after GC; we assume so/,
    ],
    [
      'its pace is unknown',
      { isSaturated: true, slack: { hasSlack: false, isSure: false } },
      /as fast as it can, and that GC slows it down/,
    ],
  ])('say: %s', (_, of, text) => {
    expect(warnings(of)).toEqual([expect.stringMatching(text)])
  })

  it('are none about settings that the user gave', () => {
    expect(warnings({ inferred: { memoryLimit: LIMIT }, asked: { memoryLimit: OFF } })).toEqual([])
    expect(warnings({ inferred: { gogcGoals: 0 }, asked: { gogc: GOGC } })).toEqual([])
    expect(warnings({ inferred: { gogcError: 6 }, asked: { gogc: GOGC } })).toEqual([])
  })

  it('are none about GOGC if it is off, however uncertain it would be', () => {
    expect(warnings({ inferred: { gogc: OFF, gogcError: 25 } })).toEqual([])
  })

  it('are none for a GOGC error of 5, and for 200 held-up cycles, which all fit in the scenario', () => {
    expect(warnings({ inferred: { gogcError: 5 } })).toEqual([])
    expect(warnings({ series: heldUp(200) })).toEqual([])
  })
})
