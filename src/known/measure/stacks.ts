import type { Field } from '../../metrics/fields.ts'
import { MIB } from '../../units.ts'
import type { Ranged } from './ranged.ts'

/**
 * The part in use, of the memory allocated for stacks: goals count only this (Go 1.26, mgcpacer.go, lastStackScan). In
 * recorded programs 0.03, with thousands of waiting goroutines, to 0.66, with deep stacks.
 */
const SCANNED = { value: 0.25, low: 0.02, high: 0.9 } as const
/** If stacks take no more than this, GC may scan all of them: they hardly move a goal. */
const LITTLE = MIB

/** Bytes of stacks that cycles scan, as a range. @param allocated bytes allocated for stacks */
export function scannedOf(allocated: number): Ranged {
  const little = Math.min(allocated, LITTLE)
  const value = little + SCANNED.value * (allocated - little)
  return { value, low: SCANNED.low * allocated, high: Math.max(value, SCANNED.high * allocated) }
}

/** /gc/scan/stack:bytes, else estimated from the memory allocated for stacks. */
export function scannedStacks(values: ReadonlyMap<Field, number>): Ranged {
  const exact = values.get('scanStacks')
  return exact === undefined ? scannedOf(values.get('stacks') ?? 0) : { value: exact, low: exact, high: exact }
}

/** The live heap behind a goal, in bytes. @param share GOGC/100 @param globals bytes of globals that cycles scan */
export function liveBelow(goal: number, share: number, stacks: Ranged, globals = 0): Ranged {
  const live = (scanned: number) => Math.max(0, (goal - (scanned + globals) * share) / (1 + share))
  return { value: live(stacks.value), low: live(stacks.high), high: live(stacks.low) }
}
