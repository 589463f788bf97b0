import { readdirSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RecordingKind, recordingKindOf, verifyRecording } from '../../../../src/model/runtime/verify/verify.ts'

const FOLDER = new URL('../../../fixtures/pacer/', import.meta.url)
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'))

/** Outputs per entry: of a controller state, of a call on the limiter, of a cycle. */
const PER_STATE = 7
const PER_CALL = 4
const PER_CYCLE = 12

/** A recording with one value replaced; `path` as its keys, from the root. */
function withValue(file: string, path: readonly (string | number)[], value: unknown): unknown {
  const root = read(file)
  let at = root as Record<string | number, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string | number, unknown>
  at[path.at(-1) ?? ''] = value
  return root
}

describe('recordings of Go’s own pacer', () => {
  const scenarios = readdirSync(FOLDER).filter((file) => recordingKindOf(file) === 'pacer')

  it.each(scenarios)('%s: every cycle is as Go computed it', (file) => {
    const raw = read(file) as { cycles: unknown[] }
    expect(verifyRecording('pacer', file, raw)).toMatchObject({
      values: raw.cycles.length * PER_CYCLE,
      mismatches: [],
      problems: [],
    })
    expect(raw.cycles.length).toBeGreaterThanOrEqual(25)
  })

  it('goal and trigger of 80 controller states', () => {
    const found = verifyRecording('goal-trigger', 'goal-trigger.json', read('goal-trigger.json'))
    expect(found).toMatchObject({ values: 80 * PER_STATE, mismatches: [], problems: [] })
  })

  it('every call on the limiter', () => {
    const runs = read('limiter.json') as { Steps: unknown[] }[]
    const calls = runs.reduce((sum, { Steps }) => sum + Steps.length, 0)
    const found = verifyRecording('limiter', 'limiter.json', runs)
    expect(found).toMatchObject({ values: calls * PER_CALL, mismatches: [], problems: [] })
    expect(calls).toBeGreaterThan(600)
  })
})

describe('a value that differs', () => {
  const file = 'pacer-Steady.json'
  const { cycles } = read(file) as { cycles: { trigger: number; gcUtilization: number }[] }
  const { trigger, gcUtilization } = cycles[3] ?? { trigger: 0, gcUtilization: 0 }

  it('is reported with its path, even for one byte', () => {
    const { mismatches } = verifyRecording('pacer', file, withValue(file, ['cycles', 3, 'trigger'], trigger + 1))
    expect(mismatches).toEqual([{ file, path: 'cycles[3].trigger', expected: trigger + 1, actual: trigger }])
  })

  it.each([
    [1e-11, 1],
    [1e-13, 0],
  ])('by %f of a float: %d mismatches', (share, count) => {
    const raw = withValue(file, ['cycles', 3, 'gcUtilization'], gcUtilization * (1 + share))
    expect(verifyRecording('pacer', file, raw).mismatches).toHaveLength(count)
  })

  it('is reported in controller states and limiter calls too', () => {
    const states = withValue('goal-trigger.json', [5, 'GCPercentGoalIsMax'], true)
    expect(verifyRecording('goal-trigger', 'g', states).mismatches).toMatchObject([{ path: '[5].GCPercentGoalIsMax' }])
    const calls = withValue('limiter.json', [1, 'Steps', 9, 'Limiting'], true)
    expect(verifyRecording('limiter', 'l', calls).mismatches).toMatchObject([{ path: '[1].Steps[9].Limiting' }])
  })
})

