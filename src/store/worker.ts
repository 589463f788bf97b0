import { simulateInSlices } from '../model/simulate.ts'
import { inSlices } from '../model/slices.ts'
import type { Scenario } from '../scenario/types.ts'
import { serve } from '../work/serve.ts'
import { toTransferList } from '../work/transfer.ts'

serve((scenario: Scenario) => inSlices(simulateInSlices, scenario), toTransferList)
