import { serve } from '../../work/serve.ts'
import { buffersOf, toTransferList } from '../../work/transfer.ts'
import { createEngine } from './engine.ts'
import type { Drawable, EngineAnswer } from './jobs.ts'

serve(createEngine(), toTransfer)

/** Traces and the columns of a run move to the page: they are not copied. */
function toTransfer(answer: EngineAnswer): ArrayBuffer[] {
  if ('columns' in answer) return [...buffersOfRun(answer), ...buffersOf(answer.columns)]
  if ('trace' in answer) return buffersOfRun(answer)
  return 'ok' in answer && answer.ok ? buffersOfRun(answer.value) : []
}

function buffersOfRun({ trace, drawn }: Drawable): ArrayBuffer[] {
  return [...new Set([...toTransferList(trace), ...toTransferList(drawn)])]
}
