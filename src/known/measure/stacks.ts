import type { Field } from '../../metrics/fields.ts'
import { MIB } from '../../units.ts'
import type { Ranged } from './ranged.ts'

/**
 * The share of the memory allocated for stacks that cycles scan: the part in use. Goals count only this part (Go 1.26,
 * mgcpacer.go, lastStackScan). It is 0.03 in a service with thousands of waiting goroutines, and 0.66 in a program with
 * deep stacks.
 */
const SCANNED = { value: 0.25, low: 0.02, high: 0.9 } as const
/** If stacks take no more than this, GC may scan all of them: they hardly move a goal. */
const LITTLE = MIB

/** Bytes of stacks that cycles scan, if Go has allocated this many bytes for stacks. */
export function scannedOf(allocated: number): Ranged {
  const little = Math.min(allocated, LITTLE)
  const value = little + SCANNED.value * (allocated - little)
  return { value, low: SCANNED.low * allocated, high: Math.max(value, SCANNED.high * allocated) }
}

/** Bytes of stacks that cycles scan: /gc/scan/stack:bytes, else estimated from the memory allocated for stacks. */
export function scannedStacks(values: ReadonlyMap<Field, number>): Ranged {
  const exact = values.get('scanStacks')
  return exact === undefined ? scannedOf(values.get('stacks') ?? 0) : { value: exact, low: exact, high: exact }
}

/**
 * The live heap from which GOGC makes a goal, in bytes.
 * @param share GOGC/100
 * @param globals bytes of globals that cycles scan
 */
export function liveBelow(goal: number, share: number, stacks: Ranged, globals = 0): Ranged {
  const live = (scanned: number) => Math.max(0, (goal - (scanned + globals) * share) / (1 + share))
  return { value: live(stacks.value), low: live(stacks.high), high: live(stacks.low) }
}
