import { describe, expect, it } from 'vitest'
import type { Answer, Job, SupposedProgram } from '../../src/program/jobs.ts'
import { createProgramSession } from '../../src/program/session.ts'
import type { Settings } from '../../src/scenario/under-settings.ts'
import type { Dispatcher, End } from '../../src/work/dispatcher.ts'

/** A worker that answers when it is told to, and a session that knows a program. */
function createAsked() {
  const asked: { readonly job: Job; readonly end: (end: End<Answer>) => void; isCancelled: boolean }[] = []
  const start: Dispatcher<Job, never, Answer>['start'] = (job, end) => {
    const own = { job, end, isCancelled: false }
    asked.push(own)
    return () => {
      own.isCancelled = true
    }
  }
  const session = createProgramSession({ start } as Dispatcher<Job, never, Answer>)
  const know = (live = 1e8) => {
    session.type('liveHeap', live)
    const answer = { kind: 'answer', simulated: {} } as Answer
    asked.at(-1)!.end({ kind: 'done', answer })
  }
  know()
  const questions = () => asked.filter(({ job, isCancelled }) => job.kind === 'suppose' && !isCancelled)
  const newest = () => (questions().at(-1)?.job as Extract<Job, { kind: 'suppose' }> | undefined)?.settings
  const reply = (name: string) =>
    questions()
      .at(-1)!
      .end({ kind: 'done', answer: { kind: 'supposed', notes: [name] } as unknown as SupposedProgram })
  return { session, asked, questions, newest, reply, know, state: () => session.store.getState() }
}

const gogc = (percent: number): Settings => ({ gogc: { kind: 'percent', percent } })

describe('other settings for a known program', () => {
  it('are simulated only once there is a program', () => {
    const { session, questions, newest } = createAsked()
    expect(questions()).toEqual([])
    session.suppose(gogc(50))
    expect(newest()).toEqual(gogc(50))
  })

  it('are simulated one at a time: while a slider moves, the newest settings follow the running ones', () => {
    const { session, questions, newest, reply, state } = createAsked()
    for (const percent of [50, 60, 70, 80]) session.suppose(gogc(percent))
    expect(questions()).toHaveLength(1)
    reply('first')
    expect(state().supposed?.notes).toEqual(['first'])
    expect(questions()).toHaveLength(2)
    expect(newest()).toEqual(gogc(80))
    reply('last')
    expect(state()).toMatchObject({ isSupposing: false, supposed: { notes: ['last'] } })
    expect(questions()).toHaveLength(2)
  })

  it('are simulated again when the program changes', () => {
    const { session, newest, reply, know, state } = createAsked()
    session.suppose(gogc(50))
    reply('of the first program')
    know()
    expect(newest()).toEqual(gogc(50))
    reply('of the second program')
    expect(state().supposed?.notes).toEqual(['of the second program'])
  })

  it('are cancelled at once if the user asks about none', () => {
    const { session, questions, state } = createAsked()
    session.suppose(gogc(50))
    session.suppose({})
    expect(questions()).toEqual([])
    expect(state()).toMatchObject({ settings: {}, supposed: undefined, isSupposing: false })
    session.suppose(gogc(70))
    expect(questions()).toHaveLength(1)
  })

  it('that cannot be simulated say why, until the user asks about others', () => {
    const { session, questions, state } = createAsked()
    session.suppose(gogc(50))
    questions().at(-1)!.end({ kind: 'failed', reason: 'it stopped' })
    expect(state()).toMatchObject({ supposed: undefined, isSupposing: false, supposedProblem: 'it stopped' })
    session.suppose(gogc(60))
    expect(state().supposedProblem).toBeUndefined()
    expect(questions()).toHaveLength(2)
  })

  it('that cannot be simulated are tried again with another program, and the reason disappears', () => {
    const { session, questions, reply, know, state } = createAsked()
    session.suppose(gogc(50))
    questions().at(-1)!.end({ kind: 'failed', reason: 'it stopped' })
    know()
    expect(state().supposedProblem).toBeUndefined()
    reply('of the second program')
    expect(state()).toMatchObject({ supposed: { notes: ['of the second program'] }, supposedProblem: undefined })
  })

  it('wait for the pending answer, and use its inputs', () => {
    const { session, questions, know, asked } = createAsked()
    session.type('liveHeap', 2e8)
    session.suppose(gogc(50))
    expect(questions()).toEqual([])
    know(3e8)
    expect(questions()).toHaveLength(1)
    // What is chosen later counts with the next answer.
    session.suppose({})
    session.store.setState({ run: 1 })
    session.suppose(gogc(60))
    const { job } = asked.at(-1)!
    expect(job).toMatchObject({
      kind: 'suppose',
      settings: gogc(60),
      choices: { run: undefined, typed: { liveHeap: 3e8 } },
    })
  })

  it('wait for an input that is being read', () => {
    const { session, questions } = createAsked()
    session.add([{ blob: new Blob(['x']) }])
    session.suppose(gogc(50))
    expect(questions()).toEqual([])
  })

  it('go back to the settings whose answer is shown, or to none, if the question is cancelled', () => {
    const { session, questions, reply, know, state } = createAsked()
    session.suppose(gogc(50))
    session.cancelSuppose()
    expect(state()).toMatchObject({ settings: {}, supposed: undefined, isSupposing: false })
    session.suppose(gogc(50))
    reply('shown')
    session.suppose(gogc(60))
    session.cancelSuppose()
    expect(questions().map(({ job }) => job.kind === 'suppose' && job.settings)).not.toContainEqual(gogc(60))
    expect(state()).toMatchObject({ settings: gogc(50), supposed: { notes: ['shown'] }, isSupposing: false })
    // The shown answer is of the program before.
    know()
    session.cancelSuppose()
    expect(state()).toMatchObject({ settings: {}, supposed: undefined, isSupposing: false })
  })

  it('are forgotten with the program', () => {
    const { session, state } = createAsked()
    session.suppose(gogc(50))
    session.type('liveHeap', undefined)
    expect(state()).toMatchObject({ settings: {}, supposed: undefined, isSupposing: false })
  })
})
