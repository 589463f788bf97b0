import { type DragEvent, memo, useCallback, useRef } from 'react'
import { formatSize } from '../../format.ts'
import { levelAt, liveLevels } from '../../scenario/draw/drawing.ts'
import { findWishes } from '../../scenario/draw/wishes.ts'
import { useAppState } from '../context.ts'
import { EventMarks } from './event-marks.tsx'
import { boundaries, type Geometry, livePath, tenths } from './geometry.ts'
import { PhaseBar } from './phase-bar.tsx'
import { PhaseHandles } from './phase-handles.tsx'
import { useGeometry } from './use-geometry.ts'
import { useSessionState } from './use-session.ts'

interface StripProps {
  /** Something from the palette was dropped at an instant of the program's own time. */
  readonly onDrop: (at: number) => void
}

/** The program on the charts' time axis: its phases, the live heap one wants, how fast it allocates, its events. */
export function Strip({ onDrop }: StripProps) {
  const geometry = useGeometry()
  const root = useRef<HTMLDivElement>(null)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const box = root.current?.getBoundingClientRect()
    if (box && geometry) onDrop(geometry.toOwn(event.clientX - box.left))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the palette's buttons do the same without a pointer
    <div ref={root} className="strip" onDragOver={(event) => event.preventDefault()} onDrop={drop}>
      {geometry && (
        <>
          <PhaseBar geometry={geometry} />
          <Lanes geometry={geometry} />
          <Beyond geometry={geometry} />
        </>
      )}
    </div>
  )
}

/** Where the run ended before its program did, the rest of the program has no place on the axis. */
function Beyond({ geometry }: { readonly geometry: Geometry }) {
  const drawing = useSessionState((state) => state.draft.drawing)
  const isZoomed = useAppState((state) => state.view.window !== undefined)
  const hidden = boundaries(geometry, drawing).filter((x) => x > geometry.right + 1).length
  if (isZoomed || hidden === 0) return null
  const { length } = drawing.phases
  const which = hidden === 1 ? `Phase ${length} reaches` : `Phases ${length - hidden + 1} to ${length} reach`
  return <p className="beyond">The run ended early. {which} beyond it; “Next phase” leads there.</p>
}

function Lanes({ geometry }: { readonly geometry: Geometry }) {
  const drawing = useSessionState((state) => state.draft.drawing)
  const program = useSessionState((state) => state.draft.scenario.program)
  const selected = useSessionState((state) => state.selected)
  const { left, right, em, height, live, rate } = geometry
  const xs = boundaries(geometry, drawing)
  const wishes = findWishes(drawing)
  const path = livePath(geometry, drawing, xs)
  const [from, to] = [xs[selected] ?? left, xs[selected + 1] ?? left]
  const levels = liveLevels(program)
  const axis = { left, right, em }
  const latest = useRef(geometry)
  latest.current = geometry
  const getGeometry = useCallback(() => latest.current, [])
  const clip = { x: left - em, width: right - left + 2 * em, y: 0, height }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of sliders within a drawing
    <svg className="lanes" width="100%" height={height} role="group" aria-label="Drawing of the program">
      <LaneAxis name="Live heap" top={live.top} bottom={live.bottom} reach={formatSize(live.max)} {...axis} />
      <LaneAxis
        name="Allocation rate"
        top={rate.top}
        bottom={rate.bottom}
        reach={`${formatSize(rate.max)}/s`}
        {...axis}
      />
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the outer drawing is named */}
      <svg {...clip} viewBox={`${clip.x} 0 ${clip.width} ${height}`}>
        <path className="in-hand" d={[live, rate].map(({ top, bottom }) => box(from, to, top, bottom)).join('')} />
        <path className="wanted-area" d={`${path}V${live.bottom}H${tenths(xs[0] ?? left)}Z`} />
        {wishes.length > 0 && (
          <path
            className="real-line"
            d={xs.map((x, i) => `${i === 0 ? 'M' : 'L'}${tenths(x)},${tenths(live.toY(levels[i] ?? 0))}`).join('')}
          />
        )}
        <path className="wanted-line" d={path} />
        {wishes.map(({ phase, wanted }) => (
          <path
            key={phase}
            className="wish-line"
            d={`M${tenths(xs[phase] ?? 0)},${tenths(live.toY(levelAt(drawing, phase)))}L${tenths(xs[phase + 1] ?? 0)},${tenths(live.toY(wanted))}`}
          />
        ))}
        <path
          className="rate-area"
          d={drawing.phases
            .map(({ allocRate }, i) => {
              const [x, end] = [tenths(xs[i] ?? 0), tenths(xs[i + 1] ?? 0)]
              return `M${x},${rate.bottom}V${tenths(rate.toY(allocRate))}H${end}V${rate.bottom}Z`
            })
            .join('')}
        />
        <PhaseHandles geometry={geometry} xs={xs} getGeometry={getGeometry} />
        <EventMarks geometry={geometry} />
      </svg>
    </svg>
  )
}

function box(from: number, to: number, top: number, bottom: number): string {
  return `M${tenths(from)},${top}H${tenths(Math.max(from, to))}V${bottom}H${tenths(from)}Z`
}

interface LaneAxisProps {
  readonly name: string
  readonly top: number
  readonly bottom: number
  readonly left: number
  readonly right: number
  readonly em: number
  /** What the lane reaches up to, in words. */
  readonly reach: string
}

const LaneAxis = memo(function LaneAxis({ name, top, bottom, left, right, em, reach }: LaneAxisProps) {
  return (
    <g className="lane-axis">
      <path d={`M${left},${bottom + 0.5}H${right}M${left},${Math.round(top) + 0.5}H${right}`} />
      <text x={left} y={top - 0.45 * em}>
        {name}
        <tspan className="lane-top">{` up to ${reach}`}</tspan>
      </text>
      <text className="end" x={left - 0.6 * em} y={bottom + 0.1 * em}>
        0
      </text>
    </g>
  )
})
