import { describe, expect, it } from 'vitest'
import { findTests } from './tests-beside.mjs'

const FOLDERS: Record<string, string[]> = {
  'tests/model': ['clock.test.ts', 'support.ts', 'runtime'],
  'tests/model/runtime': ['pacer.test.ts'],
  'tests/scenario': ['topics.test.ts'],
}
const ALWAYS = ['tests/architecture.test.ts', 'tests/docs.test.ts']
const find = (...changed: string[]) =>
  findTests(changed, (folder) => FOLDERS[folder] ?? []).filter((path) => !ALWAYS.includes(path))

describe('the tests beside a change', () => {
  it('are those of the same folder, and of the folders above', () => {
    expect(find('src/model/clock.ts')).toEqual(['tests/model/clock.test.ts'])
    expect(find('src/model/runtime/cycle.ts')).toEqual([
      'tests/model/clock.test.ts',
      'tests/model/runtime/pacer.test.ts',
    ])
    expect(find('src/scenario/presets/guide.ts')).toEqual(['tests/scenario/topics.test.ts'])
  })

  it('are the changed tests themselves, except browser tests', () => {
    expect(find('tests/tools/size.test.ts', 'tests/browser/axe.test.ts', 'tests/support/app.ts')).toEqual([
      'tests/tools/size.test.ts',
    ])
  })

  it('are never all tests: if nothing of src has changed, only the rules of the whole tree', () => {
    expect(findTests(['README.md', ''], () => [])).toEqual(ALWAYS)
  })

  it('name each once', () => {
    expect(find('src/model/clock.ts', 'src/model/cycles.ts', 'tests/model/clock.test.ts')).toHaveLength(1)
  })
})
