import type { Trace } from '../model/trace.ts'

/**
 * A drawing that is made once and then told what to show. `update` is idempotent: the same model twice draws once.
 * `destroy` takes the node out of the page and its listeners off.
 */
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

/** What the pointer does on a chart. Times in seconds on the run’s time axis. */
export interface ChartHandlers {
  /** The pointer is over this instant; null when it has left. */
  onCursor(time: number | null): void
  /** A stretch was dragged out; null when the reader wants the whole run back. */
  onZoom(window: TimeRange | null): void
}

export interface RunModel {
  readonly trace: Trace
  /** What a screen reader says of the figure. */
  readonly label: string
  /** The stretch of the time axis that is shown. */
  readonly window: TimeRange
  readonly size: Size
}

/** What the charts with axes are told besides. */
export interface AxisModel extends RunModel {
  /** A run to compare with, drawn as an outline behind the present one. */
  readonly pinned: Trace | null
  /** What that run is, if the user did not pin it. */
  readonly pinnedName?: string | undefined
  readonly cursorTime: number | null
  /** Height of the type in pixels, 13 by default; margins follow it. */
  readonly textSize?: number
}

export interface HeapChartModel extends AxisModel {
  /** Top of the memory axis in bytes. */
  readonly memoryMax: number
  /** What has to be known of the picture as a whole: that it is not what was drawn in the editor. */
  readonly note?: string | undefined
}

export interface SmallChartModel extends RunModel {
  readonly memoryMax: number
}

export const TEXT_SIZE = 13
