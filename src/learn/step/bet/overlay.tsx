import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type SVGProps,
  useEffect,
  useRef,
  useState,
} from 'react'
import { useStore } from 'zustand'
import { HEAP_MARGINS } from '../../../charts/heap/heap-chart.ts'
import { BOLD, type Frame, textEms, toFrame } from '../../../charts/layout.ts'
import { answerOf } from '../../../lessons/judge-bet.ts'
import { isOfHeap } from '../../../lessons/measure.ts'
import { nameOf, showQuantity } from '../../../lessons/words.ts'
import { useApp } from '../../../ui/context.ts'
import { isChord } from '../../../view/keys.ts'
import { KEY_STEPS } from '../../../view/knobs/stops.ts'
import { useStep } from '../step-context.ts'

/** Over the heap chart: the line of a bet, and afterwards the gap between bet and answer. */
export function Overlay() {
  const { step, experiment, isRevealed, judged } = useStep()
  const axis = useStore(useApp().axis)
  const { bet } = step
  if (!bet || (bet.kind !== 'level' && bet.kind !== 'moment') || axis.width === 0) return null
  const frame = toFrame(axis, axis.window, HEAP_MARGINS, axis.em)
  const above = isOfHeap(bet.of) ? experiment.scenario.program.otherMemory : 0
  const scales = bet.kind === 'level' ? toLevel(frame, axis.memoryMax, above) : toMoment(frame, axis.window)
  if (!isRevealed) return <Placing frame={frame} scales={scales} />
  return judged ? <Gap frame={frame} scales={scales} /> : null
}

function Placing({ frame, scales }: PlacedProps) {
  const { setGuess } = useStep()
  const svg = useRef<SVGSVGElement>(null)
  const place = (event: PointerEvent) => {
    const box = svg.current?.getBoundingClientRect()
    if (!box) return
    const value = scales.toValue(scales.isLevel ? event.clientY - box.top : event.clientX - box.left)
    setGuess(snap(value, scales.max))
  }
  const { left, top, width, height } = frame
  return (
    <svg ref={svg} className={`overlay placing ${scales.isLevel ? 'level' : 'moment'}`}>
      <title>Where you place your bet</title>
      <rect
        className="catch"
        {...{ x: left, y: top, width, height }}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          place(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) place(event)
        }}
      />
      <AroundReadout>
        <BetLine frame={frame} scales={scales} />
      </AroundReadout>
    </svg>
  )
}

/** The overlay is above the chart, but the box with the chart's values must stay readable: nothing is drawn over it. */
function AroundReadout({ children }: { readonly children: ReactNode }) {
  const app = useApp()
  const group = useRef<SVGGElement>(null)
  const [hole, setHole] = useState<SVGProps<SVGRectElement>>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: another app has another chart
  useEffect(() => {
    const readout = group.current?.closest('.lesson-figure')?.querySelector('.heap-host .readout')
    const box = readout?.querySelector('rect')
    if (!readout || !box) return
    const measure = () => {
      const isShown = readout.getAttribute('display') !== 'none'
      const [transform, width, height] = [
        readout.getAttribute('transform'),
        box.getAttribute('width'),
        box.getAttribute('height'),
      ].map((value) => value ?? undefined)
      setHole(isShown ? { transform, width, height } : undefined)
    }
    const observer = new MutationObserver(measure)
    observer.observe(readout, {
      attributes: true,
      subtree: true,
      attributeFilter: ['display', 'transform', 'width', 'height'],
    })
    measure()
    return () => observer.disconnect()
  }, [app])
  return (
    <g ref={group} mask={hole && 'url(#around-readout)'}>
      {hole && (
        <mask id="around-readout" maskUnits="userSpaceOnUse" x={0} y={0} width="100%" height="100%">
          <rect width="100%" height="100%" fill="white" />
          <rect {...hole} fill="black" />
        </mask>
      )}
      {children}
    </g>
  )
}

/** The initial position of the line, as a share of the axis: beyond the part of the run that is shown, and its names. */
const START = { level: 0.7, moment: 0.85 } as const

