import { asObject, createElementSplitter, listOf, parseObject } from '../../json.ts'
import { cleanLine } from '../line/clean.ts'
import { findGc } from '../line/locate.ts'
import { nameOfLabels } from '../line/prefix.ts'

/** Takes a line of a log. @param name of its writer, if that does not stand in the line */
type TakeLine = (line: string, name: string) => void

interface EntryReader {
  push(text: string): void
  end(): void
}

/** This many characters show whether a text is JSON with entries of a log. */
export const ENTRIES_HEAD = 512

/**
 * How the text begins: answers of Loki; those of Grafana’s `/api/ds/query`, as its inspector copies them; frames alone;
 * arrays of entries, of `gcloud logging read` and as Grafana saves a log.
 */
const BEGINNINGS = [
  /^\s*\{[\s\S]*?(?:"resultType"\s*:\s*"streams"|\[\s*\{\s*"stream"\s*:\s*\{)/,
  /^\s*\{\s*"results"\s*:\s*\{\s*"\w+"\s*:\s*\{\s*(?:"status"\s*:\s*\d+\s*,\s*)?"frames"\s*:/,
  /^\s*\{\s*"request"\s*:\s*\{\s*"url"\s*:\s*"\/?api\/ds\/query/,
  /^\s*\[\s*\{\s*"schema"\s*:/,
  /^\s*\[\s*\{\s*"(?:insertId|line)"\s*:/,
]

/**
 * A reader of JSON whose parts are entries of a log; undefined for any other text, which is read line by line.
 * @param head the beginning of the text, of `ENTRIES_HEAD` characters
 * @param onTooLong receives the text of a part that is too long to keep, piece by piece
 */
export function createEntryReader(
  head: string,
  take: TakeLine,
  onTooLong: (piece: string, isLast: boolean) => void,
): EntryReader | undefined {
  if (!BEGINNINGS.some((sign) => sign.test(head))) return undefined
  const takeJson = (json: string) => take(json.replace(/\s*\n\s*/g, ' '), '')
  const splitter = createElementSplitter((json) => {
    const entries = entriesOf(parseObject(json) ?? {})
    if (!entries) takeJson(json)
    for (const [text, name] of entries ?? []) for (const line of text.split('\n')) take(line, name)
  }, onTooLong)
  return {
    push: (text) => splitter.push(text),
    end() {
      // The part before a cut.
      if (splitter.isOpen()) takeJson(splitter.rest())
    },
  }
}

type Entry = readonly [text: string, name: string]

/** The entries of a stream of Loki or of a frame of Grafana; undefined for other parts, which are read as a line. */
function entriesOf(part: Record<string, unknown>): readonly Entry[] | undefined {
  const labels = asObject(part.stream)
  if (labels) return listOf(part.values).map((entry) => [textOf(listOf(entry)[1]), nameOfLabels(labels)])
  const columns = listOf(asObject(part.data)?.values).map(listOf)
  // Each data source has a name of its own for the field of the lines.
  const lines = columns.findIndex((column) => column.some((text) => findGc(cleanLine(textOf(text)), 0) >= 0))
  if (lines < 0) return undefined
  const ofLines = asObject(asObject(listOf(asObject(part.schema)?.fields)[lines])?.labels)
  return columns[lines]!.map((text, row) => {
    return [textOf(text), nameOfLabels(Object.assign({}, ofLines, ...columns.map((column) => asObject(column[row]))))]
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
