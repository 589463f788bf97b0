import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createSession, type Session } from '../../../src/log/session/session.ts'
import { createFakeClient, type FakeClient, UNFIT } from '../support/fake-client.ts'

const percent = (value: number) => ({ gogc: { kind: 'percent', percent: value } }) as const
const SOURCE = { name: 'a.log', blob: new Blob(['gc 1 @1s']) }
const OTHER = { name: 'b.log', blob: new Blob(['gc 1 @2s']) }

/** What may happen, by the reader's hand or the worker's. */
const EVENTS = {
  read: ({ read }: Session) => void read(SOURCE),
  'read another': ({ read }: Session) => void read(OTHER),
  leave: ({ leave }: Session) => leave(),
  'first run': ({ chooseRun }: Session) => void chooseRun(0),
  'second run': ({ chooseRun }: Session) => void chooseRun(1),
  'GOGC 50': ({ suppose }: Session) => suppose(percent(50)),
  'GOGC 200': ({ suppose }: Session) => suppose(percent(200)),
  'its own GOGC': ({ suppose }: Session) => suppose({}),
  'it ran with 100': ({ ask }: Session) => void ask(percent(100)),
  'it ran with 400': ({ ask }: Session) => void ask(percent(400)),
  'it ran with what does not fit': ({ ask }: Session) => void ask(UNFIT),
  cancel: ({ cancel }: Session) => cancel(),
  'fit it again': ({ ask, store }: Session) => void ask(store.getState().asked),
  'predict it again': ({ suppose, store }: Session) => suppose(store.getState().settings),
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

/** What is shown: settings and calibration of the prediction, as the fake worker writes them into it. */
const shown = ({ store }: Session) => store.getState().predicted as unknown

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

  it('fits a run with what the command above it states, until the reader states something else', async () => {
    const client = createFakeClient([12, 40], [{}, percent(200)])
    const { session } = await play(['read', 'all answers'], client)
    const fitted = () => session.store.getState().calibration
    expect(fitted()).toMatchObject({ value: { run: 1, asked: percent(200) } })
    void session.chooseRun(0)
    await client.answerAll()
    expect(fitted()).toMatchObject({ value: { run: 0, asked: {} } })
    void session.chooseRun(1)
    await client.answerAll()
    void session.ask(percent(50))
    await client.answerAll()
    expect(fitted()).toMatchObject({ value: { run: 1, asked: percent(50) } })
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
    expect(state).toMatchObject({ measured: { run: 0 }, predicted: { calibration: { run: 0 } } })
  })

  it('continues with the same run, the same settings of the log, and the same settings to predict', async () => {
    const client = createFakeClient()
    const session = createSession(client)
    void session.read(SOURCE, { run: 0, asked: percent(400), settings: percent(50) })
    await client.answerAll()
    expect(shown(session)).toEqual({ settings: percent(50), calibration: { run: 0, asked: percent(400) } })
    void session.read(SOURCE, { run: 7, asked: {}, settings: {} })
    await client.answerAll()
    expect(session.store.getState().measured?.run).toBe(1)
  })
})

describe('what takes too long', () => {
  it.each<[string, readonly Event[], object]>([
    ['a log being read: back to the beginning', ['read', 'cancel'], { stage: { kind: 'waiting' } }],
    ['its cycles: back to the beginning', ['read', 'answer', 'cancel'], { stage: { kind: 'waiting' } }],
    [
      'the first fit: the cycles stay, and it can be fitted again',
      ['read', 'answer', 'answer', 'cancel', 'all answers'],
      { measured: { run: 1 }, isCalibrating: false, calibration: undefined, cancelled: 'fit' },
    ],
    [
      'the first prediction: the fit stays, and it can be asked for again',
      ['read', 'answer', 'answer', 'answer', 'cancel', 'all answers'],
      { calibration: { ok: true }, isPredicting: false, predicted: undefined, cancelled: 'prediction' },
    ],
    [
      'another fit: the one before stays, with what it took the log to have run with',
      ['read', 'it ran with 100', 'all answers', 'it ran with 400', 'cancel', 'all answers'],
      {
        asked: {},
        calibration: { value: { asked: {} } },
        predicted: { calibration: { asked: {} } },
        cancelled: undefined,
      },
    ],
    [
      'another prediction: the one before stays, and so do its settings',
      ['read', 'all answers', 'GOGC 50', 'all answers', 'GOGC 200', 'cancel', 'all answers'],
      { settings: percent(50), predicted: { settings: percent(50) }, isPredicting: false, cancelled: undefined },
    ],
    [
      'another run: the one before stays',
      ['read', 'all answers', 'first run', 'cancel', 'all answers'],
      { measured: { run: 1 }, opening: undefined, predicted: { calibration: { run: 1 } } },
    ],
  ])('can be cancelled: %s', async (_, events, expected) => {
    expect((await play(events)).state).toMatchObject(expected)
  })

  it.each<[string, readonly Event[]]>([
    ['fit', ['read', 'answer', 'answer', 'cancel', 'fit it again', 'all answers']],
    ['prediction', ['read', 'answer', 'answer', 'answer', 'cancel', 'predict it again', 'all answers']],
  ])('can be asked for again: the %s', async (_, events) => {
    const { session, state } = await play(events)
    expect(shown(session)).toEqual({ settings: {}, calibration: { run: 1, asked: {} } })
    expect(state.cancelled).toBeUndefined()
  })
})

