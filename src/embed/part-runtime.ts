import { simulateRuntimeInSlices } from '../model/runtime/simulate.ts'
import { registerPart } from './part-registry.ts'

registerPart('runtime', simulateRuntimeInSlices)
