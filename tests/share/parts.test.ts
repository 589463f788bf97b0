import { expect, it } from 'vitest'
import { isPart, PARTS } from '../../src/share/parts.ts'

it('a part that may be hidden is recognized by its exact name only', () => {
  for (const { name } of PARTS) expect(isPart(name), name).toBe(true)
  for (const other of ['', 'GOGC', 'memoryLimit', 'gogc ']) expect(isPart(other), other).toBe(false)
  expect(['title', 'results', 'gogc', 'memory-limit'].every(isPart)).toBe(true)
})
