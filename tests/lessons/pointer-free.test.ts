import { expect, it } from 'vitest'
import { COURSE } from '../../src/lessons/course/all.ts'
import { describeTooFree } from '../../src/lessons/pointer-free.ts'
import { MIB } from '../../src/units.ts'

it('a part without pointers that is larger than the live heap has a note', () => {
  const { program } = COURSE.find(({ id }) => id === 'heap-shape')!.steps[2]!.scenario
  const noteAt = (mib: number) => describeTooFree({ ...program, pointerFreeLive: mib * MIB })
  expect(noteAt(256)).toBeUndefined()
  expect(noteAt(4096)).toBe('The live heap has only 256 MiB: all of it is free of pointers.')
})
