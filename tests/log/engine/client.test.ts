import { describe, expect, it } from 'vitest'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { Cancelled, createClient, createLogDesk, SLICE } from '../../../src/log/engine/client.ts'
import type { EngineAnswer, EngineJob, Job } from '../../../src/log/engine/jobs.ts'
import type { Dispatcher, End } from '../../../src/work/dispatcher.ts'
import { gcLine } from '../../gctrace/support.ts'

const blob = new Blob([Array.from({ length: 30 }, (_, i) => gcLine(i + 1, 1 + i)).join('\n')])
const CALIBRATE = { kind: 'calibrate', run: 0, asked: {} } as const
const PREDICT = { kind: 'predict', settings: {} } as const
const ADVISE = { kind: 'advise', settings: {}, demand: USUAL_DEMAND } as const

/** A dispatcher that writes down its jobs and those that were cancelled, and ends them when it is told to. */
function createNotes() {
  const jobs: { readonly job: EngineJob; end(end: End<EngineAnswer>): void; isCancelled: boolean }[] = []
  const dispatcher: Dispatcher<EngineJob, never, EngineAnswer> = {
    start(job, end) {
      const own = { job, end, isCancelled: false }
      jobs.push(own)
      return () => {
        own.isCancelled = true
      }
    },
    destroy() {},
  }
  const done = (i: number) => jobs[i]?.end({ kind: 'done', answer: {} as EngineAnswer })
  return { jobs, client: createClient(dispatcher), done }
}

const outcomeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof Cancelled ? 'cancelled' : String(error)),
  )

describe('a client', () => {
  it('sends a file slice by slice, each after the one before is read, and reports progress', async () => {
    const { jobs, client, done } = createNotes()
    const seen: unknown[] = []
    const read = client.ask({ kind: 'read', blob: new Blob([new Uint8Array(SLICE + 1)]) }, (at) => seen.push(at))
    for (const [i, length] of [SLICE, 1].entries()) {
      await expect.poll(() => jobs.length).toBe(i + 1)
      const { job } = jobs[i]!
      expect(job.kind === 'push' && [job.from, job.bytes.byteLength]).toEqual([i * SLICE, length])
      done(i)
    }
    await expect.poll(() => jobs.at(-1)?.job.kind).toBe('end')
    done(2)
    expect(await outcomeOf(read)).toBe('done')
    expect(seen).toHaveLength(2)
  })

  it('stops reading after a cancellation', async () => {
    const { jobs, client } = createNotes()
    const read = client.ask({ kind: 'read', blob })
    client.cancel()
    expect(await outcomeOf(read)).toBe('cancelled')
    expect(jobs).toHaveLength(0)
  })

  it('says why a file cannot be read', async () => {
    const gone = { size: 9, slice: () => ({ arrayBuffer: () => Promise.reject(new Error('the file has changed')) }) }
    await expect(createNotes().client.ask({ kind: 'read', blob: gone as unknown as Blob })).rejects.toThrow('changed')
  })

  it('cancels all jobs at once, and rejects their promises', async () => {
    const { jobs, client } = createNotes()
    const fit = client.ask(CALIBRATE)
    client.cancel()
    expect(await outcomeOf(fit)).toBe('cancelled')
    expect(jobs[0]?.isCancelled).toBe(true)
  })

  it.each<[string, Job, Job, boolean]>([
    ['a fit where another is asked for', CALIBRATE, { ...CALIBRATE, run: 1 }, true],
    ['a prediction where the log is fitted anew', PREDICT, CALIBRATE, true],
    ['a search for settings for a prediction', ADVISE, PREDICT, true],
    ['a prediction not for a search for settings', PREDICT, ADVISE, false],
    ['the cycles of a run not for a fit', { kind: 'measure', run: 0 }, CALIBRATE, false],
  ])('gives up %s', async (_, first, second, isGivenUp) => {
    const { jobs, client, done } = createNotes()
    const asked = client.ask(first)
    void client.ask(second)
    expect(jobs[0]?.isCancelled).toBe(isGivenUp)
    done(0)
    expect(await outcomeOf(asked)).toBe(isGivenUp ? 'cancelled' : 'done')
  })
})

describe('without a worker', () => {
  it('a running fit ends when it is cancelled, and the log can still be fitted and predicted afterwards', async () => {
    const client = createClient(createLogDesk())
    await client.ask({ kind: 'read', blob })
    const fit = client.ask(CALIBRATE)
    client.cancel()
    expect(await outcomeOf(fit)).toBe('cancelled')
    expect((await client.ask(CALIBRATE)).ok).toBe(true)
    expect((await client.ask(PREDICT)).figures.cycles).toBeGreaterThan(0)
  })
})
