import { serve } from '../../work/serve.ts'
import { toTransferList } from '../../work/transfer.ts'
import { runJob } from './jobs.ts'

serve(runJob, (sent) => (sent && 'points' in sent ? toTransferList(sent) : []))
