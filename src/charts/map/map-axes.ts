import { formatSizeText } from '../../format.ts'
import { append, type Mark } from '../dom.ts'
import { textEms } from '../layout.ts'
import { createWriter, type Write } from '../writer.ts'
import { type MapFrame, positionOf, type Side } from './map-frame.ts'

const GOGC_TICKS = [10, 20, 50, 100, 200, 500, 1000]
/** If there is no room for all, the largest are kept. */
const SHARE_TICKS = [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.25]

export function createMapAxes(parent: Mark): (frame: MapFrame, container: number) => void {
  const edge = append(parent, 'path', 'baseline')
  const texts = append(parent, 'g')
  const write = createWriter(texts)
  return (frame, container) => {
    const { y, em, left, right, top, bottom } = frame
    texts.element.textContent = ''
    edge.set('d', `M${left},${bottom + 0.5}H${right}`)
    writeAcross(write, frame, 'gogc')
    for (const tick of limitTicks(y, 1.7 * em))
      write(formatSizeText(tick), left - 0.5 * em, positionOf(y, tick) + 0.35 * em, 'ticks end')
    if (y.off) write('off', left - 0.5 * em, positionOf(y, Infinity) + 0.35 * em, 'ticks end')
    write('GOMEMLIMIT', 0, top - 0.8 * em, 'ticks start')
    if (!Number.isFinite(container)) return
    const at = (share: number) => positionOf(y, share * container)
    const shares = SHARE_TICKS.filter((share) => isWithin(y, share * container))
    for (const share of keepApart(shares, at, 1.4 * em))
      write(`${share * 100} %`, right + 0.4 * em, at(share) + 0.35 * em, 'ticks start')
    const name = 'of container'
    write(name, right + SHARE_NAME_EMS * em - textEms(name) * em, top - 0.8 * em, 'ticks start')
  }
}

/** The figures of an axis across the chart, and its name below them. */
export function writeAcross(
  write: Write,
  { x, left, right, bottom, em }: Pick<MapFrame, 'x' | 'left' | 'right' | 'bottom' | 'em'>,
  axis: 'gogc' | 'limit',
): void {
  const isGogc = axis === 'gogc'
  const below = (text: string, value: number) => write(text, positionOf(x, value), bottom + 1.3 * em, 'ticks middle')
  for (const tick of isGogc ? gogcTicks(x, em) : limitTicks(x, 5 * em))
    below(isGogc ? String(tick) : formatSizeText(tick), tick)
  if (x.off) below('off', Infinity)
  write(isGogc ? 'GOGC' : 'GOMEMLIMIT', (left + right) / 2, bottom + 2.6 * em, 'ticks middle')
}

const SHARE_NAME_EMS = 3.4

function isWithin({ values }: Side, value: number): boolean {
  return value >= (values[0] ?? Infinity) && value <= (values.at(-1) ?? 0)
}

/** Values of GOGC with a figure; fewer if there is little room. */
function gogcTicks(side: Side, em: number): readonly number[] {
  const isNarrow = Math.abs(positionOf(side, 1000) - positionOf(side, 10)) < 26 * em
  // Off is next to the last of them.
  const isClear = (tick: number) =>
    !side.off || Math.abs(positionOf(side, Infinity) - positionOf(side, tick)) > 2.6 * em
  return GOGC_TICKS.filter(
    (tick) => isWithin(side, tick) && isClear(tick) && (!isNarrow || tick === 10 || tick === 100),
  )
}

/** Settings of the axis with a figure: the roundest ones that are `apart` pixels from each other. */
function limitTicks(side: Side, apart: number): number[] {
  const roundness = (value: number) =>
    [64, 50, 32, 25, 20, 16, 10, 8, 5, 4, 2].findIndex((step) => isMultiple(value, step))
  const byRoundness = [...side.values].sort((a, b) => rank(roundness(a)) - rank(roundness(b)) || a - b)
  const placeOf = (value: number) => positionOf(side, value)
  const isClear = (value: number) => !side.off || Math.abs(placeOf(Infinity) - placeOf(value)) > LIMIT_TO_OFF * apart
  return keepApart(byRoundness.filter(isClear), placeOf, apart)
}

/** “Off” is a short word, so it needs only this share of the room. */
const LIMIT_TO_OFF = 0.8

/** The values with enough pixels between them; if two are too near, the first one of the list is kept. */
function keepApart(values: readonly number[], placeOf: (value: number) => number, apart: number): number[] {
  const kept: number[] = []
  for (const value of values)
    if (kept.every((other) => Math.abs(placeOf(value) - placeOf(other)) > apart)) kept.push(value)
  return kept
}

const rank = (found: number) => (found < 0 ? 99 : found)

/** Whether a size is a multiple of a step in its leading unit: 1536 MiB is one of half a GiB. */
function isMultiple(value: number, step: number): boolean {
  const unit = 1024 ** Math.floor(Math.log2(value) / 10)
  const scaled = value / unit
  return Number.isInteger(scaled / step) || (scaled < 16 && Number.isInteger((scaled * 64) / step))
}
