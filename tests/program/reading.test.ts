import { describe, expect, it } from 'vitest'
import type { Answer, Job } from '../../src/program/jobs.ts'
import { createProgramSession } from '../../src/program/session.ts'
import type { Desk } from '../../src/work/desk.ts'

const MIB = 1 << 20

/** A worker that takes everything, and notes what it was given. */
function createNotes(onJob: (job: Job, count: number) => void = () => {}) {
  const jobs: Job[] = []
  const start: Desk<Job, never, Answer>['start'] = (job, onEnd) => {
    jobs.push(job)
    onJob(job, jobs.length)
    const answer: Answer =
      job.kind === 'end' ? { kind: 'unread', as: undefined, problem: 'nothing' } : { kind: 'taken' }
    queueMicrotask(() => onEnd({ kind: 'done', answer }))
    return () => {}
  }
  return { jobs, desk: { start } as Desk<Job, never, Answer> }
}

describe('a large file', () => {
  const file = new Blob([new Uint8Array(18 * MIB)])

  it('goes to the worker piece by piece, and is never held as a whole', async () => {
    const { jobs, desk } = createNotes()
    createProgramSession(desk).add([{ blob: file }])
    await expect.poll(() => jobs.at(-1)?.kind).toBe('end')
    const sizes = jobs.flatMap((job) => (job.kind === 'push' ? [job.bytes.byteLength] : []))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(4 * MIB)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(18 * MIB)
  })

  it('is read no further once it is taken away', async () => {
    const session: { current?: ReturnType<typeof createProgramSession> } = {}
    const { jobs, desk } = createNotes((job) => {
      if (job.kind === 'push') session.current?.remove(1)
    })
    session.current = createProgramSession(desk)
    session.current.add([{ blob: file }])
    // Before it is read, as it is taken away, and when the reading notices.
    await expect.poll(() => jobs.filter(({ kind }) => kind === 'forget').length).toBe(3)
    expect(jobs.filter(({ kind }) => kind === 'push')).toHaveLength(1)
    expect(jobs.some(({ kind }) => kind === 'end')).toBe(false)
  })
})
