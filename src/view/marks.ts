import { textEms } from '../charts/layout.ts'
import type { Knob } from './knobs.ts'
import { TRAVEL, type Travel, toPosition } from './stops.ts'

/** A value written under a slider. */
interface SliderMark {
  readonly value: number
  readonly text: string
  /** Place along the travel, 0 to 1. */
  readonly share: number
}

/** The narrowest scale that marks stand under, in ems of their type: in a frame of 320 pixels, on a projector of 1024. */
export const LEAST_SCALE_EMS = 16
const GAP_EMS = 0.3

/** The marks under a setting's slider that stand beside each other without touching, however far the travel has widened. */
export function marksOf(knob: Knob, travel: Travel): readonly SliderMark[] {
  const { min, max, hasOff, stops } = travel
  const marks = marksTo(knob.marks, travel).filter((mark) => mark >= min && mark <= max)
  // Where 0 is the first stop it stands at the low end of the travel.
  const values = marks.map((mark) => (mark === min && stops[0] === 0 ? 0 : mark))
  const all = hasOff ? [...values, Infinity] : values
  const whole = (value: number) => (value === Infinity ? 'off' : knob.show(value))
  const brief = (value: number) => whole(value).replace(MIB_NAME, '')
  // The largest size says the unit of all where it is theirs: the field above may say no more than “off”, or “0”.
  const largest = apart(all, travel, brief).findLast(({ value }) => value < Infinity)?.value ?? 0
  const isInMiB = whole(largest).endsWith(MIB_NAME)
  return apart(all, travel, (value) => (isInMiB && value !== largest ? brief(value) : whole(value)))
}

const MIB_NAME = 'MiB'

/** Those that do not touch, of which the last comes first, and then those from the left. */
function apart(values: readonly number[], travel: Travel, textOf: (value: number) => string): SliderMark[] {
  const kept: SliderMark[] = []
  for (const value of [...values.slice(-1), ...values.slice(0, -1)]) {
    const mark = { value, text: textOf(value), share: toPosition(travel, value) / TRAVEL }
    if (kept.every((other) => isApart(other, mark))) kept.push(mark)
  }
  return kept.sort((a, b) => a.share - b.share)
}

function isApart(a: SliderMark, b: SliderMark): boolean {
  return Math.abs(a.share - b.share) * LEAST_SCALE_EMS >= (textEms(a.text) + textEms(b.text)) / 2 + GAP_EMS
}

/** As far as the travel has widened: the same shares of a linear one, four times the last and so on of a logarithmic one. */
function marksTo(marks: readonly number[], { scale, max }: Travel): readonly number[] {
  const last = marks.at(-1) ?? max
  if (scale === 'linear') return last < max ? marks.map((mark) => (mark * max) / last) : marks
  const more = [...marks]
  for (let mark = 4 * last; mark > 0 && mark <= max; mark *= 4) more.push(mark)
  return more
}
