import { asObject, createElementSplitter, listOf, parseObject } from '../../json.ts'
import { nameOfLabels } from '../line/prefix.ts'

/** Takes a line of a log. @param name of its writer, if that does not stand in the line */
type TakeLine = (line: string, name: string) => void

interface EntryReader {
  push(text: string): void
  end(): void
}

/** So much of a text shows whether it is JSON with entries of a log. */
export const ENTRIES_HEAD = 512

/** How the text begins: answers of Loki; those of Grafana’s `/api/ds/query`, as its inspector copies them; frames alone. */
const ANSWERS = [
  /^\s*\{[\s\S]*?(?:"resultType"\s*:\s*"streams"|\[\s*\{\s*"stream"\s*:\s*\{)/,
  /^\s*\{\s*"results"\s*:\s*\{\s*"\w+"\s*:\s*\{\s*(?:"status"\s*:\s*\d+\s*,\s*)?"frames"\s*:/,
  /^\s*\{\s*"request"\s*:\s*\{\s*"url"\s*:\s*"\/?api\/ds\/query/,
  /^\s*\[\s*\{\s*"schema"\s*:/,
]
/** Arrays of entries: of `gcloud logging read`, and as Grafana saves a log. */
const ARRAY = /^\s*\[\s*\{\s*"(?:insertId|line)"\s*:/

/**
 * A reader of JSON whose parts are entries of a log; undefined for any other text, which is read line by line.
 * @param head the beginning of the text, of `ENTRIES_HEAD` characters
 */
export function createEntryReader(head: string, take: TakeLine, onTooLong: () => void): EntryReader | undefined {
  const isAnswer = ANSWERS.some((sign) => sign.test(head))
  if (!isAnswer && !ARRAY.test(head)) return undefined
  const splitter = createElementSplitter((json) => {
    const entries = entriesOf(parseObject(json) ?? {})
    for (const [text, name] of entries ?? []) for (const line of text.split('\n')) take(line, name)
    if (!entries && !isAnswer) take(json.replace(/\s*\n\s*/g, ' '), '')
  }, onTooLong)
  return {
    push: (text) => splitter.push(text),
    end() {
      // The part before a cut.
      if (splitter.isOpen()) take(splitter.rest().replace(/\s*\n\s*/g, ' '), '')
    },
  }
}

type Entry = readonly [text: string, name: string]

/** The entries of a stream of Loki or of a frame of Grafana; undefined for other parts of an answer. */
function entriesOf(part: Record<string, unknown>): readonly Entry[] | undefined {
  const labels = asObject(part.stream)
  if (labels) return listOf(part.values).map((entry) => [textOf(listOf(entry)[1]), nameOfLabels(labels)])
  const fields = listOf(asObject(part.schema)?.fields).map((field) => asObject(field) ?? {})
  const columns = listOf(asObject(part.data)?.values).map(listOf)
  const isOfTexts = (_: unknown, i: number) => typeof columns[i]?.[0] === 'string'
  const lines = fields.findIndex(
    (field, i) => isOfTexts(field, i) && /^(?:line|body|message|content)$/i.test(textOf(field.name)),
  )
  if (lines < 0) return undefined
  const objects = columns.filter((column) => asObject(column[0]) !== undefined)
  const ofLines = asObject(fields[lines]?.labels)
  return columns[lines]!.map((text, row) => {
    return [textOf(text), nameOfLabels(Object.assign({}, ofLines, ...objects.map((column) => asObject(column[row]))))]
  })
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')
