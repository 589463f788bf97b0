import { failedAt, ok, type Problem, type Result } from '../result.ts'
import { type ParameterKey, parameter } from '../scenario/params.ts'
import { readContainerLimit } from '../scenario/typed-container.ts'
import { readQuota } from '../scenario/typed-number.ts'
import { type Value, validateValue } from '../scenario/value.ts'
import { clip, MIB, parseSize } from '../units.ts'
import type { Parsed } from './options.ts'

export interface Values {
  readonly problems: Problem[]
  /** Undefined if the option is not given, or cannot be read. */
  get<T>(name: string, parse: (name: string, text: string) => Result<T>): T | undefined
  complain(message: string): void
}

/** Reads option values, and collects their problems. @param ifNone the problem if no input is named; empty for none */
export function createValues({ sources, values }: Parsed, ifNone: string): Values {
  const problems: Problem[] = []
  const complain = (message: string) => void problems.push({ path: '', message })
  if (sources.length === 0 && ifNone !== '') complain(ifNone)
  return {
    problems,
    get(name, parse) {
      const text = values.get(name)
      if (text === undefined) return undefined
      const value = parse(name, text)
      if (value.ok) return value.value
      problems.push(...value.problems)
      return undefined
    },
    complain,
  }
}

/** A size as scenarios have it: `60MiB`, or a number of bytes. */
export function parseBytes(name: string, text: string): Result<number> {
  const size = parseSize(text)
  return size.ok ? size : failedAt('', `--${name} ${clip(text)}: ${size.problems[0]?.message}`)
}

/** A setting as Go writes it, or as Kubernetes does: `512Mi`, `500m`. @param key of its parameter */
export function parseSetting(name: string, key: ParameterKey, text: string): Result<Value> {
  if (key === 'containerLimit' || key === 'cpuQuota') return parseKubernetes(name, key, text)
  const setting = parameter(key)
  const plain = numberIn(text)
  const seconds = key === 'duration' ? parseSeconds(name, text) : ok(plain)
  if (!seconds.ok && Number.isNaN(plain)) return seconds
  const number = seconds.ok ? seconds.value : plain
  if (key === 'gogc' && text !== 'off' && !(number >= 0 && Number.isFinite(number)))
    return failedAt('', `--${name} ${clip(text)}: write a whole percentage from 0, or off`)
  const isNumber = setting.kind !== 'size-or-off' && text !== 'off'
  const value = validateValue(setting, isNumber ? number : text)
  if (!value.ok) return failedAt('', `--${name} ${clip(text)}: ${value.problems[0]?.message ?? 'not valid'}`)
  if (key === 'gogc' && isNumber && !Number.isInteger(number))
    return failedAt('', `--${name} ${clip(text)}: write a whole percentage; Go reads no fractions`)
  return value
}

function parseKubernetes(name: string, key: 'containerLimit' | 'cpuQuota', text: string): Result<Value> {
  const refuse = (message: string) => failedAt('', `--${name} ${clip(text)}: ${message}`)
  const typed = key === 'cpuQuota' ? readQuota(text, parameter('cpuQuota').max) : readContainerLimit(text)
  if (typed.kind === 'unread') return refuse(typed.message)
  if (typed.value.kind !== 'bytes') return ok(typed.value)
  // Nobody sees how a number was read, so one that Kubernetes would read differently is refused.
  const number = Number(text)
  if (number > 0 && number < MIB) return refuse(`say in which unit, for example ${text.trim()}Mi`)
  return ok(typed.value)
}

export function parseRun(name: string, text: string): Result<number> {
  return /^\d{1,5}$/.test(text) ? ok(Number(text)) : failedAt('', `--${name} ${clip(text)}: runs are numbered from 0`)
}

/** `10%` or `10`, as a share. */
export function parsePercent(name: string, text: string): Result<number> {
  const [, digits] = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*%?\s*$/.exec(text) ?? []
  if (digits === undefined) return failedAt('', `--${name} ${clip(text)}: write percent, such as 10%`)
  return ok(Number(digits) / 100)
}

/** `15`, `15s`, `500ms`, `2m`: above 0, a week at most. */
export function parseSeconds(name: string, text: string): Result<number> {
  const [, digits = '', unit = 's'] = /^(\d+(?:\.\d*)?|\.\d+)(ms|s|m|h)?$/.exec(text.trim()) ?? []
  const seconds = Number(digits) * (UNITS[unit] ?? 1)
  if (digits !== '' && seconds > 0 && seconds <= MOST_SECONDS) return ok(seconds)
  return failedAt('', `--${name} ${clip(text)}: write a number of seconds above 0, such as 15 or 15s`)
}

const UNITS: Readonly<Record<string, number>> = { ms: 0.001, s: 1, m: 60, h: 3600 }
const MOST_SECONDS = 7 * 24 * 3600

/** @returns NaN for a text that is no number */
function numberIn(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text)
}

export function parseNumber(name: string, text: string): Result<number> {
  const number = numberIn(text)
  return number >= 0 && Number.isFinite(number)
    ? ok(number)
    : failedAt('', `--${name} ${clip(text)}: write a number, such as 3.2`)
}