/** The line of a bet: a slider to the keyboard and to a screen reader. */
function BetLine({ frame, scales }: PlacedProps) {
  const { step, experiment, guess, setGuess, reveal } = useStep()
  const { left, right, top, bottom, em } = frame
  const value =
    typeof guess === 'number' ? guess : snap(scales.max * START[scales.isLevel ? 'level' : 'moment'], scales.max)
  const at = scales.toPixel(value)
  const unit = (step.bet && answerOf(step.bet, experiment)?.unit) ?? 'bytes'
  const text = showQuantity({ value, unit })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isChord(event)) return
    if (event.key === 'Enter' && guess !== undefined) reveal()
    const steps = KEY_STEPS[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const next = steps === Infinity ? scales.max : value + steps * stepOf(scales.max)
    setGuess(Math.min(scales.max, Math.max(0, snap(next, scales.max))))
  }
  const line = scales.isLevel ? `M${left},${at}H${right}` : `M${at},${top}V${bottom}`
  const words = guess === undefined ? 'drag me' : text
  // If only a part of the run is shown, the names of lines stand at its end, and not beside the plot.
  const edge = step.bet?.until === undefined ? right : frame.outerWidth
  const knob = scales.isLevel ? { cx: left + 1.2 * em, cy: at } : { cx: at, cy: bottom - 1.2 * em }
  return (
    <g
      role="slider"
      tabIndex={0}
      className={`bet-line${guess === undefined ? ' unplaced' : ''}`}
      aria-label="Your bet"
      aria-orientation={scales.isLevel ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={scales.max}
      aria-valuenow={value}
      aria-valuetext={guess === undefined ? `${text}, not placed yet` : text}
      onKeyDown={onKeyDown}
    >
      <path className="line" d={line} />
      <circle className="knob" {...knob} r={0.6 * em} />
      <text
        {...(scales.isLevel ? { x: left + 2.4 * em, y: at - 0.45 * em } : besideLine(frame, at, words, edge))}
        fontSize={em}
      >
        {words}
      </text>
    </g>
  )
}

/** To the right of an upright line, away from the names of lines, unless the text would pass the edge. */
export function besideLine({ bottom, em }: Pick<Frame, 'bottom' | 'em'>, at: number, text: string, edge: number) {
  return { y: bottom - 2.4 * em, ...besideUpright(at, at + reachOf(text, em) > edge, em) }
}

/** The distance from an upright line to the end of the words beside it. */
function reachOf(text: string, em: number): number {
  return (0.6 + BOLD * textEms(text)) * em
}

function besideUpright(at: number, isOnLeft: boolean, em: number) {
  return { x: at + (isOnLeft ? -0.6 : 0.6) * em, textAnchor: isOnLeft ? 'end' : 'start' } as const
}

/** The bet and the answer, as two lines with the gap between them. The words are beside the figure too. */
function Gap({ frame, scales }: PlacedProps) {
  const { guess, judged } = useStep()
  if (!judged || guess === undefined) return null
  const { answer } = judged
  const [at, truth] = [scales.toPixel(Number(guess)), scales.toPixel(Number(answer.value))]
  const { left, right, top, bottom, em } = frame
  const line = (pixel: number) => (scales.isLevel ? `M${left},${pixel}H${right}` : `M${pixel},${top}V${bottom}`)
  const middle = scales.isLevel ? left + 5.2 * em : bottom - 1.2 * em
  const bracket = scales.isLevel ? `M${middle},${at}V${truth}` : `M${at},${middle}H${truth}`
  const show = (value: number) => showQuantity({ ...answer, value })
  const lines: readonly [GapLine, GapLine] = [
    { pixel: at, text: `your bet ${show(Number(guess))}` },
    { pixel: truth, text: `run ${show(Number(answer.value))}` },
  ]
  // From the top, or from the left.
  const [first, second] = at <= truth ? lines : ([lines[1], lines[0]] as const)
  return (
    <svg className="overlay gap-drawn" fontSize={em} aria-hidden="true">
      <AroundReadout>
        <path className="truth" d={line(truth)} />
        <path className="guess" d={line(at)} />
        <path className="gap" d={bracket} />
        {(scales.isLevel ? besideLevels : besideMoments)(frame, first, second).map(({ text, ...place }) => (
          <text key={text} {...place}>
            {text}
          </text>
        ))}
      </AroundReadout>
    </svg>
  )
}