describe('a prediction', () => {
  const calibrated = { run: 1, asked: {} }

  it.each<[string, readonly Event[], unknown]>([
    ['of the log’s own settings comes first', ['all answers'], { settings: {}, calibration: calibrated }],
    [
      'is of the settings asked for last',
      ['all answers', 'GOGC 50', 'GOGC 200', 'all answers'],
      { settings: percent(200), calibration: calibrated },
    ],
    [
      'comes of the log’s own GOGC too, after two others and while one is on its way',
      ['all answers', 'GOGC 50', 'GOGC 200', 'its own GOGC', 'all answers'],
      { settings: {}, calibration: calibrated },
    ],
    [
      'is made again where the log was calibrated anew while it was on its way',
      ['all answers', 'GOGC 50', 'GOGC 200', 'it ran with 400', 'all answers'],
      { settings: percent(200), calibration: { run: 1, asked: percent(400) } },
    ],
    [
      'is not asked for while the log is being calibrated',
      ['all answers', 'it ran with 400', 'GOGC 50', 'it ran with 100', 'all answers'],
      { settings: percent(50), calibration: { run: 1, asked: percent(100) } },
    ],
    [
      'goes on where the program’s own settings do not fit any longer, and then do again',
      ['all answers', 'it ran with what does not fit', 'GOGC 50', 'all answers', 'it ran with 100', 'all answers'],
      { settings: percent(50), calibration: { run: 1, asked: percent(100) } },
    ],
    [
      'is none where nothing fits',
      ['all answers', 'GOGC 50', 'it ran with what does not fit', 'all answers'],
      undefined,
    ],
    [
      'is of the run that was chosen while one of another was on its way',
      ['all answers', 'GOGC 50', 'first run', 'all answers'],
      { settings: {}, calibration: { run: 0, asked: {} } },
    ],
  ])('%s', async (_, events, expected) => {
    const { session, state } = await play(['read', ...events])
    expect(shown(session)).toEqual(expected)
    expect(state).toMatchObject({ isPredicting: false, isCalibrating: false, stage: { kind: 'read' } })
  })

  it('that fails gives a message, and the log stays', async () => {
    const { session, client, state } = await play(['read', 'all answers', 'GOGC 50', 'it breaks'])
    expect(state).toMatchObject({ predictionProblem: 'out of memory', predicted: undefined, stage: { kind: 'read' } })
    session.suppose(percent(200))
    await client.answerAll()
    expect(session.store.getState()).toMatchObject({
      predictionProblem: undefined,
      predicted: { settings: percent(200) },
    })
  })

  it('runs one at a time, however often a slider moves', async () => {
    const { client } = await play(['read', 'all answers', ...Array<Event>(50).fill('GOGC 50'), 'GOGC 200'])
    expect(client.waiting).toEqual(['predict'])
    const before = client.asked
    await client.answerAll()
    expect(client.asked - before).toBeLessThanOrEqual(1)
  })

  it('finally belongs to the shown settings, whatever happened in whatever order', async () => {
    const names = (Object.keys(EVENTS) as Event[]).filter((name) => name !== 'it breaks')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...names), { maxLength: 14 }), async (events) => {
        const { session, client } = await play(['read', ...events])
        await client.answerAll()
        const { stage, measured, asked, settings, calibration, cancelled, ...rest } = session.store.getState()
        expect(rest).toMatchObject({ isPredicting: false, isCalibrating: false, predictionProblem: undefined })
        expect(rest.opening).toBeUndefined()
        if (stage.kind === 'waiting') expect(measured ?? calibration ?? rest.predicted).toBeUndefined()
        else {
          expect(stage.kind).toBe('read')
          const isFit = asked.gogc !== UNFIT.gogc
          expect(calibration?.ok).toBe(cancelled === 'fit' ? undefined : isFit)
          const isPredicted = isFit && cancelled === undefined
          const expected = { settings, calibration: { run: measured?.run, asked } }
          expect(rest.predicted).toEqual(isPredicted ? expected : undefined)
        }
      }),
      { numRuns: 300 },
    )
  })
})
