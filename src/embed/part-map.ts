import { createMapPart } from './map.ts'
import { registerPart } from './part-registry.ts'

registerPart('map', createMapPart)
