import { describe, expect, it } from 'vitest'
import type { PublishedRow } from '../../../src/explore/published/published.ts'
import {
  formatDifference,
  formatReported,
  formatSimulated,
  mayEndOtherwise,
  toEndingText,
} from '../../../src/explore/published/text.ts'

describe('what a source reports', () => {
  it('has its unit, and the decimals that were printed, whole from 100 on', () => {
    expect(formatReported(31.76, 's')).toBe('31.76 s')
    expect(formatReported(60, 'MiB')).toBe('60 MiB')
    expect(formatReported(99.5, '')).toBe('99.5')
    expect(formatReported(7329.457, 'MiB')).toBe('7329 MiB')
    expect(formatReported('killed', '')).toBe('killed')
  })

  it('is a range, or a bound where one end is open', () => {
    expect(formatReported([267, 349], '')).toBe('267–349')
    expect(formatReported([1, 2], '%')).toBe('1–2 %')
    expect(formatReported([25, Infinity], 'MiB')).toBe('≥ 25 MiB')
    expect(formatReported([0, 3072], 'MiB')).toBe('≤ 3072 MiB')
  })
})

describe('what a run shows beside it', () => {
  it.each([
    [31.7561, 31.76, '31.76'],
    [1.5497, 1.3, '1.5'],
    [0.6951, 0.695, '0.70'],
    [1138.2, 1536, '1138'],
    [9.64, 100, '10'],
    // Whole where the source's figure is whole, except below 20, where that would hide the difference.
    [22.4, 21, '22'],
    [20, 16, '20'],
    [20.4, 16, '20'],
    [19.6, 16, '19.6'],
    [9.63, 10, '9.6'],
    [16, 16, '16'],
    [30.561, [31.25, 40.5], '30.56'],
    [1.234, [1, 2.5], '1.2'],
    [12.5, 'killed', '12.5'],
  ] as const)('%d beside %j is written %s', (simulated, reported, text) => {
    expect(formatSimulated(simulated, reported)).toBe(text)
  })

  it('is how the run ends, or empty where the run has no such figure', () => {
    expect(formatSimulated('killed', 'completed')).toBe('killed')
    expect(formatSimulated(null, 5)).toBe('–')
  })
})

describe('an ending that may be another', () => {
  const row = { kind: 'verdict', role: 'predicted', note: 'Why.' } as PublishedRow

  it('is a predicted one for which a reason to differ is noted', () => {
    expect(mayEndOtherwise(row)).toBe(true)
    expect(mayEndOtherwise({ ...row, note: '' })).toBe(false)
    expect(mayEndOtherwise({ ...row, kind: 'cycles' })).toBe(false)
    expect(mayEndOtherwise({ ...row, role: 'shown' })).toBe(false)
  })

  it('is described before the run too, as the opposite of the reported ending', () => {
    const told = { ...row, preset: 'headroom', reported: 'killed', simulated: null } as PublishedRow
    const title = 'A limit 10 % below the container'
    expect(toEndingText(told)).toBe(`${title}: killed as reported, completed as simulated. Why.`)
    expect(toEndingText({ ...told, reported: 'completed' })).toContain('completed as reported, killed as simulated')
    expect(toEndingText({ ...told, simulated: 'stopped' })).toContain('killed as reported, stopped as simulated')
  })
})

describe('how far a run is from what its source reports', () => {
  it('is a percentage with its sign, without a sign where it rounds to zero', () => {
    expect(formatDifference(0.031, 100)).toBe('+3.1 %')
    expect(formatDifference(-0.5, 100)).toBe('−50.0 %')
    expect(formatDifference(0.0004, 100)).toBe('0.0 %')
    expect(formatDifference(0, 100)).toBe('0.0 %')
  })

  it('is `in range` inside the reported range, and a percentage outside', () => {
    expect(formatDifference(0, [90, 110])).toBe('in range')
    expect(formatDifference(0.2, [90, 110])).toBe('+20.0 %')
  })

  it('is empty where there is no difference', () => {
    expect(formatDifference(null, 100)).toBe('')
  })
})
