import type { Problem } from '../../../result.ts'
import { type Fields, Reader } from './recordings.ts'

/** One value that differs from Go's recording. */
interface Mismatch {
  readonly file: string
  /** Where in the file: `cycles[3].trigger`. */
  readonly path: string
  readonly expected: number | boolean
  readonly actual: number | boolean
}

export interface Verification {
  readonly values: number
  readonly mismatches: readonly Mismatch[]
  readonly problems: readonly Problem[]
}

/** The relative tolerance for what Go computes in floating point; everything else has to be equal. */
const RELATIVE_TOLERANCE = 1e-12
const FLOATS = new Set(['gcUtilization', 'consMarkBefore'])

export class Comparison implements Verification {
  readonly reader = new Reader()
  readonly problems = this.reader.problems
  readonly mismatches: Mismatch[] = []
  values = 0
  readonly #file: string

  constructor(file: string) {
    this.#file = file
  }

  /** Every key of `actual` must be in `recorded`, at `path`, with the same value. */
  compare(path: string, recorded: Fields, actual: Readonly<Record<string, number | boolean>>): void {
    for (const [key, value] of Object.entries(actual)) {
      const expected = recorded[key]
      if (typeof expected !== 'number' && typeof expected !== 'boolean') {
        this.reader.note(`${path}.${key}`, `a ${typeof value} is expected here`)
        continue
      }
      this.values++
      if (!isSame(expected, value, FLOATS.has(key)))
        this.mismatches.push({ file: this.#file, path: `${path}.${key}`, expected, actual: value })
    }
  }
}

function isSame(expected: number | boolean, actual: number | boolean, isFloat: boolean): boolean {
  if (expected === actual) return true
  if (!isFloat || typeof expected !== 'number' || typeof actual !== 'number') return false
  return Math.abs(actual - expected) <= RELATIVE_TOLERANCE * Math.abs(expected)
}
