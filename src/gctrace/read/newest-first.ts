import type { CycleColumns } from '../columns.ts'

/** Fewer lines than this that run backwards may be restarts of which only the first cycles were kept. */
const FEWEST = 3

/**
 * Whether the lines run from the newest to the oldest, as Grafana and Kibana export them: in nearly every stream’s next
 * line the cycle’s number is one lower, and it did not start later.
 */
export function isNewestFirst({ count, stream, number, startSeconds }: CycleColumns): boolean {
  const last = new Map<number, number>()
  let forward = 0
  let backward = 0
  for (let i = 0; i < count; i++) {
    const before = last.get(stream[i]!)
    last.set(stream[i]!, i)
    if (before === undefined) continue
    const step = number[i]! - number[before]!
    if (step === -1 && startSeconds[i]! <= startSeconds[before]!) backward++
    else if (step > 0) forward++
  }
  return backward >= FEWEST && backward > 2 * forward
}
