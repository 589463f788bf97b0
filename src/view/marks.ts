import { textEms } from '../charts/layout.ts'
import { GIB } from '../units.ts'
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

/**
 * The marks under a setting's slider that stand beside each other without touching, however far the travel has widened:
 * the last one (`off` where there is that) comes first, then those from the left.
 */
export function marksOf(knob: Knob, travel: Travel): readonly SliderMark[] {
  const { min, max, hasOff } = travel
  const marks = marksTo(knob.marks, travel).filter((mark) => mark >= min && mark <= max)
  const values = [...marks, ...(hasOff ? [Infinity] : [])]
  const kept: SliderMark[] = []
  for (const value of [...values.slice(-1), ...values.slice(0, -1)]) {
    const mark = { value, text: toText(knob, value, travel), share: toPosition(travel, value) / TRAVEL }
    if (kept.every((other) => isApart(other, mark))) kept.push(mark)
  }
  kept.sort((a, b) => a.share - b.share)
  // The largest size says the unit of all, where there is room: the field above may say no more than “off”.
  const largest = hasOff ? kept.findLast(({ value }) => value < Infinity) : undefined
  return kept.map((mark) => {
    const named = { ...mark, text: knob.show(mark.value) }
    const isNamed = mark === largest && kept.every((other) => other === mark || isApart(other, named))
    return isNamed ? named : mark
  })
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

/** `64` for 64 MiB, where all are. */
function toText(knob: Knob, value: number, { max }: Travel): string {
  if (value === Infinity) return 'off'
  return max > GIB ? knob.show(value) : knob.show(value).replace(/(MiB|KiB)$/, '')
}
