import { describe, expect, it } from 'vitest'
import { withTables } from './accuracy-tables.ts'

describe('the tables of a document', () => {
  const paper = 'Before\n\n<!-- table: one -->\n| old |\n| --- |\n\nBetween\n\n<!-- table: two -->\n\nAfter\n'

  it('replace what stands below their marks, and nothing else', () => {
    expect(withTables(paper, { one: '| new |\n| --- |', two: 'Text.' })).toBe(
      'Before\n\n<!-- table: one -->\n| new |\n| --- |\n\nBetween\n\n<!-- table: two -->\nText.\n\nAfter\n',
    )
  })

  it('are all known', () => {
    expect(() => withTables(paper, { one: '' })).toThrow('"two"')
  })
})
