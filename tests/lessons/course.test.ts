import { describe, expect, it } from 'vitest'
import { checkLesson } from '../../src/lessons/check.ts'
import { COURSE } from '../../src/lessons/course/all.ts'

describe.each(COURSE)('$id', (lesson) => {
  it('claims nothing that its runs do not show', () => {
    expect(checkLesson(lesson)).toEqual([])
  })
})
