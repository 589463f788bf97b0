import { expect, it } from 'vitest'
import { showNow } from '../../../src/learn/step/challenge.tsx'

it.each([
  ['a number', { of: 'cycles', bound: 'atMost', value: 6 }, false, { value: 12, unit: 'number' }, '· now 12'],
  [
    'words that differ',
    { of: 'outcome.kind', bound: 'is', value: 'completed' },
    false,
    { value: 'oom-killed', unit: 'number' },
    '· now it is killed',
  ],
  [
    'words that would say the condition again',
    { of: 'outcome.kind', bound: 'is', value: 'completed' },
    true,
    { value: 'completed', unit: 'number' },
    '',
  ],
] as const)('a condition stands apart from what the run has now: %s', (_, predicate, isMet, now, text) => {
  expect(showNow({ predicate, isMet, now })).toBe(text)
})
