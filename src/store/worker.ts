import { GUIDE } from '../model/guide/simulator.ts'
import { RUNTIME } from '../model/runtime/simulator.ts'
import { inSlices } from '../model/slices.ts'
import type { Scenario } from '../scenario/types.ts'
import { serve } from '../work/serve.ts'
import { toTransferList } from '../work/transfer.ts'

serve((scenario: Scenario) => inSlices(scenario.model === 'runtime' ? RUNTIME : GUIDE, scenario), toTransferList)
