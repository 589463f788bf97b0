import { failedAt, ok, type Result } from '../result.ts'
import { clip, MIB, parseSize } from '../units.ts'
import type { Unit } from './measure.ts'

const WORDS: Readonly<Record<Unit, string>> = {
  bytes: 'MiB',
  rate: 'MiB per second',
  seconds: 's',
  share: '%',
  number: '',
}

/** What stands behind a typed bet. */
export function unitWord(unit: Unit): string {
  return WORDS[unit]
}

/** Reads a typed bet: `48` or `48MiB` for a size, `12` or `12 %` for a share, a comma or a point in it. */
export function readGuess(text: string, unit: Unit): Result<number> {
  const plain = text.trim().replace(',', '.').replace(/\s+/g, '')
  const bare = plain.replace(/(%|s|sec|seconds|times|x|×|\/s)$/i, '')
  const number = Number(bare)
  const isNumber = bare !== '' && Number.isFinite(number) && number >= 0
  if (unit === 'bytes' || unit === 'rate') {
    if (isNumber) return ok(number * MIB)
    const size = parseSize(bare)
    return size.ok ? size : failedAt('', `“${clip(text)}” is no size; type a number of MiB, such as 48`)
  }
  if (!isNumber) return failedAt('', `“${clip(text)}” is no number; type for example 12`)
  return ok(unit === 'share' ? number / 100 : number)
}
