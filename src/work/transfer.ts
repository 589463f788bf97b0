import type { Trace } from '../model/trace.ts'

/** The memory behind a trace's columns, each piece once: what moves to another thread instead of being copied. */
export function toTransferList({ points, cycles }: Trace): ArrayBuffer[] {
  return buffersOf(points, points.runtime, cycles, cycles.runtime)
}

/** The same of groups of columns. */
export function buffersOf(...groups: readonly (object | undefined)[]): ArrayBuffer[] {
  const columns = groups.flatMap((group) => Object.values(group ?? {}))
  const buffers = columns.flatMap((column: unknown) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  )
  return [...new Set(buffers)]
}
