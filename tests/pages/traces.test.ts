import { describe, expect, it } from 'vitest'
import { createTraceOf } from '../../src/pages/work/context.ts'
import type { Job, JobKind, Pieces } from '../../src/pages/work/jobs.ts'
import { createDispatcher } from '../../src/work/dispatcher.ts'
import type { Compute } from '../../src/work/queue.ts'

function createTestTraceOf(compute: Compute<Job, Pieces[JobKind], void>) {
  return createTraceOf(
    createDispatcher({
      createWorker: () => {
        throw new Error('SecurityError')
      },
      load: async () => compute,
      defer: (callback) => setTimeout(callback, 0),
    }),
  )
}

describe('the runs of presets', () => {
  it('are each computed once', async () => {
    let computed = 0
    const traceOf = createTestTraceOf(function* () {
      computed++
      yield { model: 'guide' } as never
    })
    const [a, b] = await Promise.all([traceOf('spike'), traceOf('spike')])
    expect(a).toBe(b)
    expect(computed).toBe(1)
  })

  it('fail with the reason, and can be asked for again', async () => {
    let asked = 0
    const traceOf = createTestTraceOf(() => {
      asked++
      throw new Error('no such run')
    })
    await expect(traceOf('spike')).rejects.toThrow('no such run')
    await expect(traceOf('spike')).rejects.toThrow('no such run')
    expect(asked).toBe(2)
  })
})
