import type { PointerEvent } from 'react'
import { crisp } from '../../../charts/axes.ts'
import { TIME_TITLES } from '../../../charts/heap/heap-chart.ts'
import { LEADER_EMS, textEms } from '../../../charts/layout.ts'
import { ownSecond, type Second } from '../../../scenario/pace.ts'
import { useAppState } from '../../context.ts'
import { EventMarks } from '../events/event-marks.tsx'
import { useSessionState } from '../use-session.ts'
import { type Geometry, type Lane, laneTicks, linePath, type StripFrame, tenths } from './geometry.ts'
import { PhaseHandles } from './phase-handles.tsx'
import type { StripLayout } from './strip-layout.ts'

export function Lanes({ stand }: { readonly stand: StripLayout }) {
  const { left, right, em, height, live, rate } = stand.geometry
  const second = useSessionState((state) => ownSecond(state.draft.scenario))
  const clip = { x: left - em, width: right - left + 2 * em, y: 0, height }
  const axis = { left, right, em }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of sliders within a drawing
    <svg
      className="lanes"
      width="100%"
      height={height}
      role="group"
      aria-label="Drawing of the program"
      onPointerDownCapture={toNearestHandle}
    >
      <TimeAxis geometry={stand.geometry} />
      <LaneAxis name="Live heap" lane={live} per="" {...axis} />
      <LaneAxis name="Allocation rate" lane={rate} per={`/${second}, ${scaleName(stand.geometry, second)}`} {...axis} />
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the outer drawing is named */}
      <svg {...clip} viewBox={`${clip.x} 0 ${clip.width} ${height}`}>
        <Shapes stand={stand} />
        <PhaseHandles stand={stand} />
        <EventMarks stand={stand} />
      </svg>
    </svg>
  )
}

/** What the axis of the allocation rate says of its scale: a sign for the word where that would be cut off. */
export function scaleName({ width, left, em }: Pick<StripFrame, 'width' | 'left' | 'em'>, second: Second): string {
  const name = 'square-root scale'
  return left + textEms(`Allocation rate, MiB/${second}, ${name}`) * em > width ? '√ scale' : name
}

function Shapes({ stand }: { readonly stand: StripLayout }) {
  const { xs, ys, realYs, isKilled, geometry } = stand
  const { endedX, left, live, rate } = geometry
  const line = linePath(xs, ys)
  const rates = rateLines(stand)
  return (
    <>
      <path className="in-hand" d={inHandPath(stand)} />
      <path className="never" d={neverRunPath(stand)} />
      <path className="wanted-area" d={`${line}V${live.bottom}H${xs[0] ?? left}Z`} />
      <path className="real-line" d={realYs.length > 0 ? linePath(xs, realYs) : ''} />
      <path className="wanted-line" d={line} />
      <path className="wish-line" d={wishPath(stand)} />
      <path
        className="rate-area"
        d={rates.map(({ x, y, end }) => `M${x},${rate.bottom}V${y}H${end}V${rate.bottom}Z`).join('')}
      />
      <path className="rate-line" d={rates.map(({ x, y, end }) => `M${x},${y}H${end}`).join('')} />
      <path
        className={isKilled ? 'ended killed' : 'ended'}
        d={endedX === undefined ? '' : `M${endedX},${live.top}V${rate.bottom}`}
      />
    </>
  )
}

function inHandPath({ xs, selected, geometry: { left, live, rate } }: StripLayout): string {
  const [from, to] = [xs[selected] ?? left, xs[selected + 1] ?? left]
  return [live, rate].map(({ top, bottom }) => `M${from},${top}H${Math.max(from, to)}V${bottom}H${from}Z`).join('')
}

function neverRunPath({ geometry: { endedX, right, live, rate } }: StripLayout): string {
  if (endedX === undefined || endedX >= right) return ''
  return [live, rate].map(({ top, bottom }) => `M${endedX},${top}H${right}V${bottom}H${endedX}Z`).join('')
}

