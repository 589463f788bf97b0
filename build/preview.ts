import { readFileSync } from 'node:fs'
import { fitScales } from '../src/charts/scales.ts'
import { parseSheet, resolveValue } from '../src/charts/still/styles.ts'
import { endOf, visitGoal, visitSetting } from '../src/model/steps.ts'
import type { Trace } from '../src/model/trace.ts'
import type { Pixels } from './png.ts'

/** What sites show of a link: 1.91 to 1. */
export const PREVIEW = { width: 1200, height: 630 } as const

const EDGE = 48
const LINE = 5
/** Samples per pixel of width, for smooth edges of the sawtooth. */
const SAMPLES = 4

type Colour = readonly [number, number, number]

const sheet = parseSheet(readFileSync('src/charts/charts.css', 'utf8'))

function colour(name: string): Colour {
  const text = resolveValue(sheet, `var(--${name})`, 'light')
  const at = (from: number) => Number.parseInt(text.slice(from, from + 2), 16)
  return [at(1), at(3), at(5)]
}

/**
 * A run without words, as sites show it beside a link: live and new heap stacked, goal and limits over it, in the light
 * colours of the charts.
 */
export function drawPreview(trace: Trace): Pixels {
  const canvas = createCanvas(colour('paper'))
  const { memoryMax } = fitScales(trace, undefined)
  const end = endOf(trace) || 1
  const width = PREVIEW.width - 2 * EDGE
  const height = PREVIEW.height - 2 * EDGE
  const toY = (bytes: number) => PREVIEW.height - EDGE - (bytes / memoryMax) * height
  const toX = (time: number) => EDGE + (time / end) * width
  const at = createReader(trace)
  const [fresh, live] = [colour('fresh'), colour('live')]
  for (let x = 0; x < width; x++) {
    for (let sample = 0; sample < SAMPLES; sample++) {
      const heap = at(((x + (sample + 0.5) / SAMPLES) / width) * end)
      canvas.column(EDGE + x, toY(heap.total), toY(heap.live), fresh, 1 / SAMPLES)
      canvas.column(EDGE + x, toY(heap.live), toY(0), live, 1 / SAMPLES)
    }
  }
  const line = (name: string, bytes: readonly (readonly [number, number])[]) => {
    let before: readonly [number, number] | undefined
    for (const [time, value] of bytes) {
      const now = [toX(time), toY(value)] as const
      if (before && Number.isFinite(value) && Number.isFinite(before[1])) canvas.line(before, now, colour(name))
      before = now
    }
  }
  line(
    'goal',
    collect((visit) => visitGoal(trace, [0, end], visit)),
  )
  line(
    'memory-limit',
    collect((visit) => visitSetting(trace, 'memoryLimit', visit)),
  )
  line(
    'container-limit',
    collect((visit) => visitSetting(trace, 'containerLimit', visit)),
  )
  canvas.line([EDGE, toY(0)], [EDGE + width, toY(0)], colour('ink-soft'))
  return canvas.pixels
}

function collect(visitAll: (visit: (time: number, value: number) => void) => void) {
  const found: (readonly [number, number])[] = []
  visitAll((time, value) => found.push([time, value]))
  return found
}

/** The stack at instants that only grow. */
function createReader({ points }: Trace) {
  let i = 0
  return (time: number) => {
    while (i + 1 < points.count - 1 && points.time[i + 1]! <= time) i++
    const next = Math.min(i + 1, points.count - 1)
    const span = points.time[next]! - points.time[i]!
    const part = span > 0 ? Math.max(0, Math.min(1, (time - points.time[i]!) / span)) : 0
    const between = (column: Float64Array) => column[i]! + (column[next]! - column[i]!) * part
    const live = between(points.live)
    return { live, total: live + between(points.fresh) }
  }
}

function createCanvas(paper: Colour) {
  const { width, height } = PREVIEW
  const data = new Uint8Array(width * height * 3)
  for (let i = 0; i < data.length; i++) data[i] = paper[i % 3]!
  const blend = (x: number, y: number, tint: Colour, share: number) => {
    if (x < 0 || y < 0 || x >= width || y >= height || share <= 0) return
    const at = (y * width + x) * 3
    for (let k = 0; k < 3; k++)
      data[at + k] = Math.round(data[at + k]! + (tint[k]! - data[at + k]!) * Math.min(1, share))
  }
  // The samples of a pixel are blended one after another: each covers a part of what is left.
  const laid = new Float64Array(height)
  let column = -1
  return {
    pixels: { width, height, data },
    /** A stretch of a column from `top` down to `bottom`, `share` of a pixel wide. */
    column(x: number, top: number, bottom: number, tint: Colour, share: number) {
      if (x !== column) laid.fill(0)
      column = x
      for (let y = Math.max(0, Math.floor(top)); y < Math.min(height, bottom); y++) {
        const part = (Math.min(y + 1, bottom) - Math.max(y, top)) * share
        laid[y] = laid[y]! + part
        blend(x, y, tint, part / (1 - Math.min(0.999, laid[y]! - part)))
      }
    },
    /** A line along an axis. */
    line([fromX, fromY]: readonly [number, number], [toX, toY]: readonly [number, number], tint: Colour) {
      const half = LINE / 2
      const box = [
        Math.min(fromX, toX) - half,
        Math.min(fromY, toY) - half,
        Math.max(fromX, toX) + half,
        Math.max(fromY, toY) + half,
      ]
      const [left = 0, top = 0, right = 0, bottom = 0] = box.map(Math.round)
      for (let y = top; y < bottom; y++) for (let x = left; x < right; x++) blend(x, y, tint, 1)
    },
  }
}
