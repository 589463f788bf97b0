import { describe, expect, it } from 'vitest'
import { follow } from '../../../src/learn/teachers/channel.ts'

describe('the notes in a second window', () => {
  const own = { lesson: 'a-spike', step: 2 }

  it('stay on the lesson in their address, whatever a window with another lesson shows', () => {
    expect(follow(own, { lesson: 'tiny-heaps', step: 3, from: 'other' })).toEqual(own)
  })

  it('follow a window with their lesson, and go on to the next lesson with it', () => {
    const heard = follow(own, { lesson: 'a-spike', step: 4, from: 'class' })
    expect(heard).toMatchObject({ lesson: 'a-spike', step: 4 })
    expect(follow(heard, { lesson: 'a-memory-limit', step: 1, from: 'class' })).toMatchObject({
      lesson: 'a-memory-limit',
    })
    expect(follow(heard, { lesson: 'tiny-heaps', step: 1, from: 'other' })).toEqual(heard)
  })
})
