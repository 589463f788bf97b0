import { select } from 'd3-selection'
import { append, type Mark } from './dom.ts'
import { placeLabels } from './labels.ts'
import { BOLD, type Frame, LEADER_EMS, textEms } from './layout.ts'

/** A label at the end of a line or band. */
export interface EndLabel {
  /** The meaning, as in charts.css: `live`, `goal`, … */
  readonly kind: string
  readonly name: string
  /** For where the name is too long, longest first. */
  readonly shorter?: readonly string[]
  /** A figure after the name, where there is room. */
  readonly value?: string
  /** Where the line ends, in pixels. */
  readonly y: number
  readonly priority: number
}

const LINE_EMS = 1.22

/**
 * Labels in a column right of `x`, each beside the end of its line if the others leave it there; a label that had to
 * move is tied to its line by a hairline.
 */
export function createEndLabels(parent: Mark): (frame: Frame, x: number, labels: readonly EndLabel[]) => void {
  const leaders = select<SVGElement, undefined>(append(parent, 'g', 'leaders').element)
  const texts = select<SVGElement, undefined>(append(parent, 'g', 'end-labels').element)
  let drawn = ''
  return (frame, x, labels) => {
    const { em, top, bottom, right, outerWidth } = frame
    const height = LINE_EMS * em
    const room = (outerWidth - right) / em - LEADER_EMS
    const wishes = labels.map(({ y, priority }) => ({ y: clamp(y, top, bottom), height, priority }))
    const places = placeLabels(wishes, top - 0.3 * em, bottom)
    const shown = labels
      .map((label, i) => ({ ...fitted(label, room), wished: wishes[i]!.y, placed: places[i]!, x: Math.round(x) }))
      .filter(({ placed }) => !Number.isNaN(placed))
    const signature = shown.map((l) => `${l.kind}${l.name}${l.value}${l.wished}${l.placed}${l.x}`).join()
    if (signature === drawn) return
    drawn = signature
    leaders
      .selectAll<SVGPathElement, unknown>('path')
      .data(shown)
      .join('path')
      .attr('class', ({ kind }) => `leader ${kind}`)
      .attr('d', (l) => leader(l, em))
    texts
      .selectAll<SVGTextElement, unknown>('text')
      .data(shown)
      .join((enter) =>
        enter
          .append('text')
          .call((text) => text.append('tspan'))
          .call((text) => text.append('tspan')),
      )
      .attr('class', ({ kind }) => `end-label ${kind}`)
      .attr('x', (l) => l.x + LEADER_EMS * em)
      .attr('y', (l) => round(l.placed + 0.35 * em))
      .each(function ({ name, value }) {
        const [first, second] = this.children
        if (first) first.textContent = value === undefined ? name : `${name} `
        if (second) {
          second.setAttribute('class', 'figure')
          second.textContent = value ?? ''
        }
      })
  }
}

/** The longest form of a label that the margin has room for, in ems. */
function fitted(label: EndLabel, room: number): { kind: string; name: string; value?: string } {
  const { kind, name, shorter = [], value } = label
  if (value !== undefined && textEms(`${name} `) + BOLD * textEms(value) <= room) return { kind, name, value }
  const names = [name, ...shorter]
  return { kind, name: names.find((text) => textEms(text) <= room) ?? names.at(-1)! }
}

function leader({ wished, placed, x }: { wished: number; placed: number; x: number }, em: number): string {
  const from = round(wished)
  const to = round(placed)
  const isStraight = Math.abs(to - from) < 2
  const reach = (LEADER_EMS - 0.25) * em
  if (isStraight) return `M${x + 2},${from}h${round(reach - 2)}`
  return `M${x + 2},${from}h${round(0.15 * em)}L${round(x + reach - 0.15 * em)},${to}h${round(0.15 * em)}`
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

function round(value: number): number {
  return Math.round(value * 10) / 10
}
