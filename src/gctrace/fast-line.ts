import { ABSENT, type Draft, MOST_WHOLE } from './columns.ts'

/*
 * Nearly every line of a long log is one that Go 1.6 or later wrote and nobody touched. Those are read here, in the
 * bytes of the file, many times as fast as `GcLineReader` does, and only if they match to the letter: everything else
 * is left to it.
 */

/** What stands before each figure, Go 1.18 and later. */
const HEAD = [
  'gc ',
  ' @',
  's ',
  '%: ',
  '+',
  '+',
  ' ms clock, ',
  '+',
  '/',
  '/',
  '+',
  ' ms cpu, ',
  '->',
  '->',
  ' MB, ',
  ' MB goal, ',
]
const STACKS = [' MB stacks, ', ' MB globals, ']
const toCodes = (literal: string) => Uint8Array.from(literal, (c) => c.charCodeAt(0))
const LITERALS = [...HEAD, ...STACKS].map(toCodes)
const PROCESSORS = toCodes(' P')
/** How Docker’s JSON files and copied web pages write an arrow. */
const ESCAPED_ARROWS = ['-\\u003e', '-&gt;'].map(toCodes)
const FORCED = toCodes(' (forced)')

const FIGURES = LITERALS.length
const GOAL = HEAD.length - 2
const FIRST_ARROW = HEAD.indexOf('->')
const POINT = 46
/** More digits than any figure has, and few enough to be exact in thousandths. */
const MOST_DIGITS = 9
const TO_THOUSANDTHS = [1000, 100, 10, 1]
/** When the cycle started, in seconds, of which there may be many. */
const START = 1
/** No line that can be read here has so many characters. */
const MOST_LENGTH = 512

/** The first character of each, and whether it is the only one: most are a single sign. */
const FIRST = Uint8Array.from(LITERALS, ([code = 0]) => code)
const IS_SIGN = Uint8Array.from(LITERALS, ({ length }) => (length === 1 ? 1 : 0))

/** Figures with decimals: times. All others are whole. */
const HAS_DECIMALS = Uint8Array.from(LITERALS, (_, i) => (i === START || (i >= 3 && i <= 10) ? 1 : 0))

export class FastLineReader {
  /** In thousandths where a figure may have decimals. */
  private readonly figures = new Float64Array(FIGURES)
  private readonly bytes = new Uint8Array(MOST_LENGTH)
  private readonly draft: Draft

  constructor(draft: Draft) {
    this.draft = draft
  }

  /** As `read`, of a text. */
  readText(text: string, start: number): number {
    const { bytes } = this
    const length = Math.min(text.length - start, MOST_LENGTH - 1)
    for (let i = 0; i < length; i++) {
      const code = text.charCodeAt(start + i)
      // What a byte does not hold is nowhere in such a line, and neither is a zero.
      bytes[i] = code < 128 ? code : 0
    }
    bytes[length] = 0
    const end = this.read(bytes, 0)
    return end < 0 ? end : start + end
  }

  /**
   * Reads the gc line at `start` of some bytes into the draft. Some other byte must follow it: a line feed will do.
   * @returns where it ends; −1 where it is not as Go writes it, and the draft is untouched
   */
  read(bytes: Uint8Array, start: number): number {
    const { figures } = this
    let at = start
    let count = 0
    for (; count < FIGURES; count++) {
      if (bytes[at] !== FIRST[count]) break
      const after = IS_SIGN[count] === 1 ? at + 1 : matchesLiteral(bytes, at, count)
      if (after < 0) break
      at = this.readFigure(bytes, after, count)
      if (at < 0) return -1
    }
    // Before Go 1.18 the processors stand where the stacks do now.
    const hasStacks = count === FIGURES
    if (!hasStacks && count !== HEAD.length) return -1
    at = matches(bytes, at, PROCESSORS)
    if (at < 0) return -1
    const forced = matches(bytes, at, FORCED)
    this.write(hasStacks, figures, forced >= 0)
    return forced >= 0 ? forced : at
  }

  private readFigure(bytes: Uint8Array, start: number, index: number): number {
    let at = start
    let value = 0
    let code = bytes[at]!
    while (code >= 48 && code <= 57) {
      value = value * 10 + code - 48
      code = bytes[++at]!
    }
    const digits = at - start
    if (digits === 0 || digits > MOST_DIGITS) return -1
    if (HAS_DECIMALS[index] === 0) {
      this.figures[index] = value
      return at
    }
    let decimals = 0
    if (code === POINT) {
      const first = ++at
      code = bytes[at]!
      while (code >= 48 && code <= 57) {
        value = value * 10 + code - 48
        code = bytes[++at]!
      }
      decimals = at - first
      if (decimals === 0 || decimals > 3) return -1
    }
    const thousandths = value * TO_THOUSANDTHS[decimals]!
    if (thousandths > MOST_WHOLE && index !== START) return -1
    this.figures[index] = thousandths
    return at
  }

  private write(hasStacks: boolean, f: Float64Array, isForced: boolean): void {
    const { draft } = this
    draft.number = f[0]!
    draft.startSeconds = f[1]! / 1000
    draft.gcPercentSoFar = f[2]!
    draft.sweepTermUs = f[3]!
    draft.markUs = f[4]!
    draft.markTermUs = f[5]!
    draft.sweepTermCpuUs = f[6]!
    draft.assistUs = f[7]!
    draft.backgroundUs = f[8]!
    draft.idleUs = f[9]!
    draft.markTermCpuUs = f[10]!
    draft.scanCpuUs = 0
    draft.heapStartMiB = f[11]!
    draft.heapEndMiB = f[12]!
    draft.heapLiveMiB = f[13]!
    draft.goalMiB = f[GOAL]!
    draft.stacksMiB = hasStacks ? f[GOAL + 1]! : ABSENT
    draft.globalsMiB = hasStacks ? f[GOAL + 2]! : ABSENT
    draft.procs = f[hasStacks ? GOAL + 3 : GOAL + 1]!
    draft.forced = isForced ? 1 : 0
  }
}

function matchesLiteral(bytes: Uint8Array, start: number, index: number): number {
  const after = matches(bytes, start, LITERALS[index]!)
  if (after >= 0 || (index !== FIRST_ARROW && index !== FIRST_ARROW + 1)) return after
  for (const arrow of ESCAPED_ARROWS) {
    const end = matches(bytes, start, arrow)
    if (end >= 0) return end
  }
  return -1
}

function matches(bytes: Uint8Array, start: number, literal: Uint8Array): number {
  const { length } = literal
  for (let i = 0; i < length; i++) if (bytes[start + i] !== literal[i]) return -1
  return start + length
}
