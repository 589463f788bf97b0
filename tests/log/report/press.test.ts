import { describe, expect, it } from 'vitest'
import { createPress } from '../../../src/log/report/run-figure.tsx'

/** Whether a press that goes from place to place ends as a click. */
function isClick(press: ReturnType<typeof createPress>, ...places: readonly number[]): boolean {
  const [first = 0, ...others] = places
  press.begin(first)
  for (const x of others) press.move(x)
  return press.end()
}

describe('a press on the charts of a log', () => {
  it('is a click if the pointer stayed, or moved a little', () => {
    expect(isClick(createPress(), 100)).toBe(true)
    expect(isClick(createPress(), 100, 102, 99)).toBe(true)
  })

  it('is not a click if the pointer dragged, even if it came back', () => {
    expect(isClick(createPress(), 100, 150, 300)).toBe(false)
    expect(isClick(createPress(), 300, 100)).toBe(false)
    expect(isClick(createPress(), 100, 300, 100)).toBe(false)
  })

  it('is a click again after a drag, and if nothing was pressed', () => {
    const press = createPress()
    expect(isClick(press, 100, 300)).toBe(false)
    press.move(500)
    expect(press.end()).toBe(true)
    expect(isClick(press, 300)).toBe(true)
  })
})
