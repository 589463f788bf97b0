import { packText, unpackText } from '../share/pack.ts'
import { givePart } from './given.ts'

givePart('packed', { packText, unpackText })
