import { serve } from '../../work/serve.ts'
import { simulateCells } from './cells.ts'

serve(simulateCells)
