import { describe, expect, it } from 'vitest'
import { toPlain } from '../../../src/learn/author/maker-page.tsx'
import { checkLesson } from '../../../src/lessons/check.ts'
import { type Draft, toChallenge } from '../../../src/lessons/make.ts'
import { validateLesson } from '../../../src/lessons/validate/validate.ts'

const DRAFT: Draft = {
  title: 'Keep this program alive.',
  start: '#v=1&preset=spike&containerLimit=50MiB',
  changes: ['gogc', 'memoryLimit'],
  goals: [{ of: 'outcome.kind', bound: 'is', value: 'completed' }],
  hint: '',
}

/** What the form says of a challenge that its author has solved so, or not yet. */
const saidOf = (part: Partial<Draft>, solution: Readonly<Record<string, string>> = {}) => {
  const draft = { ...DRAFT, ...part }
  const lesson = validateLesson(toChallenge(draft, solution))
  return toPlain(lesson.ok ? checkLesson(lesson.value) : lesson.problems, draft)
}

const NO_LINK = 'The start is no link from the simulator: copy its address there, with all that follows the #.'
const few = { of: 'cycles', bound: 'atMost', value: 'few' } as const

describe('the form for challenges', () => {
  it.each<[Partial<Draft>, string[]]>([
    [{}, ['The settings below do not meet every goal yet.']],
    [{ title: ' ' }, ['Write the task.']],
    [{ start: 'foo' }, [NO_LINK]],
    [{ start: '' }, [NO_LINK]],
    [{ start: 'https://example.org/learn.html#lesson=a-spike' }, [NO_LINK]],
    [{ start: '#v=1&preset=nope' }, ['The start: there is no preset "nope".']],
    [{ start: '#v=1&preset=spike&gogc=abc' }, ['The start: GOGC "abc" is not a percentage such as 100, or "off".']],
    [{ changes: [] }, ['Tick at least one setting that may be changed.']],
    [{ goals: [] }, ['Add a goal.']],
    [{ goals: [...DRAFT.goals, few] }, ['Goal 2: “few” is no number of 0 or more; type for example 12.']],
    [{ goals: [{ ...few, value: '' }] }, ['Goal 1: type a number.']],
    [
      { goals: [{ of: 'cycles', bound: 'atLeast', value: '1' }] },
      ['The goals are met at the start: it would be no challenge.'],
    ],
    [
      { title: 'Fewer than {nope}' },
      ['The task: there is no result "nope". Words in braces are replaced by a result of the run, such as {cycles}.'],
    ],
  ])('says in its own words what is missing: %j', (part, said) => {
    expect(saidOf(part)).toEqual(said.map((message) => ({ path: '', message })))
  })

  it('refuses a program that meets the goals because it is killed, unless it has to be killed', () => {
    const bound = { of: 'cycles', bound: 'atMost', value: '5' } as const
    const solution = { gogc: 'off' }
    expect(saidOf({ goals: [bound] }, solution)[0]?.message).toMatch(/^With the settings below the program is killed/)
    const part = { start: '#v=1&preset=spike&containerLimit=70MiB' }
    const asked = { of: 'outcome.kind', bound: 'is', value: 'oom-killed' } as const
    expect(saidOf({ ...part, goals: [bound, asked] }, solution)).toEqual([])
    expect(saidOf({ ...part, goals: [bound] }, { ...solution, memoryLimit: '60MiB' })).toEqual([])
  })

  it('shows no path of the document, whatever is typed', () => {
    const odd = '\ud800'
    for (const part of [
      { title: odd },
      { hint: odd },
      { start: `#v=1&title=${odd}` },
      { title: odd, goals: [few, few] },
    ])
      for (const { message } of saidOf(part)) expect(message, JSON.stringify(part)).not.toMatch(/steps|\[\d/)
  })
})
