import type { ReactNode } from 'react'
import type { StripFrame } from './geometry.ts'
import { Level, Line } from './live-handles.tsx'
import { usePaint, usePainted } from './painter.ts'
import { End, Rate } from './rate-handles.tsx'

interface PhaseHandlesProps {
  readonly frame: StripFrame
  readonly count: number
  readonly selected: number
}

/** What is dragged on the lanes: levels of the live heap, ends of phases, rates. */
export function PhaseHandles({ frame: { live, rate, em }, count, selected }: PhaseHandlesProps) {
  // Through both lanes, and not through the name between them.
  const line = `M0,${live.top}V${live.bottom}M0,${rate.top}V${rate.bottom}`
  const phases = Array.from({ length: count }, (_, phase) => phase)
  return (
    <>
      {/* Under the levels, which stand on their ends. */}
      {phases.map((phase) => (
        <Line key={phase} phase={phase} />
      ))}
      <Boundary boundary={0}>
        <Level boundary={0} isReached={selected === 0} />
      </Boundary>
      {phases.map((phase) => {
        const isReached = phase === selected
        return (
          // Always in this order: an element that is moved within the page loses the pointer that holds it.
          <g key={phase}>
            <Rate phase={phase} isReached={isReached} />
            <Boundary boundary={phase + 1}>
              <End phase={phase} line={line} bottom={rate.bottom} em={em} isReached={isReached} />
              <Level boundary={phase + 1} isReached={isReached} />
            </Boundary>
          </g>
        )
      })}
    </>
  )
}

interface BoundaryProps {
  /** 0 is the start, i + 1 the end of phase i. */
  readonly boundary: number
  readonly children: ReactNode
}

/** What stands at a boundary, and moves with it. */
function Boundary({ boundary, children }: BoundaryProps) {
  const place = usePainted<SVGGElement>()
  usePaint(({ xs }) => {
    place.set('transform', `translate(${xs[boundary] ?? 0},0)`)
  })
  return <g ref={place.ref}>{children}</g>
}
