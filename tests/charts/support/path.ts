export interface Point {
  readonly x: number
  readonly y: number
}

/** The lines of a path that a `PathDecimator` drew: moves and lines to absolute points, perhaps closed. */
export function linesOf(d: string): Point[][] {
  const lines: Point[][] = []
  for (const [, command, x, y] of d.matchAll(/([ML ])([\d.-]+),([\d.-]+)/g)) {
    if (command === 'M') lines.push([])
    lines.at(-1)!.push({ x: Number(x), y: Number(y) })
  }
  return lines
}

/** The line of an area: without the two corners that close it along its base. */
export function outlineOf(node: Element, kind: string): Point[] {
  const d = node.querySelector(`.area.${kind}`)?.getAttribute('d') ?? ''
  return (linesOf(d)[0] ?? []).slice(0, -2)
}

/** Height of a line at `x`, between its points; the last of several at the same place. */
export function heightAt(line: readonly Point[], x: number): number {
  for (let i = line.length - 2; i >= 0; i--) {
    const [a, b] = [line[i]!, line[i + 1]!]
    if (a.x <= x && x <= b.x) return b.x > a.x ? a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x) : b.y
  }
  throw new Error(`the line does not reach ${x}`)
}

/** The boxes of a path of boxes: left edge and width. */
export function boxesOf(d: string): { readonly left: number; readonly right: number }[] {
  return [...d.matchAll(/M([\d.-]+),[\d.-]+H([\d.-]+)/g)].map(([, left, right]) => ({
    left: Number(left),
    right: Number(right),
  }))
}
