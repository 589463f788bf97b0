import type { CSSProperties, RefObject } from 'react'
import type { TimeRange } from '../../charts/chart.ts'
import type { TimeWindow } from '../../charts/window.ts'
import { endOf } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'
import { usePlayer } from './use-player.ts'

interface SidesPlayerProps {
  /** Holds the charts of the sides, in their order. */
  readonly charts: RefObject<HTMLElement | null>
  /** Selects the hosts of the charts. */
  readonly hosts: string
  /** At least one. */
  readonly sides: readonly { readonly name: string; readonly trace: Trace }[]
  /** The time axis that they share, in seconds of CPU time. */
  readonly window: TimeRange
  readonly onZoom?: (window: TimeWindow | undefined) => void
}

/** One clock for several runs side by side: the clock of the longest run. */
export function SidesPlayer({ charts, hosts, sides, window: [start, end], onZoom }: SidesPlayerProps) {
  const { trace } = sides.reduce((a, b) => (endOf(b.trace) > endOf(a.trace) ? b : a))
  const { host } = usePlayer({
    trace,
    label: `Playback: ${sides.map(({ name }) => name).join(', ')}`,
    window: { start, end },
    zoom: (window) => onZoom?.(window),
    figures() {
      const found = charts.current?.querySelectorAll<HTMLElement>(hosts) ?? []
      return sides.flatMap(({ name, trace }, i) => {
        const figure = { window: [start, end] as const, trace, isWall: false, ...(sides.length > 1 && { name }) }
        return found[i] ? [{ ...figure, charts: found[i] }] : []
      })
    },
  })
  return <div ref={host} className="run-player" style={{ '--sides': sides.length } as CSSProperties} />
}
