import { serve } from '../../work/serve.ts'
import { buffersOf, toTransferList } from '../../work/transfer.ts'
import { createEngine } from './engine.ts'
import type { EngineAnswer } from './jobs.ts'

serve(createEngine(), toTransfer)

/** The trace and the columns of a run move to the page: they are not copied. */
function toTransfer(answer: EngineAnswer): ArrayBuffer[] {
  if (!('trace' in answer)) return []
  const { trace, drawn, columns } = answer
  return [...new Set([...toTransferList(trace), ...toTransferList(drawn)]), ...buffersOf(columns)]
}
