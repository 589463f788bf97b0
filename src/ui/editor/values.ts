import { readNumber, readRate, readSeconds } from '../../scenario/draw/typed.ts'
import type { Parameter } from '../../scenario/parameter.ts'
import { readCount, readGogc, readLimit, readSize, type Typed } from '../../scenario/typed.ts'
import type { Value } from '../../scenario/value.ts'
import { type GcPercent, GIB, KIB, type Limit, MIB, TIB } from '../../units.ts'

const SIZES = [
  ['TiB', TIB],
  ['GiB', GIB],
  ['MiB', MIB],
  ['KiB', KIB],
  ['B', 1],
] as const

/** A size as short as four digits make it, in the unit that suits it: `40MiB`. `readSize` reads it back. */
export function showSize(bytes: number): string {
  if (bytes === 0) return '0'
  const unit = SIZES.find(([, factor]) => bytes >= factor)
  const [suffix, factor] = unit ?? (['B', 1] as const)
  return showNumber(bytes / factor) + suffix
}

/** A number with at most four significant digits. */
export function showNumber(value: number): string {
  return String(Number(value.toPrecision(4)))
}

/** The text of a parameter's value in a field. */
export function showParameter({ kind }: Pick<Parameter, 'kind'>, value: Value | undefined): string {
  if (value === undefined) return ''
  if (typeof value === 'object')
    return value.kind === 'off' ? 'off' : value.kind === 'bytes' ? showSize(value.bytes) : showNumber(value.percent)
  if (typeof value !== 'number') return String(value)
  return kind === 'size' || kind === 'rate' ? showSize(value) : showNumber(value)
}

/** Stands behind the text, for the kinds whose text does not say it. */
export function unitOf({ kind }: Pick<Parameter, 'kind'>): string | undefined {
  if (kind === 'seconds') return 's'
  if (kind === 'rate') return '/s'
  return kind === 'percent-or-off' ? '%' : undefined
}

/** Reads what a person typed for a parameter. */
export function readParameter({ kind, min, max, above }: Parameter, text: string, isWholeGogc: boolean): Typed<Value> {
  switch (kind) {
    case 'percent-or-off':
      return readGogc(text, isWholeGogc) as Typed<GcPercent>
    case 'size-or-off':
      return readLimit(text) as Typed<Limit>
    case 'size':
      return readSize(text)
    case 'rate':
      return notBelow(readRate(text), above ? 1 : 0)
    case 'seconds':
      return notAbove(notBelow(readSeconds(text), above ? 1e-6 : min), max)
    case 'count':
      return readCount(text, min, max)
    case 'share':
    case 'number':
      return readNumber(text, min, max)
    default:
      throw new Error(`a ${kind} is not typed`)
  }
}

function notBelow(typed: Typed<number>, least: number): Typed<number> {
  if (typed.kind === 'unread' || typed.value >= least) return typed
  return { kind: 'unread', message: 'Write more than nothing.' }
}

function notAbove(typed: Typed<number>, most: number): Typed<number> {
  if (typed.kind === 'unread' || typed.value <= most) return typed
  return { kind: 'unread', message: `Write at most ${most}.` }
}
