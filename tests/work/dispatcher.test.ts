import { describe, expect, it } from 'vitest'
import {
  createDispatcher,
  type DispatcherOptions,
  type End,
  type Message,
  type WorkerPort,
} from '../../src/work/dispatcher.ts'
import type { Compute, Reply } from '../../src/work/queue.ts'

type Port = WorkerPort<string, string, number>
type Options = DispatcherOptions<string, string, number>

/** Three pieces that say which they are, then their count; a step without a piece before each. "broken" throws. */
const count: Compute<string, string, number> = function* (job) {
  for (const name of ['first', 'second', 'third']) {
    if (name === 'second' && job === 'broken') throw new Error('no such job')
    yield undefined
    yield name
  }
  return 3
}

/** A worker that does what the test says, and remembers what it was told. */
function createFakeWorker() {
  const told: Message<string>[] = []
  let isTerminated = false
  const port: Port = {
    onmessage: null,
    onerror: null,
    postMessage: (message) => void told.push(message),
    terminate: () => {
      isTerminated = true
    },
  }
  return {
    port,
    told,
    isTerminated: () => isTerminated,
    answer: (data: Reply<string, number>) => port.onmessage?.({ data }),
    break: () => port.onerror?.('broken'),
  }
}

function createBench(createWorker: Options['createWorker'], load: Options['load'] = async () => count) {
  const said: string[] = []
  const dispatcher = createDispatcher({
    createWorker,
    load,
    defer: (callback) => setTimeout(callback, 0),
    onNoWorker: () => said.push('no worker'),
  })
  const start = (job = 'any') =>
    new Promise<End<number>>((resolve) =>
      dispatcher.start(
        job,
        (end) => {
          said.push(end.kind === 'failed' ? `failed: ${end.reason}` : `done: ${end.answer}`)
          resolve(end)
        },
        (piece) => said.push(piece),
      ),
    )
  return { dispatcher, said, start }
}

const refuse = () => {
  throw new Error('SecurityError')
}

describe('a dispatcher', () => {
  it('sends jobs to one worker, and pieces to their callers', () => {
    const worker = createFakeWorker()
    let made = 0
    const { said, start } = createBench(() => {
      made++
      return worker.port
    })
    void start()
    void start()
    const [one, two] = worker.told
    worker.answer({ id: two!.id, piece: 'of two' })
    worker.answer({ id: one!.id, piece: 'of one' })
    worker.answer({ id: one!.id, answer: 1 })
    worker.answer({ id: one!.id, piece: 'after the end' })
    expect(made).toBe(1)
    expect(said).toEqual(['of two', 'of one', 'done: 1'])
  })

  it('computes on the page where there is no worker, one job after the other, and says so once', async () => {
    const { said, start } = createBench(refuse)
    await Promise.all([start(), start()])
    expect(said).toEqual(['no worker', 'first', 'second', 'third', 'done: 3', 'first', 'second', 'third', 'done: 3'])
  })

  it('continues where a broken worker stopped, repeating nothing', async () => {
    const worker = createFakeWorker()
    const { said, start } = createBench(() => worker.port)
    const ended = start()
    worker.answer({ id: worker.told[0]!.id, piece: 'first' })
    worker.break()
    worker.break()
    await ended
    expect(said).toEqual(['first', 'no worker', 'second', 'third', 'done: 3'])
    // The worker may have failed at one job only: if it stayed, it would keep its memory, and go on to answer jobs.
    expect(worker.isTerminated()).toBe(true)
  })

  it('says why a job cannot be computed, and goes on with the next', async () => {
    const { said, start } = createBench(refuse)
    expect(await start('broken')).toEqual({ kind: 'failed', reason: 'no such job' })
    await start()
    expect(said).toEqual(['no worker', 'first', 'failed: no such job', 'first', 'second', 'third', 'done: 3'])
  })

  it('says so where the computation itself cannot be loaded', async () => {
    const { start } = createBench(refuse, () => Promise.reject(new Error('offline')))
    expect(await start()).toEqual({ kind: 'failed', reason: 'offline' })
  })

  it('lets the page do other work between two steps', async () => {
    const { said, start } = createBench(refuse)
    const ended = start()
    setTimeout(() => said.push('the page'), 0)
    await ended
    expect(said.indexOf('the page')).toBeGreaterThan(-1)
    expect(said.indexOf('the page')).toBeLessThan(said.indexOf('third'))
  })
})

describe('a job that is cancelled', () => {
  it('is reported to the worker, and gives no further pieces', () => {
    const worker = createFakeWorker()
    const { dispatcher, said } = createBench(() => worker.port)
    const cancel = dispatcher.start(
      'any',
      () => said.push('ended'),
      (piece) => said.push(piece),
    )
    const { id } = worker.told[0]!
    worker.answer({ id, piece: 'before' })
    cancel()
    worker.answer({ id, piece: 'after' })
    worker.answer({ id, answer: 3 })
    expect(worker.told[1]).toEqual({ id, isCancelled: true })
    expect(said).toEqual(['before'])
  })

  it('ends between two steps where the page computes, and the next begins', async () => {
    let steps = 0
    const endless: Compute<string, string, number> = function* (job) {
      if (job === 'short') return 1
      for (;;) {
        steps++
        yield undefined
      }
    }
    const { dispatcher, start } = createBench(refuse, async () => endless)
    const cancel = dispatcher.start('endless', () => expect.unreachable('it was cancelled'))
    const next = start('short')
    await expect.poll(() => steps).toBeGreaterThan(2)
    cancel()
    const atCancel = steps
    expect(await next).toEqual({ kind: 'done', answer: 1 })
    expect(steps).toBe(atCancel)
  })

  it('that had not begun is never begun', async () => {
    const begun: string[] = []
    const { dispatcher, start } = createBench(refuse, async () => (job) => {
      begun.push(job)
      return count(job)
    })
    const first = start('first')
    dispatcher.start('second', () => {})()
    await first
    await start('third')
    expect(begun).toEqual(['first', 'third'])
  })
})

describe('a dispatcher that is destroyed', () => {
  it('ends its worker, and its jobs report nothing more; a later job creates another worker', () => {
    const [old, fresh] = [createFakeWorker(), createFakeWorker()]
    const ports = [old.port, fresh.port]
    const { dispatcher, said, start } = createBench(() => ports.shift()!)
    void start()
    const { id } = old.told[0]!
    dispatcher.destroy()
    expect(old.isTerminated()).toBe(true)
    old.answer({ id, answer: 1 })
    expect(said).toEqual([])
    void start()
    fresh.answer({ id: fresh.told[0]!.id, answer: 2 })
    expect(said).toEqual(['done: 2'])
    expect(fresh.isTerminated()).toBe(false)
  })

  it('makes no worker only to end it', () => {
    const { dispatcher } = createBench(() => expect.unreachable('no job came'))
    dispatcher.destroy()
  })

  it('ends what the page computes by itself, and can go on there', async () => {
    const { dispatcher, said, start } = createBench(refuse)
    dispatcher.start('any', () => said.push('ended'))
    dispatcher.destroy()
    await start()
    expect(said).toEqual(['no worker', 'first', 'second', 'third', 'done: 3'])
  })
})