function wishPath({ wishes, xs, ys, geometry: { live } }: StripLayout): string {
  return wishes
    .map(({ phase, wanted }) => {
      const end = tenths(live.toY(wanted))
      return `M${xs[phase] ?? 0},${ys[phase] ?? 0}L${xs[phase + 1] ?? 0},${end}`
    })
    .join('')
}

function rateLines({ drawing, xs, geometry: { rate } }: StripLayout) {
  return drawing.phases.map(({ allocRate }, i) => ({
    x: xs[i] ?? 0,
    y: tenths(rate.toY(allocRate)),
    end: xs[i + 1] ?? 0,
  }))
}

/** The charts' time axis again, since they may be out of sight. */
function TimeAxis({ geometry }: { readonly geometry: Geometry }) {
  const { lineXs, times, right, em, live, rate, timesY, isNarrow } = geometry
  const clock = useAppState((state) => state.view.clock)
  return (
    <g className="lane-axis">
      {[live, rate].map(({ top, bottom }) => (
        <path key={top} d={lineXs.map((x) => `M${crisp(x)},${top}V${bottom}`).join('')} />
      ))}
      {times.map(({ x, text }) => (
        <text key={text} className="middle" x={tenths(x)} y={timesY}>
          {text}
        </text>
      ))}
      <text className="lane-unit" x={right + LEADER_EMS * em} y={timesY}>
        {TIME_TITLES[clock][isNarrow ? 1 : 0]}
      </text>
    </g>
  )
}

interface LaneAxisProps extends Pick<StripFrame, 'left' | 'right' | 'em'> {
  readonly name: string
  readonly lane: Lane
  /** Text after the unit: empty, or what the sizes are counted by, and the scale if it is not linear. */
  readonly per: string
}

function LaneAxis({ name, lane, left, right, em, per }: LaneAxisProps) {
  const { list, unit } = laneTicks(lane, em)
  return (
    <g className="lane-axis">
      <path d={list.map(({ value }) => `M${left},${Math.floor(lane.toY(value)) + 0.5}H${right}`).join('')} />
      <text x={left} y={lane.top - 0.45 * em}>
        {name}
        <tspan className="lane-unit">{`, ${unit.name}${per}`}</tspan>
      </text>
      {list.map(({ value, text }) => (
        <text key={text} className="end" x={left - 0.9 * em} y={Math.round(lane.toY(value) + 0.35 * em)}>
          {text}
        </text>
      ))}
    </g>
  )
}

/*
 * The touch area of a handle, 44 px, covers its neighbours, so a touch goes to the handle under it whose mark is
 * nearest.
 */

/** Pixels added to the distance of a line: a dot beside it is preferred, since a line can be dragged at any point. */
const LONG_GIVES_WAY = 10

/** For the capturing phase: passes a touch to the nearest handle, if that is not the topmost one. */
function toNearestHandle(event: PointerEvent<Element>): void {
  const { nativeEvent, target, clientX, clientY } = event
  if (event.pointerType === 'mouse' || !nativeEvent.isTrusted) return
  const nearest = nearestHandle(event.currentTarget.ownerDocument, clientX, clientY)
  if (!nearest || nearest.contains(target as Node)) return
  event.stopPropagation()
  // Otherwise the mouse events that follow a touch would focus the topmost handle.
  event.preventDefault()
  nearest.dispatchEvent(new PointerEvent('pointerdown', nativeEvent))
}

function nearestHandle(page: Document, x: number, y: number): Element | undefined {
  let nearest: { readonly handle: Element; readonly distance: number } | undefined
  for (const hit of page.elementsFromPoint(x, y)) {
    const handle = hit.closest('.handle')
    if (!handle) continue
    const distance = distanceTo(handle, x, y)
    if (!nearest || distance < nearest.distance) nearest = { handle, distance }
  }
  return nearest?.handle
}

function distanceTo(handle: Element, x: number, y: number): number {
  const dot = handle.querySelector('.dot')
  const { left, right, top, bottom } = (dot ?? handle.querySelector('.mark') ?? handle).getBoundingClientRect()
  if (dot) return Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2)
  return LONG_GIVES_WAY + Math.max(0, left - x, x - right)
}
