import { KIB, MIB, TIB } from '../../../units.ts'

export type PhaseJson = Readonly<Record<string, number>>

/** A program of one goroutine that appends to a slice, per element. Sizes in bytes, times in CPU-seconds. */
interface Appending {
  readonly count: number
  readonly slot: number
  /** Bytes allocated per element besides the slot: those that stay reachable through the slice, and the others. */
  readonly kept: number
  readonly dropped: number
  readonly seconds: number
  /** Bytes per second of copying into a larger slice, whose pages are all new. */
  readonly copyRate: number
  readonly scanRate: number
  /** The live heap before the first element. */
  readonly live?: number
  /** How many times longer an element takes after growing has touched this many bytes of memory. */
  readonly slowdown?: (touched: number) => number
}

/** Slices smaller than this get no phases of their own. */
const LEAST = 2 * MIB
/** Bytes per second: allocating a large object takes next to no time, but filling it does. */
const AT_ONCE = 2 * TIB

/**
 * The phases of a program that appends to a slice, and the live heap afterwards. Whenever the slice is full, append
 * allocates a larger one; the full one dies when it has been copied.
 */
export function append(program: Appending): { readonly phases: readonly PhaseJson[]; readonly live: number } {
  const { count, slot, kept, dropped, copyRate, scanRate, slowdown } = program
  const phases: PhaseJson[] = []
  let { live = 0, seconds } = program
  let done = 0
  let allocated = 0
  const add = (duration: number, bytes: number, survives: number, dies: number) =>
    phases.push({
      duration,
      allocRate: bytes / duration,
      newSurvivalRate: survives,
      oldDeathRate: dies,
      scanRate,
      goroutines: 1,
    })

  for (let size = growSlice(0, slot); done < count; size = growSlice(size, slot)) {
    allocated += size
    const next = growSlice(size, slot)
    if (next < LEAST) continue
    // The bytes of all smaller slices are allocated with the first elements.
    const isFirst = done === 0
    const added = Math.min(count, size / slot) - done
    const bytes = added * (kept + dropped) + (isFirst ? allocated : 0)
    const born = added * kept + (isFirst ? size : 0)
    add(added * seconds, bytes, born / bytes, 0)
    live += born
    done += added
    if (done >= count) break
    phases.push(makeLarge(next, scanRate))
    add(size / copyRate, 0, 0, size / (live + next))
    seconds = program.seconds * (slowdown?.(live + size) ?? 1)
    live += next - size
  }
  return { phases, live }
}

export function makeLarge(bytes: number, scanRate: number): PhaseJson {
  return { duration: bytes / AT_ONCE, allocRate: AT_ONCE, newSurvivalRate: 1, scanRate, goroutines: 1 }
}

/** The size of a slice that has become too small: Go 1.26 slice.go, nextslicecap, in whole pages where it is large. */
export function growSlice(bytes: number, slot: number): number {
  const count = Math.floor(bytes / slot)
  const next = (count < 256 ? Math.max(1, 2 * count) : count + Math.floor((count + 3 * 256) / 4)) * slot
  return next > 32 * KIB ? Math.ceil(next / 8192) * 8192 : next
}
