import { endPointOf } from '../../model/cycles.ts'
import type { Segment, Trace } from '../../model/trace.ts'

/** Points per piece: the text of a whole run may be too long for one string. */
const POINTS_PER_PIECE = 5000

const COMMON = ['cpu_seconds', 'live_bytes', 'new_bytes', 'other_bytes', 'outside_bytes', 'memory_bytes']
const RUNTIME = ['container_bytes', 'wall_seconds', 'limiter_fill_seconds', 'limiting']
const SETTINGS = ['cycles', 'gogc_percent', 'memory_limit_bytes', 'container_limit_bytes', 'procs', 'forced_cycles']

/**
 * A run's points as CSV (RFC 4180, lines end in CRLF): between two rows every size changes in a straight line.
 * `memory_bytes` is what GOMEMLIMIT counts; an empty field is a limit that is off. The last row's `cpu_seconds` is the
 * run's `totalSeconds`, its `cycles` the run's cycles.
 */
export function* csvPieces(trace: Trace): Generator<string> {
  const { points } = trace
  const columns = points.runtime ? [...COMMON, ...RUNTIME, ...SETTINGS] : [...COMMON, 'container_bytes', ...SETTINGS]
  let piece = `${columns.join(',')}\r\n`
  let ended = 0
  let forced = 0
  let s = 0
  for (let i = 0; i < points.count; i++) {
    s = segmentOf(trace, i, s)
    while (ended < trace.cycles.count && endPointOf(trace.cycles, ended) <= i) ended++
    while (trace.cycles.forced[forced]! < ended) forced++
    piece += `${[...toRow(trace, i, trace.segments[s]!, ended - forced), forced].join(',')}\r\n`
    if ((i + 1) % POINTS_PER_PIECE === 0) {
      yield piece
      piece = ''
    }
  }
  yield piece
}

/** The segment of a point. Of two points at the instant of a change, the first still has the old settings. */
function segmentOf({ points, segments }: Trace, i: number, s: number): number {
  const time = points.time[i]!
  let at = s
  for (let next = segments[at + 1]; next; next = segments[at + 1]) {
    const isFirstOfTwo = time === next.time && points.time[i + 1] === time
    if (time < next.time || (isFirstOfTwo && (i === 0 || points.time[i - 1]! < time))) break
    at++
  }
  return at
}

function toRow({ points }: Trace, i: number, segment: Segment, cycles: number): readonly (number | string)[] {
  const live = points.live[i]!
  const fresh = points.fresh[i]!
  const { otherMemory, outsideMemory, gogc, memoryLimit, containerLimit, procs } = segment
  const { runtime } = points
  const memory = runtime ? runtime.counted[i]! : otherMemory + live + fresh
  return [
    points.time[i]!,
    live,
    fresh,
    otherMemory,
    outsideMemory,
    memory,
    ...(runtime
      ? [runtime.container[i]!, runtime.wall[i]!, runtime.fill[i]!, runtime.limiting[i]!]
      : [memory + outsideMemory]),
    cycles,
    gogc.kind === 'off' ? '' : gogc.percent,
    toField(memoryLimit),
    toField(containerLimit),
    procs,
  ]
}

function toField(limit: number): number | string {
  return Number.isFinite(limit) ? limit : ''
}
