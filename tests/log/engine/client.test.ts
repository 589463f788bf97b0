import { describe, expect, it } from 'vitest'
import { Cancelled } from '../../../src/log/engine/cancelled.ts'
import { createClient, type WorkerPort } from '../../../src/log/engine/client.ts'
import type { Job, Reply, Request } from '../../../src/log/engine/jobs.ts'
import { gcLine } from '../../gctrace/support.ts'

const blob = new Blob([Array.from({ length: 30 }, (_, i) => gcLine(i + 1, 1 + i)).join('\n')])

/** Workers that write down what they are asked and answer when they are told to, and whether they were ended. */
function createFactory() {
  const workers: { asked: Request[]; isEnded: boolean; reply(reply: Reply): void }[] = []
  const create = (): WorkerPort => {
    const port: WorkerPort = {
      onmessage: null,
      onerror: null,
      postMessage: (message) => void own.asked.push(message),
      terminate: () => {
        own.isEnded = true
      },
    }
    const own = {
      asked: [] as Request[],
      isEnded: false,
      reply: (reply: Reply) => port.onmessage?.({ data: reply }),
    }
    workers.push(own)
    return port
  }
  return { workers, create }
}

const kinds = (worker: { asked: Request[] } | undefined) => worker?.asked.map(({ job }) => job.kind)
const CALIBRATE = { kind: 'calibrate', run: 0, asked: {} } as const
const PREDICT = { kind: 'predict', settings: {} } as const

/** A client whose first worker has done these jobs. */
async function afterDoing(jobs: readonly Job[]) {
  const { workers, create } = createFactory()
  const client = createClient(create)
  for (const job of jobs) {
    const answer = client.ask(job)
    workers[0]?.reply({ id: workers[0].asked.at(-1)!.id, kind: 'answer', answer: {} as never })
    await answer
  }
  return { client, workers }
}

describe('cancelling what a worker does', () => {
  it('ends the worker at once, and whoever waits for it hears of that', async () => {
    const { client, workers } = await afterDoing([{ kind: 'read', blob }])
    const fit = client.ask(CALIBRATE)
    client.cancel()
    await expect(fit).rejects.toThrow(Cancelled)
    expect(workers[0]?.isEnded).toBe(true)
  })

  it.each<[string, readonly Job[], Job, readonly string[]]>([
    ['the log before another fit', [{ kind: 'read', blob }], CALIBRATE, ['read', 'calibrate']],
    [
      'the log before another run',
      [{ kind: 'read', blob }, CALIBRATE],
      { kind: 'measure', run: 1 },
      ['read', 'measure'],
    ],
    [
      'log and fit before another prediction',
      [{ kind: 'read', blob }, CALIBRATE, PREDICT],
      PREDICT,
      ['read', 'calibrate', 'predict'],
    ],
    ['nothing before another log', [{ kind: 'read', blob }, CALIBRATE], { kind: 'read', blob }, ['read']],
  ])('has the next worker do again what it needs: %s', async (_, done, next, asked) => {
    const { client, workers } = await afterDoing(done)
    client.cancel()
    void client.ask(next).catch(() => {})
    expect(kinds(workers[1])).toEqual(asked)
  })

  it('says why where the log cannot be read again', async () => {
    const { client, workers } = await afterDoing([{ kind: 'read', blob }])
    client.cancel()
    const fit = client.ask(CALIBRATE)
    workers[1]?.reply({ id: workers[1].asked[0]!.id, kind: 'failed', message: 'the file is gone' })
    await expect(fit).rejects.toThrow('the file is gone')
  })
})

describe('where no worker can be had', () => {
  const createLocal = () =>
    createClient(() => {
      throw new Error('not allowed here')
    })

  it('a fit in progress ends when it is cancelled, and the log can be fitted again', async () => {
    const client = createLocal()
    await client.ask({ kind: 'read', blob })
    const fit = client.ask(CALIBRATE)
    client.cancel()
    await expect(fit).rejects.toThrow(Cancelled)
    expect((await client.ask(CALIBRATE)).ok).toBe(true)
    expect((await client.ask(PREDICT)).figures.cycles).toBeGreaterThan(0)
  })

  it('a fit ends early where another one is asked for, which then comes', async () => {
    const client = createLocal()
    await client.ask({ kind: 'read', blob })
    const first = client.ask(CALIBRATE)
    const second = client.ask({ ...CALIBRATE, asked: { gogc: { kind: 'percent', percent: 100 } } })
    const outcome = await first.then(
      () => 'done',
      (error: unknown) => (error instanceof Cancelled ? 'cancelled' : error),
    )
    expect(outcome).toBe('cancelled')
    expect((await second).ok).toBe(true)
  })
})
