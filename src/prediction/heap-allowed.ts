import { HEADROOM_PERCENT } from '../model/runtime/pacer/constants.ts'
import { sumOf } from '../numbers.ts'
import { liveLevels } from '../scenario/rates.ts'
import type { Program, Scenario } from '../scenario/types.ts'
import { limitBytes } from '../units.ts'

/**
 * The highest heap, in bytes, that GOGC allows a program. If a cycle comes just as a phase ends with `live` bytes, the
 * next goal is
 *   live + (live + stacks + globals) · GOGC / 100   (Go 1.26, mgcpacer.go, commit)
 * The heap then grows to that goal, but no further than the program still allocates and the memory limit allows.
 * @param besideHeap bytes that count towards the memory limit besides the heap
 * @returns 0 if GOGC is off or settings change during the run: then we know only the goals of the run itself
 */
export function heapAllowed(scenario: Scenario, besideHeap: number): number {
  const { gogc, memoryLimit, program, changes } = scenario
  if (gogc.kind === 'off' || changes.some((change) => change.gogc || change.memoryLimit)) return 0
  const allocated = allocatedIn(program)
  const room = (limitBytes(memoryLimit) - besideHeap) * (1 - HEADROOM_PERCENT / 100)
  let left = sumOf(allocated)
  let most = 0
  for (const [i, live] of liveLevels(program).entries()) {
    most = Math.max(most, Math.min(goalAbove(live, scenario), live + left, Math.max(live, room)))
    left -= allocated[i] ?? 0
  }
  return most
}

/** The goal in bytes that GOGC sets if a cycle finds `live` bytes; Infinity if GOGC is off. */
export function goalAbove(live: number, { gogc, program: { stacks, globals } }: Scenario): number {
  return gogc.kind === 'off' ? Infinity : live + ((live + stacks + globals) * gogc.percent) / 100
}

/** The highest heap, in bytes, that a program could have if no cycle ever freed anything. */
export function heapWithoutGc(program: Program): number {
  return program.initialLive + sumOf(allocatedIn(program))
}

function allocatedIn({ phases }: Program): number[] {
  return phases.map(({ duration, allocRate }) => duration * allocRate)
}
