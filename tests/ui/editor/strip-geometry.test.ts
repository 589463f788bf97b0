import { describe, expect, it } from 'vitest'
import { isDense } from '../../../src/ui/editor/strip/geometry.ts'

describe('phases are too narrow to be drawn one by one', () => {
  const phases = (count: number, width: number) => Array.from({ length: count + 1 }, (_, i) => 48 + (i * width) / count)

  it.each([
    ['six on a page', 6, 720, false],
    ['six on a phone', 6, 240, false],
    ['hundreds on a page', 400, 720, true],
    ['hundreds of which one is in sight', 400, 400 * 720, false],
    ['none', 0, 720, false],
  ])('%s', (_, count, width, dense) => {
    expect(isDense(count === 0 ? [48] : phases(count, width), { em: 13 })).toBe(dense)
  })
})
