import { append, Mark, SVG } from '../../charts/dom.ts'
import { formatSize, sizeUnit } from '../../format.ts'
import { type HeapParts, heapPartsAt } from '../../model/heap-parts.ts'
import type { Trace } from '../../model/trace.ts'
import { nextRound } from '../../numbers.ts'
import { element, write } from '../dom.ts'

const COLUMNS = 60
const MOST_ROWS = 4
const CELL = 12
const GAP = 2

const PARTS: readonly (readonly [keyof HeapParts, string])[] = [
  ['marked', 'marked so far'],
  ['live', 'live, reachable'],
  ['fresh', 'new, reachable'],
  ['garbage', 'garbage, not found yet'],
  ['free', 'free'],
  ['returned', 'returned'],
]

export function createHeapBlocks() {
  const picture = new Mark(document.createElementNS(SVG, 'svg')).set('role', 'img')
  picture.set('viewBox', `0 0 ${COLUMNS * CELL} ${MOST_ROWS * CELL}`)
  const size = element('span')
  const parts = PARTS.map(([key, name]) => {
    const path = append(picture, 'path', `block-${key}`)
    const value = element('span')
    const swatch = element('i', { class: `block-${key}`, 'aria-hidden': 'true' })
    return { key, name, path, value, label: element('span', { class: 'block-name' }, swatch, ' ', value) }
  })
  const caption = element('figcaption', {}, size, ' ', ...parts.map(({ label }) => label))
  return {
    node: element('figure', { class: 'heap-blocks' }, picture.element, caption),
    /** Draws the heap at `time`, in seconds of the run's time axis; for a time outside the run nothing changes. */
    update(trace: Trace, time: number) {
      const bytes = heapPartsAt(trace, time)
      if (!bytes) return
      const block = blockSize(trace)
      write(size, `One block is ${formatSize(block, sizeUnit(block))}.`)
      let cell = 0
      for (const { key, name, path, value, label } of parts) {
        const count = Math.round(bytes[key] / block)
        path.set('d', toCells(cell, count))
        cell += count
        label.hidden = bytes[key] <= 0
        write(value, `${name} ${formatSize(bytes[key])}`)
      }
      const said = parts.filter(({ label }) => !label.hidden).map(({ value }) => value.textContent)
      picture.set('aria-label', `The heap as blocks: ${said.join(', ')}`)
    },
  }
}

function toCells(first: number, count: number): string {
  const side = CELL - GAP
  const toCell = (i: number) => `M${(i % COLUMNS) * CELL},${Math.floor(i / COLUMNS) * CELL}h${side}v${side}h${-side}z`
  return Array.from({ length: count }, (_, i) => toCell(first + i)).join('')
}

/** 1, 2 or 5 times a power of ten bytes in the heap's own unit, so that the whole run fits. */
function blockSize({ result }: Trace): number {
  const least = Math.max(1, result.peakMemoryBytes / (COLUMNS * MOST_ROWS))
  const unit = sizeUnit(least).bytes
  return nextRound([1, 2, 5], least / unit) * unit
}
