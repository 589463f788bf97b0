import { deflateSync, Inflate } from 'fflate'
import { givePart } from './given.ts'

givePart('packed', { deflateSync, Inflate })
