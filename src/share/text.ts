import type { Parameter } from '../scenario/parameter.ts'
import type { Value } from '../scenario/value.ts'
import { KIB, toSizeText } from '../units.ts'

const NUMBER = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i
const YES = new Set(['true', 'on', '1'])
const NO = new Set(['false', 'off', '0'])
/** Below this (64 KiB) nobody means bytes: no Go program has so little. */
const LEAST_MEANT = 2 ** 16

/** A validated value as links write it: only letters, digits, `.` and `-`, ending in a letter or a digit, and exact. */
export function toText({ kind }: Parameter, value: Value): string {
  if (typeof value === 'object') {
    if (value.kind === 'off') return 'off'
    if (value.kind === 'bytes') return toSizeText(value.bytes)
    return toNumberText(value.kind === 'cpus' ? value.cpus : value.percent)
  }
  if (typeof value !== 'number') return String(value)
  return kind === 'size' || kind === 'rate' ? toStatedSize(value) : toNumberText(value)
}

/** Whether a size lacks its unit and is so small that MiB may have been meant. */
export function isUnitInDoubt(text: string): boolean {
  return /^\d+$/.test(text) && Number(text) > 0 && Number(text) < LEAST_MEANT
}

/** Programs can have small parts, such as stacks of 9 KiB: with its unit nobody asks whether such a size is meant. */
function toStatedSize(bytes: number): string {
  const text = toSizeText(bytes)
  if (!isUnitInDoubt(text)) return text
  return bytes % KIB === 0 ? `${bytes / KIB}KiB` : `${text}B`
}

/** The shortest text that reads back as the same number. A plus sign would not survive everywhere: 1e21, not 1e+21. */
export function toNumberText(value: number): string {
  return String(value).replace('e+', 'e')
}

/** A link's text as JSON for `validateValue`. Text that cannot be read stays as it is, and validation refuses it. */
export function toRaw({ kind }: Parameter, text: string): unknown {
  switch (kind) {
    case 'size':
    case 'rate':
    case 'size-or-off':
    case 'choice':
      return text
    case 'flag':
      return YES.has(text) ? true : NO.has(text) ? false : text
    case 'percent-or-off':
    case 'cpus-or-off':
    case 'seconds':
    case 'share':
    case 'number':
    case 'count':
      return NUMBER.test(text) ? Number(text) : text
  }
}
