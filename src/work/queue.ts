import { messageOf } from '../result.ts'

/**
 * Work in steps, so that its thread can do other things in between. Everything that it yields, except undefined, is
 * sent to the caller; its return value is the answer.
 */
type Computation<Piece, Answer> = Iterator<Piece | undefined, Answer, void>
export type Compute<Job, Piece, Answer> = (job: Job) => Computation<Piece, Answer>

/** A job as it is sent. The caller already has its first `received` pieces: another thread broke after sending them. */
export interface Order<Job> {
  readonly id: number
  readonly job: Job
  readonly received: number
}

/** The messages of a computation: its pieces in order, then the answer, or why it failed. */
export type Reply<Piece, Answer> =
  | { readonly id: number; readonly piece: Piece }
  | { readonly id: number; readonly answer: Answer }
  | { readonly id: number; readonly problem: string }

export interface Queue<Job> {
  add(order: Order<Job>): void
  /** Cancels a job, between two steps if it has begun: it sends nothing more. */
  cancel(id: number): void
}

interface QueueOptions<Job, Piece, Answer> {
  /** Called once per job; after the first, everything is loaded. */
  readonly load: () => Promise<Compute<Job, Piece, Answer>>
  readonly reply: (reply: Reply<Piece, Answer>) => void
  /** Awaited before each step, to let other work on this thread have its turn. */
  readonly turn: () => Promise<void>
}

/** Runs jobs one after the other on this thread, step by step. */
export function createQueue<Job, Piece, Answer>(options: QueueOptions<Job, Piece, Answer>): Queue<Job> {
  const orders: Order<Job>[] = []
  let isRunning = false
  const isWanted = (order: Order<Job>) => orders.includes(order)
  const run = async () => {
    isRunning = true
    for (let order = orders[0]; order; order = orders[0]) {
      const own = order
      await doJob(options, own, () => isWanted(own))
      if (isWanted(own)) orders.splice(orders.indexOf(own), 1)
    }
    isRunning = false
  }
  return {
    add(order) {
      orders.push(order)
      if (!isRunning) void run()
    },
    cancel(id) {
      const at = orders.findIndex((order) => order.id === id)
      if (at >= 0) orders.splice(at, 1)
    },
  }
}

async function doJob<Job, Piece, Answer>(
  { load, reply, turn }: QueueOptions<Job, Piece, Answer>,
  { id, job, received }: Order<Job>,
  isWanted: () => boolean,
): Promise<void> {
  try {
    const steps = (await load())(job)
    let known = received
    for (;;) {
      await turn()
      if (!isWanted()) return
      const { done, value } = steps.next()
      if (done) return reply({ id, answer: value })
      if (value !== undefined && known-- <= 0) reply({ id, piece: value })
    }
  } catch (error) {
    if (isWanted()) reply({ id, problem: messageOf(error) })
  }
}
