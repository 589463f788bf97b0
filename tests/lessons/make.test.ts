import { describe, expect, it } from 'vitest'
import { checkLesson } from '../../src/lessons/check.ts'
import { type Draft, GOALS, toChallenge } from '../../src/lessons/make.ts'
import { MEASURES } from '../../src/lessons/measure.ts'
import { validateLesson } from '../../src/lessons/validate/validate.ts'

const DRAFT: Draft = {
  title: 'Half the memory, please!',
  start: '#v=1&preset=spike&gogc=200',
  changes: ['gogc', 'memoryLimit'],
  goals: [
    { of: 'peakMemoryBytes', bound: 'atMost', value: '50' },
    { of: 'gcCpuFraction', bound: 'atMost', value: '8 %' },
  ],
  hint: '',
}

const pathsOf = (draft: Draft, solution: Readonly<Record<string, string>>) => {
  const lesson = validateLesson(toChallenge(draft, solution))
  return (lesson.ok ? checkLesson(lesson.value) : lesson.problems).map(({ path }) => path)
}

describe('a challenge from a form', () => {
  it('is a whole lesson once its author has solved it', () => {
    expect(pathsOf(DRAFT, { memoryLimit: '50MiB' })).toEqual([])
    expect(toChallenge(DRAFT, {}).id).toBe('half-the-memory-please')
  })

  it('has a problem while it is unsolved, or solved at the start', () => {
    expect(pathsOf(DRAFT, {})).toEqual(['steps[0].goal.solution'])
    const easy = { ...DRAFT, goals: [{ of: 'cycles', bound: 'atLeast' as const, value: '1' }] }
    expect(pathsOf(easy, {})).toContain('steps[0].goal.all')
  })

  it.each([
    [{ title: '' }, 'steps[0].goal.solution'],
    [{ start: 'nothing' }, 'steps[0].scenario'],
    [{ goals: [] }, 'steps[0].goal.all'],
    [{ goals: [{ of: 'cycles', bound: 'atMost' as const, value: 'few' }] }, 'steps[0].goal.all[0].atMost'],
  ])('names what is missing: %j', (part, path) => {
    const paths = pathsOf({ ...DRAFT, ...part }, {})
    expect(path === 'steps[0].goal.solution' ? paths.length : paths.includes(path)).toBeTruthy()
  })

  it('offers only known results', () => {
    expect(Object.keys(GOALS).filter((of) => !MEASURES.includes(of))).toEqual([])
  })
})
