/** The height that a figure would like at a width, in pixels: as wide as a page's column it is about two to one. */
function toFigureHeight(width: number, hasCpu: boolean): number {
  const heap = clamp(0.4 * width, 230, 380)
  return Math.round(hasCpu ? heap + clamp(0.15 * width, 100, 140) : heap)
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

/**
 * The height that the whole frame asks for: the present height of everything but the figure, and the figure's preferred
 * height. It does not depend on the height that the host has given, so the two cannot keep changing each other.
 */
export function toWishedHeight(frame: Element, figure: Element, hasCpu: boolean): number {
  const { width, height } = figure.getBoundingClientRect()
  return Math.ceil(frame.getBoundingClientRect().height - height) + toFigureHeight(width, hasCpu)
}
