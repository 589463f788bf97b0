import { describe, expect, it } from 'vitest'
import type { MapAxes } from '../../../src/explore/map/axes.ts'
import type { Cell } from '../../../src/explore/map/cell.ts'
import { levelOf, placeOf } from '../../../src/explore/map/order.ts'
import type { MapAnswer, MapJob, MapQuestion } from '../../../src/store/map/question.ts'
import { sizeOf } from '../../../src/store/map/task.ts'
import { createMapWork, type MapPort } from '../../../src/store/map/work.ts'

const AXES: MapAxes = {
  gogcs: [...Array.from({ length: 19 }, (_, i) => 10 + i), Infinity],
  limits: [...Array.from({ length: 9 }, (_, i) => 100 + i), Infinity],
}
const ALL = Array.from({ length: 200 }, (_, i) => i)
const NEAR = { column: 3, row: 2 }
const QUESTION = { scenario: { title: 'one' }, axes: AXES } as unknown as MapQuestion

const cellOf = (gogc: number, memoryLimit: number) => ({ gogc, memoryLimit }) as Cell

/** Threads that answer when the test has them do so. */
function createThreads() {
  const ports: (MapPort & { jobs: MapJob[]; isEnded: boolean })[] = []
  const tasks: (() => void)[] = []
  /** `most`: for so many cells the thread has the time. */
  const answer = (port: (typeof ports)[number], most = Infinity) => {
    const job = port.jobs.shift()
    if (!job) return false
    const cells = job.settings.slice(0, most).map(([index, gogc, limit]) => [index, cellOf(gogc, limit)] as const)
    const data: MapAnswer = { id: job.id, cells, took: 5 }
    port.onmessage?.({ data })
    return true
  }
  return {
    ports,
    tasks,
    answer,
    answerAll() {
      while (ports.some((port) => !port.isEnded && answer(port)));
    },
    options: {
      threads: 3,
      createWorker: () => {
        const port = {
          jobs: [] as MapJob[],
          isEnded: false,
          postMessage: (job: MapJob) => void port.jobs.push(job),
          terminate: () => {
            port.isEnded = true
          },
          onmessage: null,
          onerror: null,
        } as (typeof ports)[number]
        ports.push(port)
        return port
      },
      simulateHere: (_: MapQuestion, gogc: number, limit: number) => cellOf(gogc, limit),
      later: (callback: () => void) => {
        tasks.push(callback)
        return () => void (tasks.includes(callback) && tasks.splice(tasks.indexOf(callback), 1))
      },
      now: () => 0,
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
    expect(threads.ports).toHaveLength(3)
    threads.answerAll()
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('have the next job before this one has heard of the last', () => {
    const threads = createThreads()
    createMapWork(threads.options).start(QUESTION, NEAR, () => {})
    expect(threads.ports.map(({ jobs }) => jobs.length)).toEqual([2, 2, 2])
    threads.answer(threads.ports[0]!)
    expect(threads.ports[0]!.jobs).toHaveLength(2)
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

  it('give back what they had no time for: nobody waits for it', () => {
    const threads = createThreads()
    const known: number[] = []
    createMapWork({ ...threads.options, threads: 2 }).start(QUESTION, NEAR, (cells) =>
      known.push(...cells.map(([index]) => index)),
    )
    const [one, other] = threads.ports as [(typeof threads.ports)[number], (typeof threads.ports)[number]]
    // Its first cells took no time, so that it was given all the others; the next takes long.
    for (let jobs = 0; jobs < 6; jobs++) threads.answer(one)
    while (threads.answer(other));
    const before = known.length
    const [next] = one.jobs
    expect(next?.settings.length).toBeGreaterThan(20)
    expect(other.jobs).toEqual([])
    threads.answer(one, 1)
    expect(known.slice(before)).toEqual([next?.settings[0]?.[0]])
    // The thread that had nothing left to do takes part of it.
    expect(other.jobs.length).toBeGreaterThan(0)
    for (let i = 0; i < 200; i++) for (const port of [one, other]) threads.answer(port, 1 + (i % 3))
    threads.answerAll()
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('forget what a change has made stale, and end a thread that is still at it', () => {
    const threads = createThreads()
    const work = createMapWork(threads.options)
    const stale: number[] = []
    work.start(QUESTION, NEAR, (cells) => stale.push(...cells.map(([index]) => index)))
    const known: number[] = []
    work.start({ ...QUESTION }, NEAR, (cells) => known.push(...cells.map(([index]) => index)))
    // One answers in time, also what it was given ahead; two are long at it.
    threads.answer(threads.ports[0]!)
    threads.answer(threads.ports[0]!)
    for (const task of threads.tasks.splice(0)) task()
    expect(threads.ports.map(({ isEnded }) => isEnded)).toEqual([false, true, true, false, false])
    threads.answerAll()
    expect(stale).toEqual([])
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('turn to where the pointer is with what is left', () => {
    const threads = createThreads()
    const work = createMapWork({ ...threads.options, threads: 1 })
    const known: number[] = []
    work.start(QUESTION, { column: 0, row: 0 }, (cells) => known.push(...cells.map(([index]) => index)))
    work.turnTo({ column: 19, row: 9 })
    const port = threads.ports[0]!
    threads.answer(port)
    // After what it was given ahead.
    expect(port.jobs[1]?.settings[0]?.[0]).toBe(199)
    threads.answerAll()
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('are this one where the browser refuses others', () => {
    const threads = createThreads()
    const known: number[] = []
    const createWorker = () => {
      throw new Error('refused')
    }
    createMapWork({ ...threads.options, createWorker }).start(QUESTION, NEAR, (cells) =>
      known.push(...cells.map(([index]) => index)),
    )
    for (let task = threads.tasks.shift(); task; task = threads.tasks.shift()) task()
    expect(known.sort((a, b) => a - b)).toEqual(ALL)
  })

  it('are this one where a worker’s script cannot be had', () => {
    const threads = createThreads()
    const known = new Set<number>()
    createMapWork(threads.options).start(QUESTION, NEAR, (cells) => {
      for (const [index] of cells) known.add(index)
    })
    threads.ports[1]?.onerror?.(new Event('error'))
    for (let task = threads.tasks.shift(); task; task = threads.tasks.shift()) task()
    expect(known.size).toBe(200)
  })
})
