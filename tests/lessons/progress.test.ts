import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step } from '../../src/lessons/lesson.ts'
import {
  countDone,
  doneByOpening,
  encodeProgress,
  parseProgress,
  stepsOf,
  withStep,
} from '../../src/lessons/progress.ts'

describe('progress', () => {
  it('keeps the first bet and the most stars', () => {
    let progress = withStep({}, 'a-spike', 2, { isDone: true, isRight: false })
    progress = withStep(progress, 'a-spike', 2, { isDone: true, isRight: true })
    expect(progress['a-spike']?.[2]).toEqual({ isDone: true, isRight: false })
    progress = withStep(progress, 'a-spike', 4, { isDone: true, stars: 2 })
    progress = withStep(progress, 'a-spike', 4, { isDone: true, stars: 1 })
    expect(progress['a-spike']?.[4]).toEqual({ isDone: true, stars: 2 })
    expect(countDone(progress, 'a-spike')).toBe(2)
    expect(countDone(progress, 'tiny-heaps')).toBe(0)
  })

  it('counts a step with nothing to answer once the reader goes on from it, and no sooner', () => {
    const [text, bet] = [{}, { bet: {} }] as unknown as Step[]
    const steps = [text!, bet!, text!, bet!]
    expect(doneByOpening(steps, 1)).toEqual([])
    expect(doneByOpening(steps, 2, 1)).toEqual([1])
    expect(doneByOpening(steps, 3, 2)).toEqual([])
    // A reader who leaves out a step, or goes back, has not gone on.
    expect(doneByOpening(steps, 4, 1)).toEqual([])
    expect(doneByOpening(steps, 1, 2)).toEqual([])
    expect(doneByOpening(steps, 4, 3)).toEqual([3])
    // After the last step there is none to go on to.
    expect(doneByOpening([bet!, text!], 2, 1)).toEqual([2])
  })

  it('of a lesson from a link is also found under its id, where it was once stored', () => {
    const lesson = { id: 'my-challenge', progressKey: 'my-challenge.abc' }
    const old = withStep({}, 'my-challenge', 1, { isDone: true, isRight: false, stars: 2 })
    expect(stepsOf(old, lesson, [])).toEqual(old['my-challenge'])
    // The first bet counts, and the most stars, wherever they are stored.
    const both = withStep(old, lesson.progressKey, 1, { isDone: true, isRight: true, stars: 3 })
    expect(stepsOf(both, lesson, [])).toEqual({ 1: { isDone: true, isRight: false, stars: 3 } })
  })

  it('of a course lesson is not that of a lesson from a link with the same id', () => {
    const ofCourse = withStep({}, 'a-spike', 1, { isDone: true })
    const course = [{ id: 'a-spike' }]
    expect(stepsOf(ofCourse, { id: 'a-spike', progressKey: 'a-spike.abc' }, course)).toEqual({})
    expect(stepsOf(ofCourse, { id: 'a-spike', progressKey: 'a-spike' }, course)).toEqual({ 1: { isDone: true } })
  })

  it('comes back from its file', () => {
    const progress = withStep({}, 'a-spike', 2, { isDone: true, isRight: true, stars: 3 })
    expect(parseProgress(encodeProgress(progress))).toEqual(progress)
  })

  it('is empty, or what can be read, of anything else; it never throws', () => {
    expect(parseProgress(undefined)).toEqual({})
    expect(parseProgress('{"version":2,"lessons":{"a":{"1":{"isDone":true}}}}')).toEqual({})
    expect(parseProgress('{"version":1,"lessons":{"a":{"1":{"isDone":true,"stars":9},"x":1}}}')).toEqual({
      a: { 1: { isDone: true } },
    })
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        parseProgress(JSON.stringify({ version: 1, lessons: value }))
        parseProgress(JSON.stringify(value))
      }),
    )
  })
})
