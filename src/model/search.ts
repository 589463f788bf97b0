/** Binary search: the first index from 0 to `count` for which `isBefore` is false; it must never become true again. */
export function lowerBound(count: number, isBefore: (i: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (isBefore(middle)) low = middle + 1
    else high = middle
  }
  return low
}

/** Index of the last of `count` values, none less than the one before it, that is at most `value`; 0 if none is. */
export function lastAtMost(values: Float64Array, count: number, value: number): number {
  return Math.max(0, lowerBound(count, (i) => values[i]! <= value) - 1)
}
