import { ABSENT, type Draft, MOST_WHOLE } from './columns.ts'
import { Cursor } from './cursor.ts'

/** How reading one gc line ended. `cut`: it is right as far as it goes, but the text ends too early. */
export type LineStatus = 'ok' | 'cut' | 'patched' | 'bad'

/**
 * Told of every figure read, for whoever explains a line: which, and where in the text. What a figure is may turn out
 * later (Go 1.5, Go 1.18): the last word on a place counts.
 */
export type Mark = (field: Field, start: number, end: number) => void

export type Field =
  | 'number'
  | 'start'
  | 'percent'
  | 'leaks'
  | 'sweepTerm'
  | 'scan'
  | 'sync'
  | 'mark'
  | 'markTerm'
  | 'sweepTermCpu'
  | 'scanCpu'
  | 'syncCpu'
  | 'assist'
  | 'background'
  | 'idle'
  | 'markTermCpu'
  | 'heapStart'
  | 'heapEnd'
  | 'heapLive'
  | 'goal'
  | 'stacks'
  | 'globals'
  | 'procs'
  | 'forced'

/** A goal of 2⁶⁴ − 1 bytes: GOGC=off without a limit. */
export const MOST_GOAL = 2 ** 44 - 1

/**
 * Reads a gc line of Go 1.5 to 1.27, as `gcMarkTermination` prints it (Go 1.26, runtime/mgc.go):
 *
 *     gc # @#s #%: #+#+# ms clock, #+#/#/#+# ms cpu, #->#-># MB, # MB goal, # MB stacks, # MB globals, # P
 *
 * Go 1.5 has five clock and seven CPU figures; stacks and globals came with 1.18; `(checking for goroutine leaks)`
 * before the colon with 1.26; ` (forced)` at the end marks runtime.GC.
 */
export class GcLineReader {
  private readonly cursor = new Cursor()
  private mark: Mark | undefined
  private status: LineStatus = 'ok'
  private draft: Draft
  /** After `read`: where the line ended or went wrong. */
  at = 0
  /** After `read`: what was expected there. */
  expected = ''

  constructor(draft: Draft) {
    this.draft = draft
  }

  /** Reads from the `gc` at `start` of `text` into the draft. */
  read(text: string, start: number, mark?: Mark): LineStatus {
    this.cursor.open(text, start + 2)
    this.mark = mark
    this.status = 'ok'
    this.readHead() && this.readClock() && this.readCpu() && this.readHeap() && this.readTail()
    this.at = this.cursor.at
    return this.status
  }

  private readHead(): boolean {
    const { cursor, draft } = this
    cursor.word('#')
    draft.number = this.figure('number', 'the number of the cycle')
    if (!this.expect('@')) return false
    draft.startSeconds = this.decimal('start', 'the seconds since the start')
    if (!this.expect('s')) return false
    draft.gcPercentSoFar = this.decimal('percent', 'the GC share in percent')
    if (this.status === 'ok' && cursor.word('/'))
      return this.fail('patched', 'one percentage (this is a patched format)')
    return this.expect('%') && this.readLeakCheck() && this.expect(':')
  }

  private readLeakCheck(): boolean {
    const { cursor } = this
    if (!cursor.word('(')) return true
    const start = cursor.at - 1
    const end = cursor.text.indexOf(')', cursor.at)
    // The remark is Go's own; whatever else is as long is no remark.
    if (end < 0 || end - start > 60) return this.failHere(end < 0 ? 'cut' : 'bad', ')')
    cursor.at = end + 1
    this.mark?.('leaks', start, end + 1)
    return true
  }

  private readClock(): boolean {
    const { cursor, draft } = this
    draft.sweepTermUs = this.micros('sweepTerm')
    if (!this.expect('+')) return false
    const second = this.micros('mark')
    const secondAt = cursor.numberStart
    const secondEnd = cursor.at
    if (!this.expect('+')) return false
    const third = this.micros('markTerm')
    const thirdAt = cursor.numberStart
    const thirdEnd = cursor.at
    draft.markUs = second
    draft.markTermUs = third
    this.isFive = this.status === 'ok' && cursor.word('+')
    if (this.isFive) {
      this.mark?.('scan', secondAt, secondEnd)
      this.mark?.('sync', thirdAt, thirdEnd)
      draft.markUs = second + third + this.micros('mark')
      if (!this.expect('+')) return false
      draft.markTermUs = this.micros('markTerm')
    }
    return this.expect('ms') && this.expect('clock') && this.expect(',')
  }

  /** Go 1.5. */
  private isFive = false

