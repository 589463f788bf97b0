import type { Message } from './dispatcher.ts'
import { type Compute, createQueue, type Reply } from './queue.ts'
import { createTurns } from './turns.ts'

/** The part of a worker's global scope that is used; the page's DOM types have another `postMessage`. */
interface WorkerScope {
  onmessage: ((event: { readonly data: Message<never> }) => void) | null
  postMessage(message: unknown, transfer: readonly ArrayBuffer[]): void
}

/** How long a worker works before it looks for new messages. */
const TURN_MS = 20

/** Connects this worker to a dispatcher. `toTransfer`: the memory of a piece or an answer that is moved instead of copied. */
export function serve<Job, Piece, Answer>(
  compute: Compute<Job, Piece, Answer>,
  toTransfer: (sent: Piece | Answer) => readonly ArrayBuffer[] = () => [],
): void {
  const scope = globalThis as unknown as WorkerScope
  const reply = (message: Reply<Piece, Answer>) => {
    const sent = 'piece' in message ? message.piece : 'answer' in message ? message.answer : undefined
    scope.postMessage(message, sent === undefined ? [] : toTransfer(sent))
  }
  const queue = createQueue({ load: async () => compute, reply, turn: createTurns(TURN_MS) })
  scope.onmessage = ({ data }) => ('job' in data ? queue.add(data) : queue.cancel(data.id))
}