/** A line of the gap: its position in pixels, and its words. */
interface GapLine {
  readonly pixel: number
  readonly text: string
}

/** The words of two levels: above the upper one and below the lower one, or above both where the time axis is too near. */
export function besideLevels({ left, bottom, em }: Frame, upper: GapLine, lower: GapLine) {
  const below = lower.pixel + 1.1 * em
  const y = below + 0.3 * em <= bottom ? below : lower.pixel - 0.4 * em
  const x = left + 6.2 * em
  return [
    { text: upper.text, x, y: Math.min(upper.pixel - 0.4 * em, y - 1.2 * em) },
    { text: lower.text, x, y },
  ]
}

/**
 * The words of two moments: left of the first and right of the second, or on the other side where they would be cut
 * off. In two rows, so that they never cover each other.
 */
export function besideMoments({ left, bottom, em, outerWidth }: Frame, first: GapLine, second: GapLine) {
  const isFirstLeft = first.pixel - reachOf(first.text, em) >= left
  const isSecondLeft = second.pixel + reachOf(second.text, em) > outerWidth
  return [
    { text: first.text, y: bottom - 3.3 * em, ...besideUpright(first.pixel, isFirstLeft, em) },
    { text: second.text, y: bottom - 2 * em, ...besideUpright(second.pixel, isSecondLeft, em) },
  ]
}

interface GapChoicesProps {
  readonly choices: readonly string[]
  readonly guess: string
  readonly answer: string
}

/** The choices of a bet, with the chosen one, the answer, and the gap between them. The words are beside it. */
export function GapChoices({ choices, guess, answer }: GapChoicesProps) {
  // The answer need not be among the choices.
  const rows = choices.includes(answer) ? choices : [...choices, answer]
  const [from = 0, to = 0] = [rows.indexOf(guess), rows.indexOf(answer)].sort((a, b) => a - b)
  return (
    <ul className="gap-choices soft" aria-hidden="true">
      {rows.map((choice, i) => (
        <li
          key={choice}
          className={[
            choice === guess && 'guess',
            choice === answer && 'truth',
            i >= from && i < to && 'gap',
            i > from && i <= to && 'gap-above',
          ]
            .filter(Boolean)
            .join(' ')}
        >
          {nameOf(choice)}
          {choice === guess && <b>your bet</b>}
          {choice === answer && <b>run</b>}
        </li>
      ))}
    </ul>
  )
}

/** Maps a value to its position in pixels, and back. */
interface Placed {
  readonly isLevel: boolean
  readonly max: number
  readonly toPixel: (value: number) => number
  readonly toValue: (pixel: number) => number
}

interface PlacedProps {
  readonly frame: Frame
  readonly scales: Placed
}

/** @param above what the chart draws below the value, in its unit */
export function toLevel({ top, bottom }: Frame, axisMax: number, above = 0): Placed {
  const max = axisMax - above
  return {
    isLevel: true,
    max,
    toPixel: (value) => bottom - ((above + value) / axisMax) * (bottom - top),
    toValue: (y) => Math.min(max, Math.max(0, ((bottom - y) / (bottom - top)) * axisMax - above)),
  }
}

function toMoment({ left, right }: Frame, [start, end]: readonly [number, number]): Placed {
  return {
    isLevel: false,
    max: end,
    toPixel: (value) => left + ((value - start) / (end - start)) * (right - left),
    toValue: (x) => Math.min(end, Math.max(start, start + ((x - left) / (right - left)) * (end - start))),
  }
}

/** The nearest multiple of the step of keys and pointer. */
export function snap(value: number, max: number): number {
  const step = stepOf(max)
  return Math.round(value / step) * step
}

/** The step on an axis that ends at `max`: a power of two, at most a hundredth and over a two-hundredth of it. */
export function stepOf(max: number): number {
  return 2 ** Math.floor(Math.log2(max / 100))
}
