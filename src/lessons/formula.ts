import { failedAt, ok, type Result } from '../result.ts'
import { didYouMean } from '../share/suggest.ts'
import { clip, parseSize } from '../units.ts'
import type { Experiment } from './experiment.ts'
import { MEASURES, type Quantity, readMeasure, type Unit } from './measure.ts'

/**
 * A formula has measures, numbers, sizes, quoted words, + − * /, brackets, and a measure under other settings:
 * `gcSeconds with gogc=200 / gcSeconds`. It can do nothing else, so that formulas can come from anywhere.
 */

const TOKEN = /\s*(?:(\d+(?:\.\d+)?(?:[KMGT]iB|B)?)|'([^']*)'|([a-zA-Z][\w.]*(?:\[-?\w+\](?:\.\w+)?)?)|([-+*/()=,]))/y

interface Token {
  readonly kind: 'number' | 'word' | 'name' | 'sign'
  readonly text: string
}

/** A parsed formula: its value for a run, or null if the run lacks a measure in it. */
type Formula = (experiment: Experiment) => Result<Quantity | null>

/** Parses a formula. The names in it are looked up when it is first computed. */
export function parseFormula(text: string): Result<Formula> {
  const tokens = tokenize(text)
  if (!tokens) return failedAt('', `"${clip(text)}" is no formula; write for example peakHeapBytes / peakLiveBytes`)
  const parser = createParser(tokens)
  const formula = parser.sum()
  if (!formula || !parser.isDone()) return failedAt('', `"${clip(text)}" is no formula: it cannot be read to its end`)
  return ok(formula)
}

/** The value of a formula for a run; null if the run has none. */
export function compute(text: string, experiment: Experiment): Result<Quantity | null> {
  const formula = parseFormula(text)
  return formula.ok ? formula.value(experiment) : formula
}

function tokenize(text: string): Token[] | undefined {
  const tokens: Token[] = []
  const pattern = new RegExp(TOKEN)
  const trimmed = text.trimEnd()
  while (pattern.lastIndex < trimmed.length) {
    const match = pattern.exec(trimmed)
    if (!match) return undefined
    const [, number, word, name, sign] = match
    if (number !== undefined) tokens.push({ kind: 'number', text: number })
    else if (word !== undefined) tokens.push({ kind: 'word', text: word })
    else if (name !== undefined) tokens.push({ kind: 'name', text: name })
    else tokens.push({ kind: 'sign', text: sign ?? '' })
  }
  return tokens
}

/** Nobody writes more brackets than this, and a hostile formula with more could exhaust the stack. */
const MOST_BRACKETS = 50

function createParser(tokens: readonly Token[]) {
  let at = 0
  let brackets = 0
  const isSign = (...signs: string[]) => tokens[at]?.kind === 'sign' && signs.includes(tokens[at]?.text ?? '')
  const chain = (signs: string[], next: () => Formula | undefined): Formula | undefined => {
    let left = next()
    while (left && isSign(...signs)) {
      const sign = tokens[at++]?.text ?? ''
      const right = next()
      left = right && join(sign, left, right)
    }
    return left
  }
  const sum = (): Formula | undefined => chain(['+', '-'], () => chain(['*', '/'], primary))
  const primary = (): Formula | undefined => {
    const token = tokens[at++]
    if (token?.kind === 'number') return () => ok(toNumber(token.text))
    if (token?.kind === 'word') return () => ok({ value: token.text, unit: 'number' })
    if (token?.kind === 'name') return withSettings(measure(token.text))
    if (token?.text !== '(' || ++brackets > MOST_BRACKETS) return undefined
    const inner = sum()
    if (!isSign(')')) return undefined
    at++
    return inner && withSettings(inner)
  }
  const withSettings = (formula: Formula): Formula | undefined => {
    if (tokens[at]?.text !== 'with') return formula
    const settings: Record<string, string> = {}
    do {
      const [key, equals, value] = tokens.slice(++at, at + 3)
      if (key?.kind !== 'name' || equals?.text !== '=' || !value || value.kind === 'sign') return undefined
      settings[key.text] = value.text
      at += 3
    } while (isSign(','))
    return (experiment) => {
      const other = experiment.with(settings)
      return other.ok ? formula(other.value) : other
    }
  }
  return { sum, isDone: () => at === tokens.length }
}

function toNumber(text: string): Quantity {
  if (!/B$/.test(text)) return { value: Number(text), unit: 'number' }
  const size = parseSize(text)
  return { value: size.ok ? size.value : 0, unit: 'bytes' }
}

function measure(name: string): Formula {
  return (experiment) => {
    const quantity = readMeasure(name, experiment)
    if (quantity === undefined) return failedAt('', describeUnknown(name, experiment))
    const { outcome } = experiment.trace.result
    // The whole run would have a value.
    if (quantity === null && outcome.kind === 'stopped')
      return failedAt('', `the run has no ${clip(name)}: ${outcome.reason}`)
    return ok(quantity)
  }
}

/** What to say of a name that is no result. Columns of the cycles have one value for each cycle. */
function describeUnknown(name: string, experiment: Experiment): string {
  const isColumn = experiment.trace.cycles.count > 0 && readMeasure(`cycleList[0].${name}`, experiment) !== undefined
  if (isColumn) return `"${name}" is a column of the cycles: write for example cycleList[3].${name}`
  return `there is no result "${clip(name)}"${didYouMean(name, MEASURES)}`
}

function join(sign: string, left: Formula, right: Formula): Formula {
  return (experiment) => {
    const a = left(experiment)
    const b = right(experiment)
    if (!a.ok) return a
    if (!b.ok) return b
    if (a.value === null || b.value === null) return ok(null)
    if (typeof a.value.value === 'string' || typeof b.value.value === 'string') return ok(null)
    const value = apply(sign, a.value.value, b.value.value)
    return ok(Number.isFinite(value) ? { value, unit: unitOf(sign, a.value.unit, b.value.unit) } : null)
  }
}

function apply(sign: string, a: number, b: number): number {
  if (sign === '+') return a + b
  if (sign === '-') return a - b
  return sign === '*' ? a * b : a / b
}

/** Units of bare numbers: such a factor does not change the unit of the other one. */
const BARE: readonly Unit[] = ['number', 'times', 'cycles']

function unitOf(sign: string, a: Unit, b: Unit): Unit {
  if (sign === '/') {
    if (a === b) return a === 'number' ? a : 'times'
    return a === 'bytes' && b === 'seconds' ? 'rate' : BARE.includes(b) ? a : 'number'
  }
  if (sign === '*' && !BARE.includes(a) && !BARE.includes(b))
    return [a, b].includes('rate') && [a, b].includes('seconds') ? 'bytes' : 'number'
  return BARE.includes(a) && b !== 'number' ? b : a
}
