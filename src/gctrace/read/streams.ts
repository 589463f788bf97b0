import { MOST_PREFIX, nameOf, sourceOf, toPrefix } from '../line/prefix.ts'
import type { RunTracker, Stream } from './runs.ts'

/** Finds the stream of a line from its prefix. */
export class StreamNamer {
  private readonly tracker: RunTracker
  /** After `find`: the timestamp of the line, as printed; empty if it has none. */
  timestamp = ''

  constructor(tracker: RunTracker) {
    this.tracker = tracker
  }

  /**
   * @param line the whole line
   * @param start where its `gc` begins
   */
  find(line: string, start: number): Stream {
    const prefix = toPrefix(line.slice(0, Math.min(start, MOST_PREFIX)))
    const { timeStart, timeEnd, isStructured } = prefix
    this.timestamp = timeEnd > 0 ? line.slice(timeStart, timeEnd) : ''
    return this.tracker.streamOf(isStructured ? sourceOf(line) : nameOf(line, prefix))
  }
}
