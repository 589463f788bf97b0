import { serve } from '../../work/serve.ts'
import { createBatches } from './batch.ts'

serve(createBatches())
