import { describe, expect, it } from 'vitest'
import { BOLD, textEms, toFrame } from '../../../../src/charts/layout.ts'
import { toSentence } from '../../../../src/learn/step/bet/bet-form.tsx'
import {
  besideLevels,
  besideLine,
  besideMoments,
  snap,
  stepOf,
  toLevel,
} from '../../../../src/learn/step/bet/overlay.tsx'
import type { Quantity } from '../../../../src/lessons/measure.ts'
import { isOfHeap } from '../../../../src/lessons/measure.ts'
import { MIB } from '../../../../src/units.ts'

describe('the sentence about a bet', () => {
  it('says how far off it was, in the unit of the answer', () => {
    const answer = { value: 60 * MIB, unit: 'bytes' } as const
    expect(toSentence({ answer, isCorrect: false, off: -12 * MIB }, 48 * MIB, 'level')).toBe(
      'You said 48.0 MiB. The run says 60.0 MiB: you were 12.0 MiB too low.',
    )
    const share = { value: 0.119, unit: 'share' } as const
    expect(toSentence({ answer: share, isCorrect: false, off: 0.081 }, 0.2, 'number')).toContain('8.1 points too high')
    const moment = { value: 7.3, unit: 'seconds' } as const
    expect(toSentence({ answer: moment, isCorrect: false, off: -1.3 }, 6, 'moment')).toContain('1.30 s too early')
  })

  it.each<[Quantity['unit'], number, number, string]>([
    ['rate', 0.8, 0.8057, 'You said 0.8 MiB/s. The run says 0.806 MiB/s: you were 0.006 MiB/s too low.'],
    ['rate', 3, 1.5, 'You said 3.00 MiB/s. The run says 1.50 MiB/s: you were 1.50 MiB/s too high.'],
    ['bytes', 1000, 12.34, 'You said 1000 MiB. The run says 12.3 MiB: you were 987.7 MiB too high.'],
    ['rate', 3, 329, 'You said 3.00 MiB/s. The run says 329 MiB/s: you were 326 MiB/s too low.'],
    ['bytes', 47.96, 60.04, 'You said 48.0 MiB. The run says 60.0 MiB: you were 12.0 MiB too low.'],
  ])(
    'gives a difference in the unit asked for, that of the two figures shown: %s %d and %d',
    (unit, said, run, sentence) => {
      const answer = { value: run * MIB, unit }
      expect(toSentence({ answer, isCorrect: false, off: (said - run) * MIB }, said * MIB, 'number')).toBe(sentence)
    },
  )

  it.each<[Quantity['unit'], number, number, string]>([
    ['seconds', 42.605, 42.6051178, 'You said 42.605 s. The run says 42.605 s: exactly that.'],
    // As Go prints it: cut off, not rounded.
    ['seconds', 42.605, 42.6058, 'You said 42.605 s. The run says 42.605 s: exactly that.'],
    ['seconds', 42.6, 42.6051178, 'You said 42.60 s. The run says 42.61 s: you were 0.01 s too low.'],
    ['seconds', 40.123, 42.6051178, 'You said 40.12 s. The run says 42.61 s: you were 2.49 s too low.'],
    ['bytes', 45.67 * MIB, 45.64 * MIB, 'You said 45.67 MiB. The run says 45.64 MiB: you were 0.03 MiB too high.'],
    ['seconds', 42.605, 42.6041, 'You said 42.605 s. The run says 42.604 s: you were 0.001 s too high.'],
    ['share', 0.1025, 0.10252, 'You said 10.25 %. The run says 10.25 %: exactly that.'],
    ['bytes', 0.5 * MIB, 45.64 * MIB, 'You said 512 KiB. The run says 45.6 MiB: you were 45.1 MiB too low.'],
  ])(
    'shows the decimals that were typed where the usual ones tell no difference: %s %d and %d',
    (unit, said, run, sentence) => {
      const answer = { value: run, unit }
      expect(toSentence({ answer, isCorrect: true, off: said - run }, said, 'number')).toBe(sentence)
    },
  )

  it('shows no more decimals of a line that was dragged', () => {
    const answer = { value: 45.64 * MIB, unit: 'bytes' } as const
    expect(toSentence({ answer, isCorrect: true, off: 0.485 * MIB }, 46.125 * MIB, 'level')).toBe(
      'You said 46.1 MiB. The run says 45.6 MiB: you were 0.5 MiB too high.',
    )
  })

  it('says what a number counts: cycles, or times', () => {
    const cycles = { value: 7, unit: 'cycles' } as const
    expect(toSentence({ answer: cycles, isCorrect: false, off: -6 }, 1, 'number')).toBe(
      'You said 1 cycle. The run says 7 cycles: you were 6 too low.',
    )
    const times = { value: 2.2, unit: 'times' } as const
    expect(toSentence({ answer: times, isCorrect: false, off: 0.8 }, 3, 'number')).toBe(
      'You said 3 times. The run says 2.2 times: you were 0.8 too high.',
    )
  })

  it('does not speak of a gap that nobody can see', () => {
    const answer = { value: 12, unit: 'number' } as const
    expect(toSentence({ answer, isCorrect: true, off: 0 }, 12, 'number')).toContain('exactly that')
  })
})

