import { timeAxisTicks, withRoom } from '../../../charts/axes.ts'
import { TIME_LABEL_EMS } from '../../../charts/heap/heap-chart.ts'
import { toFrame } from '../../../charts/layout.ts'
import { scale } from '../../../charts/path.ts'
import { memoryTicks } from '../../../charts/ticks.ts'
import { nextRound } from '../../../numbers.ts'
import type { Axis } from '../../../store/state.ts'
import { MIB } from '../../../units.ts'
import type { Drawing } from '../draw/drawing.ts'
import type { StripTime } from './strip-time.ts'

/** Heights in ems: the live heap's lane, the gap for its name, the lane of the allocation rate. */
const LIVE_EMS = 7.5
const RATE_EMS = 4.5
const GAP_EMS = 1.8
const EVENTS_EMS = 2.2

/** The part of the geometry that stays the same during a drag, in pixels from the strip's top left corner. */
export type StripFrame = ReturnType<typeof toStripFrame>

export type Geometry = ReturnType<typeof toGeometry>

export type Lane = ReturnType<typeof toLane>

/** Borders of phases narrower than this many ems would fill the strip. */
const DENSE_EMS = 0.6

/** Whether the phases, which begin and end at these pixels, are too narrow on average to be drawn one by one. */
export function isDense(xs: readonly number[], { em }: Pick<StripFrame, 'em'>): boolean {
  const count = xs.length - 1
  return count > 0 && (xs.at(-1)! - xs[0]!) / count < DENSE_EMS * em
}

export interface Reach {
  readonly live: number
  readonly rate: number
}

/** Lanes that reach somewhat above all of a drawing. */
export function fitReach(drawing: Drawing): Reach {
  const { live, rate } = highestOf(drawing)
  return { live: roundUp(1.25 * Math.max(8 * MIB, live)), rate: roundUp(1.25 * Math.max(8 * MIB, rate)) }
}

/** The lanes as they are, as far as the drawing is within them. */
export function holdReach(held: Reach, drawing: Drawing): Reach {
  const highest = highestOf(drawing)
  const fitted = fitReach(drawing)
  return {
    live: highest.live <= held.live ? held.live : fitted.live,
    rate: highest.rate <= held.rate ? held.rate : fitted.rate,
  }
}

function highestOf({ start, phases }: Drawing): Reach {
  return {
    live: Math.max(start, ...phases.map(({ live }) => live)),
    rate: Math.max(...phases.map(({ allocRate }) => allocRate)),
  }
}

function roundUp(bytes: number): number {
  return nextRound([1, 1.5, 2, 3, 4, 5, 6, 8], bytes / MIB) * MIB
}

/** The frame of a chart that is as wide as the charts above, and on their axis. */
function toChartFrame({ width, window, em }: Pick<Axis, 'width' | 'window' | 'em'>) {
  return toFrame({ width, height: 100 }, window, { top: 0, bottom: 0 }, em)
}

/** The frame under charts of this width, for this font size. @param hasEvents whether there is a row of them */
export function toStripFrame(width: number, em: number, reach: Reach, hasEvents: boolean) {
  const { left, right, isNarrow } = toChartFrame({ width, em, window: [0, 1] })
  const top = GAP_EMS * em
  const live = toLane(top, top + LIVE_EMS * em, reach.live, 1)
  const rateTop = live.bottom + GAP_EMS * em
  // On a square-root scale: a spike allocates dozens of times as fast as the rest.
  const rate = toLane(rateTop, rateTop + RATE_EMS * em, reach.rate, 2)
  const bottom = rate.bottom + (hasEvents ? EVENTS_EMS * em : 0)
  return {
    width,
    left,
    right,
    isNarrow,
    em,
    height: Math.ceil(bottom + TIME_LABEL_EMS * em),
    live,
    rate,
    eventsY: rate.bottom + 1.2 * em,
    /** The baseline of the time axis's figures. */
    timesY: Math.round(bottom + 1.2 * em),
  }
}

export function toGeometry(frame: StripFrame, axis: Pick<Axis, 'width' | 'window' | 'em'>, time: StripTime) {
  const plot = toChartFrame(axis)
  const { x } = plot
  const ticks = timeAxisTicks(axis.window, plot)
  const { length, ended } = time
  return {
    ...frame,
    length,
    /** Where the run was killed or stopped before its program ended; undefined if it was not. */
    endedX: ended && tenths(scale(x, ended.axis)),
    /** The hairlines of the charts' time axis, and its figures. */
    lineXs: ticks.map(({ value }) => scale(x, value)),
    times: withRoom(ticks, plot).map(({ value, text }) => ({ x: scale(x, value), text })),
    /** The position of an instant of the program's own time, and back; that of an instant of the axis. */
    toX: (own: number) => scale(x, time.toAxis(own)),
    axisToX: (at: number) => scale(x, at),
    toOwn: (pixel: number) => time.toOwn(x.factor > 0 ? (pixel - x.offset) / x.factor : 0),
  }
}

/** The height of one figure in ems, and the least distance between two. */
const TICK_EMS = 1.5
const LEAST_TICK_EMS = 1

/** The ticks of a lane's axis: round sizes, as far apart as their figures need. */
export function laneTicks({ top, bottom, max, toY }: Pick<Lane, 'top' | 'bottom' | 'max' | 'toY'>, em: number) {
  const { list, unit } = memoryTicks(max, Math.max(2, Math.floor((bottom - top) / (TICK_EMS * em))))
  // From the largest down, and always 0: on a square-root scale large values are close together.
  const kept: (typeof list)[number][] = []
  for (const tick of list.toReversed()) {
    const above = kept[0]
    const isFar = !above || toY(tick.value) - toY(above.value) >= LEAST_TICK_EMS * em
    const isClearOfNought = tick.value === 0 || toY(0) - toY(tick.value) >= LEAST_TICK_EMS * em
    if (isFar && isClearOfNought) kept.unshift(tick)
  }
  return { list: kept, unit }
}

function toLane(top: number, bottom: number, max: number, power: number) {
  return {
    top,
    bottom,
    max,
    toY: (value: number) => bottom - (bottom - top) * (Math.max(0, value) / max) ** (1 / power),
    toValue: (y: number) => Math.max(0, (bottom - y) / (bottom - top)) ** power * max,
  }
}

/** The boundaries of all phases in pixels, to a tenth; the first is the start. */
export function boundaries({ toX }: Geometry, { phases }: Drawing): readonly number[] {
  let time = 0
  const ends = phases.map(({ duration }) => {
    time += duration
    return tenths(toX(time))
  })
  return [tenths(toX(0)), ...ends]
}

export function linePath(xs: readonly number[], ys: readonly number[]): string {
  return xs.map((x, i) => `${i === 0 ? 'M' : 'L'}${x},${ys[i] ?? 0}`).join('')
}

export function tenths(pixels: number): number {
  return Math.round(pixels * 10) / 10
}

export type Steps = ReturnType<typeof toSteps>

/** Steps of a drag: fine ones, or coarse ones to snap to. Seconds, bytes, bytes per second. */
export function toSteps({ left, right, toOwn, live, rate }: Geometry, isCoarse: boolean) {
  const part = isCoarse ? 25 : 250
  return {
    seconds: roundStep((toOwn(right) - toOwn(left)) / part),
    live: roundStep(live.max / part / MIB) * MIB,
    rate: roundStep(rate.max / part / MIB) * MIB,
  }
}

function roundStep(about: number): number {
  return about > 0 ? nextRound([1, 2, 5], about) : 1
}

export function snap(value: number, step: number): number {
  return Math.round(value / step) * step
}
