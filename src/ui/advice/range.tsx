import type { Advice } from '../../explore/advice.ts'

interface RangeProps {
  readonly advice: Advice
  /** Bytes. */
  readonly container: number
  /** The memory limit as it is set, in bytes; Infinity where it is off. */
  readonly current: number
}

/** From nothing to the container’s limit: what keeps to the share and survives, the usual headroom, and the limit as set. */
export function Range({ advice: { smallest, largest, headroom, fits }, container, current }: RangeProps) {
  const at = (bytes: number) => (100 * Math.min(bytes, container)) / container
  const from = smallest.kind === 'bytes' ? at(smallest.bytes) : 0
  const to = largest?.kind === 'bytes' ? at(largest.bytes) : 100
  return (
    <svg className="range" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="all" x="0" y="4" width="100" height="2" />
      {fits && <rect className="good" x={from} y="2" width={Math.max(0.5, to - from)} height="6" />}
      {headroom && (
        <rect className="room" x={at(headroom[0])} y="0" width={at(headroom[1]) - at(headroom[0])} height="10" />
      )}
      {Number.isFinite(current) && <rect className="set" x={at(current) - 0.4} y="0" width="0.8" height="10" />}
    </svg>
  )
}
