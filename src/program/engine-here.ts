import { createEngine } from './engine.ts'

/** The one engine of a page without a worker: what it has read stays between jobs. */
export const engine = createEngine()
