import type { StatedSettings } from '../../../src/gctrace/read/run-info.ts'
import { Cancelled, type Client } from '../../../src/log/engine/client.ts'
import type { Answer, Job, ReadProgress } from '../../../src/log/engine/jobs.ts'
import { failedAt, ok } from '../../../src/result.ts'

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
  /** How many jobs were asked for. */
  readonly asked: number
  /** Does the next job; nothing where none waits. */
  answer(): Promise<void>
  answerAll(): Promise<void>
  progress(bytes: number): void
  /** Has the next job fail. */
  break(message: string): Promise<void>
}

/** Cannot be calibrated on: what the client is asked to take for GOGC then. */
export const UNFIT = { gogc: { kind: 'percent', percent: 13 } } as const

export function createFakeClient(
  runs: readonly number[] = [12, 40],
  stated: readonly StatedSettings[] = [],
): FakeClient {
  const queue: Waiting[] = []
  let asked = 0
  let calibration: object | undefined
  const doJob = (job: Job): unknown => {
    switch (job.kind) {
      case 'read':
        return {
          cycles: runs.reduce((sum, cycles) => sum + cycles, 0),
          runs: runs.map((cycles, index) => ({ index, cycles })),
          problems: runs.length === 0 ? [{ message: 'no cycle' }] : [],
        }
      case 'measure':
        return {
          run: job.run,
          columns: { count: 3, heapEndMiB: new Uint32Array([10, 30, 20]) },
          stated: stated[job.run] ?? {},
        }
      case 'calibrate':
        calibration = job.asked.gogc === UNFIT.gogc ? undefined : { run: job.run, asked: job.asked }
        return calibration ? ok(calibration) : failedAt('', 'does not fit')
      case 'predict':
        if (!calibration) throw new Error('the log has not been calibrated')
        return { settings: job.settings, calibration }
      case 'advise':
        return { demand: job.demand, calibration }
    }
  }
  const settled = () => new Promise<void>((resolve) => setImmediate(resolve))
  const client: FakeClient = {
    get waiting() {
      return queue.map(({ job }) => job.kind)
    },
    get asked() {
      return asked
    },
    ask: (job: Job, onProgress = () => {}) =>
      new Promise((resolve, reject) => {
        asked++
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
