import { describe, expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { countRun, type Run } from '../../src/prediction/run.ts'
import { forEachFigure, toSpread, withTouched } from '../../src/prediction/spread.ts'
import { searchPrediction } from '../support/search-prediction.ts'
import { service } from './service.ts'

/** A run of the service, with other figures and another end. */
const OWN = countRun(service(), 1, 1e6)
function ranTo(kind: 'completed' | 'stopped', figures: Partial<Run['result']>, weight = 1): Run {
  const outcome = kind === 'completed' ? { kind } : ({ kind, atSeconds: 1, progress: 0.1 } as const)
  return { ...OWN, weight, result: { ...OWN.result, ...figures, outcome: outcome as Run['result']['outcome'] } }
}

describe('a range of simulated programs', () => {
  it('takes its low end from runs that ended: a stopped one shows only the part that ran', () => {
    const runs = [ranTo('completed', { wallSeconds: 10 }), ranTo('stopped', { wallSeconds: 1 })]
    expect(toSpread(runs, 'wallSeconds').low).toBe(10)
  })

  it('takes rates from all runs, but lower bounds of totals only from runs that ended', () => {
    const runs = [
      ranTo('stopped', { cycles: 1000, cyclesPerSecond: 1000, gcSeconds: 5 }, 0.98),
      ranTo('completed', { cycles: 3, cyclesPerSecond: 1, gcSeconds: 1 }, 0.01),
    ]
    expect(toSpread(runs, 'cycles').low).toBe(1000)
    expect(toSpread(runs, 'cyclesPerSecond')).toEqual({ low: 1000, likely: 1000, high: 1000 })
  })

  it('leaves out a twentieth of the programs, by weight, at each side', () => {
    const runs = Array.from({ length: 100 }, (_, i) => ranTo('completed', { gcSeconds: 1 + i }))
    const shuffled = [runs[49]!, ...runs.filter((_, i) => i !== 49)]
    expect(toSpread(shuffled, 'gcSeconds')).toEqual({ low: 5, likely: 50, high: 95 })
  })

  it('ignores stopped runs at its low end in a whole search too', () => {
    // Some ten thousand cycles per second of work: the run is stopped long before its work is done.
    const program = { phases: [{ duration: 1e5, allocRate: '1TiB', scanRate: '64GiB' }] }
    const lasting = { scenario: service({ program }), weight: 1 }
    const brief = { scenario: service(), weight: 1 }
    const { outcomes, spread } = finish(searchPrediction([brief, lasting]))
    expect(outcomes).toEqual({ completed: 0.5, 'oom-killed': 0 })
    expect(spread.wallSeconds.low).toBe(spread.wallSeconds.likely)
  })
})

describe('the memory of a program that touches only a share of what Go counts', () => {
  const spread = (container: number) => ({
    ...forEachFigure(() => ({ low: 100, likely: 200, high: 300 })),
    peakContainerBytes: { low: container, likely: container, high: container },
  })

  it('is likely that share, and at least half of it', () => {
    expect(withTouched(spread(0), 0.4).peakContainerBytes).toEqual({ low: 20, likely: 80, high: 80 })
  })

  it('stays as it is where that is more, or where all may be touched', () => {
    expect(withTouched(spread(250), 0.4)).toEqual(spread(250))
    expect(withTouched(spread(0))).toEqual(spread(0))
  })
})
