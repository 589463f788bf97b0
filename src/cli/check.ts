import { checkBounds, toMarkdown } from '../explore/check.ts'
import { fatalIn } from '../known/findings.ts'
import { failed, ok, type Result } from '../result.ts'
import { type Limit, toLimit } from '../units.ts'
import { toAskedEnsemble, toAskedScenario } from './advise.ts'
import type { CliIo } from './io.ts'
import type { Parsed } from './options.ts'
import { loadProgram } from './program.ts'
import { refuse } from './simulate.ts'
import { createValues, parseBytes, parsePercent, parseSeconds } from './values.ts'

/** A call of `sawtooth check` that makes sense. */
interface CheckCall {
  readonly sources: readonly string[]
  readonly share: number | undefined
  readonly interval: number | undefined
  readonly container: Limit | undefined
  readonly baseline: string | undefined
  readonly markdown: boolean
}

export const CHECK_OPTIONS = ['max-gc-cpu', 'container', 'baseline', 'interval'] as const

/** A bound is not kept. */
const EXIT_BROKEN = 3

/** What `check` was told. Every problem is one of usage. */
export function toCheck(parsed: Parsed): Result<CheckCall> {
  const { sources, values: texts, flags } = parsed
  const values = createValues(parsed, 'check what? Name an input or a scenario')
  const share = values.get('max-gc-cpu', parsePercent)
  const interval = values.get('interval', parseSeconds)
  const bytes = values.get('container', parseBytes)
  const container = bytes === undefined ? undefined : toLimit(bytes)
  if (values.problems.length > 0) return failed(values.problems)
  return ok({ sources, share, interval, container, baseline: texts.get('baseline'), markdown: flags.has('markdown') })
}

/**
 * `sawtooth check INPUT…`: which bounds hold, for pipelines.
 * @returns the exit code: 3 where one does not hold, 1 where an input has problems
 */
export async function runCheck(call: CheckCall, io: CliIo): Promise<number> {
  const { sources, container, share, markdown } = call
  const program = await loadProgram(sources, io, call.interval)
  const baseline = call.baseline === undefined ? undefined : await loadProgram([call.baseline], io, call.interval)
  const problems = [program, baseline].flatMap((part) => (part && !part.ok ? part.problems : []))
  if (!program.ok || (baseline && !baseline.ok)) return refuse(problems, io)
  for (const warning of program.value.warnings) io.warn(warning)
  for (const { kind, title } of program.value.findings) if (kind === 'ignored-limit') io.warn(title)
  const asked = { container, outside: undefined }
  const scenario = toAskedScenario(program.value.scenario, asked)
  const ensemble = program.value.ensemble && toAskedEnsemble(program.value.ensemble, asked)
  const fatal = fatalIn(program.value.findings)
  const checks = checkBounds({ ...program.value, scenario, ensemble, fatal }, { share, baseline: baseline?.value })
  const holds = checks.every((one) => one.holds !== false)
  const judged = checks.every((one) => one.judged)
  await io.write(markdown ? toMarkdown(checks) : `${JSON.stringify({ holds, judged, checks })}\n`)
  return holds ? 0 : EXIT_BROKEN
}
