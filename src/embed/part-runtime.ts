import { RUNTIME } from '../model/runtime/simulator.ts'
import { givePart } from './given.ts'

givePart('runtime', RUNTIME)
