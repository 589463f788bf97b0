import { describe, expect, it } from 'vitest'
import { type Checked, checkGoal } from '../../src/lessons/challenge.ts'
import { checkLesson } from '../../src/lessons/check.ts'
import { COURSE } from '../../src/lessons/course/all.ts'
import { createExperiment, withSettings } from '../../src/lessons/experiment.ts'
import { toFilled } from '../../src/lessons/fill.ts'
import { compute } from '../../src/lessons/formula.ts'
import { judgeBet } from '../../src/lessons/judge-bet.ts'
import type { Goal, Step } from '../../src/lessons/lesson.ts'
import { showQuantity } from '../../src/lessons/words.ts'
import { isGoGogc, isGoMemLimit } from '../../src/scenario/go-env.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { KNOBS } from '../../src/view/knobs/knobs.ts'
import { toGrade, toReadText } from '../tools/reading-level.ts'

/** About what a person of fifteen reads without effort. */
const MOST_GRADE = 9

/** Numbers that stand in texts as they are: no run decides them. Each with where it comes from. */
const STATED = [
  /\b50 %/g, // the limiter's share: Go 1.26 mgclimit.go, gcCPULimiterState
  /\b5 to 10 %/g, // the headroom that Go's guide advises
  /\b1 \+ GOGC \/ 100\b/g, // the formula of the goal
  /\b4 MiB/g, // Go's minimum heap: mgcpacer.go, defaultHeapMinimum; claimed in its lesson
  /\bGo 1\.19\b/g,
]

const textsOf = ({ text, reveal, bet, notes }: Step) =>
  [text, reveal, bet?.prompt, notes].filter((part) => part !== undefined)

