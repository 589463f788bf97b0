import { formatSize, sizeUnit } from '../../format.ts'
import { type HeapParts, heapPartsAt } from '../../model/heap-parts.ts'
import type { Trace } from '../../model/trace.ts'

const COLUMNS = 60
const MOST_ROWS = 4
const CELL = 12
const GAP = 2

const PARTS: readonly (readonly [keyof HeapParts, string])[] = [
  ['marked', 'marked so far'],
  ['live', 'live'],
  ['fresh', 'new'],
  ['garbage', 'garbage, not found yet'],
  ['free', 'free'],
  ['returned', 'returned'],
]

/** The heap at the cursor as blocks of one size. */
export function HeapBlocks({ trace, time }: { readonly trace: Trace; readonly time: number }) {
  const parts = heapPartsAt(trace, time)
  if (!parts) return null
  const block = blockSize(trace)
  const used = PARTS.filter(([key]) => parts[key] > 0)
  let cell = 0
  const paths = used.map(([key, name]) => {
    const count = Math.round(parts[key] / block)
    const path = Array.from({ length: count }, (_, i) => toCell(cell + i)).join('')
    cell += count
    return { key, name, path }
  })
  const height = Math.ceil(Math.max(cell, 1) / COLUMNS) * CELL
  return (
    <figure className="heap-blocks">
      <svg
        viewBox={`0 0 ${COLUMNS * CELL} ${Math.max(height, MOST_ROWS * CELL)}`}
        role="img"
        aria-label={`The heap as blocks: ${used.map(([key, name]) => `${name} ${formatSize(parts[key])}`).join(', ')}`}
      >
        {paths.map(({ key, path }) => (
          <path key={key} className={`block-${key}`} d={path} />
        ))}
      </svg>
      <figcaption>
        One block is {formatSize(block, sizeUnit(block))}.{' '}
        {used.map(([key, name]) => (
          <span key={key} className="block-name">
            <i className={`block-${key}`} aria-hidden="true" /> {name} {formatSize(parts[key])}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

function toCell(i: number): string {
  const side = CELL - GAP
  return `M${(i % COLUMNS) * CELL},${Math.floor(i / COLUMNS) * CELL}h${side}v${side}h${-side}z`
}

/** 1, 2 or 5 times a power of ten bytes in the heap's own unit, so that the whole run fits. */
function blockSize({ result }: Trace): number {
  const least = Math.max(1, result.peakMemoryBytes / (COLUMNS * MOST_ROWS))
  const unit = sizeUnit(least).bytes
  const power = 10 ** Math.floor(Math.log10(least / unit))
  const factor = [1, 2, 5, 10].find((step) => step * power * unit >= least) ?? 10
  return factor * power * unit
}
