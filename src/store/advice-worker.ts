import { serve } from '../work/serve.ts'
import { searchInTurns } from './advice-search.ts'

serve(searchInTurns)