describe('a file of a wrong shape', () => {
  it.each<[RecordingKind, unknown, string]>([
    ['pacer', withValue('pacer-Steady.json', ['cycles', 3, 'allocRate'], '33'), 'cycles[3].allocRate'],
    ['pacer', withValue('pacer-Steady.json', ['cycles', 3, 'scanRate'], 0), 'cycles[3].scanRate'],
    ['pacer', withValue('pacer-Steady.json', ['cycles', 3, 'scanRate'], 1e-9), 'cycles[3].scanRate'],
    ['pacer', withValue('pacer-Steady.json', ['cycles', 3, 'peak'], undefined), 'cycles[3].peak'],
    ['pacer', withValue('pacer-Steady.json', ['cycles', 3], null), 'cycles[3]'],
    ['pacer', withValue('pacer-Steady.json', ['cycles'], {}), 'cycles'],
    ['pacer', withValue('pacer-Steady.json', ['cycles', 3, 'scannableFrac'], 1.1), 'cycles[3].scannableFrac'],
    ['pacer', withValue('pacer-Steady.json', ['cycles', 3, 'scannableFrac'], -0.1), 'cycles[3].scannableFrac'],
    ['pacer', withValue('pacer-Steady.json', ['cores'], 0.5), 'cores'],
    ['pacer', withValue('pacer-Steady.json', ['cores'], 0), 'cores'],
    ['pacer', withValue('pacer-Steady.json', ['cores'], 4097), 'cores'],
    ['pacer', withValue('pacer-Steady.json', ['gcPercent'], -2), 'gcPercent'],
    ['pacer', withValue('pacer-Steady.json', ['gcPercent'], 2 ** 31), 'gcPercent'],
    ['pacer', withValue('pacer-Steady.json', ['globalsBytes'], -1), 'globalsBytes'],
    ['pacer', withValue('pacer-Steady.json', ['globalsBytes'], 2 ** 53), 'globalsBytes'],
    ['goal-trigger', withValue('goal-trigger.json', [2, 'In', 'ConsMark'], -1), '[2].In.ConsMark'],
    ['goal-trigger', withValue('goal-trigger.json', [2, 'In', 'SweepDone'], 0), '[2].In.SweepDone'],
    ['limiter', withValue('limiter.json', [2, 'Procs'], 0), '[2].Procs'],
    ['pacer', withValue('pacer-Steady.json', ['gcPercent'], -1), 'memoryLimit'],
    ['pacer', [], ''],
    ['goal-trigger', withValue('goal-trigger.json', [2, 'In'], 7), '[2].In'],
    ['goal-trigger', withValue('goal-trigger.json', [2, 'In', 'HeapMarked'], -1), '[2].In.HeapMarked'],
    ['goal-trigger', withValue('goal-trigger.json', [2, 'Goal'], null), '[2].Goal'],
    ['goal-trigger', {}, ''],
    ['limiter', withValue('limiter.json', [2, 'Steps', 1, 'Op'], 'reset'), '[2].Steps[1].Op'],
    ['limiter', withValue('limiter.json', [2, 'Steps', 0, 'EnableGC'], false), '[2].Steps[0].Op'],
    ['limiter', withValue('limiter.json', [2, 'Steps', 1, 'Op'], 'resetCapacity'), '[2].Steps[1].Procs'],
    ['limiter', withValue('limiter.json', [2, 'Procs'], undefined), '[2].Procs'],
    ['limiter', 'limiter', ''],
    ['limiter', [], ''],
  ])('%s %# is a problem with its path', (kind, raw, path) => {
    expect(verifyRecording(kind, 'file.json', raw).problems.map((problem) => problem.path)).toContain(path)
  })

  it.each([0, 1])('is not one whose share is %d', (share) => {
    const raw = withValue('pacer-Steady.json', ['cycles', 3, 'scannableFrac'], share)
    expect(verifyRecording('pacer', 'file.json', raw).problems).toEqual([])
  })

  it('is reported as a problem, never by an exception', () => {
    const keys = fc.constantFrom('In', 'Procs', 'Steps', 'Op', 'Arg', 'cycles', 'cores', 'gcPercent', 'memoryLimit')
    const value = fc.letrec((tie) => ({
      any: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom(null, 0, 1, -1, 0.5, 'update', 'startGCTransition', true),
        fc.array(tie('any'), { maxLength: 4 }),
        fc.dictionary(keys, tie('any'), { maxKeys: 6 }),
      ),
    })).any
    fc.assert(
      fc.property(fc.constantFrom<RecordingKind>('goal-trigger', 'limiter', 'pacer'), value, (kind, raw) => {
        const { values, mismatches, problems } = verifyRecording(kind, 'file.json', raw)
        expect(values).toBeGreaterThanOrEqual(mismatches.length)
        if (values === 0) expect(problems).not.toEqual([])
      }),
    )
  })
})

it.each([
  ['goal-trigger.json', 'goal-trigger'],
  ['limiter.json', 'limiter'],
  ['pacer-random-2-17.json', 'pacer'],
  ['pacer-.json', undefined],
  ['README.md', undefined],
  ['cycles.json', undefined],
])('a file called %s holds: %s', (file, kind) => {
  expect(recordingKindOf(file)).toBe(kind)
})
