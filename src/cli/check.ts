import { showTrust } from '../calibration/trust.ts'
import { type Check, type Checked, checkBounds, checkUnknown, toMarkdown } from '../explore/check.ts'
import { withEffect, withEffectInText } from '../known/effect.ts'
import { type Finding, fatalIn } from '../known/findings.ts'
import type { Evidence } from '../known/known.ts'
import { describeUnread } from '../known/unread-settings.ts'
import { failed, ok, type Problem, type Result } from '../result.ts'
import { toAskedEnsemble, toAskedScenario, toLimitTyped } from './advise.ts'
import { EXIT } from './exit.ts'
import type { CliIo } from './io.ts'
import type { Parsed } from './options.ts'
import { type Loaded, loadProgram, type Program } from './program.ts'
import { SELECTION_OPTIONS, type Selection, toSelection } from './selection.ts'
import { refuse } from './simulate.ts'
import { TYPED_OPTIONS, toTyped, toUnreadProblems } from './typed.ts'
import { createValues, parsePercent } from './values.ts'

interface CheckCall extends Selection {
  readonly sources: readonly string[]
  readonly share: number | undefined
  readonly typed: Evidence['typed']
  readonly baseline: string | undefined
  readonly markdown: boolean
}

export const CHECK_OPTIONS = ['max-gc-cpu', 'baseline', ...SELECTION_OPTIONS, ...TYPED_OPTIONS] as const

export function toCheck(parsed: Parsed): Result<CheckCall> {
  const { sources, values: texts, flags } = parsed
  const values = createValues(parsed, 'check needs an input or a scenario')
  const share = values.get('max-gc-cpu', parsePercent)
  const which = toSelection(values)
  const typed = toTyped(values)
  if (values.problems.length > 0) return failed(values.problems)
  return ok({ sources, share, ...which, typed, baseline: texts.get('baseline'), markdown: flags.has('markdown') })
}

/**
 * `sawtooth check INPUT…`: which bounds the program keeps, for pipelines.
 * @returns the exit code: 3 if a bound is not kept, 2 if it is not clear which run is meant, 1 if nothing can be judged
 * (an input has problems, a setting is not known, or the simulation cannot be trusted)
 */
export async function runCheck(call: CheckCall, io: CliIo): Promise<number> {
  const { sources, share, typed } = call
  const program = await loadProgram(sources, io, { ...call, ofOne: 'judged' })
  const { interval } = call
  const baseline =
    call.baseline === undefined ? undefined : await loadProgram([call.baseline], io, { interval, ofOne: 'baseline' })
  const unclear = [program, baseline].flatMap((one) => (one && !one.ok && one.isUnclear ? one.problems : []))
  if (unclear.length > 0) {
    for (const { message } of unclear) io.warn(`sawtooth: ${message}`)
    return EXIT.usage
  }
  if (!program.ok || (baseline && !baseline.ok)) return answerUnknown(program, baseline, call, io)
  warnOf(program.value, io)
  const asked = { container: toLimitTyped(typed.containerLimit), outside: undefined }
  const scenario = toAskedScenario(program.value.scenario, asked)
  const { facts } = program.value
  const ensemble = facts && toAskedEnsemble(facts.ensemble, asked)
  const checked = { ...toChecked(program.value), scenario, ensemble }
  const before = baseline && toChecked(baseline.value)
  const checks = checkBounds(checked, { share, baseline: before })
  const reasons = [program, baseline].flatMap((one) => (one ? toProblems(one.value) : []))
  const unjudged = checks.filter(({ judged }) => !judged)
  // Scrapes may lack GC CPU, and a memory limit may be known within bounds only.
  const shown = reasons.length > 0 ? reasons : unjudged.flatMap(({ name, found }) => toProblem(MISSED[name], found))
  return answer(checks, { problems: unjudged.length > 0 ? shown : [], findings: program.value.findings }, call, io)
}

/** Prints what no check says: warnings, and settings without effect. */
function warnOf({ warnings, findings }: Program, io: CliIo): void {
  for (const warning of warnings) io.warn(warning)
  for (const finding of findings) {
    if (finding.kind === 'ignored-limit') io.warn(finding.title)
    if (finding.kind === 'not-in-force') io.warn(`${finding.title}: ${withEffect(finding)}`)
  }
}

async function answerUnknown(program: Loaded, baseline: Loaded | undefined, call: CheckCall, io: CliIo) {
  const problems = [program, baseline].flatMap((part) => (part && !part.ok ? part.problems : []))
  const findings = program.ok ? [] : (program.findings ?? [])
  const fatal = fatalIn(findings)
  const why = problems.map(({ message }) => message).join('; ')
  if (fatal !== undefined) return answer(checkUnknown(fatal, why), { problems, findings }, call, io)
  return refuse(problems, io, findings)
}

interface Beside {
  /** Why a bound was not judged. */
  readonly problems: readonly Problem[]
  readonly findings: readonly Finding[]
}

async function answer(checks: readonly Check[], { problems, findings }: Beside, { markdown }: CheckCall, io: CliIo) {
  const isBroken = checks.some(({ holds }) => holds === false)
  const holds = isBroken ? false : problems.length > 0 ? null : true
  const told = { holds, judged: checks.every((one) => one.judged), checks }
  const json = {
    ...told,
    ...(findings.length > 0 && { findings: findings.map(withEffectInText) }),
    ...(problems.length > 0 && { problems }),
  }
  if (markdown) for (const { message } of problems) io.warn(message)
  const titles = findings.map(({ title }) => `\n- ${title}`).join('')
  await io.write(markdown ? `${toMarkdown(checks)}${titles && `${titles}\n`}` : `${JSON.stringify(json)}\n`)
  if (isBroken) return EXIT.notKept
  return problems.length > 0 ? EXIT.problems : 0
}

/** The program as checks take it. Settings that cannot be read, and a poor fit, are why no simulation can judge it. */
function toChecked(program: Program): Checked {
  const { unread, trust, facts } = program
  const poor = trust?.grade === 'poor' ? [trust.tooLittle ?? showTrust(trust)] : []
  const reasons = [...unread.map(describeUnread), ...poor]
  return { ...program, ...facts, whyNotJudged: reasons.length === 0 ? undefined : reasons.join('; ') }
}

const UNLIKE_LOG =
  'the simulation does not reproduce the log: record a longer log under the usual load, or give its settings'

/** Checks that a user may expect, but that the input does not suffice for although its simulation can be trusted. */
const MISSED: Partial<Record<Check['name'], string>> = { 'gc-cpu': 'GC CPU', verdict: 'verdict' }

function toProblem(label: string | undefined, found: string): Problem[] {
  return label === undefined ? [] : [{ path: '', message: `${label}: ${found}` }]
}

function toProblems({ unread, trust }: Program): Problem[] {
  const message = trust?.tooLittle ?? UNLIKE_LOG
  const poor = trust?.grade === 'poor' ? [{ path: '', message }] : []
  return [...toUnreadProblems(unread), ...poor]
}
