import { expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { MIB } from '../../src/units.ts'
import { inventedRun, pressedCycles, readLog } from './support.ts'

const KNOWN = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: { kind: 'bytes', bytes: 150 * MIB } } as const

it.each([
  [18, 'short of room: the memory limit is too close to the live heap. Raise the limit or keep less live; '],
  [30, 'thrashing: the memory limit leaves too little room above the live heap. '],
])(
  'a program under a limit is thrashing only from the GC share on from which the verdict says so: %s ms of assists',
  (assist, words) => {
    // Back to back on 4 processors: in 164 ms of CPU, GC takes 58 or 70.
    expect(diagnose(readLog(inventedRun(pressedCycles(20, assist))).columns, KNOWN)[0]?.text).toContain(
      ` the program was ${words}`,
    )
  },
)
