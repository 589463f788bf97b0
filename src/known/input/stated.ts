import type { InferredSettings } from '../../calibration/shape/infer-settings.ts'
import { isGogcContradicted } from '../../calibration/warnings.ts'
import type { ParsedLog } from '../../gctrace/read/reader.ts'
import type { Command, StatedSettings } from '../../gctrace/read/run-info.ts'
import { toGoGogc, toGoMemLimit } from '../../scenario/go-env.ts'
import { type GcPercent, OFF } from '../../units.ts'

/** A stated limit that differs from the range of the goals by more than this factor contradicts them. */
const APART = 1.25
/** `InferredSettings.lowGogc` is below this. */
const LOW = 25

/**
 * Stated settings may settle a doubt: a GOGC below 25 explains the goals without the memory limit that we assumed; or
 * GOGC off and a limit are stated, which the program may have set itself.
 */
export function settledBy(inferred: InferredSettings, { gogc, memoryLimit }: StatedSettings): InferredSettings {
  const { lowGogc, ownLimit, lowGoals, gogcGoals, gogcError } = inferred
  const isOwn = ownLimit && gogc?.kind === 'off' && memoryLimit && !isLimitContradicted(ownLimit, memoryLimit)
  const goals = gogcGoals + lowGoals
  if (isOwn)
    return { ...inferred, ...ownLimit, ownLimit: undefined, gogc, gogcError: 0, gogcGoals: goals, lowGoals: goals }
  if (lowGogc === undefined || gogc?.kind !== 'percent') return inferred
  const isLow = gogc.percent < LOW && Math.abs(gogc.percent - lowGogc) <= gogcError + 1
  // If a stated limit fits the goals as well, it may have been in force too, so the doubt remains.
  if (!isLow || (memoryLimit && !isLimitContradicted(inferred, memoryLimit))) return inferred
  const noLimit = { memoryLimit: OFF, limitWithin: undefined, lowGogc: undefined, lowGoals: 0 }
  return { ...inferred, ...noLimit, gogc, gogcGoals: lowGoals }
}

/**
 * The stated settings, without those that the log’s goals clearly contradict: a program may change its settings
 * (debug.SetGCPercent), and a command may be of another run.
 * @param inferred undefined if all cycles of the run were forced
 */
export function statedFor(stated: StatedSettings | undefined, inferred?: InferredSettings): StatedSettings {
  if (!stated || !inferred) return {}
  const { gogc, memoryLimit } = stated
  return {
    ...(gogc && !isGogcContradicted(inferred, { gogc }) && { gogc }),
    ...(memoryLimit && !isLimitContradicted(inferred, memoryLimit) && { memoryLimit }),
  }
}

/**
 * The stated settings that count as typed: only those that settle a doubt. Any other setting is taken for a plan: if
 * the goals contradict it, if they show it anyway, or if it is a memory limit and they show none.
 */
export function typedFor({ gogc, memoryLimit }: StatedSettings, inferred?: InferredSettings): StatedSettings {
  if (!inferred) return {}
  const settlesLimit = memoryLimit && inferred.limitWithin && !isLimitContradicted(inferred, memoryLimit)
  return { ...(gogc && settlesGogc(inferred, gogc) && { gogc }), ...(settlesLimit && { memoryLimit }) }
}

function settlesGogc(inferred: InferredSettings, typed: GcPercent): boolean {
  const { gogcGoals, otherGogc, ownLimit, lowGogc } = inferred
  if (otherGogc && JSON.stringify(otherGogc) === JSON.stringify(typed)) return true
  const isOpen = gogcGoals === 0 || otherGogc || ownLimit || lowGogc !== undefined
  return Boolean(isOpen) && !isGogcContradicted(inferred, { gogc: typed })
}

function isLimitContradicted(
  { limitWithin }: Pick<InferredSettings, 'limitWithin'>,
  stated: NonNullable<Command['memoryLimit']>,
): boolean {
  if (!limitWithin) return false
  return stated.kind === 'off' || stated.bytes > APART * limitWithin.high || APART * stated.bytes < limitWithin.low
}

export function describeCommands({ runs }: Pick<ParsedLog, 'runs'>): string[] {
  const commands = new Set(runs.flatMap(({ command }) => command ?? []))
  return [...commands].map(({ line, gogc, memoryLimit }) => {
    const said = [
      gogc ? `GOGC=${toGoGogc(gogc)}` : [],
      memoryLimit ? `GOMEMLIMIT=${toGoMemLimit(memoryLimit)}` : [],
    ].flat()
    return `the command in line ${line} says ${said.join(' and ')}: we use that unless the log’s goals contradict it`
  })
}
