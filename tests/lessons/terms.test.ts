import { describe, expect, it } from 'vitest'
import { createHeapChart } from '../../src/charts/heap/heap-chart.ts'
import { COURSE } from '../../src/lessons/course/all.ts'
import { withSettings } from '../../src/lessons/experiment.ts'
import type { Lesson, Step } from '../../src/lessons/lesson.ts'
import { toPlainText } from '../../src/lessons/markdown.ts'
import { explains, findExplained, TERMS, termsOf, toTexts } from '../../src/lessons/terms.ts'
import { simulate } from '../../src/model/simulate.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { RESULT_NOTES } from '../../src/ui/results/note.tsx'
import { createPage, createRecorder, heapModel } from '../charts/support/page.ts'

const STEPS = COURSE.flatMap(({ id, steps }) => steps.map((step, i) => ({ step, name: `${id}, step ${i + 1}` })))

/** A lesson and all those that it builds on, also by way of others. */
function withNeeds(lesson: Lesson): readonly Lesson[] {
  const before = COURSE.filter(({ id }) => lesson.needs.includes(id)).flatMap(withNeeds)
  return [...new Set([...before, lesson])]
}

/** The names that the heap chart can have at the ends of its bands and lines. */
const ENDS = /^(new|live|other|outside Go|total memory|counted|trigger|goal|memory limit|container)$/i

function drawnEnds(scenario: Scenario): readonly string[] {
  const chart = createHeapChart(createPage().document, createRecorder().handlers)
  chart.update(heapModel(simulate(scenario), { size: { width: 1600, height: 900 } }))
  return [...chart.node.querySelectorAll('.end-label')].map((text) => text.textContent ?? '')
}

/** The settings that a step opens with, and those that solve it. */
function scenariosOf({ scenario, goal }: Step): readonly Scenario[] {
  const solved = goal && withSettings(scenario, goal.solution)
  return solved?.ok ? [scenario, solved.value] : [scenario]
}

/** Other words for what has a name already, and the name. */
const OTHER_WORDS: readonly (readonly [RegExp, string])[] = [
  [/(?<!garbage )\bcollectors?\b/i, 'GC'],
  [/\bcollections?\b/i, 'GC cycle'],
  [/\b(?:target heap|heap target|heap goal|threshold)\b/i, 'goal'],
  [/\b(?:brake|(?<!CPU-)throttl\w+)\b/i, 'limiter'],
  [/\b(?:stop-the-world|STW|(?:short|second) stops?)\b/i, 'pause'],
  [/\b(?:soft limit|memory cap)\b/i, 'memory limit'],
  [/\b(?:reachable|retained|surviving) (?:heap|memory)\b/i, 'live heap'],
  [/\b(?:dead|unused|unreachable) (?:heap|memory|objects?)\b/i, 'garbage'],
  [/\b(?:mark assists?|assistance)\b/i, 'assist'],
]

describe.each(TERMS)('“$name”', (term) => {
  it('is explained, in bold, in the step of the course that first has it', () => {
    const first = STEPS.find(({ step }) => termsOf(step).includes(term))
    expect(first, 'no lesson has it').toBeDefined()
    expect(
      toTexts(first!.step).filter((text) => explains(text, term)),
      first!.name,
    ).not.toEqual([])
  })

  it('is explained no later than the first text that has it', () => {
    const texts = STEPS.flatMap(({ step }) => toTexts(step))
    const [first] = texts.filter((text) => term.forms.test(toPlainText(text)))
    if (first !== undefined) expect(explains(first, term), first).toBe(true)
  })
})

describe('the terms of the course', () => {
  it('are explained in the lessons that a lesson builds on, or in itself', () => {
    const unknown = COURSE.flatMap((lesson) => {
      const known = withNeeds(lesson)
        .flatMap(({ steps }) => steps)
        .flatMap(toTexts)
      const used = new Set(lesson.steps.flatMap(termsOf))
      return [...used]
        .filter((term) => !known.some((text) => explains(text, term)))
        .map(({ name }) => `${lesson.id}: ${name}`)
    })
    expect(unknown).toEqual([])
  })

  it('have one meaning of GC CPU, as the note of the simulator: idle marking is in neither time', () => {
    const [term] = TERMS.filter(({ name }) => name === 'GC CPU')
    expect(term!.meaning).toContain('without marking on idle CPUs, and of all the other time')
    expect(RESULT_NOTES['gc-cpu']!.brief).toMatchObject({ runtime: expect.stringContaining('left out of both') })
  })

  it('have one name each in all texts', () => {
    const others = STEPS.flatMap(({ step, name }) =>
      toTexts(step).flatMap((text) =>
        OTHER_WORDS.flatMap(([word, better]) => {
          const [found] = word.exec(toPlainText(text)) ?? []
          return found === undefined ? [] : [`${name}: ${found}, elsewhere ${better}`]
        }),
      ),
    )
    expect(others).toEqual([])
  })

  it('are explained by words of the course alone', () => {
    const unknown = TERMS.flatMap(({ name, meaning }) =>
      OTHER_WORDS.filter(([word]) => word.test(meaning)).map(() => name),
    )
    expect(unknown).toEqual([])
    expect(new Set(TERMS.map(({ name }) => name)).size).toBe(TERMS.length)
  })

  it('name every verdict that the course can show', () => {
    const [term] = TERMS.filter(({ name }) => name === 'verdict')
    const verdicts = STEPS.map(({ step }) => toVerdict(simulate(step.scenario), {}))
    const shown = verdicts.map(({ label, when = '' }) => label.replace(when, '').trim())
    // What readers can make of a step by its controls.
    for (const word of [...shown, 'never collected', 'CPU-throttled']) expect(term!.meaning).toContain(word)
  })

  it('are drawn in a step whose text explains them as a line or band of its chart', () => {
    const missing = STEPS.filter(({ step }) => step.show.includes('heap')).flatMap(({ step, name }) => {
      const named = [...step.text.matchAll(/\*\*([^*]+)\*\*/g)]
        .map(([, bold]) => bold!)
        .filter((bold) => ENDS.test(bold))
      const drawn = named.length > 0 ? scenariosOf(step).flatMap(drawnEnds) : []
      return named
        .filter((word) => !drawn.some((end) => end.toLowerCase().includes(word.toLowerCase())))
        .map((word) => `${name}: ${word}`)
    })
    expect(missing).toEqual([])
  })

  it('are found where the course explains them', () => {
    const [trigger] = TERMS.filter(({ name }) => name === 'trigger')
    expect(findExplained(COURSE, trigger!)).toMatchObject({ lesson: { id: 'tiny-heaps' }, step: 1 })
  })
})
