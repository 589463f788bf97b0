import { expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { MIB } from '../../src/units.ts'
import { type Invented, inventedRun, readLog } from './support.ts'

const KNOWN = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: { kind: 'bytes', bytes: 150 * MIB } } as const
const repeat = (count: number, line: (i: number) => Invented) => Array.from({ length: count }, (_, i) => line(i))
/** 100 MiB live, and a cycle every second at its goal. */
const calm = (i: number): Invented => ({ start: i + 1, heap: [190, 195, 100], goal: 200 })

it('reports a heavy GC by its compulsory share, which leaves out idle marking', () => {
  // 350 ms of assists and workers per second, of one second on each of 4 processors less 2.7 s of idle marking.
  const lines = repeat(6, (i) => ({ ...calm(i), mark: 700, assist: 100, background: 250 }))
  const heavy = (idle: number) => {
    const text = inventedRun(lines).replaceAll('/250/0+', `/250/${idle}+`)
    return diagnose(readLog(text).columns, KNOWN).find(({ kind }) => kind === 'gc-heavy')
  }
  expect(heavy(0)).toBeUndefined()
  expect(heavy(2700)!.title).toBe('A quarter or more of the CPU that idle marking leaves goes to the GC')
  expect(heavy(2700)!.figures).toMatch(
    /^Of the CPU time that marking on idle CPUs left, the GC took 32 % over these cycles: 9 % of all CPU time, which Go’s lines count\.$/,
  )
})

it('says that idle marking is left out of a share only if that makes it another share', () => {
  const lines = repeat(6, (i) => ({ ...calm(i), mark: 700, assist: 500, background: 700 }))
  const heavy = diagnose(readLog(inventedRun(lines).replaceAll('/700/0+', '/700/80+')).columns, KNOWN)
  expect(heavy.find(({ kind }) => kind === 'gc-heavy')).toMatchObject({
    title: 'A quarter or more of the CPU goes to the GC',
    figures: expect.stringMatching(
      /^The GC took \d+ % of the CPU over these cycles, marking on idle CPUs not counted\.$/,
    ),
  })
})
