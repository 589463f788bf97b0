import { describe, expect, it } from 'vitest'
import type { Answer, Job } from '../../src/program/jobs.ts'
import { createProgramSession, isAnswerAwaited } from '../../src/program/session.ts'
import type { Dispatcher } from '../../src/work/dispatcher.ts'

const MIB = 1 << 20

/** A worker that takes everything, and notes what it was given. */
function createNotes(onJob: (job: Job, count: number) => void = () => {}) {
  const jobs: Job[] = []
  const start: Dispatcher<Job, never, Answer>['start'] = (job, onEnd) => {
    jobs.push(job)
    onJob(job, jobs.length)
    const answer: Answer =
      job.kind === 'end' ? { kind: 'unread', as: undefined, problem: 'nothing' } : { kind: 'taken' }
    queueMicrotask(() => onEnd({ kind: 'done', answer }))
    return () => {}
  }
  return { jobs, dispatcher: { start } as Dispatcher<Job, never, Answer> }
}

it('an answer is awaited from the first input to the answer, but not if nothing was pasted', async () => {
  const ends: (() => void)[] = []
  const { dispatcher } = createNotes()
  const start: Dispatcher<Job, never, Answer>['start'] = (job, onEnd) => {
    if (job.kind !== 'answer') return dispatcher.start(job, onEnd)
    ends.push(() => onEnd({ kind: 'failed', reason: 'gone' }))
    return () => {}
  }
  const session = createProgramSession({ start } as Dispatcher<Job, never, Answer>)
  const isAwaited = () => isAnswerAwaited(session.store.getState())
  session.type('procs', 2)
  expect(isAwaited()).toBe(false)
  session.add([{ blob: new Blob(['x']) }])
  expect(isAwaited()).toBe(true)
  await expect.poll(() => ends.length).toBe(2)
  expect(isAwaited()).toBe(true)
  ends.at(-1)!()
  expect(isAwaited()).toBe(false)
})

it('the simulation can be cancelled and started again, and the inputs stay', async () => {
  const { jobs, dispatcher } = createNotes()
  let cancelled = 0
  const start: Dispatcher<Job, never, Answer>['start'] = (job, onEnd) => {
    if (job.kind !== 'answer') return dispatcher.start(job, onEnd)
    jobs.push(job)
    return () => cancelled++
  }
  const session = createProgramSession({ start } as Dispatcher<Job, never, Answer>)
  const stateOf = () => session.store.getState()
  session.type('liveHeap', MIB)
  session.cancel()
  expect(cancelled).toBe(1)
  expect(stateOf()).toMatchObject({ isWorking: false, isCancelled: true, typed: { liveHeap: MIB } })
  session.simulate()
  expect(stateOf()).toMatchObject({ isWorking: true, isCancelled: false })
  expect(jobs.map(({ kind }) => kind)).toEqual(['answer', 'answer'])
})

it('a run of a log that is chosen is measured before the answer for it is computed, and only once', async () => {
  const { jobs, dispatcher } = createNotes()
  const session = createProgramSession(dispatcher)
  session.pickLog({ input: 1, run: 3 })
  void session.measure(1, 3).catch(() => {})
  // Nothing is known without an input, so type something that makes the page ask.
  session.type('liveHeap', MIB)
  expect(jobs.map(({ kind }) => kind)).toEqual(['measure', 'answer'])
})

describe('a large file', () => {
  const file = new Blob([new Uint8Array(18 * MIB)])

  it('goes to the worker piece by piece, and is never held as a whole', async () => {
    const { jobs, dispatcher } = createNotes()
    createProgramSession(dispatcher).add([{ blob: file }])
    await expect.poll(() => jobs.at(-1)?.kind).toBe('end')
    const sizes = jobs.flatMap((job) => (job.kind === 'push' ? [job.bytes.byteLength] : []))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * MIB)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(18 * MIB)
  })

  it('is read no further once it is removed', async () => {
    const session: { current?: ReturnType<typeof createProgramSession> } = {}
    const { jobs, dispatcher } = createNotes((job) => {
      if (job.kind === 'push') session.current?.remove(1)
    })
    session.current = createProgramSession(dispatcher)
    session.current.add([{ blob: file }])
    // Before it is read, as it is taken away, and when the reading notices.
    await expect.poll(() => jobs.filter(({ kind }) => kind === 'forget').length).toBe(3)
    expect(jobs.filter(({ kind }) => kind === 'push')).toHaveLength(1)
    expect(jobs.some(({ kind }) => kind === 'end')).toBe(false)
  })
})

it('an empty file is sent as one empty slice, so that its end follows a beginning', async () => {
  const { jobs, dispatcher } = createNotes()
  createProgramSession(dispatcher).add([{ blob: new Blob([]) }])
  await expect.poll(() => jobs.at(-1)?.kind).toBe('end')
  expect(jobs.map(({ kind }) => kind)).toEqual(['forget', 'push', 'end'])
})
