import type { Trace } from '../model/trace.ts'

/** The memory behind a trace's columns, each piece once: what moves to another thread instead of being copied. */
export function toTransferList(trace: Trace): ArrayBuffer[] {
  const { points, cycles } = trace
  const columns = [points, points.runtime, cycles, cycles.runtime].flatMap((group) => Object.values(group ?? {}))
  const buffers = columns.flatMap((column: unknown) =>
    ArrayBuffer.isView(column) && column.buffer instanceof ArrayBuffer ? [column.buffer] : [],
  )
  return [...new Set(buffers)]
}
