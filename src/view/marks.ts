import { textEms } from '../charts/layout.ts'
import { sizeUnit } from '../format.ts'
import { type Knob, toSpoken } from './knobs/knobs.ts'
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
 * `off` first, then the largest, then those with a unit, then the others from the left. One size has the unit MiB for
 * all that share it: the largest if it is in MiB, else the first of them in a row. The field above may only show “off” or
 * “0”. Where it has a word for 0, “free”, it shows no unit beside it: then the largest mark does.
 */
export function marksOf(knob: Knob, travel: Travel): readonly SliderMark[] {
  const { min, max, hasOff, stops } = travel
  const hasZero = stops[0] === 0 && min > 0
  const marks = marksTo(knob.marks, travel).filter((mark) => mark >= min && mark <= max)
  const values = hasZero ? [0, ...marks.filter((mark) => mark !== knob.marks[0])] : marks
  const hasWord = !/\d/.test(knob.show(0))
  const toMark = (value: number, text: string): SliderMark => ({
    value,
    text,
    share: toPosition(travel, value) / TRAVEL,
  })
  const kept = hasOff ? [toMark(Infinity, 'off')] : []
  const fits = (mark: SliderMark) => kept.every((other) => isApart(other, mark))
  const whole = values.map((value, i) =>
    toMark(value, hasWord && !values[i + 1] ? toSpoken(knob, value) : knob.show(value)),
  )
  const largest = whole.findLast(fits)
  if (largest) kept.push(largest)
  const brief = whole.map((mark, i) =>
    isInMiB(largest) || isInMiB(whole[i - 1]) ? { ...mark, text: mark.text.replace(MIB_NAME, '') } : mark,
  )
  // A mark that is kept already does not fit a second time.
  for (const mark of [...brief.filter(({ text }) => text.endsWith('B')), ...brief]) if (fits(mark)) kept.push(mark)
  return kept.sort((a, b) => a.share - b.share)
}

const MIB_NAME = 'MiB'

function isInMiB(mark: SliderMark | undefined): boolean {
  return mark?.text.includes(MIB_NAME) ?? false
}

function isApart(a: SliderMark, b: SliderMark): boolean {
  return Math.abs(a.share - b.share) * LEAST_SCALE_EMS >= (textEms(a.text) + textEms(b.text)) / 2 + GAP_EMS
}

/**
 * The marks of a widened range: on a logarithmic one, each is four times the last. On a linear one they are the same
 * shares, but no `1536MiB` between `1GiB` and `2GiB`.
 */
function marksTo(marks: readonly number[], { scale, max }: Travel): readonly number[] {
  const last = marks.at(-1) ?? max
  if (scale === 'linear') {
    const { bytes } = sizeUnit(max)
    return last < max
      ? marks.map((mark) => (mark * max) / last).filter((mark) => mark < bytes || mark % bytes === 0)
      : marks
  }
  const more = [...marks]
  for (let mark = 4 * last; mark > 0 && mark <= max; mark *= 4) more.push(mark)
  return more
}
