import type { Trace } from '../model/trace.ts'

/** A drawing that is created once, and then updated: the same model twice draws once. */
export interface Chart<M> {
  readonly node: SVGSVGElement
  update(model: M): void
  destroy(): void
}

/** In CSS pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** A stretch of the time axis in seconds: start, end. */
export type TimeRange = readonly [number, number]

/** Handlers of the pointer on a chart, if anybody listens. Times in seconds on the run’s time axis. */
export interface ChartHandlers {
  /** The pointer is over this instant; undefined if it has left the chart. */
  onCursor?(time: number | undefined): void
  /** The user dragged out a stretch; undefined if the user asks for the whole run. */
  onZoom?(window: TimeRange | undefined): void
}

export interface RunModel {
  readonly trace: Trace
  readonly label: string
  /** The stretch of the time axis that is shown. */
  readonly window: TimeRange
  readonly size: Size
}

export interface AxisModel extends RunModel {
  /** A run to compare with, drawn as an outline behind the present one. */
  readonly pinned?: Trace | undefined
  /** The name of that run, if the user did not pin it. */
  readonly pinnedName?: string | undefined
  readonly cursorTime?: number | undefined
  /** Font size in pixels, 13 by default; the margins depend on it. */
  readonly textSize?: number
}

export interface HeapChartModel extends AxisModel {
  /** Top of the memory axis in bytes. */
  readonly memoryMax: number
  /** A note on the whole picture: that the run is not what was drawn in the editor. */
  readonly note?: string | undefined
}

export interface SmallChartModel extends RunModel {
  readonly memoryMax: number
}

export const TEXT_SIZE = 13

/** A chart narrower than this, in pixels, is on a phone. */
export const NARROW = 500
const WIDE = 1200

/** The font size for a chart of this width, in pixels. */
export function textSizeFor(width: number): number {
  if (width < NARROW) return 12
  return width < WIDE ? TEXT_SIZE : 15
}
