import { expect, it } from 'vitest'
import { withoutHundredths } from '../../src/pages/experiments/outcome.tsx'

it.each([
  [', completed after 694.00 s elapsed', ', completed after 694 s elapsed'],
  [' after 99.54 s', ' after 99.54 s'],
  [', completed after 3 510 s elapsed', ', completed after 3 510 s elapsed'],
])('a card shows no hundredths of a time from a hundred seconds on: %s', (rest, text) => {
  expect(withoutHundredths(rest)).toBe(text)
})
