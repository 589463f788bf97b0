import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSession, type Session } from '../../../src/log/session/session.ts'
import { createFakeClient, type FakeClient } from '../support/fake-client.ts'

const SOURCE = { name: 'a.log', blob: new Blob(['gc 1 @1s']) }
const OTHER = { name: 'b.log', blob: new Blob(['gc 1 @2s']) }

/** What may happen, by the reader's hand or the worker's. */
const EVENTS = {
  read: ({ read }: Session) => void read(SOURCE),
  'read another': ({ read }: Session) => void read(OTHER),
  leave: ({ leave }: Session) => leave(),
  'first run': ({ chooseRun }: Session) => void chooseRun(0),
  'second run': ({ chooseRun }: Session) => void chooseRun(1),
  cancel: ({ cancel }: Session) => cancel(),
  answer: (_: Session, client: FakeClient) => client.answer(),
  'all answers': (_: Session, client: FakeClient) => client.answerAll(),
  'it breaks': (_: Session, client: FakeClient) => client.break('out of memory'),
} as const
type Event = keyof typeof EVENTS

/** A session after these events. */
async function play(events: readonly Event[], client = createFakeClient()) {
  const session = createSession(client)
  for (const event of events) {
    await EVENTS[event](session, client)
    await Promise.resolve()
  }
  return { session, client, state: session.store.getState() }
}

describe('a session', () => {
  it.each<[string, readonly Event[], string]>([
    ['waits', [], 'waiting'],
    ['reads', ['read'], 'reading'],
    ['has read', ['read', 'answer'], 'read'],
    ['has left what it was reading', ['read', 'leave'], 'waiting'],
    ['has left what it had read', ['read', 'all answers', 'leave'], 'waiting'],
    ['says that reading failed', ['read', 'it breaks'], 'failed'],
    ['says that measuring failed', ['read', 'answer', 'it breaks'], 'failed'],
    ['reads on after a failure', ['read', 'it breaks', 'read another', 'all answers'], 'read'],
  ])('%s', async (_, events, kind) => {
    expect((await play(events)).state.stage.kind).toBe(kind)
  })

  it('refuses a log without cycles, and says why', async () => {
    const { state } = await play(['read', 'all answers'], createFakeClient([]))
    expect(state.stage).toMatchObject({ kind: 'refused', problems: [{ message: 'no cycle' }] })
  })

  it('shows the longest run, at its peak, and how far reading has come', async () => {
    const { client, session } = await play(['read'])
    client.progress(50)
    expect(session.store.getState().stage).toMatchObject({ kind: 'reading', progress: { bytes: 50 } })
    await client.answerAll()
    expect(session.store.getState()).toMatchObject({ measured: { run: 1 }, selected: 1, isPicked: false })
  })

  it('ignores answers about a log that it has left', async () => {
    const { state } = await play(['read', 'read another', 'all answers'])
    expect(state.stage).toMatchObject({ kind: 'read', source: { name: 'b.log' } })
  })

  it('shows the run that was chosen last, whatever happened in between', async () => {
    const { state } = await play(['read', 'all answers', 'first run', 'second run', 'first run', 'all answers'])
    expect(state).toMatchObject({ measured: { run: 0 }, opening: undefined })
  })

  it('opens the run that it is asked for', async () => {
    const client = createFakeClient()
    const session = createSession(client)
    void session.read(SOURCE, 0)
    await client.answerAll()
    expect(session.store.getState().measured?.run).toBe(0)
  })
})

describe('what takes too long', () => {
  it.each<[string, readonly Event[], object]>([
    ['a log being read: back to the beginning', ['read', 'cancel'], { stage: { kind: 'waiting' } }],
    ['its cycles: back to the beginning', ['read', 'answer', 'cancel'], { stage: { kind: 'waiting' } }],
    [
      'another run: the one before stays',
      ['read', 'all answers', 'first run', 'cancel', 'all answers'],
      { measured: { run: 1 }, opening: undefined },
    ],
  ])('can be cancelled: %s', async (_, events, expected) => {
    expect((await play(events)).state).toMatchObject(expected)
  })

  it('ends with the run that is shown, whatever happened in whatever order', async () => {
    const names = (Object.keys(EVENTS) as Event[]).filter((name) => name !== 'it breaks')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { maxLength: 14 }), async (events) => {
        const { session, client } = await play(['read', ...events])
        await client.answerAll()
        const { stage, measured, opening } = session.store.getState()
        expect(opening).toBeUndefined()
        expect(measured !== undefined).toBe(stage.kind === 'read')
      }),
      { numRuns: 300 },
    )
  })
})
