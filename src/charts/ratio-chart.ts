import type { Chart, Size } from './chart.ts'
import { append, createRoot, type Mark } from './dom.ts'
import { textEms } from './layout.ts'
import { scale, toLinearScale, toTenths } from './path.ts'
import { sizeRoot, toChart } from './scene.ts'
import { createWriter } from './writer.ts'

/** A figure as a multiple of what was reported: 1 is the same. */
export interface RatioDot {
  readonly ratio: number
  readonly isOutside: boolean
  /** Its name beside the dot if it is outside: the longest that fits is written, or none. The longest first. */
  readonly names: readonly string[]
}

/** Figures of one kind, in a row of their own. */
export interface RatioRow {
  readonly name: string
  readonly aside: string
  /** As a share: 0.1 is a band from 0.9 to 1.1. */
  readonly tolerance: number
  readonly dots: readonly RatioDot[]
}

export interface RatioChartModel {
  readonly label: string
  readonly size: Size
  readonly textSize: number
  readonly rows: readonly RatioRow[]
  /** The dot with a ring: its place among the dots of all rows. */
  readonly chosen?: number | undefined
}

interface PlacedDot {
  readonly x: number
  readonly y: number
  readonly isOutside: boolean
  readonly name?: { readonly text: string; readonly isBefore: boolean } | undefined
}

interface PlacedRow extends Pick<RatioRow, 'name' | 'aside'> {
  readonly top: number
  readonly bottom: number
  /** Left and right edge of the tolerance. */
  readonly band: readonly [number, number]
}

interface RatioLayout {
  readonly left: number
  readonly right: number
  readonly bottom: number
  readonly radius: number
  readonly isNarrow: boolean
  readonly ticks: readonly { readonly x: number; readonly text: string }[]
  readonly rows: readonly PlacedRow[]
  readonly dots: readonly PlacedDot[]
}

const NARROW_EMS = 50
const NAME_EMS = 16
/** Room on the right for the names of dots. */
const LABEL_EMS = 17
const LINE_EMS = 1.4
const AXIS_EMS = 3.4
const TICKS = [0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 4, 10]

/** Dots within the tolerance lie beside each other where they would overlap. Those outside have a line each. */
export function layoutRatios({ size, textSize: em, rows }: RatioChartModel): RatioLayout {
  const isNarrow = size.width < NARROW_EMS * em
  const radius = isNarrow ? 2.6 : 3
  const left = isNarrow ? 4 : NAME_EMS * em
  const right = Math.max(left + 1, size.width - (isNarrow ? 4 : LABEL_EMS * em))
  const bottom = size.height - AXIS_EMS * em
  const ratios = rows.flatMap((row) => [1 - row.tolerance, 1 + row.tolerance, ...row.dots.map(({ ratio }) => ratio)])
  const axis = toLinearScale(
    [Math.log(0.85 * Math.min(...ratios)), Math.log(1.05 * Math.max(...ratios))],
    [left, right],
  )
  const x = (ratio: number) => scale(axis, Math.log(ratio))

  const placed = rows.map(({ dots }) => placeRow(dots, x, { radius, line: LINE_EMS * em, right: size.width, em }))
  const head = isNarrow ? 1.6 * em : 0
  const needs = placed.map(({ half }) => Math.max(2 * half, 2 * em) + head)
  // What is left of the height is shared out between the rows.
  const gap = (bottom - needs.reduce((sum, need) => sum + need, 0)) / rows.length
  let top = 0
  const tops = needs.map((need) => {
    top += need + gap
    return top - need - gap
  })
  return {
    ...{ left, right, bottom, radius, isNarrow, ticks: toTicks(x, left, right, em) },
    rows: rows.map(({ name, aside, tolerance }, i) => ({
      ...{ name, aside, top: tops[i]! + head + gap / 4, bottom: tops[i]! + needs[i]! + (3 * gap) / 4 },
      band: [x(1 - tolerance), x(1 + tolerance)],
    })),
    dots: placed.flatMap(({ dots }, i) => {
      const middle = tops[i]! + (needs[i]! + gap + head) / 2
      return dots.map((dot) => ({ ...dot, y: middle + dot.y }))
    }),
  }
}

interface RowFrame {
  readonly radius: number
  readonly line: number
  readonly right: number
  readonly em: number
}

/** The dots of a row around its middle, which is 0, and half of the height that they need. */
function placeRow(dots: readonly RatioDot[], x: (ratio: number) => number, frame: RowFrame) {
  const { radius, line } = frame
  const places = dots.map(({ ratio }) => ({ x: x(ratio), y: 0 }))
  const taken: { x: number; y: number }[] = []
  for (const side of [-1, 1]) {
    const own = dots.map((_, i) => i).filter((i) => dots[i]!.isOutside && Math.sign(dots[i]!.ratio - 1) === side)
    own.sort((a, b) => dots[a]!.ratio - dots[b]!.ratio)
    own.forEach((i, order) => {
      places[i]!.y = (order - (own.length - 1) / 2) * line
      taken.push(places[i]!)
    })
  }
  dots.forEach(({ isOutside }, i) => {
    if (isOutside) return
    places[i]!.y = findRoom(taken, places[i]!.x, 2 * radius + 0.5)
    taken.push(places[i]!)
  })
  return {
    dots: dots.map((dot, i): PlacedDot => {
      const { isOutside } = dot
      return { ...places[i]!, isOutside, name: isOutside ? toName(dot, places[i]!.x, frame) : undefined }
    }),
    half: Math.max(0, ...places.map(({ y }, i) => Math.abs(y) + (dots[i]!.isOutside ? line / 2 : radius + 2))),
  }
}

