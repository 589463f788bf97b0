import { textEms } from '../charts/layout.ts'
import type { Knob } from './knobs/knobs.ts'
import { TRAVEL, type Travel, toPosition } from './knobs/stops.ts'

interface SliderMark {
  readonly value: number
  readonly text: string
  /** Position along the travel, 0 to 1. */
  readonly share: number
}

/** The narrowest scale with marks, in ems: that of a frame of 320 pixels, and of a projector of 1024. */
export const LEAST_SCALE_EMS = 16
const GAP_EMS = 0.3

/**
 * `off` first, then the largest, then the others from the left. If the unit is MiB, the largest size has it for all:
 * the field above may only show “off” or “0”.
 */
export function marksOf(knob: Knob, travel: Travel): readonly SliderMark[] {
  const { min, max, hasOff, stops } = travel
  const hasZero = stops[0] === 0 && min > 0
  const marks = marksTo(knob.marks, travel).filter((mark) => mark >= min && mark <= max)
  const values = hasZero ? [0, ...marks.filter((mark) => mark !== knob.marks[0])] : marks
  const toMark = (value: number, text: string): SliderMark => ({
    value,
    text,
    share: toPosition(travel, value) / TRAVEL,
  })
  const whole = (value: number) => toMark(value, hasZero && value === 0 ? '0' : knob.show(value))
  const kept = hasOff ? [toMark(Infinity, 'off')] : []
  const fits = (mark: SliderMark) => kept.every((other) => isApart(other, mark))
  const largest = values.map(whole).findLast(fits)
  if (largest) kept.push(largest)
  const isInMiB = largest?.text.endsWith(MIB_NAME)
  for (const value of values) {
    const mark = whole(value)
    const brief = { ...mark, text: isInMiB ? mark.text.replace(MIB_NAME, '') : mark.text }
    if (fits(brief)) kept.push(brief)
  }
  return kept.sort((a, b) => a.share - b.share)
}

const MIB_NAME = 'MiB'

function isApart(a: SliderMark, b: SliderMark): boolean {
  return Math.abs(a.share - b.share) * LEAST_SCALE_EMS >= (textEms(a.text) + textEms(b.text)) / 2 + GAP_EMS
}

/** The marks of a widened range: the same shares of a linear one; on a logarithmic one, each is four times the last. */
function marksTo(marks: readonly number[], { scale, max }: Travel): readonly number[] {
  const last = marks.at(-1) ?? max
  if (scale === 'linear') return last < max ? marks.map((mark) => (mark * max) / last) : marks
  const more = [...marks]
  for (let mark = 4 * last; mark > 0 && mark <= max; mark *= 4) more.push(mark)
  return more
}
