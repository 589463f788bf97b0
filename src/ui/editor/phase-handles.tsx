import { levelAt } from '../../scenario/draw/drawing.ts'
import { type Geometry, tenths } from './geometry.ts'
import { Level, Line } from './live-handles.tsx'
import { End, Rate } from './rate-handles.tsx'
import { useSessionState } from './use-session.ts'

interface PhaseHandlesProps {
  readonly geometry: Geometry
  readonly xs: readonly number[]
  /** The geometry as it is when asked. */
  readonly getGeometry: () => Geometry
}

/** What is dragged on the lanes: levels of the live heap, ends of phases, rates. */
export function PhaseHandles({ geometry, xs, getGeometry }: PhaseHandlesProps) {
  const drawing = useSessionState((state) => state.draft.drawing)
  const selected = useSessionState((state) => state.selected)
  const { live, rate, em } = geometry
  const levelY = (boundary: number) => tenths(live.toY(levelAt(drawing, boundary)))
  const common = { getGeometry }
  // Through both lanes, and not through the name between them.
  const line = `M0,${live.top}V${live.bottom}M0,${rate.top}V${rate.bottom}`
  const places = xs.map(tenths)
  return (
    <>
      {drawing.phases.map((_, i) => {
        const [x, end] = [places[i] ?? 0, places[i + 1] ?? 0]
        const [y, rise] = [levelY(i), tenths(levelY(i + 1) - levelY(i))]
        // Under the levels, which stand on their ends.
        // biome-ignore lint/suspicious/noArrayIndexKey: a phase is known by its place
        return <Line key={i} {...common} phase={i} x={x} y={y} width={tenths(end - x)} rise={rise} />
      })}
      <Level {...common} boundary={0} x={places[0] ?? 0} y={levelY(0)} isReached={selected === 0} />
      {drawing.phases.map(({ allocRate }, i) => {
        const [x, end] = [places[i] ?? 0, places[i + 1] ?? 0]
        const isReached = i === selected
        const width = tenths(end - x)
        return (
          // Always in this order: an element that is moved within the page loses the pointer that holds it.
          // biome-ignore lint/suspicious/noArrayIndexKey: a phase is known by its place
          <g key={i}>
            <Rate {...common} phase={i} x={x} y={tenths(rate.toY(allocRate))} width={width} isReached={isReached} />
            <End {...common} phase={i} x={end} line={line} bottom={rate.bottom} em={em} isReached={isReached} />
            <Level {...common} boundary={i + 1} x={end} y={levelY(i + 1)} isReached={isReached} />
          </g>
        )
      })}
    </>
  )
}
