import type { Advice } from '../../explore/advice.ts'

interface RangeProps {
  readonly advice: Advice
  /** The memory limit as it is set, in bytes; Infinity where it is off. */
  readonly current: number
}

/** From nothing to the container’s limit: the limits that do, the one with headroom, and the limit as set. */
export function Range({ advice: { unlimited, range, sound, isOpenAbove, headroom, container }, current }: RangeProps) {
  if (container === Infinity) return null
  const at = (bytes: number) => (100 * Math.min(bytes, container)) / container
  const shown = range ?? (unlimited.verdict === 'killed' ? sound : null)
  return (
    <svg className="range" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
      <rect className="all" x="0" y="4" width="100" height="2" />
      {shown && (
        <rect
          className={range ? 'good' : 'sound'}
          x={at(shown.from.bytes)}
          y="2"
          width={Math.max(0.5, (isOpenAbove ? 100 : at(shown.to.bytes)) - at(shown.from.bytes))}
          height="6"
        />
      )}
      {shown && headroom && <rect className="room" x={at(headroom.bytes) - 0.4} y="0" width="0.8" height="10" />}
      {Number.isFinite(current) && <rect className="set" x={at(current) - 0.4} y="0" width="0.8" height="10" />}
    </svg>
  )
}
