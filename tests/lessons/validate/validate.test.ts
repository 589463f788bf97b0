import { describe, expect, it } from 'vitest'
import { checkLesson } from '../../../src/lessons/check.ts'
import { COURSE } from '../../../src/lessons/course/all.ts'
import type { LessonJson, StepJson } from '../../../src/lessons/lesson.ts'
import { parseLesson, validateLesson } from '../../../src/lessons/validate/validate.ts'

const STEP: StepJson = { text: 'Look.', scenario: '#v=1&preset=spike', controls: ['gogc'], show: ['heap'] }
const LESSON: LessonJson = { version: 1, id: 'mine', title: 'Mine', minutes: 5, needs: [], steps: [STEP] }

const pathsOf = (raw: unknown) => {
  const result = validateLesson(raw)
  return result.ok ? [] : result.problems.map(({ path }) => path)
}
const withStep = (fields: object) => ({ ...LESSON, steps: [STEP, { ...STEP, ...fields }] })

describe('a lesson document', () => {
  it('is valid with what the contract asks for', () => {
    expect(pathsOf(LESSON)).toEqual([])
    expect(pathsOf(withStep({ scenario: { version: 1, program: { phases: [{ duration: 1 }] } } }))).toEqual([])
  })

  it.each([
    [{ ...LESSON, version: 2 }, 'version'],
    [{ ...LESSON, id: 'My lesson' }, 'id'],
    [{ ...LESSON, minutes: 'ten' }, 'minutes'],
    [{ ...LESSON, steps: [] }, 'steps'],
    [{ ...LESSON, extra: 1 }, 'extra'],
    [withStep({ text: '' }), 'steps[1].text'],
    [withStep({ scenario: '#v=1&preset=spikes' }), 'steps[1].scenario.preset'],
    [
      withStep({ scenario: { version: 1, program: { phases: [{ duration: -1 }] } } }),
      'steps[1].scenario.program.phases[0].duration',
    ],
    [withStep({ controls: ['gogg'] }), 'steps[1].controls[0]'],
    [withStep({ show: ['heap', 'pie'] }), 'steps[1].show[1]'],
    [withStep({ bet: { kind: 'guess', of: 'cycles', prompt: 'How many?' } }), 'steps[1].bet.kind'],
    [withStep({ bet: { kind: 'number', of: 'cycles +', prompt: 'How many?' } }), 'steps[1].bet.of'],
    [withStep({ bet: { kind: 'verdict', of: 'verdict', prompt: 'Which?' } }), 'steps[1].bet.choices'],
    [withStep({ bet: { kind: 'number', of: 'cycles', prompt: 'How many?', until: 99 } }), 'steps[1].bet.until'],
    [
      withStep({ goal: { all: [{ of: 'cycles', atMost: 1, atLeast: 2 }], changes: [], hints: [], solution: {} } }),
      'steps[1].goal.all[0]',
    ],
    [
      withStep({ goal: { all: [{ of: 'cycles', atMost: 1 }], changes: [], hints: [], solution: { gogc: 1 } } }),
      'steps[1].goal.solution.gogc',
    ],
    [
      withStep({ goal: { all: [], stars: [[{ of: 'x', is: {} }]], changes: [], hints: [], solution: {} } }),
      'steps[1].goal.stars[0][0].is',
    ],
  ])('names the path of what is wrong', (raw, path) => {
    expect(pathsOf(raw)).toContain(path)
  })

  it('never throws, whatever it is given', () => {
    for (const raw of [
      null,
      1,
      'x',
      [],
      { steps: 1 },
      { steps: [null, 1, []] },
      { ...LESSON, steps: [{ bet: 1, goal: 1 }] },
    ])
      expect(validateLesson(raw).ok).toBe(false)
    expect(parseLesson('{').ok).toBe(false)
    expect(parseLesson('').ok).toBe(false)
  })
})

