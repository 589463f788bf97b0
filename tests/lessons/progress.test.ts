import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Step } from '../../src/lessons/lesson.ts'
import { countDone, doneByOpening, encodeProgress, parseProgress, withStep } from '../../src/lessons/progress.ts'

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
