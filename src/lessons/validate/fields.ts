import { isRecord, type Problem } from '../../result.ts'
import { didYouMean } from '../../share/suggest.ts'
import { clip } from '../../units.ts'

type Raw = Readonly<Record<string, unknown>>

/** More than any real lesson needs, and short enough for a link. */
const MAX_TEXT = 20_000
const MAX_LIST = 200

/** Reads the fields of an unknown object one by one, and notes each problem under its path. Never throws. */
export interface Fields {
  readonly path: string
  text(key: string, isNeeded?: boolean): string | undefined
  number(key: string, least: number, most: number): number | undefined
  choice<T extends string>(key: string, choices: readonly T[]): T | undefined
  texts(key: string, isNeeded?: boolean): readonly string[]
  /** The objects of a list, each with its own path. */
  objects(key: string): readonly Fields[]
  object(key: string): Fields | undefined
  /** The fields of a predicate. @param path relative to this object */
  within(value: unknown, path: string): Fields | undefined
  raw(key: string): unknown
  has(key: string): boolean
  refuse(key: string, message: string): void
}

/** The fields of an unknown value; undefined if it is not an object. Keys that are not `known` are problems. */
export function readFields(
  value: unknown,
  path: string,
  known: readonly string[],
  problems: Problem[],
): Fields | undefined {
  if (!isRecord(value)) {
    problems.push({ path, message: `${show(value)} is not an object with the keys ${known.join(', ')}` })
    return undefined
  }
  for (const key of Object.keys(value))
    if (!known.includes(key))
      problems.push({ path: join(path, clip(key)), message: `unknown key${didYouMean(key, known)}` })
  return createFields(value, path, problems)
}

/** The keys of each kind of object. */
export const KEYS = {
  lesson: ['version', 'id', 'title', 'minutes', 'needs', 'steps', 'notes'],
  steps: ['text', 'scenario', 'controls', 'show', 'bet', 'reveal', 'goal', 'notes', 'claims'],
  bet: ['kind', 'of', 'prompt', 'tolerance', 'choices', 'until'],
  goal: ['all', 'stars', 'changes', 'most', 'hints', 'solution'],
  all: ['of', 'atMost', 'atLeast', 'is'],
} as const satisfies Readonly<Record<string, readonly string[]>>

function createFields(raw: Raw, path: string, problems: Problem[]): Fields {
  const at = (key: string) => (key === '' ? path : join(path, key))
  const refuse = (key: string, message: string) => void problems.push({ path: at(key), message })
  const keysOf = (key: string): readonly string[] => KEYS[key as keyof typeof KEYS] ?? []
  const list = (key: string, isNeeded: boolean): readonly unknown[] => {
    const value = raw[key]
    if (value === undefined && !isNeeded) return []
    if (!Array.isArray(value)) refuse(key, `${show(value)} is not a list`)
    else if (value.length > MAX_LIST) refuse(key, `holds ${value.length} entries, more than ${MAX_LIST}`)
    else return value
    return []
  }
  return {
    path,
    refuse,
    raw: (key) => raw[key],
    has: (key) => raw[key] !== undefined,
    text(key, isNeeded = true) {
      const value = raw[key]
      if (value === undefined && !isNeeded) return undefined
      const problem = problemOfText(value)
      if (problem === undefined) return value as string
      refuse(key, problem)
      return undefined
    },
    number(key, least, most) {
      const value = raw[key]
      if (typeof value === 'number' && value >= least && value <= most) return value
      refuse(key, `${show(value)} is not a number from ${least} to ${most}`)
      return undefined
    },
    choice(key, choices) {
      const value = raw[key]
      const found = choices.find((choice) => choice === value)
      if (found === undefined) refuse(key, `${show(value)} is not one of ${choices.join(', ')}`)
      return found
    },
    texts: (key, isNeeded = true) =>
      list(key, isNeeded).filter((value, i): value is string => {
        const problem = problemOfText(value)
        if (problem !== undefined) refuse(`${key}[${i}]`, problem)
        return problem === undefined
      }),
    objects: (key) =>
      list(key, true).flatMap((value, i) => readFields(value, at(`${key}[${i}]`), keysOf(key), problems) ?? []),
    object: (key) => readFields(raw[key], at(key), keysOf(key), problems),
    within: (value, inner) => readFields(value, at(inner), KEYS.all, problems),
  }
}

function problemOfText(value: unknown): string | undefined {
  if (typeof value !== 'string') return `${show(value)} is not text`
  if (value.trim() === '') return 'is empty'
  if (value.length > MAX_TEXT) return `is longer than ${MAX_TEXT} characters`
  return value.isWellFormed() ? undefined : 'holds half a character (a lone surrogate)'
}

function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`
}

function show(value: unknown): string {
  if (value === undefined) return 'nothing'
  return clip(JSON.stringify(value) ?? String(value))
}
