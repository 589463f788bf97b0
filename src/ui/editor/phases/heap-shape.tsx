import { HEAP_SHAPES, scanRateOfShape } from '../../../scenario/heap-shapes.ts'
import { Explain } from '../../explain.tsx'

interface HeapShapeProps {
  /** Bytes per CPU-second, as it stands. */
  readonly scanRate: number
  readonly onScanRate: (scanRate: number) => void
}

/** Sets the mark cost by what the live heap is made of. */
export function HeapShape({ scanRate, onScanRate }: HeapShapeProps) {
  const chosen = HEAP_SHAPES.findIndex((shape) => scanRateOfShape(shape) === scanRate)
  return (
    <div className="field choice">
      <Explain label="Heap shape">{HELP}</Explain>
      <select
        name="machine-heapShape"
        aria-label="Machine: heap shape"
        value={chosen}
        onChange={({ target }) => {
          const shape = HEAP_SHAPES[Number(target.value)]
          if (shape) onScanRate(scanRateOfShape(shape))
        }}
      >
        <option value={-1} disabled={chosen >= 0}>
          own mark cost
        </option>
        {HEAP_SHAPES.map(({ name }, i) => (
          <option key={name} value={i}>
            {name}
          </option>
        ))}
      </select>
    </div>
  )
}

const HELP = (
  <p>
    What the live heap is made of decides what marking costs. Each choice sets the mark cost that we measured for such a
    heap of 128-byte objects, with Go 1.26 and its Green Tea collector.
  </p>
)
