import { givePart } from './given.ts'
import { createMapPart } from './map.ts'

givePart('map', createMapPart)
