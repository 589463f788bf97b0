import { BOLD, textEms } from '../../../charts/layout.ts'
import { showNumber, showSize } from '../../../view/notation.ts'
import { type Drawing, isFlat, levelAt } from '../draw/drawing.ts'
import { setAllocRate, setDuration, setLevel, setLive } from '../draw/edit.ts'
import { tenths } from './geometry.ts'
import { DrawnHandle } from './handle.tsx'
import type { StripLayout } from './strip-layout.ts'

interface PhaseProps {
  readonly stand: StripLayout
  readonly phase: number
}

export function PhaseHandles({ stand }: Pick<PhaseProps, 'stand'>) {
  const phases = stand.drawing.phases.map((_, phase) => phase)
  return (
    <>
      {/* Under the levels, which are at the ends of phases. */}
      {phases.map((phase) => (
        <LiveLine key={phase} stand={stand} phase={phase} />
      ))}
      <Level stand={stand} boundary={0} />
      {phases.map((phase) => (
        // The order never changes: if an element moves within the page, it loses the pointer that holds it.
        <g key={phase}>
          <Rate stand={stand} phase={phase} />
          <End stand={stand} phase={phase} />
          <Level stand={stand} boundary={phase + 1} />
        </g>
      ))}
    </>
  )
}

/** The live heap at a boundary: 0 is the start, i + 1 the end of phase i. */
function Level({ stand, boundary }: { readonly stand: StripLayout; readonly boundary: number }) {
  const { geometry, xs, ys, selected, drawing } = stand
  const phase = Math.max(0, boundary - 1)
  const text = showSize(levelAt(drawing, boundary))
  const isStart = boundary === 0
  return (
    <DrawnHandle
      className="level"
      label={isStart ? 'Live heap at the start' : `Phase ${boundary}: live heap at its end`}
      text={text}
      geometry={geometry}
      counts="live"
      phase={phase}
      isReached={phase === selected}
      transform={`translate(${xs[boundary] ?? 0},${ys[boundary] ?? 0})`}
      read={(drawing) => levelAt(drawing, boundary)}
      put={(drawing, bytes) => setLive(drawing, boundary, bytes)}
    >
      <circle className="hit" r={11} />
      <circle className="dot" r={5} />
      <text className="value" x={isStart ? 8 : 0} y={-11} textAnchor={isStart ? 'start' : 'middle'}>
        {text}
      </text>
    </DrawnHandle>
  )
}

/** The line of a phase: dragging it lifts the whole plateau. By keyboard, the levels at its ends do that. */
function LiveLine({ stand, phase }: PhaseProps) {
  const { geometry, xs, ys, drawing } = stand
  // From its middle, where its value is, half its width and rise to either side.
  const [x, y] = [middle(xs, phase), middle(ys, phase)]
  const [dx, dy] = [tenths((xs[phase + 1] ?? 0) - x), tenths((ys[phase + 1] ?? 0) - y)]
  const text = showSize(levelAt(drawing, phase + 1))
  return (
    <DrawnHandle
      className="line"
      label={`Phase ${phase + 1}: ${isFlat(drawing, phase) ? 'plateau' : 'slope'} of the live heap`}
      text={text}
      geometry={geometry}
      counts="live"
      phase={phase}
      isReached={false}
      transform={`translate(${x},${y})`}
      read={(drawing) => levelAt(drawing, phase + 1)}
      put={(drawing, bytes) => setLevel(drawing, phase, bytes)}
    >
      <path className="hit" d={`M${-dx},${-dy}L${dx},${dy}`} />
      <text className="value" y={-10} textAnchor="middle">
        {text}
      </text>
    </DrawnHandle>
  )
}

function End({ stand: { geometry, xs, selected, drawing }, phase }: PhaseProps) {
  const { left, live, rate, em } = geometry
  const durationIn = ({ phases }: Drawing) => phases[phase]?.duration ?? 0
  // Through both lanes, but not through the name between them.
  const line = `M0,${live.top}V${live.bottom}M0,${rate.top}V${rate.bottom}`
  const x = xs[phase + 1] ?? 0
  const text = `${showNumber(durationIn(drawing))} s`
  return (
    <DrawnHandle
      className="end-of-phase"
      label={`Phase ${phase + 1}: duration`}
      text={text}
      geometry={geometry}
      counts="seconds"
      phase={phase}
      isReached={phase === selected}
      x={x}
      transform={`translate(${x},0)`}
      read={durationIn}
      put={(drawing, seconds, step) =>
        setDuration(drawing, phase, Math.max(Math.min(step, durationIn(drawing) || step), seconds))
      }
    >
      <path className="hit" d={line} />
      <path className="mark" d={line} />
      <rect className="grip" x={-3} width={6} y={rate.bottom - 1.1 * em} height={1.1 * em} rx={2} />
      <text className="value" {...besideEnd(x - left, text, em)} y={rate.bottom - 0.3 * em}>
        {text}
      </text>
    </DrawnHandle>
  )
}

/** Left of the end of a phase; right of it where the axis is too near. */
export function besideEnd(room: number, text: string, em: number) {
  return 8 + BOLD * textEms(text) * em > room ? ({ x: 8 } as const) : ({ x: -8, textAnchor: 'end' } as const)
}

function Rate({ stand: { geometry, xs, selected, drawing }, phase }: PhaseProps) {
  const rateIn = ({ phases }: Drawing) => phases[phase]?.allocRate ?? 0
  // From its middle, where its dot and its value are.
  const x = middle(xs, phase)
  const half = tenths((xs[phase + 1] ?? 0) - x)
  const text = showSize(rateIn(drawing))
  return (
    <DrawnHandle
      className="rate"
      label={`Phase ${phase + 1}: allocation rate`}
      text={`${text} per second`}
      geometry={geometry}
      counts="rate"
      phase={phase}
      isReached={phase === selected}
      transform={`translate(${x},${tenths(geometry.rate.toY(rateIn(drawing)))})`}
      read={rateIn}
      put={(drawing, bytes) => setAllocRate(drawing, phase, bytes)}
    >
      <path className="hit" d={`M${-half},0H${half}`} />
      <circle className="dot" r={4} />
      <text className="value" y={-10} textAnchor="middle">
        {`${text}/s`}
      </text>
    </DrawnHandle>
  )
}

function middle(places: readonly number[], phase: number): number {
  return tenths(((places[phase] ?? 0) + (places[phase + 1] ?? 0)) / 2)
}
