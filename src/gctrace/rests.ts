import { afterDigits, isDigit } from './digits.ts'
import { endOfPlainValue } from './plain.ts'
import type { SourceScan } from './source-scan.ts'
import { DIGIT, Pattern, type Piece } from './words.ts'

/*
 * What stands behind the gc lines of a log differs in digits and, of structured lines, in the names of who wrote them:
 * it is one of a few. It is learned where every byte was looked at, and in lines that are like that one none has to be.
 */

/** A part of it, and what stands behind that: some more decimals, the value of a field that says who wrote it, or nothing. */
interface Part {
  readonly pattern: Pattern
  readonly after: 'decimals' | 'value' | 'nothing'
}
export type Rest = readonly Part[]

const MOST_RESTS = 8
/** Nobody learns from longer ones. In bytes. */
const MOST_LEARNED = 1024
/** `\u0031`: it matters which digits these are. */
const ESCAPE_LENGTH = 6

/** Trying in vain and learning have to pay: so many lines have to be like one before. Now and then there is a new trial. */
const PRICE = 8
const MOST_CREDIT = 64 * PRICE
const UNTRIED = 1 / 16

const POINT = 46
const BACKSLASH = 92

export class RestReader {
  private readonly rests: Rest[] = []
  private last: Rest | undefined
  private credit = MOST_CREDIT
  private taught = 0

  /**
   * Where a line ends that goes on at `from` as another one did; −1 where it does not.
   * @param sources of a structured line: notes the fields that say who wrote it
   */
  read(piece: Piece, from: number, sources: SourceScan | undefined): number {
    if (this.credit < PRICE) {
      this.credit += UNTRIED
      return -1
    }
    const { last, rests } = this
    const end = last ? endOf(last, piece, from, sources) : -1
    if (end >= 0) {
      if (this.credit < MOST_CREDIT) this.credit++
      return end
    }
    for (const rest of rests) {
      const other = rest === last ? -1 : endOf(rest, piece, from, sources)
      if (other < 0) continue
      this.last = rest
      return other
    }
    this.credit -= PRICE
    return -1
  }

  /** Learns what stands between `from` and the line feed at `to`: it is plain, and these are its fields. */
  learn(bytes: Uint8Array, from: number, to: number, sources: SourceScan | undefined): void {
    if (this.credit < PRICE || to - from > MOST_LEARNED || sources?.isOdd) return
    this.last = toRest(bytes, from, to, sources, false)
    this.rests[this.taught] = this.last
    this.taught = (this.taught + 1) % MOST_RESTS
  }
}

/** What stands between `from` and the line feed at `to` where the same wrote it as here; undefined where nobody learns that. */
export function toRestOfSame(bytes: Uint8Array, from: number, to: number, sources: SourceScan): Rest | undefined {
  return to - from > MOST_LEARNED || sources.isOdd ? undefined : toRest(bytes, from, to, sources, true)
}

/** @param isSame whether the values of the fields that say who wrote it are part of it */
function toRest(bytes: Uint8Array, from: number, to: number, sources: SourceScan | undefined, isSame: boolean): Rest {
  const parts: Part[] = []
  const codes: number[] = []
  const close = (after: Part['after']) => {
    parts.push({ pattern: new Pattern(Uint8Array.from(codes)), after })
    codes.length = 0
  }
  let fixed = from
  let value = 0
  for (let at = from; at <= to; ) {
    const code = bytes[at]!
    if (code === BACKSLASH) fixed = at + ESCAPE_LENGTH
    if (sources && value < sources.count && at === sources.startOf(value)) {
      if (isSame) fixed = sources.endOf(value)
      else {
        close('value')
        at = sources.endOf(value)
      }
      value++
      continue
    }
    const isAny = isDigit(code) && at >= fixed
    codes.push(isAny ? DIGIT : code)
    at++
    if (!isAny || bytes[at - 2] !== POINT) continue
    close('decimals')
    at = afterDigits(bytes, at)
  }
  close('nothing')
  return parts
}

/** Where a line ends that goes on at `from` so; −1 where it does not. */
export function endOf(rest: Rest, piece: Piece, from: number, sources: SourceScan | undefined): number {
  const { bytes, view } = piece
  sources?.start(from)
  let at = from
  for (const { pattern, after } of rest) {
    if (!pattern.isAt(view, at)) return -1
    at += pattern.length
    if (after === 'decimals') at = afterDigits(bytes, at)
    else if (after === 'value') {
      const end = endOfPlainValue(bytes, at)
      if (end < 0) return -1
      sources?.note(bytes, at, end)
      at = end
    }
  }
  // The last is the line feed.
  return at - 1
}