describe('what only a run can show', () => {
  const problemsOf = (fields: object) => {
    const lesson = validateLesson({ ...LESSON, steps: [{ ...STEP, ...fields }] })
    return lesson.ok ? checkLesson(lesson.value).map(({ path }) => path) : lesson.problems
  }
  const goal = { all: [{ of: 'peakMemoryBytes', atMost: '50MiB' }], changes: ['gogc'], hints: [] }

  it.each([
    ['steps[0].text', { text: 'It ends at {outcome.atSeconds}.' }],
    ['steps[0].claims[0]', { claims: ['cycles > 1000'] }],
    ['steps[0].bet.of', { bet: { kind: 'moment', of: 'outcome.atSeconds', prompt: 'When?' } }],
    [
      'steps[0].bet.choices',
      { bet: { kind: 'verdict', of: 'verdict', prompt: 'Which?', choices: ['killed', 'tight'] } },
    ],
    ['steps[0].goal.solution', { goal: { ...goal, solution: { gogc: '200' } } }],
    ['steps[0].goal.all', { goal: { ...goal, all: [{ of: 'cycles', atLeast: 1 }], solution: { gogc: '50' } } }],
    [
      'steps[0].goal.solution',
      { goal: { ...goal, stars: [[{ of: 'peakMemoryBytes', atMost: '30MiB' }]], solution: { gogc: '50' } } },
    ],
    [
      'steps[0].goal.changes[1]',
      { goal: { ...goal, changes: ['gogc', 'memoryLimit'], solution: { memoryLimit: '45MiB' } } },
    ],
  ])('is found at %s', (path, fields) => {
    expect(problemsOf(fields)).toContain(path)
  })

  it.each([
    [
      'steps[0].bet.of: "heapStartBytes" is a column of the cycles: write for example cycleList[3].heapStartBytes',
      { bet: { kind: 'level', of: 'heapStartBytes', prompt: 'How much?' } },
    ],
    [
      'steps[0].goal.all[0].of: "liveBytes" is a column of the cycles: write for example cycleList[3].liveBytes',
      { goal: { ...goal, all: [{ of: 'liveBytes', atMost: '50MiB' }], solution: { gogc: '50' } } },
    ],
    [
      'steps[0].goal.stars[0][0].of: there is no result "peakMemory"',
      { goal: { ...goal, stars: [[{ of: 'peakMemory', atMost: '50MiB' }]], solution: { gogc: '50' } } },
    ],
  ])('is a name that the run does not have: %s', (problem, fields) => {
    const lesson = validateLesson({ ...LESSON, steps: [{ ...STEP, ...fields }] })
    const problems = lesson.ok ? checkLesson(lesson.value) : lesson.problems
    expect(problems.map(({ path, message }) => `${path}: ${message}`)).toEqual([expect.stringContaining(problem)])
  })

  it('takes the outcome for its kind', () => {
    const choices = ['completed', 'oom-killed']
    expect(problemsOf({ bet: { kind: 'verdict', of: 'outcome', prompt: 'How does it end?', choices } })).toEqual([])
    const killed = {
      scenario: '#v=1&preset=spike&containerLimit=55MiB',
      goal: { ...goal, all: [{ of: 'outcome', is: 'completed' }], solution: { gogc: '50' } },
    }
    expect(problemsOf(killed)).toEqual([])
  })

  it('is a solution that kills the program, unless a goal says how the run ends', () => {
    const problemsWith = (...more: object[]) => {
      const all = [{ of: 'cycles', atMost: 5 }, ...more]
      const goalOf = { ...goal, all, solution: { gogc: 'off' } }
      const step = { ...STEP, scenario: '#v=1&preset=spike&containerLimit=70MiB', goal: goalOf }
      const lesson = validateLesson({ ...LESSON, steps: [step] })
      return lesson.ok ? checkLesson(lesson.value).map(({ message }) => message) : lesson.problems
    }
    expect(problemsWith()).toEqual(['kills the program, but no goal says how the run ends: add one on outcome.kind'])
    for (const ending of [
      { of: 'outcome.kind', is: 'oom-killed' },
      { of: 'outcome.progress', atLeast: 0 },
      { of: 'outcome.atSeconds', atLeast: 0 },
      { of: 'verdict', is: 'killed' },
    ])
      expect(problemsWith(ending), ending.of).toEqual([])
  })

  it('is valid if all of it holds', () => {
    const slow = { version: 1, model: 'runtime', procs: 2, cpuQuota: 0.5, program: { phases: [{ duration: 5 }] } }
    const faster = { all: [{ of: 'throttledSeconds', atMost: 0 }], changes: ['cpuQuota'], hints: [] }
    const controls = ['cpuQuota', 'outsideMemory']
    expect(problemsOf({ scenario: slow, controls, goal: { ...faster, solution: { cpuQuota: 'off' } } })).toEqual([])
    expect(problemsOf({ goal: { ...goal, solution: { gogc: '50' } } })).toEqual([])
  })
})

it('every lesson of the course survives being written as JSON', () => {
  for (const { json } of COURSE) expect(parseLesson(JSON.stringify(json)).ok).toBe(true)
})
