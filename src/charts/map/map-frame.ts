import type { MapAxes } from '../../explore/map/axes.ts'
import type { Place } from '../../explore/map/order.ts'
import type { Size } from '../chart.ts'
import type { Box } from '../layout.ts'
import { type LinearScale, scale, toLinearScale } from '../path.ts'

export interface Side {
  /** The settings in rising order, without off. */
  readonly values: readonly number[]
  /** Bounds between neighbours: one more than there are values. */
  readonly edges: readonly number[]
  /** The stretch of off; undefined if the axis has none. */
  readonly off: readonly [number, number] | undefined
  readonly ofLog: LinearScale
}

export interface MapFrame extends Box {
  readonly x: Side
  readonly y: Side
  readonly em: number
}

export type MarginEms = Readonly<Record<keyof Box, number>>

const GAP = 4
const OFF_EMS = 2.4

/** Lays out a map: GOGC from left to right, GOMEMLIMIT from bottom to top, with off at the end of each, apart. */
export function toMapFrame({ gogcs, limits }: MapAxes, size: Size, em: number, margins: MarginEms): MapFrame {
  const left = Math.round(margins.left * em)
  const right = Math.max(left + 10 * em, Math.round(size.width - margins.right * em))
  const top = Math.round(margins.top * em)
  const bottom = Math.max(top + 2 * em, Math.round(size.height - margins.bottom * em))
  const x = toSide(gogcs, left, right, OFF_EMS * em)
  return { x, y: toSide(limits, bottom, top, 1.6 * em), em, left, right, top, bottom }
}

export function toSide(all: readonly number[], from: number, to: number, offSize: number): Side {
  const values = all.filter(Number.isFinite)
  const direction = Math.sign(to - from)
  const hasOff = values.length < all.length
  const isOffAlone = values.length === 0
  const offFrom = isOffAlone ? from : to - direction * offSize
  const end = hasOff ? offFrom - direction * GAP : to
  const edgesAt = edgesOf(values)
  const ofLog = toLinearScale([Math.log(edgesAt[0] ?? 1), Math.log(edgesAt.at(-1) ?? 10)], [from, end])
  const edges = edgesAt.map((edge) => scale(ofLog, Math.log(edge)))
  return { values, edges, off: hasOff ? [offFrom, to] : undefined, ofLog }
}

/** The middles between neighbours, on a logarithmic scale; beyond the ends as far as within them. */
function edgesOf(values: readonly number[]): number[] {
  const first = values[0]
  const last = values.at(-1)
  if (first === undefined || last === undefined) return []
  if (values.length === 1) return [first / 2, first * 2]
  const between = values.slice(1).map((value, i) => Math.sqrt(value * values[i]!))
  return [first ** 2 / between[0]!, ...between, last ** 2 / between.at(-1)!]
}

/** The position of a setting: the middle of off, or the nearest end if the setting is beyond the map. */
export function positionOf({ values, edges, off, ofLog }: Side, value: number): number {
  if (!Number.isFinite(value)) return off ? (off[0] + off[1]) / 2 : (edges.at(-1) ?? 0)
  const [low, high] = [values[0] ?? value, values.at(-1) ?? value]
  return scale(ofLog, Math.log(Math.max(low, Math.min(high, value))))
}

/** The index of the setting at a pixel: the nearest one if the pixel is outside. */
export function indexAt({ values, edges, off }: Side, pixel: number): number {
  if (off && Math.abs(pixel - (off[0] + off[1]) / 2) <= Math.abs(off[1] - off[0]) / 2 + GAP / 2) return values.length
  const isRising = (edges.at(-1) ?? 0) >= (edges[0] ?? 0)
  const isPast = (edge: number) => (isRising ? pixel >= edge : pixel <= edge)
  if (off && isPast(off[1])) return values.length
  const next = edges.findIndex((edge, i) => i > 0 && !isPast(edge))
  return next < 0 ? values.length - 1 : next - 1
}

export function placeAt({ x, y }: MapFrame, left: number, top: number): Place {
  return { column: indexAt(x, left), row: indexAt(y, top) }
}

/** The stretch of a setting on a grid of every `stride`-th setting, in rising pixels. */
export function stretchOf({ values, edges, off }: Side, index: number, stride: number): readonly [number, number] {
  const [a, b] =
    index >= values.length
      ? (off ?? [0, 0])
      : [
          edges[Math.max(0, index - Math.floor(stride / 2))]!,
          edges[Math.min(values.length, index + Math.max(1, Math.ceil(stride / 2)))]!,
        ]
  return a < b ? [a, b] : [b, a]
}
