import type { Paced } from '../../../scenario/pace.ts'
import type { Parameter } from '../../../scenario/parameter.ts'
import { parametersOf } from '../../../scenario/params.ts'
import { showValue } from '../../../scenario/show.ts'
import type { Change, Phase, Scenario } from '../../../scenario/types.ts'
import { isSameValue, toJsonValue, type Value } from '../../../scenario/value.ts'
import { describeEvent, groupEvents } from './event-groups.ts'

/** The differences of a scenario from its original, one per line: `GOGC: 100 % → 50 %`. */
export function listDifferences(scenario: Scenario, original: Scenario): readonly string[] {
  return [
    ...(scenario.title === original.title ? [] : [`Title: “${original.title}” → “${scenario.title}”`]),
    ...valueLines('', parametersOf('scenario'), scenario, original),
    ...valueLines('', parametersOf('program'), scenario.program, original.program, scenario),
    ...phaseLines(scenario.program.phases, original.program.phases, scenario),
    ...changeLines(scenario.changes, original.changes),
  ]
}

function valueLines(
  prefix: string,
  parameters: readonly Parameter[],
  now: object,
  before: object,
  scenario?: Paced,
): string[] {
  return parameters.flatMap((parameter) => {
    const [a, b] = [valueAt(before, parameter.key), valueAt(now, parameter.key)]
    if (a !== undefined && b !== undefined && isSameValue(a, b)) return []
    const [from, to] = [showValue(parameter, a, scenario), showValue(parameter, b, scenario)]
    // Show all digits if rounded texts would hide the difference.
    const isSeen = from !== to
    return [`${prefix}${parameter.label}: ${isSeen ? from : plain(a)} → ${isSeen ? to : plain(b)}`]
  })
}

function valueAt(source: object, key: string): Value | undefined {
  return (source as Readonly<Record<string, Value | undefined>>)[key]
}

function plain(value: Value | undefined): string {
  return value === undefined ? '–' : String(toJsonValue(value))
}

/** Leaves out equal phases at the beginning and at the end of both programs. */
function phaseLines(now: readonly Phase[], before: readonly Phase[], scenario: Paced): string[] {
  const parameters = parametersOf('phase')
  const isSame = (a: Phase | undefined, b: Phase | undefined) =>
    a !== undefined && b !== undefined && valueLines('', parameters, a, b).length === 0
  if (now.length === before.length)
    return now.flatMap((phase, i) => valueLines(`Phase ${i + 1}, `, parameters, phase, before[i] as Phase, scenario))
  let head = 0
  while (isSame(now[head], before[head])) head++
  let tail = 0
  const most = Math.min(now.length, before.length) - head
  while (tail < most && isSame(now[now.length - 1 - tail], before[before.length - 1 - tail])) tail++
  const count = `Phases: ${before.length} → ${now.length}`
  const [from, to] = [head + 1, now.length - tail]
  if (from > to) return [count]
  return [`${count}; ${from === to ? `phase ${from} is` : `phases ${from} to ${to} are`} new or changed`]
}

function changeLines(now: readonly Change[], before: readonly Change[]): string[] {
  const [texts, old] = [now, before].map((changes) =>
    groupEvents(changes).map((group) => describeEvent(group, changes)),
  ) as [string[], string[]]
  return [
    ...old.filter((text) => !texts.includes(text)).map((text) => `Event gone: ${text}`),
    ...texts.filter((text) => !old.includes(text)).map((text) => `Event: ${text}`),
  ]
}
