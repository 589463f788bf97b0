/** A label that should be at `y`, the middle of its line of text. Pixels. */
export interface WantedLabel {
  readonly y: number
  readonly height: number
  /** If there is no room for all, labels with the lowest rank are left out. */
  readonly priority: number
}

/**
 * Places labels one above the other within [top, bottom] so that none overlap, each as near to its `y` as
 * the others allow (least squares), in the order of their `y`.
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
