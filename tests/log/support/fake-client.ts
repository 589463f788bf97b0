import { Cancelled, type Client } from '../../../src/log/engine/client.ts'
import type { Answer, Job, ReadProgress } from '../../../src/log/engine/jobs.ts'

interface Waiting {
  readonly job: Job
  readonly onProgress: (progress: ReadProgress) => void
  readonly resolve: (answer: never) => void
  readonly reject: (error: Error) => void
}

/** A worker whose log has two runs, and which does its jobs in turn when it is told to, as the real one does. */
export interface FakeClient extends Client {
  /** Jobs that are not done yet, the next one first. */
  readonly waiting: readonly Job['kind'][]
  /** Does the next job; nothing where none waits. */
  answer(): Promise<void>
  answerAll(): Promise<void>
  progress(bytes: number): void
  /** Has the next job fail. */
  break(message: string): Promise<void>
}

export function createFakeClient(runs: readonly number[] = [12, 40]): FakeClient {
  const queue: Waiting[] = []
  const doJob = (job: Job): unknown => {
    switch (job.kind) {
      case 'read':
        return {
          cycles: runs.reduce((sum, cycles) => sum + cycles, 0),
          runs: runs.map((cycles, index) => ({ index, cycles })),
          problems: runs.length === 0 ? [{ message: 'no cycle' }] : [],
        }
      case 'measure':
        return { run: job.run, columns: { count: 3, heapEndMiB: new Uint32Array([10, 30, 20]) } }
    }
  }
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const client: FakeClient = {
    get waiting() {
      return queue.map(({ job }) => job.kind)
    },
    ask: (job: Job, onProgress = () => {}) =>
      new Promise((resolve, reject) => {
        queue.push({ job, onProgress, resolve: resolve as (answer: Answer) => void, reject })
      }),
    cancel() {
      for (const { reject } of queue.splice(0)) reject(new Cancelled())
    },
    async answer() {
      const next = queue.shift()
      try {
        if (next) next.resolve(doJob(next.job) as never)
      } catch (error) {
        next?.reject(error as Error)
      }
      await settled()
    },
    async answerAll() {
      while (queue.length > 0) await client.answer()
    },
    progress(bytes) {
      queue[0]?.onProgress({ bytes, lines: 0, cycles: 0 })
    },
    async break(message) {
      queue.shift()?.reject(new Error(message))
      await settled()
    },
  }
  return client
}
