import { useEffect, useState } from 'react'
import { formatCount } from '../../format.ts'
import { encodingOf } from '../../gctrace/read/encoding.ts'
import { explainLine, type FieldSpan } from '../../gctrace/show/explain-line.ts'
import { Button } from '../../ui/button.tsx'
import { useLogState, useSession } from '../context.ts'
import type { Checkpoint, LogSummary, MeasuredRun } from '../measured.ts'
import type { Source } from '../session.ts'

interface RawLineProps {
  readonly source: Source
  readonly log: LogSummary
  readonly measured: MeasuredRun
}

/** The selected cycle as text of the log; pointing at a figure explains it. */
export function RawLine({ source, log, measured }: RawLineProps) {
  const session = useSession()
  const selected = useLogState((state) => state.selected)
  const { line: lines, number, count } = measured.columns
  const line = lines[selected] ?? 0
  const found = useLine(source, log, line)
  return (
    <section className="raw" aria-labelledby="raw-title">
      <div className="raw-head">
        <h3 id="raw-title">Cycle {formatCount(number[selected] ?? 0)}</h3>
        <span>line {formatCount(line)} of the log</span>
        <div>
          <Button isOff={selected === 0} onClick={() => session.select(selected - 1)}>
            Previous
          </Button>
          <Button isOff={selected >= count - 1} onClick={() => session.select(selected + 1)}>
            Next
          </Button>
        </div>
      </div>
      {found?.text === '' ? (
        <p className="raw-line">The file has changed since it was read: the line is not there any more.</p>
      ) : (
        <Fields key={found?.line} text={found?.text ?? '…'} isWaiting={found?.line !== line} />
      )}
    </section>
  )
}

interface FoundLine {
  readonly line: number
  /** Empty if the file no longer contains it. */
  readonly text: string
}

/**
 * Read from the file again, because we do not keep the log. Until then the previous line stays, so that nothing below
 * moves.
 */
function useLine(source: Source, log: LogSummary, line: number): FoundLine | undefined {
  const [found, setFound] = useState<FoundLine>()
  useEffect(() => {
    let isOver = false
    const show = (text: string) => {
      if (!isOver) setFound({ line, text })
    }
    findLines(source.blob, log.checkpoints, line).then(
      (lines) => show(joinLine(lines)),
      () => show(''),
    )
    return () => {
      isOver = true
    }
  }, [source, log, line])
  return found
}

function Fields({ text, isWaiting }: { readonly text: string; readonly isWaiting: boolean }) {
  const [pointed, setPointed] = useState<FieldSpan>()
  const spans = explainLine(text)
  return (
    <>
      <p className="raw-line" aria-busy={isWaiting}>
        {toPieces(text, spans).map(({ at, piece, span }) =>
          span ? (
            <Button
              key={at}
              className={span.start === pointed?.start ? 'field pointed' : 'field'}
              onPointerEnter={() => setPointed(span)}
              onFocus={() => setPointed(span)}
              onClick={() => setPointed(span)}
            >
              {piece}
            </Button>
          ) : (
            <span key={at}>{piece}</span>
          ),
        )}
      </p>
      <p className="field-text" aria-live="polite">
        {pointed ? (
          <>
            <b>{pointed.value}</b> {pointed.text}
          </>
        ) : (
          'Point at or tap a figure of the line to see what it means.'
        )}
      </p>
    </>
  )
}

interface Piece {
  readonly at: number
  readonly piece: string
  readonly span?: FieldSpan
}

function toPieces(text: string, spans: readonly FieldSpan[]): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const span of spans) {
    if (span.start < from) continue
    if (span.start > from) pieces.push({ at: from, piece: text.slice(from, span.start) })
    pieces.push({ at: span.start, piece: text.slice(span.start, span.end), span })
    from = span.end
  }
  if (from < text.length) pieces.push({ at: from, piece: text.slice(from) })
  return pieces
}

function joinLine([first, ...rest]: readonly string[]): string {
  if (first === undefined) return ''
  let text = first
  for (const next of rest) {
    if (isWhole(text) || /gc #?\d+ @/.test(next)) return isWhole(text) ? text : first
    text = `${text.trimEnd()}${next.trim()}`
  }
  return isWhole(text) ? text : first
}

function isWhole(text: string): boolean {
  return explainLine(text).some(({ name }) => name === 'procs')
}

/** The most lines into which one gc line may be wrapped. */
const MOST_PARTS = 8
const SLICE = 1 << 18
/** Longer lines are not gc lines. */
const MOST_TEXT = 1 << 20

/**
 * A line, from 1, and the seven lines after it.
 * @returns fewer lines at the end of the file; none if the file has changed
 */
export async function findLines(blob: Blob, checkpoints: readonly Checkpoint[], line: number): Promise<string[]> {
  // A checkpoint may lie in the middle of a line: skip the incomplete line before it.
  const from = checkpoints.findLast(({ lines }) => lines + 1 < line) ?? { bytes: 0, lines: 0 }
  const encoding = encodingOf(new Uint8Array(await blob.slice(0, 2).arrayBuffer()))
  const decoder = new TextDecoder(encoding)
  // UTF-16: start at an even byte, so that no character is cut.
  const start = encoding === 'utf-8' ? from.bytes : from.bytes - (from.bytes % 2)
  let before = from.lines
  let text = ''
  for (let at = start; at < blob.size; at += SLICE) {
    text += decoder.decode(await blob.slice(at, at + SLICE).arrayBuffer(), { stream: true })
    for (let end = text.indexOf('\n'); end >= 0 && before < line - 1; end = text.indexOf('\n')) {
      text = text.slice(end + 1)
      before++
    }
    const isFound = before === line - 1
    if (!isFound) text = ''
    else if (text.split('\n', MOST_PARTS + 1).length > MOST_PARTS || text.length > MOST_TEXT) break
  }
  return before === line - 1 ? text.replaceAll('\0', '').split(/\r?\n/, MOST_PARTS) : []
}
