import { serve } from '../work/serve.ts'
import { buffersOf, toTransferList } from '../work/transfer.ts'
import { createEngine } from './engine.ts'
import type { Answer } from './jobs.ts'

serve(createEngine(), toTransfer)

/** The trace and the columns of a measured run move to the page: they are not copied. */
function toTransfer(answer: Answer): ArrayBuffer[] {
  if (answer.kind !== 'measured') return []
  const { trace, drawn, columns } = answer.measured
  return [...new Set([...toTransferList(trace), ...toTransferList(drawn)]), ...buffersOf(columns)]
}
