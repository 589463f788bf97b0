import { append, createMarks, type Mark } from './dom.ts'
import { BOLD, type Frame, LEADER_EMS, textEms } from './layout.ts'
import { toTenths } from './path.ts'

export interface EndLabel {
  /** The meaning, as in charts.css: `live`, `goal`, … */
  readonly kind: string
  readonly name: string
  /** Shorter forms of the name, the longest first. */
  readonly shorter?: readonly string[]
  /** A figure after the name, if there is room. */
  readonly value?: string
  /** Where the line ends, in pixels. */
  readonly y: number
  readonly priority: number
}

const LINE_EMS = 1.22

/** Labels in a column right of `x`. One that cannot be beside the end of its line is tied to it by a hairline. */
export function createEndLabels(parent: Mark): (frame: Frame, x: number, labels: readonly EndLabel[]) => void {
  const leaders = append(parent, 'g', 'leaders')
  const texts = append(parent, 'g', 'end-labels')
  const marks = createMarks(() => createLabel(leaders, texts))
  return (frame, x, labels) => {
    const { em, top, bottom, right, outerWidth } = frame
    const height = LINE_EMS * em
    const room = (outerWidth - right) / em - LEADER_EMS
    const wishes = labels.map(({ y, priority }) => ({ y: Math.max(top, Math.min(bottom, y)), height, priority }))
    const places = placeLabels(wishes, top - 0.3 * em, bottom)
    const shown = labels
      .map((label, i) => ({ ...fitted(label, room), wished: wishes[i]!.y, placed: places[i]!, x: Math.round(x) }))
      .filter(({ placed }) => !Number.isNaN(placed))
    marks(shown.length).forEach((mark, i) => {
      drawLabel(mark, shown[i]!, em)
    })
  }
}

type LabelMarks = Readonly<Record<'leader' | 'text' | 'name' | 'figure', Mark>>

function createLabel(leaders: Mark, texts: Mark): LabelMarks {
  const text = append(texts, 'text')
  return { leader: append(leaders, 'path'), text, name: append(text, 'tspan'), figure: append(text, 'tspan', 'figure') }
}

interface PlacedLabel extends Fitted {
  readonly wished: number
  readonly placed: number
  readonly x: number
}

function drawLabel({ leader, text, name, figure }: LabelMarks, label: PlacedLabel, em: number): void {
  const { kind, value, placed, x } = label
  leader.set('class', `leader ${kind}`).set('d', leaderPath(label, em))
  text.set('class', `end-label ${kind}`).at(x + LEADER_EMS * em, toTenths(placed + 0.35 * em))
  name.text(value === undefined ? label.name : `${label.name} `)
  figure.text(value ?? '')
}

type Fitted = Pick<EndLabel, 'kind' | 'name' | 'value'>

/** The longest form of a label that fits into the margin, in ems. */
function fitted(label: EndLabel, room: number): Fitted {
  const { kind, name, shorter = [], value } = label
  if (value !== undefined && textEms(`${name} `) + BOLD * textEms(value) <= room) return { kind, name, value }
  const names = [name, ...shorter]
  return { kind, name: names.find((text) => textEms(text) <= room) ?? names.at(-1)! }
}

function leaderPath({ wished, placed, x }: PlacedLabel, em: number): string {
  const [from, to] = [wished, placed].map(toTenths)
  const isStraight = Math.abs(placed - wished) < 2
  const reach = (LEADER_EMS - 0.25) * em
  if (isStraight) return `M${x + 2},${from}h${toTenths(reach - 2)}`
  return `M${x + 2},${from}h${toTenths(0.15 * em)}L${toTenths(x + reach - 0.15 * em)},${to}h${toTenths(0.15 * em)}`
}

/** A label that should be at `y`, the middle of its line of text. Pixels. */
export interface WantedLabel {
  readonly y: number
  readonly height: number
  /** If there is no room for all, labels with the lowest priority are left out. */
  readonly priority: number
}

/**
 * Labels do not leave [top, bottom] and do not overlap. Each is as near to its `y` as the others allow (least squares),
 * in the order of their `y`.
 * @returns the middle of each label's line, in the order given; NaN for labels that are left out.
 */
export function placeLabels(wishes: readonly WantedLabel[], top: number, bottom: number): number[] {
  const kept = fitting(wishes, bottom - top)
  kept.sort((a, b) => wishes[a]!.y - wishes[b]!.y || a - b)
  const placed = new Array<number>(wishes.length).fill(Number.NaN)
  // After the heights of all labels above are subtracted, "below each other" becomes "not decreasing".
  const before: number[] = []
  let total = 0
  for (const i of kept) {
    before.push(total + wishes[i]!.height / 2)
    total += wishes[i]!.height
  }
  const levels = toNonDecreasing(kept.map((i, k) => wishes[i]!.y - before[k]!))
  kept.forEach((i, k) => {
    placed[i] = Math.max(top, Math.min(bottom - total, levels[k]!)) + before[k]!
  })
  return placed
}

function fitting(wishes: readonly WantedLabel[], room: number): number[] {
  const order = wishes.map((_, i) => i).sort((a, b) => wishes[b]!.priority - wishes[a]!.priority || a - b)
  let left = room
  return order.filter((i) => {
    const { height, y } = wishes[i]!
    if (!Number.isFinite(y) || height > left) return false
    left -= height
    return true
  })
}

/** The non-decreasing numbers nearest to the given ones in least squares: neighbours that disagree share their mean. */
function toNonDecreasing(values: readonly number[]): number[] {
  const blocks: { sum: number; count: number }[] = []
  for (const value of values) {
    let block = { sum: value, count: 1 }
    for (let last = blocks.at(-1); last && last.sum / last.count > block.sum / block.count; last = blocks.at(-1)) {
      blocks.pop()
      block = { sum: last.sum + block.sum, count: last.count + block.count }
    }
    blocks.push(block)
  }
  return blocks.flatMap(({ sum, count }) => new Array<number>(count).fill(sum / count))
}
