import { describe, expect, it } from 'vitest'
import type { MapAxes } from '../../../src/explore/map/axes.ts'
import type { Cell } from '../../../src/explore/map/cell.ts'
import { levelOf, placeOf } from '../../../src/explore/map/order.ts'
import { simulateBatch } from '../../../src/store/map/batch.ts'
import type { MapJob, MapQuestion } from '../../../src/store/map/question.ts'
import { sizeOf } from '../../../src/store/map/question.ts'
import { createMapWork, type MapPort } from '../../../src/store/map/work.ts'
import type { Message } from '../../../src/work/dispatcher.ts'
import type { Order } from '../../../src/work/queue.ts'

const AXES: MapAxes = {
  gogcs: [...Array.from({ length: 19 }, (_, i) => 10 + i), Infinity],
  limits: [...Array.from({ length: 9 }, (_, i) => 100 + i), Infinity],
}
const ALL = Array.from({ length: 200 }, (_, i) => i)
const NEAR = { column: 3, row: 2 }
const QUESTION = { scenario: { title: 'one' }, axes: AXES } as unknown as MapQuestion

const cellOf = (gogc: number, memoryLimit: number) => ({ gogc, memoryLimit }) as Cell

/** A worker that answers when the test has it do so, and drops the jobs that it is told are cancelled. */
function createFakeWorker() {
  let orders: Order<MapJob>[] = []
  let isEnded = false
  const port: MapPort = {
    onmessage: null,
    onerror: null,
    postMessage(message: Message<MapJob>) {
      if ('job' in message) orders.push(message)
      else orders = orders.filter(({ id }) => id !== message.id)
    },
    terminate: () => {
      isEnded = true
    },
  }
  return {
    port,
    jobs: () => orders.map(({ job }) => job),
    isEnded: () => isEnded,
    /** `most`: for so many cells the thread has the time. */
    answer(most = Infinity) {
      const order = orders.shift()
      if (!order) return false
      const { id, job } = order
      const cells = job.settings.slice(0, most).map(([index, gogc, limit]) => [index, cellOf(gogc, limit)] as const)
      port.onmessage?.({ data: { id, answer: { cells, took: 5 } } })
      return true
    },
  }
}

function createThreads() {
  const workers: ReturnType<typeof createFakeWorker>[] = []
  return {
    workers,
    answerAll() {
      while (workers.some((worker) => worker.answer()));
    },
    options: {
      threads: 3,
      createWorker() {
        const worker = createFakeWorker()
        workers.push(worker)
        return worker.port
      },
      batches: ({ settings }: MapJob) => ({
        next: () => ({ done: true as const, value: simulateBatch(settings, cellOf, () => 0) }),
      }),
    },
  }
}

describe('the threads of a map', () => {
  it('share the cells: each is simulated once, with its own setting', () => {
    const threads = createThreads()
    const known: number[] = []
    createMapWork(threads.options).start(QUESTION, NEAR, (cells) => {
      for (const [index, cell] of cells) {
        known.push(index)
        expect(cell).toEqual(cellOf(AXES.gogcs[index % 20]!, AXES.limits[Math.floor(index / 20)]!))
      }
    })
    expect(threads.workers).toHaveLength(3)
    threads.answerAll()
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('get the next job before they answer the last one', () => {
    const threads = createThreads()
    createMapWork(threads.options).start(QUESTION, NEAR, () => {})
    expect(threads.workers.map(({ jobs }) => jobs().length)).toEqual([2, 2, 2])
    threads.workers[0]!.answer()
    expect(threads.workers[0]!.jobs()).toHaveLength(2)
  })

  it('know the whole coarse grid before they begin a finer one', () => {
    const threads = createThreads()
    const known: number[] = []
    createMapWork({ ...threads.options, threads: 1 }).start(QUESTION, NEAR, (cells) =>
      known.push(...cells.map(([index]) => index)),
    )
    threads.answerAll()
    const levels = known.map((index) => levelOf(placeOf(index, sizeOf(AXES)), sizeOf(AXES)))
    expect(levels).toEqual([...levels].sort((a, b) => a - b))
  })

  it('return cells that they had no time for, for others', () => {
    const threads = createThreads()
    const known: number[] = []
    createMapWork({ ...threads.options, threads: 2 }).start(QUESTION, NEAR, (cells) =>
      known.push(...cells.map(([index]) => index)),
    )
    const [one, other] = [threads.workers[0]!, threads.workers[1]!]
    // Its first cells took no time, so that it was given all the others; the next takes long.
    for (let jobs = 0; jobs < 6; jobs++) one.answer()
    while (other.answer());
    const before = known.length
    const [next] = one.jobs()
    expect(next?.settings.length).toBeGreaterThan(20)
    expect(other.jobs()).toEqual([])
    one.answer(1)
    expect(known.slice(before)).toEqual([next?.settings[0]?.[0]])
    // The thread that had nothing left to do takes part of it.
    expect(other.jobs().length).toBeGreaterThan(0)
    for (let i = 0; i < 200; i++) for (const worker of [one, other]) worker.answer(1 + (i % 3))
    threads.answerAll()
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('drop the cells of an outdated map, and start with the new one', () => {
    const threads = createThreads()
    const work = createMapWork(threads.options)
    const stale: number[] = []
    work.start(QUESTION, NEAR, (cells) => stale.push(...cells.map(([index]) => index)))
    const known: number[] = []
    const question = { ...QUESTION, scenario: { title: 'two' } } as unknown as MapQuestion
    work.start(question, NEAR, (cells) => known.push(...cells.map(([index]) => index)))
    const wanted = threads.workers.flatMap(({ jobs }) => jobs()).map(({ scenario }) => scenario.title)
    expect(wanted).toEqual(['two', 'two', 'two', 'two', 'two', 'two'])
    threads.answerAll()
    expect(stale).toEqual([])
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('end with their map, and report no more cells', () => {
    const threads = createThreads()
    const work = createMapWork(threads.options)
    work.start(QUESTION, NEAR, () => expect.unreachable('the map is closed'))
    work.destroy()
    expect(threads.workers.map(({ isEnded }) => isEnded())).toEqual([true, true, true])
    threads.answerAll()
  })

  it('continue with the cells near the pointer', () => {
    const threads = createThreads()
    const work = createMapWork({ ...threads.options, threads: 1 })
    const known: number[] = []
    work.start(QUESTION, { column: 0, row: 0 }, (cells) => known.push(...cells.map(([index]) => index)))
    work.turnTo({ column: 19, row: 9 })
    const worker = threads.workers[0]!
    worker.answer()
    // After what it was given ahead.
    expect(worker.jobs()[1]?.settings[0]?.[0]).toBe(199)
    threads.answerAll()
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('are the page’s own if workers are refused', async () => {
    const threads = createThreads()
    const known: number[] = []
    const createWorker = () => {
      throw new Error('refused')
    }
    createMapWork({ ...threads.options, createWorker }).start(QUESTION, NEAR, (cells) =>
      known.push(...cells.map(([index]) => index)),
    )
    await expect.poll(() => known).toHaveLength(200)
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('are the page’s own if a worker cannot be loaded', async () => {
    const threads = createThreads()
    const known = new Set<number>()
    createMapWork(threads.options).start(QUESTION, NEAR, (cells) => {
      for (const [index] of cells) known.add(index)
    })
    for (const { port } of threads.workers) port.onerror?.(new Event('error'))
    await expect.poll(() => known.size).toBe(200)
  })
})