function findRoom(others: readonly { x: number; y: number }[], x: number, apart: number): number {
  const near = others.filter((other) => Math.abs(other.x - x) < apart)
  const edges = near.flatMap((other) => {
    const reach = Math.sqrt(apart ** 2 - (other.x - x) ** 2)
    return [other.y - reach, other.y + reach]
  })
  const isFree = (y: number) => near.every((other) => Math.hypot(other.x - x, other.y - y) >= apart - 1e-6)
  return [0, ...edges].toSorted((a, b) => Math.abs(a) - Math.abs(b)).find(isFree) ?? 0
}

/**
 * The longest name with room on the side away from 1, else on the other side if that is the left half of the chart, else
 * the first words of the shortest.
 */
function toName({ ratio, names }: RatioDot, x: number, { right, em }: RowFrame): PlacedDot['name'] {
  const fits = (room: number, texts = names) => texts.find((text) => (textEms(text) + 1) * em <= room)
  const outward = fits(ratio < 1 ? x : right - x)
  if (outward !== undefined) return { text: outward, isBefore: ratio < 1 }
  const inward = ratio < 1 && x < right / 4 ? fits(right / 3) : undefined
  if (inward !== undefined) return { text: inward, isBefore: false }
  const start = fits(ratio < 1 ? x : right - x, toStarts(names.at(-1) ?? ''))
  return start === undefined ? undefined : { text: start, isBefore: ratio < 1 }
}

/** At least this many words of a name tell it from others. */
const LEAST_WORDS = 3

/** A name without its last word, without its last two, and so on. */
function toStarts(name: string): readonly string[] {
  const words = name.split(' ')
  const counts = Array.from({ length: Math.max(0, words.length - LEAST_WORDS) }, (_, i) => words.length - 1 - i)
  const starts = counts.map((count) => words.slice(0, count).join(' '))
  // A number without its unit says something else.
  return starts.filter((start) => !/\d$/.test(start)).map((start) => `${start.replace(/[,:]$/, '')} …`)
}

function toTicks(x: (ratio: number) => number, left: number, right: number, em: number): RatioLayout['ticks'] {
  const inside = TICKS.map((ratio) => ({ x: x(ratio), text: String(ratio) })).filter(
    (tick) => tick.x >= left && tick.x <= right,
  )
  return inside.filter((tick, i) => i === 0 || tick.x - inside[i - 1]!.x > 2.4 * em)
}

/** In pixels. */
const REACH = 24

/** The place of the dot nearest to a point, among the dots of all rows; undefined if none is within reach. */
export function findDot({ dots }: RatioLayout, x: number, y: number): number | undefined {
  const distances = dots.map((dot) => Math.hypot(dot.x - x, dot.y - y))
  const least = Math.min(...distances)
  return least <= REACH ? distances.indexOf(least) : undefined
}

/** Figures beside what was reported: a row per kind, its tolerance as a band, names beside the dots outside it. */
export function createRatioChart(document: Document): Chart<RatioChartModel> {
  const root = createRoot(document, 'ratio-chart')
  const picture = append(root, 'g')
  const ring = append(root, 'circle', 'ring')
  return toChart<RatioChartModel, RatioLayout>(root, {
    draw(model) {
      const layout = layoutRatios(model)
      sizeRoot(root, model.size, model.textSize)
      picture.element.replaceChildren()
      draw(picture, layout, model.textSize)
      const dot = layout.dots[model.chosen ?? -1]
      ring.show(dot !== undefined)
      if (dot) placeCircle(ring, dot, layout.radius + 3)
      return layout
    },
  })
}

function draw(to: Mark, layout: RatioLayout, em: number): void {
  const { left, right, bottom, rows, dots, ticks, radius, isNarrow } = layout
  const write = createWriter(to)
  for (const { name, aside, band, top, bottom: end } of rows) {
    append(to, 'rect', 'tolerance')
      .at(toTenths(band[0]), toTenths(top))
      .set('width', toTenths(band[1] - band[0]))
      .set('height', toTenths(end - top))
    if (isNarrow) write(`${name}: ${aside}`, left, top - 0.5 * em, 'row-name')
    else {
      write(name, 0, (top + end) / 2 - 0.25 * em, 'row-name')
      write(aside, 0, (top + end) / 2 + 1.05 * em, 'row-aside')
    }
  }
  append(to, 'path', 'baseline').set('d', `M${left},${Math.round(bottom) + 0.5}H${right}`)
  for (const { x, text } of ticks) {
    append(to, 'path', text === '1' ? 'same' : 'grid').set('d', `M${Math.floor(x) + 0.5},0V${Math.round(bottom)}`)
    write(text, x, bottom + 1.4 * em, 'ticks middle')
  }
  write('simulated ÷ reported', (left + right) / 2, bottom + 2.9 * em, 'ticks middle')
  for (const dot of dots) {
    placeCircle(append(to, 'circle', dot.isOutside ? 'dot off' : 'dot'), dot, radius)
    const { x, y, name } = dot
    const side = name?.isBefore ? -1 : 1
    if (name) write(name.text, x + side * (radius + 0.4 * em), y + 0.35 * em, `off ${name.isBefore ? 'end' : 'start'}`)
  }
}

function placeCircle(mark: Mark, { x, y }: PlacedDot, radius: number): void {
  mark.set('cx', toTenths(x)).set('cy', toTenths(y)).set('r', radius)
}
