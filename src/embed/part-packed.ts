import { packText, unpackText } from '../share/pack.ts'
import { registerPart } from './part-registry.ts'

registerPart('packed', { packText, unpackText })
