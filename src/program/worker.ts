import { serve } from '../work/serve.ts'
import { buffersOf, toTransferList } from '../work/transfer.ts'
import { createEngine } from './engine.ts'
import type { Answer } from './jobs.ts'

serve(createEngine(), toTransfer)

/** The trace and the columns of a measured run move to the page: they are not copied. */
function toTransfer(answer: Answer): ArrayBuffer[] {
  const measured = answer.kind === 'measured' ? answer.measured : answer.kind === 'read' && answer.log?.longest
  if (!measured) return []
  const { trace, drawn, columns } = measured
  return [...new Set([...toTransferList(trace), ...toTransferList(drawn)]), ...buffersOf(columns)]
}
