import { describe, expect, it } from 'vitest'
import { createEngine } from '../../src/program/engine.ts'
import type { Answer, Job } from '../../src/program/jobs.ts'
import { toAnnouncement } from '../../src/program/page.tsx'
import { READING } from '../../src/program/progress.tsx'
import { createProgramSession, type ProgramState } from '../../src/program/session.ts'
import type { Dispatcher } from '../../src/work/dispatcher.ts'

/** A session whose worker does each job at once. */
function startSession() {
  const engine = createEngine()
  const start: Dispatcher<Job, never, Answer>['start'] = (job, onEnd) => {
    const computation = engine(job)
    let step = computation.next()
    while (!step.done) step = computation.next()
    const answer = step.value
    queueMicrotask(() => onEnd({ kind: 'done', answer }))
    return () => {}
  }
  return createProgramSession({ start } as Dispatcher<Job, never, Answer>)
}

const MANIFEST = `spec:
  containers:
    - name: api
      resources: {limits: {memory: 512Mi, cpu: "2"}}
      env: [{name: GOMEMLIMIT, value: 400M}]
`

describe('what a screen reader hears of an input', () => {
  it('is nothing at first, then that the input is read, and then the result', async () => {
    const session = startSession()
    const heard: string[] = []
    const hear = (state: ProgramState) => heard.push(toAnnouncement(state))
    hear(session.store.getState())
    session.store.subscribe(hear)
    session.add([{ blob: new Blob([MANIFEST]) }])
    await expect.poll(() => heard.at(-1)).toBe('1 finding on its settings. Not enough is known for a simulation.')
    expect([...new Set(heard)].slice(0, 2)).toEqual(['', READING])
    session.type('liveHeap', 100 * 2 ** 20)
    session.type('allocRate', 100 * 2 ** 20)
    session.type('outsideMemory', 4 * 2 ** 20)
    await expect
      .poll(() => heard.at(-1))
      .toMatch(/^1 finding .* As written, the manifest does not start the program\. Simulated: healthy\. GC /)
  })
})
