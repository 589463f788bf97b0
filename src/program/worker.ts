import { serve } from '../work/serve.ts'
import { createEngine } from './engine.ts'

serve(createEngine())
