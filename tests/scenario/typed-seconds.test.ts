import { describe, expect, it } from 'vitest'
import { readSeconds } from '../../src/scenario/typed-seconds.ts'

describe('times as people type them', () => {
  it.each([
    ['5', 5],
    ['0.5 s', 0.5],
    ['500ms', 0.5],
    ['2 min', 120],
    ['3 sec', 3],
    ['1 second', 1],
    ['4 seconds', 4],
    ['2 h', 7200],
    ['2 us', 2e-6],
    ['2 µs', 2e-6],
  ])('%s', (text, value) => expect(readSeconds(text)).toEqual({ kind: 'read', value }))

  it.each([
    ['0,5 s', 0.5],
    ['2,500', 2500],
    ['2,5', 2.5],
  ])('%s, with how its comma was read', (text, value) => {
    expect(readSeconds(text)).toMatchObject({ kind: 'read', value, note: expect.stringContaining('comma') })
  })

  it.each(['', '-1', 'soon', '5 parsecs', '1,2,3', '9'.repeat(101)])('“%s” is no time', (text) => {
    expect(readSeconds(text).kind).toBe('unread')
  })
})
