import { expect, it } from 'vitest'
import { parameter } from '../../src/scenario/params.ts'
import { readParameter } from '../../src/view/notation.ts'

it('a duration beyond its bound is refused with the bound and its unit', () => {
  expect(readParameter(parameter('duration'), '1e9', false)).toEqual({
    kind: 'unread',
    message: 'Write at most 1000000 s.',
  })
})
