import { isMap, isScalar, isSeq, LineCounter, parseAllDocuments, type YAMLMap } from 'yaml'

/** A map of a YAML document, read without its comments and tags. */
export interface Node {
  readonly map: YAMLMap
  readonly lines: LineCounter
}

/** Nodes that are followed: more is no manifest. */
const MOST_DOCUMENTS = 1000

/** The maps that a text’s documents are, and what is wrong with the others. Aliases are not followed endlessly. */
export function readDocuments(text: string): { readonly nodes: Node[]; readonly problems: string[] } {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false, merge: true })
  const problems: string[] = []
  const nodes: Node[] = []
  for (const parsed of Array.isArray(documents) ? documents.slice(0, MOST_DOCUMENTS) : []) {
    // The message of an error quotes the text, which may hold a secret: only its line is said.
    const [error] = parsed.errors
    if (error) problems.push(`line ${lines.linePos(error.pos[0]).line}: this is not valid YAML`)
    if (isMap(parsed.contents)) nodes.push({ map: parsed.contents, lines })
  }
  return { nodes, problems }
}

export function child({ map, lines }: Node, ...path: readonly string[]): Node | undefined {
  let found: unknown = map
  for (const key of path) found = isMap(found) ? found.get(key, true) : undefined
  return isMap(found) ? { map: found, lines } : undefined
}

/** The maps in a list. */
export function children({ map, lines }: Node, key: string): Node[] {
  const list = map.get(key, true)
  return isSeq(list) ? list.items.flatMap((item) => (isMap(item) ? [{ map: item, lines }] : [])) : []
}

/** The texts in a list, with their lines. */
export function texts({ map, lines }: Node, key: string): { readonly text: string; readonly line: number }[] {
  const list = map.get(key, true)
  if (!isSeq(list)) return []
  return list.items.flatMap((item) =>
    isScalar(item) ? [{ text: String(item.value), line: lineAt(lines, item.range) }] : [],
  )
}

/** Keys of a map, with their lines. */
export function keys({ map, lines }: Node): { readonly key: string; readonly line: number }[] {
  return map.items.flatMap(({ key }) =>
    isScalar(key) ? [{ key: String(key.value), line: lineAt(lines, key.range) }] : [],
  )
}

/** The number or text under a key: as it is written, so that 0512 and 1e3 stay what they are. */
export function scalar({ map }: Node, key: string): string | undefined {
  const found = map.get(key, true)
  if (!isScalar(found) || found.value === null) return undefined
  return found.source ?? String(found.value)
}

export function lineOf({ map, lines }: Node, key?: string): number {
  const found = key === undefined ? map : map.get(key, true)
  return lineAt(lines, isScalar(found) || isMap(found) ? found.range : map.range)
}

function lineAt(lines: LineCounter, range: readonly number[] | null | undefined): number {
  return lines.linePos(range?.[0] ?? 0).line
}
