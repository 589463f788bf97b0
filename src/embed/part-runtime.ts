import { RUNTIME } from '../model/runtime/simulator.ts'
import { registerPart } from './part-registry.ts'

registerPart('runtime', RUNTIME)
