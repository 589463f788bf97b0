import { describe, expect, it } from 'vitest'
import { Cancelled, createClient, createLogDesk, SLICE } from '../../../src/log/engine/client.ts'
import type { EngineAnswer, EngineJob } from '../../../src/log/engine/jobs.ts'
import type { Dispatcher, End } from '../../../src/work/dispatcher.ts'
import { gcLine } from '../../gctrace/support.ts'

const blob = new Blob([Array.from({ length: 30 }, (_, i) => gcLine(i + 1, 1 + i)).join('\n')])
const MEASURE = { kind: 'measure', run: 0 } as const

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
    const measured = [client.ask(MEASURE), client.ask(MEASURE)]
    client.cancel()
    expect(await Promise.all(measured.map(outcomeOf))).toEqual(['cancelled', 'cancelled'])
    expect(jobs.map(({ isCancelled }) => isCancelled)).toEqual([true, true])
  })
})

describe('without a worker', () => {
  it('a running job ends when it is cancelled, and the log can still be measured afterwards', async () => {
    const client = createClient(createLogDesk())
    await client.ask({ kind: 'read', blob })
    const measured = client.ask(MEASURE)
    client.cancel()
    expect(await outcomeOf(measured)).toBe('cancelled')
    expect((await client.ask(MEASURE)).columns.count).toBe(30)
  })
})
