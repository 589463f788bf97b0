import { ABSENT, type Draft } from '../columns.ts'
import { FIELD_NAMES, type Field, GC_LINE, IS_TIME, MOVES, matchCommon, SLOTS, type Step } from './grammar.ts'
import { skipSpaces } from './locate.ts'

/** How reading one gc line ended. `cut`: correct so far, but the text ends too early. */
type LineStatus = 'ok' | 'cut' | 'patched' | 'bad'

interface Place {
  readonly field: Field
  readonly start: number
  readonly end: number
}

const FIGURE = /-?\d+(?:\.\d*)?/y
const FORCED = '(forced)'
/** No remark of Go's is longer than this. */
const MOST_REMARK = 60

/** Reads gc lines, step by step. Every step goes forward, so the time is linear in the text whatever it holds. */
export class GcLineReader {
  private readonly draft: Draft
  private text = ''
  /** By field: its value, and where it starts and ends in the text; it starts at −1 if it was not read. */
  private readonly values = new Float64Array(FIELD_NAMES.length)
  private readonly starts = new Int32Array(FIELD_NAMES.length)
  private readonly ends = new Int32Array(FIELD_NAMES.length)
  /** After `read`: where the line ended or went wrong. */
  at = 0
  /** After `read`: what was expected there. */
  expected = ''

  constructor(draft: Draft) {
    this.draft = draft
  }

  read(text: string, start: number): LineStatus {
    return this.readCommon(text, start) ? 'ok' : this.readSteps(text, start)
  }

  /** Reads a line if it has the common form; otherwise changes nothing. */
  readCommon(text: string, start: number): boolean {
    const found = matchCommon(text, start)
    if (found === undefined) return false
    const { values, starts } = this
    for (let slot = 0; slot < starts.length; slot++) {
      const figure = found[slot + 1]
      starts[slot] = figure === undefined ? -1 : start
      values[slot] = IS_TIME[slot] ? Math.round(Number(figure ?? 0) * 1000) : Number(figure)
    }
    this.at = start + found[0].length
    this.write()
    return true
  }

  /** Reads any line, and notes the places of its figures. */
  readSteps(text: string, start: number): LineStatus {
    this.text = text
    this.at = start + 2
    this.starts.fill(-1)
    let step: Step = GC_LINE
    for (;;) {
      const next: Step | LineStatus = this.take(step)
      if (typeof next !== 'string') step = next
      else {
        if (next === 'ok') this.write()
        return next
      }
    }
  }

  places(): Place[] {
    const { starts, ends } = this
    const all = FIELD_NAMES.map((field, slot) => ({ field, start: starts[slot]!, end: ends[slot]! }))
    return all.filter(({ start }) => start >= 0).sort((a, b) => a.start - b.start)
  }

  private take(step: Step): Step | LineStatus {
    switch (step.kind) {
      case 'word':
        return this.takeWord(step)
      case 'whole':
      case 'decimal':
      case 'time':
        return this.takeFigure(step)
      case 'remark':
        return this.takeRemark(step)
      case 'end':
        return 'ok'
      case 'patched':
        return this.fail('patched', step)
    }
  }

  private takeWord(step: Step): Step | LineStatus {
    const { text } = this
    const { word, other, next, or } = step
    const at = skipSpaces(text, this.at)
    const length = isWordAt(text, at, word) ? word.length : other !== '' && isWordAt(text, at, other) ? other.length : 0
    if (length > 0) {
      this.at = at + length
      if (or) this.move(next!)
      return next!
    }
    const isCut =
      text.length - at < Math.max(word.length, other.length) &&
      (endsWithin(text, at, word) || endsWithin(text, at, other))
    if (or && !isCut) return or
    this.at = at
    return this.fail(isCut ? 'cut' : 'bad', or ?? step)
  }

