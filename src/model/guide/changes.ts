import type { Change, Scenario } from '../../scenario/types.ts'

/** A change at its place in the program. */
export interface PlacedChange {
  readonly change: Change
  /** Index of the phase it stands in; the number of phases at the program's end. */
  readonly phase: number
  /** Mutator time that is left of that phase when the change acts. */
  readonly stopAt: number
}

/** Relative distance within which a change stands at a phase's end: sums of decimal durations round. */
const BOUNDARY_TOLERANCE = 1e-12

/** Finds the phase of every change. One at the boundary of two phases acts in the later. */
export function placeChanges({ program, changes }: Scenario): readonly PlacedChange[] {
  if (changes.length === 0) return NONE
  const { phases } = program
  let phase = 0
  let start = 0
  return changes.map((change) => {
    for (; phase < phases.length; phase++) {
      const end = start + (phases[phase]?.duration ?? 0)
      if (change.at < end * (1 - BOUNDARY_TOLERANCE)) break
      start = end
    }
    const duration = phases[phase]?.duration ?? 0
    // A change that the tolerance moves on into the next phase lies before that phase's start: never more than all is left.
    return { change, phase, stopAt: Math.min(duration, Math.max(0, duration - (change.at - start))) }
  })
}

const NONE: readonly PlacedChange[] = []