/** Without templates, code and links. */
const bare = (text: string) =>
  STATED.reduce((rest, stated) => rest.replace(stated, ''), text.replace(/\{[^{}]*\}|`[^`]*`|\]\([^)]*\)/g, ''))

/** Words that compare; where a text has one, something in the step has to compare as well. */
const COMPARING = /\b(twice|half|double|doubles|never|always|same|less|more|higher|lower|rarely|only)\b/i

/** Amounts in words; each needs its number, or one divided by it, in a claim, a goal or the program of its step. */
const AMOUNTS: Readonly<Record<string, number>> = {
  half: 1 / 2,
  twice: 2,
  doubles: 2,
  'a third': 1 / 3,
  'a quarter': 1 / 4,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  ten: 10,
  fifteen: 15,
  thirty: 30,
}
const AMOUNT =
  /\b(half|twice|doubles|a third|a quarter|(?:two|three|four|five|six|seven|ten|fifteen|thirty)(?= (?:times|tenths|seconds|minutes)\b))\b/gi

describe('the course', () => {
  it('has at least twelve lessons of three to eight steps, ten to fifteen minutes each', () => {
    expect(COURSE.length).toBeGreaterThanOrEqual(12)
    for (const { id, steps, minutes } of COURSE) {
      expect(steps.length, id).toBeGreaterThanOrEqual(3)
      expect(steps.length, id).toBeLessThanOrEqual(8)
      expect(minutes, id).toBeGreaterThanOrEqual(10)
      expect(minutes, id).toBeLessThanOrEqual(15)
    }
  })

  it('is in an order in which every lesson comes after those that it builds on', () => {
    const ids = COURSE.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    COURSE.forEach(({ id, needs }, i) => {
      for (const need of needs) expect(ids.slice(0, i), `${id} needs ${need}`).toContain(need)
    })
  })

  it('has notes for the instructor in every lesson', () => {
    expect(COURSE.filter(({ notes }) => notes === undefined).map(({ id }) => id)).toEqual([])
  })

  it('has all kinds of bets, and at least six challenges', () => {
    const steps = COURSE.flatMap((lesson) => lesson.steps)
    expect(new Set(steps.flatMap(({ bet }) => bet?.kind ?? []))).toEqual(
      new Set(['level', 'verdict', 'number', 'moment']),
    )
    expect(steps.filter(({ goal }) => goal).length).toBeGreaterThanOrEqual(6)
  })
})

describe.each(COURSE)('$id', (lesson) => {
  it('claims nothing that its runs do not show', () => {
    expect(checkLesson(lesson)).toEqual([])
  })

  it('has a bet before an answer', () => {
    expect(lesson.steps.some(({ bet }) => bet)).toBe(true)
    for (const { bet, reveal } of lesson.steps) if (reveal !== undefined) expect(bet).toBeDefined()
  })

  it('asks no bet about what an earlier step has shown', () => {
    const runs = lesson.steps.map(({ scenario }) => JSON.stringify(scenario))
    const shown = lesson.steps.flatMap(({ bet, scenario }, i) => {
      const before = lesson.steps.slice(0, i).filter((_, j) => runs[j] === JSON.stringify(scenario))
      // A number is told by the row of results, everything else by the figure itself.
      const told = bet?.kind === 'number' ? before.filter(({ show }) => show.includes('results')) : before
      return bet && told.length > 0 ? [`step ${i + 1}`] : []
    })
    expect(shown).toEqual([])
  })

  it('takes the start of no other cycle for that of the cycle it asks for', () => {
    const taken = lesson.steps.flatMap(({ bet, scenario }, i) => {
      const [, cycle] = /^cycleList\[(\d+)\]\.startWallSeconds$/.exec(bet?.of ?? '') ?? []
      if (cycle === undefined) return []
      const experiment = createExperiment(scenario)
      const isRight = (of: number) => {
        const start = compute(`cycleList[${of}].startWallSeconds`, experiment)
        return start.ok && start.value && judgeBet(bet!, start.value.value, experiment)?.isCorrect
      }
      expect(isRight(Number(cycle))).toBe(true)
      return [Number(cycle) - 1, Number(cycle) + 1].some(isRight) ? [`step ${i + 1}`] : []
    })
    expect(taken).toEqual([])
  })

  it('takes numbers that a run gives from the run', () => {
    const byHand = lesson.steps.flatMap((step) => textsOf(step).flatMap((text) => numbersIn(bare(text), step)))
    expect(byHand).toEqual([])
  })

  it('has no setting, in a run, a text or a solution, that Go refuses', () => {
    const refused = lesson.steps.flatMap((step) => {
      const limits = [...JSON.stringify(step).matchAll(/\bmemoryLimit=([\w.]+)/g)].map(([, limit = '']) => limit)
      const { gogc = 'off', memoryLimit = 'off' } = step.goal?.solution ?? {}
      return [
        ...[shownOf('memoryLimit', step.scenario), memoryLimit, ...limits].filter((text) => !isGoMemLimit(text)),
        ...[shownOf('gogc', step.scenario), gogc].filter((text) => !isGoGogc(text)),
      ]
    })
    expect(refused).toEqual([])
  })

  it('says in the text of a challenge how many settings may change, if not all', () => {
    const loose = lesson.steps.flatMap(({ goal, text }, i) =>
      goal?.most !== undefined && !/\b(one setting|two changes|not both)\b/i.test(text) ? [`step ${i + 1}`] : [],
    )
    expect(loose).toEqual([])
  })

  it('asks in a challenge for the share of the GC that is among its results', () => {
    const other = lesson.steps.flatMap(({ goal, scenario, show }, i) => {
      // In the guide model both are the same.
      if (!goal || scenario.model !== 'runtime' || !show.includes('results')) return []
      return [goal.all, ...goal.stars].flat().some(({ of }) => of === 'gcCpuFraction') ? [`step ${i + 1}`] : []
    })
    expect(other).toEqual([])
  })

  it('says what each of the two shares of the GC is a share of, where a step sets them side by side', () => {
    const loose = lesson.steps.flatMap(({ text, reveal = '', scenario }, i) => {
      const said = `${text} ${reveal}`.replace(/\s+/g, ' ')
      const isBoth =
        scenario.model === 'runtime' && /\*GC CPU\*/.test(said) && /with all marking|idle CPUs included/.test(said)
      return isBoth && !/\*GC CPU\*.* of all the other time that the CPUs had/.test(said) ? [`step ${i + 1}`] : []
    })
    expect(loose).toEqual([])
  })

  it('shows the whole beside a part of it and the rest, and they add up as shown', () => {
    const wrong = lesson.steps.flatMap((step) => {
      const experiment = createExperiment(step.scenario, step.presetId)
      const shown = (formula: string) => Number.parseFloat(toFilled(`{${formula}}`, experiment))
      return [step.text, step.reveal ?? ''].flatMap((text) =>
        [...text.matchAll(/\{(\w+(?:\[\d+\]\.\w+)?) - (\w+(?:\[\d+\]\.\w+)?)\}/g)].flatMap(([rest, whole, part]) => {
          if (!text.includes(`{${part}}`)) return []
          const left = (shown(whole!) - shown(part!)).toFixed(1)
          return text.includes(`{${whole}}`) && left === shown(rest.slice(1, -1)).toFixed(1) ? [] : [rest]
        }),
      )
    })
    expect(wrong).toEqual([])
  })

  it('asks for no difference of two sizes that the rounded sizes in its text contradict', () => {
    const wrong = lesson.steps.flatMap(({ text, bet, scenario, presetId }, i) => {
      const [, whole, part] = /^(\S+) - (\S+)$/.exec(bet?.of ?? '') ?? []
      if (whole === undefined || part === undefined) return []
      const experiment = createExperiment(scenario, presetId)
      const shown = [whole, part].map((name) => {
        const at = text.indexOf(`{${name}`)
        return at < 0 ? undefined : Number.parseFloat(toFilled(text.slice(at, text.indexOf('}', at) + 1), experiment))
      })
      if (shown[0] === undefined || shown[1] === undefined) return []
      const answer = Number.parseFloat(toFilled(`{${bet!.of}}`, experiment))
      return (shown[0] - shown[1]).toFixed(1) === answer.toFixed(1) ? [] : [`step ${i + 1}`]
    })
    expect(wrong).toEqual([])
  })

  it('has a claim for each amount in words', () => {
    const loose = lesson.steps.flatMap((step, i) => {
      const known = numbersOf(step).flatMap((value) => [value, 1 / value, value * 10])
      const isKnown = (word: string) => known.some((value) => Math.abs(value - AMOUNTS[word.toLowerCase()]!) < 1e-9)
      const said = textsOf(step).flatMap((text) => [...bare(text).matchAll(AMOUNT)].map(([word]) => word))
      return said.filter((word) => !isKnown(word)).map((word) => `step ${i + 1}: ${word}`)
    })
    expect(loose).toEqual([])
  })

  it('has a claim or a goal beside each comparison in words', () => {
    const loose = lesson.steps.flatMap((step, i) => {
      const words = textsOf(step).some((text) => COMPARING.test(bare(text)))
      const isBacked = step.claims.length > 0 || step.goal !== undefined
      return words && !isBacked ? [`step ${i + 1}`] : []
    })
    expect(loose).toEqual([])
  })

  it(`reads at grade ${MOST_GRADE} or easier`, () => {
    expect(toGrade(toReadText(lesson))).toBeLessThanOrEqual(MOST_GRADE)
  })
})

/** Numbers that a step is about: of its program, its goal, its claims and its bet. */
function numbersOf(step: Step): number[] {
  const own = JSON.stringify([step.scenario.program, step.goal, step.claims, step.bet?.of])
  const rates = step.scenario.program.phases.map(({ allocRate }) => allocRate)
  return [...own.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => Number(number)).concat(Math.max(...rates) / rates[0]!)
}

/** Numbers in a text that are neither the step's own settings and goals nor claimed. */
function numbersIn(text: string, step: Step): string[] {
  const known = numbersOf(step)
  // Sizes of a scenario stand in bytes, goals in bytes, seconds or shares.
  const scales = [1, 1 / 1024 ** 2, 100]
  const isKnown = (number: number) =>
    known.some((value) => scales.some((scale) => Math.abs(value * scale - number) < 1e-6))
  return [...text.matchAll(/\d+(?:\.\d+)?/g)].map(([number]) => number).filter((number) => !isKnown(Number(number)))
}

/** The text in the field of a setting. */
function shownOf(key: 'gogc' | 'memoryLimit', scenario: Scenario): string {
  const knob = KNOBS.find((one) => one.key === key)!
  return knob.show(knob.get(scenario))
}

const CHALLENGES = COURSE.flatMap((lesson) =>
  lesson.steps.flatMap((step) => (step.goal ? [{ id: lesson.id, step, goal: step.goal }] : [])),
)

/** Values that a search tries per setting, besides the one that it starts with. */
const TRIED: Readonly<Record<string, readonly string[]>> = {
  gogc: ['off', '25', '50', '60', '75', '82', '100', '130', '140', '170', '200', '250', '300', '400', '600'],
  memoryLimit: [
    'off',
    '32MiB',
    '34MiB',
    '37MiB',
    '46MiB',
    '50MiB',
    '56MiB',
    '64MiB',
    '92MiB',
    '150MiB',
    '158MiB',
    '470MiB',
  ],
  containerLimit: ['off', '30MiB', '31MiB', '32MiB', '64MiB'],
  cpuLimiter: ['on', 'off'],
  procs: ['1', '2', '8', '16'],
  pointerFreeLive: ['0', '128MiB', '230MiB', '250MiB'],
}

describe.each(CHALLENGES)('the challenge of $id', ({ step, goal }) => {
  const asksForKill = goal.all.some(({ of, value }) => of === 'outcome.kind' && value === 'oom-killed')
  let runs: readonly Tried[] | undefined
  const tryAll = () => {
    runs ??= settingsOf(goal).flatMap((settings) => {
      const tried = withSettings(step.scenario, settings)
      if (!tried.ok) return []
      const experiment = createExperiment(tried.value, step.presetId)
      const isKilled = experiment.trace.result.outcome.kind === 'oom-killed'
      const { isSolved, isWithinBudget, all } = checkGoal(goal, experiment, step.scenario)
      const missed = isWithinBudget ? all.filter(isShownAsItsBound).map(({ predicate }) => predicate.of) : []
      return [{ settings, isSolved, isKilled, missed }]
    })
    return runs
  }

  it('is not solved at the start, and a search finds settings that solve it', () => {
    const start = createExperiment(step.scenario, step.presetId)
    expect(checkGoal(goal, start, step.scenario).isSolved).toBe(false)
    const solving = tryAll().filter(({ isSolved }) => isSolved)
    expect(solving.length).toBeGreaterThan(0)
    // … and not by anything: it would be no challenge.
    expect(solving.length).toBeLessThan(settingsOf(goal).length)
  })

  it('is solved by a killed program only if it asks for one', () => {
    const solving = tryAll().filter(({ isSolved, isKilled }) => isSolved && isKilled)
    expect(solving.length > 0).toBe(asksForKill)
  })

  it('has no bound, without which it is not solved, that usual settings miss by less than the shown digits', () => {
    expect(tryAll().filter(({ isKilled, missed }) => !isKilled && missed.length > 0)).toEqual([])
  })
})

interface Tried {
  readonly settings: Readonly<Record<string, string>>
  readonly isSolved: boolean
  readonly isKilled: boolean
  /** The measures that miss a bound although the same digits are shown of both. */
  readonly missed: readonly string[]
}

function isShownAsItsBound({ isMet, now, predicate: { value } }: Checked): boolean {
  return !isMet && now !== undefined && showQuantity(now) === showQuantity({ ...now, value })
}

/** Every combination of tried values and those of the start; those that change too much are no solutions. */
function settingsOf({ changes }: Goal): Record<string, string>[] {
  return changes.reduce<Record<string, string>[]>(
    (all, key) => {
      const changed = all.flatMap((settings) => (TRIED[key] ?? []).map((value) => ({ ...settings, [key]: value })))
      return all.concat(changed)
    },
    [{}],
  )
}
