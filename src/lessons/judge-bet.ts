import { failedAt, ok, type Result } from '../result.ts'
import { toPlain } from '../scenario/typed-text.ts'
import { clip, MIB, parseSize } from '../units.ts'
import { axisEnd, type Experiment } from './experiment.ts'
import { compute } from './formula.ts'
import type { Bet, BetKind } from './lesson.ts'
import type { Quantity, Unit } from './measure.ts'
import { showQuantity } from './words.ts'

export interface BetResult {
  readonly answer: Quantity
  readonly isCorrect: boolean
  /** The guess less the answer, in the answer’s unit. Absent for a choice. */
  readonly off?: number
}

/** The right answer to a bet: the value of its formula for the step’s run; undefined if there is none. */
export function answerOf({ of }: Bet, experiment: Experiment): Quantity | undefined {
  const answer = compute(of, experiment)
  return answer.ok ? (answer.value ?? undefined) : undefined
}

/** Judges a guess: a choice by its name, a number by its distance from the answer. undefined if there is no answer. */
export function judgeBet(bet: Bet, guess: number | string, experiment: Experiment): BetResult | undefined {
  const answer = answerOf(bet, experiment)
  if (!answer) return undefined
  if (typeof answer.value === 'string' || typeof guess === 'string')
    return { answer, isCorrect: String(guess) === String(answer.value) }
  const whole = bet.kind === 'moment' ? axisEnd(experiment) : Math.abs(answer.value)
  const off = guess - answer.value
  // A guess may differ from the answer by the rounding of its own text.
  return { answer, isCorrect: Math.abs(off) <= bet.tolerance * whole + 1e-9 * Math.abs(answer.value), off }
}

/** The unit behind the field for a typed bet. */
export const UNIT_WORDS: Readonly<Record<Unit, string>> = {
  bytes: 'MiB',
  rate: 'MiB per second',
  seconds: 's',
  share: '%',
  cycles: 'cycles',
  times: 'times',
  number: '',
}

/** The largest number, in any unit: the largest heap of a scenario, 16 TiB, is 17 million MiB. */
const MOST_TYPED = 1e9

/**
 * `48` or `48MiB` for a size, `12` or `12 %` for a share, with commas as in every field: `1,000` is 1000, `2,5` is 2.5.
 * @param isGctrace whether the step shows gctrace lines: then `20 MB` is 20 MiB, because Go writes MB for MiB there
 * (mgc.go, gcMarkTermination)
 */
export function readGuess(text: string, unit: Unit, isGctrace = false): Result<number> {
  const bare = toPlain(text).text.replace(/(%|s|sec|seconds|cycles?|times|x|×|\/s)$/i, '')
  const number = Number(bare)
  if (number > MOST_TYPED) return failedAt('', `“${clip(text)}” is more than any run has; type for example 12`)
  const isNumber = bare !== '' && Number.isFinite(number) && number >= 0
  if (unit === 'bytes' || unit === 'rate') {
    if (isNumber) return ok(number * MIB)
    const size = parseSize(isGctrace ? bare.replace(/MB$/, 'MiB') : bare)
    return size.ok ? size : failedAt('', `“${clip(text)}” is no size; type a number of MiB, such as 48`)
  }
  if (!isNumber) return failedAt('', `“${clip(text)}” is no number of 0 or more; type for example 12`)
  if (unit !== 'share') return ok(number)
  return number > 100
    ? failedAt('', `“${clip(text)}” is more than 100 %; type a share from 0 to 100`)
    : ok(number / 100)
}

/** The units whose figures are rounded for texts, each as a number is typed in it. */
const TYPED: Partial<Record<Unit, number>> = { bytes: MIB, seconds: 1, share: 0.01 }

/** The most decimals that a line of gctrace has. */
const MOST_DECIMALS = 3

const decimalsOf = (text: string) => /\.(\d+)/.exec(text)?.[1]?.length ?? 0

/**
 * A guess and the answer as texts show them. If they differ by less than half of the last digit, and more decimals were
 * typed, both have these: `42.605 s`, copied from a log, where a text has `42.61 s`.
 */
export function showBoth(guess: number, answer: Quantity, kind: BetKind): readonly [string, string] {
  const { unit } = answer
  const value = Number(answer.value)
  const usual = [showQuantity({ value: guess, unit }), showQuantity({ value, unit })] as const
  const scale = TYPED[unit]
  if (scale === undefined || kind !== 'number') return usual
  const word = ` ${UNIT_WORDS[unit]}`
  const [typed, exact] = [Number((guess / scale).toPrecision(12)), value / scale]
  const decimals = decimalsOf(String(typed))
  const isFiner = usual.every((text) => text.endsWith(word) && decimalsOf(text) < decimals)
  const off = Math.abs(typed - exact)
  if (!isFiner || decimals > MOST_DECIMALS || off >= 0.5 * 10 ** -decimalsOf(usual[1])) return usual
  // A log does not round its seconds, but cuts them off.
  const isCutOff = unit === 'seconds' && exact >= typed && off < 10 ** -decimals
  const run = isCutOff ? typed : exact
  return [typed.toFixed(decimals) + word, run.toFixed(decimals) + word]
}
