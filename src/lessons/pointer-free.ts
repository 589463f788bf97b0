import { formatProseSize } from '../format.ts'
import { largest } from '../numbers.ts'
import { liveLevels } from '../scenario/rates.ts'
import type { Program } from '../scenario/types.ts'

/** What to say of a part without pointers that is larger than the live heap it is a part of; undefined if it is not. */
export function describeTooFree(program: Program): string | undefined {
  const live = largest(liveLevels(program))
  if (program.pointerFreeLive <= live) return undefined
  return `The live heap has only ${formatProseSize(live)}: all of it is free of pointers.`
}
