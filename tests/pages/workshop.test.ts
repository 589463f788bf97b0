import { describe, expect, it } from 'vitest'
import type { Job, JobKind, Pieces } from '../../src/pages/work/jobs.ts'
import { createTraces } from '../../src/pages/work/traces.ts'
import { type Answer, createWorkshop, type JobEnd, type Order, type WorkerPort } from '../../src/pages/work/workshop.ts'

const RUN: Job & { readonly kind: 'run' } = { kind: 'run', preset: 'spike' }

/** Pieces that say which they are; of the preset `broken`, the second throws. */
function* count(job: Job): Generator<Pieces[JobKind], void> {
  for (const name of ['first', 'second', 'third']) {
    if (name === 'second' && job.kind === 'run' && job.preset === 'broken') throw new Error('no such run')
    yield name as never
  }
}

/** A worker that does what the test says, and remembers what it was told. */
function createFakeWorker() {
  const orders: Order[] = []
  const port: WorkerPort = { onmessage: null, onerror: null, postMessage: (order) => void orders.push(order) }
  return { port, orders, answer: (data: Answer) => port.onmessage?.({ data }), break: () => port.onerror?.('broken') }
}

function createBench(createWorker: () => WorkerPort, loadJobs = async () => ({ runJob: count })) {
  const said: string[] = []
  const workshop = createWorkshop({
    createWorker,
    loadJobs,
    defer: (callback) => setTimeout(callback, 0),
    onNoWorker: () => said.push('no worker'),
  })
  const start = (job = RUN) =>
    new Promise<JobEnd>((resolve) =>
      workshop.start(
        job,
        (piece) => said.push(String(piece)),
        (end) => {
          said.push(end.kind === 'failed' ? `failed: ${end.reason}` : 'done')
          resolve(end)
        },
      ),
    )
  return { workshop, said, start }
}

const refuse = () => {
  throw new Error('SecurityError')
}

describe('a workshop', () => {
  it('hands jobs to one worker, and pieces to whom they belong', () => {
    const worker = createFakeWorker()
    let made = 0
    const { said, start } = createBench(() => {
      made++
      return worker.port
    })
    void start()
    void start()
    const [one, two] = worker.orders
    worker.answer({ id: two!.id, piece: 'of two' as never })
    worker.answer({ id: one!.id, piece: 'of one' as never })
    worker.answer({ id: one!.id, isDone: true })
    worker.answer({ id: one!.id, piece: 'after the end' as never })
    expect(made).toBe(1)
    expect(said).toEqual(['of two', 'of one', 'done'])
  })

  it('computes on the page where there is no worker, and says so once', async () => {
    const { said, start } = createBench(refuse)
    await start()
    await start()
    expect(said.filter((word) => word === 'no worker')).toHaveLength(1)
    expect(said.filter((word) => word !== 'no worker')).toEqual([
      ...['first', 'second', 'third', 'done'],
      ...['first', 'second', 'third', 'done'],
    ])
  })

  it('goes on where a worker that broke has stopped, with nothing twice', async () => {
    const worker = createFakeWorker()
    const { said, start } = createBench(() => worker.port)
    const ended = start()
    worker.answer({ id: worker.orders[0]!.id, piece: 'first' as never })
    worker.break()
    worker.break()
    await ended
    expect(said).toEqual(['first', 'no worker', 'second', 'third', 'done'])
  })

  it('says why a job cannot be computed, and goes on with the next', async () => {
    const { said, start } = createBench(refuse)
    expect(await start({ kind: 'run', preset: 'broken' })).toEqual({ kind: 'failed', reason: 'no such run' })
    await start()
    expect(said).toEqual(['no worker', 'first', 'failed: no such run', 'first', 'second', 'third', 'done'])
  })

  it('says so where the computation itself cannot be loaded', async () => {
    const { start } = createBench(refuse, () => Promise.reject(new Error('offline')))
    expect(await start()).toEqual({ kind: 'failed', reason: 'offline' })
  })

  it('gives every turn back to the page between two pieces', async () => {
    const { said, start } = createBench(refuse)
    const ended = start()
    setTimeout(() => said.push('the page'), 0)
    await ended
    expect(said.indexOf('the page')).toBeGreaterThan(-1)
    expect(said.indexOf('the page')).toBeLessThan(said.indexOf('third'))
  })
})

describe('the runs of presets', () => {
  it('are each computed once', async () => {
    const { workshop, said } = createBench(refuse)
    const traces = createTraces(workshop)
    const [a, b] = await Promise.all([traces.traceOf('spike'), traces.traceOf('spike')])
    expect(a).toBe(b)
    expect(said).toEqual(['no worker'])
  })

  it('fail with the reason, and can be asked for again', async () => {
    const worker = createFakeWorker()
    const { workshop } = createBench(
      () => worker.port,
      () => Promise.reject(new Error('offline')),
    )
    const traces = createTraces(workshop)
    const first = traces.traceOf('spike')
    worker.break()
    await expect(first).rejects.toThrow('offline')
    await expect(traces.traceOf('spike')).rejects.toThrow('offline')
    expect(worker.orders).toHaveLength(1)
  })
})