  private readCpu(): boolean {
    const { draft } = this
    draft.scanCpuUs = 0
    draft.sweepTermCpuUs = this.micros('sweepTermCpu')
    if (!this.expect('+')) return false
    if (this.isFive) {
      const scan = this.micros('scanCpu')
      if (!this.expect('+')) return false
      draft.scanCpuUs = scan + this.micros('syncCpu')
      if (!this.expect('+')) return false
    }
    draft.assistUs = this.micros('assist')
    if (!this.expect('/')) return false
    draft.backgroundUs = this.micros('background')
    if (!this.expect('/')) return false
    draft.idleUs = this.micros('idle')
    if (!this.expect('+')) return false
    draft.markTermCpuUs = this.micros('markTermCpu')
    return this.expect('ms') && this.expect('cpu') && this.expect(',')
  }

  private readHeap(): boolean {
    const { draft } = this
    draft.heapStartMiB = this.figure('heapStart', 'the heap as marking started')
    if (!this.expect('->')) return false
    draft.heapEndMiB = this.figure('heapEnd', 'the heap as marking ended')
    if (!this.expect('->')) return false
    draft.heapLiveMiB = this.figure('heapLive', 'the live heap')
    if (!this.expectMiB() || !this.expect(',')) return false
    draft.goalMiB = this.figure('goal', 'the heap goal', MOST_GOAL)
    return this.expectMiB() && this.expect('goal') && this.expect(',')
  }

  private readTail(): boolean {
    const { cursor, draft } = this
    draft.stacksMiB = ABSENT
    draft.globalsMiB = ABSENT
    draft.forced = 0
    draft.procs = this.figure('procs', 'the number of processors')
    const end = cursor.at
    if (this.status === 'ok' && (cursor.word('mb') || cursor.word('mib'))) {
      draft.stacksMiB = draft.procs
      this.mark?.('stacks', cursor.numberStart, end)
      if (!this.expect('stacks') || !this.expect(',')) return false
      draft.globalsMiB = this.figure('globals', 'the globals')
      if (!this.expectMiB() || !this.expect('globals') || !this.expect(',')) return false
      draft.procs = this.figure('procs', 'the number of processors')
    }
    if (this.status === 'ok' && (cursor.endsWithin('mb') || cursor.endsWithin('mib'))) return this.failHere('cut', 'P')
    return this.expect('p') && this.readForced()
  }

  private readForced(): boolean {
    const { cursor } = this
    const after = cursor.at
    if (cursor.word('(forced)')) {
      this.draft.forced = 1
      this.mark?.('forced', cursor.at - '(forced)'.length, cursor.at)
    } else cursor.at = after
    return true
  }

  /** A whole number that a column holds. */
  private figure(field: Field, what: string, most = MOST_WHOLE): number {
    const value = this.decimal(field, what)
    if (this.status !== 'ok') return 0
    if (value >= 0 && value <= most && Number.isInteger(value)) return value
    this.cursor.at = this.cursor.numberStart
    this.fail('bad', `${what}, a whole number that is not negative`)
    return 0
  }

  /** Milliseconds, in microseconds. */
  private micros(field: Field): number {
    const value = Math.round(this.decimal(field, 'a time in milliseconds') * 1000)
    if (this.status !== 'ok') return 0
    if (value >= 0 && value <= MOST_WHOLE) return value
    this.cursor.at = this.cursor.numberStart
    this.fail('bad', 'a time in milliseconds, from 0 to 4294967.294')
    return 0
  }

  private decimal(field: Field, what: string): number {
    if (this.status !== 'ok') return 0
    const { cursor } = this
    const value = cursor.number()
    if (Number.isNaN(value)) {
      this.fail(cursor.isAtEnd ? 'cut' : 'bad', what)
      return 0
    }
    this.mark?.(field, cursor.numberStart, cursor.at)
    return value
  }

  private expectMiB(): boolean {
    if (this.status !== 'ok') return false
    return this.cursor.word('mib') || (this.cursor.endsWithin('mib') ? this.failHere('cut', '"mb"') : this.expect('mb'))
  }

  private expect(word: string): boolean {
    if (this.status !== 'ok') return false
    if (this.cursor.word(word)) return true
    return this.failHere(this.cursor.endsWithin(word) ? 'cut' : 'bad', `"${word}"`)
  }

  private failHere(status: LineStatus, expected: string): boolean {
    this.cursor.skipSpaces()
    return this.fail(status, expected)
  }

  private fail(status: LineStatus, expected: string): false {
    if (this.status === 'ok') {
      this.status = status
      this.expected = expected
    }
    return false
  }
}