  private takeFigure(step: Step): Step | LineStatus {
    const { text } = this
    const start = skipSpaces(text, this.at)
    FIGURE.lastIndex = start
    const found = FIGURE.exec(text)?.[0]
    this.at = start
    if (found === undefined) return this.fail(start >= text.length ? 'cut' : 'bad', step)
    const value = Number(found)
    const counted = step.kind === 'time' ? Math.round(value * 1000) : value
    const isRight = step.kind === 'decimal' || (counted >= 0 && counted <= step.most && Number.isInteger(counted))
    if (!isRight) return this.fail('bad', step)
    this.note(step.slot, counted, start, FIGURE.lastIndex)
    return step.next!
  }

  private takeRemark(step: Step): Step | LineStatus {
    const { text } = this
    const start = skipSpaces(text, this.at)
    if (step.slot === SLOTS.forced) {
      if (isWordAt(text, start, FORCED)) this.note(step.slot, 1, start, start + FORCED.length)
      return step.next!
    }
    if (text[start] !== '(') return step.next!
    const length = text.slice(start, start + MOST_REMARK).indexOf(')') + 1
    if (length === 0) {
      this.at = start + 1
      return this.fail(text.length - start < MOST_REMARK ? 'cut' : 'bad', step)
    }
    this.note(step.slot, 1, start, start + length)
    return step.next!
  }

  private note(slot: number, value: number, start: number, end: number): void {
    this.values[slot] = value
    this.starts[slot] = start
    this.ends[slot] = end
    this.at = end
  }

  private move(next: Step): void {
    const { values, starts, ends } = this
    for (const [from, to] of MOVES.get(next) ?? []) {
      values[to] = values[from]!
      starts[to] = starts[from]!
      ends[to] = ends[from]!
      starts[from] = -1
    }
  }

  private fail(status: LineStatus, { expected }: Step): LineStatus {
    this.expected = expected
    return status
  }

  private value(slot: number): number {
    return this.starts[slot]! < 0 ? 0 : this.values[slot]!
  }

  private write(): void {
    const { draft, values, starts } = this
    draft.number = values[SLOTS.number]!
    draft.startSeconds = values[SLOTS.start]!
    draft.gcPercentSoFar = values[SLOTS.percent]!
    draft.sweepTermUs = values[SLOTS.sweepTerm]!
    draft.markUs = this.value(SLOTS.scan) + this.value(SLOTS.sync) + values[SLOTS.mark]!
    draft.markTermUs = values[SLOTS.markTerm]!
    draft.sweepTermCpuUs = values[SLOTS.sweepTermCpu]!
    draft.scanCpuUs = this.value(SLOTS.scanCpu) + this.value(SLOTS.syncCpu)
    draft.assistUs = values[SLOTS.assist]!
    draft.backgroundUs = values[SLOTS.background]!
    draft.idleUs = values[SLOTS.idle]!
    draft.markTermCpuUs = values[SLOTS.markTermCpu]!
    draft.heapStartMiB = values[SLOTS.heapStart]!
    draft.heapEndMiB = values[SLOTS.heapEnd]!
    draft.heapLiveMiB = values[SLOTS.heapLive]!
    draft.goalMiB = values[SLOTS.goal]!
    const hasStacks = starts[SLOTS.stacks]! >= 0
    draft.stacksMiB = hasStacks ? values[SLOTS.stacks]! : ABSENT
    draft.globalsMiB = hasStacks ? values[SLOTS.globals]! : ABSENT
    draft.procs = values[SLOTS.procs]!
    draft.forced = starts[SLOTS.forced]! >= 0 ? 1 : 0
  }
}

/** Whether a word, given in lower case, is at this place, in any case. */
function isWordAt(text: string, at: number, word: string): boolean {
  return text.slice(at, at + word.length).toLowerCase() === word
}

/** Whether the text ends within this word: perhaps the rest is on the next line. */
function endsWithin(text: string, at: number, word: string): boolean {
  const rest = text.length - at
  return rest < word.length && word.startsWith(text.slice(at).toLowerCase().trimEnd())
}
