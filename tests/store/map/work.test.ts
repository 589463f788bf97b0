import { describe, expect, it } from 'vitest'
import type { MapAxes } from '../../../src/explore/map/axes.ts'
import type { Cell } from '../../../src/explore/map/cell.ts'
import { levelOf, placeOf, toOrder } from '../../../src/explore/map/order.ts'
import type { MapJob, MapQuestion } from '../../../src/store/map/question.ts'
import { sizeOf } from '../../../src/store/map/question.ts'
import { createMapWork, type MapPort } from '../../../src/store/map/work.ts'
import type { Message } from '../../../src/work/dispatcher.ts'
import type { Order } from '../../../src/work/queue.ts'
import { scenarioOf } from '../../support/run.ts'

const AXES: MapAxes = {
  gogcs: [...Array.from({ length: 19 }, (_, i) => 10 + i), Infinity],
  limits: [...Array.from({ length: 9 }, (_, i) => 100e6 + i), Infinity],
}
const ALL = Array.from({ length: 200 }, (_, i) => i)
const NEAR = { column: 3, row: 2 }
const SCENARIO = scenarioOf({ title: 'one', program: { phases: [{ duration: 1, allocRate: '20MiB' }] } })
const QUESTION: MapQuestion = { scenario: SCENARIO, circumstances: {}, axes: AXES }

/** A cell as a fake worker answers it. */
const cellOf = (gogc: number, memoryLimit: number) => ({ gogc, memoryLimit }) as Cell

/** A worker that sends cells when the test has it do so, and drops the jobs that it is told are cancelled. */
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
    answer() {
      for (const { id, job } of orders.splice(0)) {
        for (const [index, gogc, limit] of job.settings)
          port.onmessage?.({ data: { id, piece: [[index, cellOf(gogc, limit)]] } })
        port.onmessage?.({ data: { id, answer: undefined } })
      }
    },
  }
}

function createThreads() {
  const workers: ReturnType<typeof createFakeWorker>[] = []
  return {
    workers,
    answerAll() {
      for (const worker of workers) worker.answer()
    },
    options: {
      threads: 3,
      createWorker() {
        const worker = createFakeWorker()
        workers.push(worker)
        return worker.port
      },
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
    expect(threads.workers.map(({ jobs }) => jobs()[0]?.settings.length)).toEqual([67, 67, 66])
    threads.answerAll()
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('each simulate the coarse grid first, and then a finer one, with the cells nearest to a setting first', () => {
    const threads = createThreads()
    createMapWork(threads.options).start(QUESTION, NEAR, () => {})
    const orders = threads.workers.map(({ jobs }) => jobs()[0]!.settings.map(([index]) => index))
    for (const order of orders) {
      const levels = order.map((index) => levelOf(placeOf(index, sizeOf(AXES)), sizeOf(AXES)))
      expect(levels).toEqual([...levels].sort((a, b) => a - b))
    }
    expect(orders.map(([first]) => first)).toEqual(toOrder(sizeOf(AXES), NEAR).slice(0, 3))
  })

  it('drop the cells of an outdated map, and start with the new one', () => {
    const threads = createThreads()
    const work = createMapWork(threads.options)
    const stale: number[] = []
    work.start(QUESTION, NEAR, (cells) => stale.push(...cells.map(([index]) => index)))
    const known: number[] = []
    const question = { ...QUESTION, scenario: { ...SCENARIO, title: 'two' } }
    work.start(question, NEAR, (cells) => known.push(...cells.map(([index]) => index)))
    const wanted = threads.workers.flatMap(({ jobs }) => jobs()).map(({ scenario }) => scenario.title)
    expect(wanted).toEqual(['two', 'two', 'two'])
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
