import type { Trace } from '../model/trace.ts'

/** The memory of a trace's columns, each buffer once: it is moved to another thread instead of being copied. */
export function toTransferList({ points, cycles }: Trace): ArrayBuffer[] {
  return buffersOf(points, points.runtime, cycles, cycles.runtime)
}

export function buffersOf(...groups: readonly (object | undefined)[]): ArrayBuffer[] {
  const columns = groups.flatMap((group) => Object.values(group ?? {}))
  const buffers = columns.flatMap((column: unknown) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  )
  return [...new Set(buffers)]
}
