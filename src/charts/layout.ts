import { type Size, TEXT_SIZE, type TimeRange } from './chart.ts'
import { type LinearScale, toLinearScale } from './path.ts'

export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** The plot of a chart, in pixels from its top left corner, and its time scale. */
export interface Frame extends Box {
  readonly width: number
  readonly height: number
  /** Width of the whole chart. */
  readonly outerWidth: number
  /** Font size. */
  readonly em: number
  readonly isNarrow: boolean
  readonly x: LinearScale
}

/** Room above and below the plot in ems. */
export interface Margins {
  readonly top: number
  readonly bottom: number
}

/** Below this many ems of width labels are short and margins small. */
const NARROW_EMS = 42

/** Left and right margins depend only on width and font size: charts above each other have the same time axis. */
export function toFrame(size: Size, window: TimeRange, margins: Margins, em = TEXT_SIZE): Frame {
  const isNarrow = size.width < NARROW_EMS * em
  const left = Math.round((isNarrow ? 2.9 : 3.6) * em)
  const right = Math.max(left + 1, Math.round(size.width - (isNarrow ? 6.2 : 9.4) * em))
  const top = Math.round(margins.top * em)
  const bottom = Math.max(top + 1, Math.round(size.height - margins.bottom * em))
  return {
    left,
    right,
    top,
    bottom,
    width: right - left,
    height: bottom - top,
    outerWidth: size.width,
    em,
    isNarrow,
    x: toLinearScale(window, [left, right]),
  }
}

/** Room between the end of a line and its label, for a leader if the label was moved. */
export const LEADER_EMS = 1.1

/** The width of bold text, as a multiple of normal text. */
export const BOLD = 1.12

/** The width of a text in ems (of DejaVu Sans, a wide font). To measure it would force a layout; Node has none. */
export function textEms(text: string): number {
  let ems = 0
  for (const letter of text) ems += WIDTHS.get(letter) ?? 0.63
  return ems
}

const WIDTHS = new Map<string, number>([
  ...[..."iljI.,:;'| "].map((letter) => [letter, 0.32] as const),
  ...[...'ftr()/-'].map((letter) => [letter, 0.41] as const),
  ...[...'mwMW%'].map((letter) => [letter, 0.97] as const),
  ...[...'↑−'].map((letter) => [letter, 0.84] as const),
])