describe('a bet’s line', () => {
  it('moves in some hundred steps, of a power of two bytes', () => {
    expect(stepOf(60 * MIB)).toBe(MIB / 2)
    expect(snap(40.2 * MIB, 60 * MIB)).toBe(40 * MIB)
  })

  it('has its words on the right, away from the names of lines, as long as they fit', () => {
    const frame = toFrame({ width: 350, height: 300 }, [0, 1], { top: 1, bottom: 1 })
    const at = frame.left + 0.85 * frame.width
    expect(besideLine(frame, at, 'drag me', frame.outerWidth).textAnchor).toBe('start')
    expect(besideLine(frame, at, 'drag me', frame.right).textAnchor).toBe('end')
    expect(besideLine(frame, at, '7.30 s', frame.right - 40).textAnchor).toBe('end')
  })

  it('and the line of the answer have their words within the picture, never on each other', () => {
    const frame = toFrame({ width: 320, height: 300 }, [0, 1], { top: 1, bottom: 1 })
    const { left, right, outerWidth, em } = frame
    const isInside = ({ text, x, textAnchor }: ReturnType<typeof besideMoments>[number]) => {
      const width = BOLD * textEms(text) * em
      return textAnchor === 'end' ? x - width >= 0 : x + width <= outerWidth
    }
    for (const first of [left, left + 20, left + 60, right])
      for (const second of [left, left + 20, right - 20, right].filter((pixel) => pixel >= first)) {
        const words = besideMoments(
          frame,
          { pixel: first, text: 'your bet 1.69 s' },
          { pixel: second, text: 'run 7.30 s' },
        )
        expect(words.every(isInside)).toBe(true)
        expect(Math.abs(words[0]!.y - words[1]!.y)).toBeGreaterThan(em)
      }
  })

  it('and the line of the answer have their words above the time axis, one above the other', () => {
    const frame = toFrame({ width: 320, height: 300 }, [0, 1], { top: 1, bottom: 1 })
    const { bottom, em } = frame
    for (const lower of [bottom, bottom - 0.5 * em, bottom - 1.5 * em])
      for (const upper of [lower, lower - 0.5 * em, lower - 5 * em]) {
        const words = besideLevels(frame, { pixel: upper, text: 'run 457 MiB' }, { pixel: lower, text: 'your bet 0 B' })
        expect(words[1]!.y).toBeLessThan(bottom)
        expect(words[1]!.y - words[0]!.y).toBeGreaterThan(em)
      }
  })

  it('of a heap lies above other memory, where the chart draws the heap', () => {
    const frame = toFrame({ width: 900, height: 400 }, [0, 1], { top: 1, bottom: 1 })
    const [plain, above] = [toLevel(frame, 100 * MIB), toLevel(frame, 100 * MIB, 10 * MIB)]
    expect(above.toPixel(60 * MIB)).toBeCloseTo(plain.toPixel(70 * MIB), 9)
    expect(above.toValue(above.toPixel(60 * MIB))).toBeCloseTo(60 * MIB, 0)
    expect(above.toValue(frame.bottom)).toBe(0)
    expect(above.toValue(0)).toBe(90 * MIB)
    expect(['peakHeapBytes', 'cycleList[3].liveBytes', 'cycleList[max].heapEndBytes'].every(isOfHeap)).toBe(true)
    expect(['peakMemoryBytes', 'peakContainerBytes', 'dashboard.peakMemoryBytes', 'cycles'].some(isOfHeap)).toBe(false)
  })
})
