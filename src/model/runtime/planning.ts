import { nonHeapBytes, overheadBytes } from './memory.ts'
import { SMALLEST_SPAN } from './mutator.ts'
import { computeTrigger } from './pacer/trigger.ts'
import type { Run } from './run.ts'
import { slotBytes } from './spans.ts'

/**
 * Sets the controller's inputs: the heap, and under a memory limit the memory mapped for it.
 * @param heap the heap, in bytes, whose overhead is counted if it is higher than any heap so far
 * @param filling the heap, in bytes, at which unused slots are counted: new objects have filled slots up to there
 */
export function showMemory(run: Run, heap: number, filling = run.heap): void {
  const { controller } = run
  // As soon as a processor has taken a span, all of the span counts as allocated.
  controller.heapLive = Math.floor(run.heap) + (run.isMarking ? run.tempo.takenBytes : 0)
  if (run.memoryLimit < Infinity) showMapped(run, heap, filling)
}

function showMapped(run: Run, heap: number, filling: number): void {
  const { controller } = run
  const reached = heap > run.highestHeap ? overheadBytes(run.program, heap) : run.overhead
  const nonHeap = nonHeapBytes(run) + reached - run.overhead
  controller.heapAlloc = Math.floor(run.heap)
  controller.heapFree = Math.floor(run.mapped - run.heap - run.unused - slotBytes(run, filling))
  controller.mappedReady = Math.floor(nonHeap + run.mapped)
}

/**
 * The heap at which the next cycle starts. Under a memory limit, the goal shrinks as the heap's overhead grows on the
 * way to it: it is that of a heap at the goal.
 */
export function triggerHeap(run: Run): number {
  const { controller } = run
  let reach = run.heap
  for (let i = 0; i < 3; i++) {
    showMemory(run, reach)
    computeTrigger(controller)
    if (run.memoryLimit === Infinity) break
    if (controller.goal <= run.highestHeap || run.program.heapOverhead === 0 || controller.goal === Infinity) break
    reach = controller.goal
  }
  const due = run.slots > 0 && run.memoryLimit < Infinity ? dueWithSlots(run, reach) : controller.trigger
  return Math.max(due, run.live + SMALLEST_SPAN)
}

/** The precision, in bytes, of the search for the heap that reaches its trigger. */
const NEAR = 1024

/** The smallest heap, in bytes, that has reached its trigger. Under a memory limit the goal grows as new objects fill slots. */
function dueWithSlots(run: Run, reach: number): number {
  const triggerAt = (heap: number) => {
    showMemory(run, reach, heap)
    return computeTrigger(run.controller)
  }
  if (triggerAt(run.heap) <= run.heap) return run.controller.trigger
  let [low, high] = [run.heap, triggerAt(Infinity)]
  while (high - low > NEAR) {
    const middle = (low + high) / 2
    if (triggerAt(middle) > middle) low = middle
    else high = middle
  }
  triggerAt(high)
  return high
}
