/** value · factor + offset: one multiplication per point, where a call of d3-scale takes several times as long. */
export interface LinearScale {
  readonly factor: number
  readonly offset: number
}

/** The scale that maps `domain` to `range`; a domain of no length is mapped to the start of the range. */
export function toLinearScale(domain: readonly [number, number], range: readonly [number, number]): LinearScale {
  const length = domain[1] - domain[0]
  const wanted = length > 0 ? (range[1] - range[0]) / length : 0
  // A domain of a few denormal numbers has no finite factor either.
  const factor = Number.isFinite(wanted) ? wanted : 0
  return { factor, offset: range[0] - domain[0] * factor }
}

export function scale({ factor, offset }: LinearScale, value: number): number {
  return value * factor + offset
}

export function unscale({ factor, offset }: LinearScale, at: number): number {
  return (at - offset) / factor
}

/** Far enough outside every chart; numbers beyond it would only cost precision in the renderer. */
const FAR = 20_000

/**
 * Draws no more detail than the screen has: a run has up to millions of points, and a browser takes seconds to render
 * such a path. d3-shape's line() writes every point with all its digits.
 * Of all points in one column of pixels it keeps the lowest and the highest, exactly as high as they are, in their
 * order; and if the column beside is empty also the first or the last, so that the line across the gap starts at the
 * right height. Every point that is left out lies between two kept points less than a pixel apart.
 */
export class PathDecimator {
  private path = ''
  private isDown = false
  /** Whether the next point continues a subpath. */
  private isDrawn = false
  private column = 0
  private previousColumn = 0
  private firstX = 0
  private firstY = 0
  private lowX = 0
  private lowY = 0
  private highX = 0
  private highY = 0
  private lastX = 0
  private lastY = 0
  private isLowFirst = true
  private writtenX = 0
  private writtenY = 0
  private readonly xFactor: number
  private readonly xOffset: number
  private readonly yFactor: number
  private readonly yOffset: number

  private readonly isLevel: boolean

  /** @param isLevel continues the last value to the right, for a run that is a single instant */
  constructor(x: LinearScale, y: LinearScale, isLevel = false) {
    this.isLevel = isLevel
    this.xFactor = x.factor
    this.xOffset = x.offset
    this.yFactor = y.factor
    this.yOffset = y.offset
  }

  /** A value that is not finite ends the line; the next finite one begins another. */
  to(time: number, value: number): void {
    const y = value * this.yFactor + this.yOffset
    if (!(y - y === 0)) {
      this.lift()
      return
    }
    const x = time * this.xFactor + this.xOffset
    const column = Math.floor(x)
    if (!this.isDown || column !== this.column) {
      if (this.isDown) this.flush(column)
      this.column = column
      this.isDown = true
      this.firstX = this.lowX = this.highX = this.lastX = x
      this.firstY = this.lowY = this.highY = this.lastY = y
      return
    }
    if (y < this.lowY) {
      this.lowX = x
      this.lowY = y
      this.isLowFirst = false
    } else if (y > this.highY) {
      this.highX = x
      this.highY = y
      this.isLowFirst = true
    }
    this.lastX = x
    this.lastY = y
  }

  lift(): void {
    if (this.isDown) this.flush(Infinity)
    this.isDown = false
    this.isDrawn = false
  }

  /** The decimator is empty again. */
  take(): string {
    this.lift()
    const { path } = this
    this.path = ''
    return path
  }

  private flush(nextColumn: number): void {
    const { column, isLowFirst } = this
    const isAfterGap = !this.isDrawn || this.previousColumn < column - 1
    const isBeforeGap = nextColumn > column + 1
    if (isAfterGap) this.write(this.firstX, this.firstY)
    if (isLowFirst) this.write(this.lowX, this.lowY)
    this.write(this.highX, this.highY)
    if (!isLowFirst) this.write(this.lowX, this.lowY)
    if (isBeforeGap) this.write(this.isLevel ? FAR : this.lastX, this.lastY)
    this.previousColumn = column
    this.isLowFirst = true
  }

  private write(x: number, y: number): void {
    if (this.isDrawn && x === this.writtenX && y === this.writtenY) return
    if (this.isDrawn) {
      this.cross(-FAR, x, y)
      this.cross(FAR, x, y)
    }
    this.path += `${this.isDrawn ? ' ' : 'M'}${toTenths(x)},${toTenths(y)}`
    this.isDrawn = true
    this.writtenX = x
    this.writtenY = y
  }

  /** Where the line to a point crosses a far edge, it keeps its slope: points beyond the edge are drawn at the edge. */
  private cross(edge: number, x: number, y: number): void {
    if (!(this.writtenX < edge && edge < x)) return
    const part = (edge - this.writtenX) / (x - this.writtenX)
    this.path += ` ${toTenths(edge)},${toTenths(this.writtenY + part * (y - this.writtenY))}`
  }
}

/** Texts of the coordinates on a screen, each made once, because making them takes most of a redraw. */
const TEXTS = new Array<string | undefined>(2560 * 10)

export function toTenths(pixels: number): string {
  const tenths = Math.round(Math.max(-FAR, Math.min(FAR, pixels)) * 10)
  const known = TEXTS[tenths]
  if (known !== undefined) return known
  const text = String(tenths / 10)
  if (tenths >= 0 && tenths < TEXTS.length) TEXTS[tenths] = text
  return text
}

/**
 * Leaves out the lows between peaks less than `near` seconds apart: cycles that close become one band with its top, not
 * the irregular spikes of lines narrower than a pixel.
 * @returns how to add a point, and how to add the last one, which may be held back
 */
export function joinPeaks(
  decimator: Pick<PathDecimator, 'to'>,
  near: number,
): { to(time: number, value: number): void; end(): void } {
  // The times and values since the last peak, until it is known whether the next one is near.
  let held: number[] = []
  let peakTime = 0
  let lastTime = Number.NaN
  let last = Number.NaN
  let isRising = true
  const flush = () => {
    for (let i = 0; i < held.length; i += 2) decimator.to(held[i]!, held[i + 1]!)
    held = []
  }
  return {
    to(time, value) {
      const isFall = value < last
      if (isFall && isRising) {
        if (held.length > 0) decimator.to(lastTime, last)
        peakTime = lastTime
        held = [time, value]
      } else if (held.length > 0) {
        held.push(time, value)
        if (time - peakTime > near) flush()
      } else decimator.to(time, value)
      isRising = !isFall
      lastTime = time
      last = value
    },
    end() {
      if (held.length > 0) decimator.to(lastTime, last)
    },
  }
}
