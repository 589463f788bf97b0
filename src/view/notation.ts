import { formatSizeText } from '../format.ts'
import { ownSecond, type Paced, rateSecond } from '../scenario/pace.ts'
import type { Parameter } from '../scenario/parameter.ts'
import { readCount, readGogc, readLimit, readNumber, readSize } from '../scenario/typed.ts'
import { readContainerLimit } from '../scenario/typed-container.ts'
import { readPercentage, readQuota, readRate } from '../scenario/typed-number.ts'
import { readSeconds } from '../scenario/typed-seconds.ts'
import { type Typed, toPlain, unread } from '../scenario/typed-text.ts'
import type { Value } from '../scenario/value.ts'

/** A size as fields show it: `40MiB`. */
export const showSize = formatSizeText

/** A number with at most four significant digits. */
export function showNumber(value: number): string {
  return String(Number(value.toPrecision(4)))
}

/** A share of 0…1 as a percentage, without its sign. */
export function showPercentage(share: number): string {
  return showNumber(share * 100)
}

export function showParameter(info: Pick<Parameter, 'kind' | 'zero'>, value: Value | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'object')
    return value.kind === 'off'
      ? 'off'
      : value.kind === 'bytes'
        ? showSize(value.bytes)
        : showNumber(value.kind === 'cpus' ? value.cpus : value.percent)
  if (typeof value !== 'number') return String(value)
  // Some parameters have a word for 0 (`all`, `no slack`), which is shown and typed instead of the number.
  return value === 0 && info.zero !== undefined ? info.zero : showOf(info)(value)
}

function showOf({ kind }: Pick<Parameter, 'kind'>): (value: number) => string {
  if (kind === 'size' || kind === 'rate') return showSize
  return kind === 'share' ? showPercentage : showNumber
}

/** The unit shown after the text, for the kinds whose text has none. */
export function unitOf({ key, kind }: Pick<Parameter, 'key' | 'kind'>, scenario: Paced): string | undefined {
  if (kind === 'seconds') return key === 'duration' ? ownSecond(scenario) : 's'
  if (kind === 'rate') return `/${rateSecond(key, scenario)}`
  return kind === 'percent-or-off' || kind === 'share' ? '%' : undefined
}

export function readParameter(info: Parameter, text: string, isWholeGogc: boolean): Typed<Value> {
  switch (info.kind) {
    case 'percent-or-off':
      return readGogc(text, isWholeGogc)
    case 'size-or-off':
      return info.key === 'containerLimit' ? readContainerLimit(text) : readLimit(text)
    case 'cpus-or-off':
      return readQuota(text, info.max)
    default:
      return isZero(info, text) ? { kind: 'read', value: 0 } : readPlain(info, text)
  }
}

function isZero({ zero }: Parameter, text: string): boolean {
  return zero !== undefined && toPlain(text).text.toLowerCase() === toPlain(zero).text.toLowerCase()
}

function readPlain({ kind, min, max, above }: Parameter, text: string): Typed<number> {
  switch (kind) {
    case 'size':
      return readSize(text)
    case 'rate':
      return notBelow(readRate(text), above ? 1 : 0)
    case 'seconds':
      return notAbove(notBelow(readSeconds(text), above ? 1e-6 : min), max)
    case 'count':
      return readCount(text, min, max)
    case 'share':
      return readPercentage(text)
    case 'number':
      return readNumber(text, min, max)
    default:
      throw new Error(`a ${kind} is not typed`)
  }
}

function notBelow(typed: Typed<number>, least: number): Typed<number> {
  if (typed.kind === 'unread' || typed.value >= least) return typed
  return unread('Write a value above 0.')
}

function notAbove(typed: Typed<number>, most: number): Typed<number> {
  if (typed.kind === 'unread' || typed.value <= most) return typed
  return unread(`Write at most ${most} s.`)
}
