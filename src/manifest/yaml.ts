import {
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  type Pair,
  parseAllDocuments,
  visit,
  type YAMLMap,
} from 'yaml'

/** A map of a YAML document, read without its comments and tags. */
export interface Node {
  readonly map: YAMLMap
  readonly lines: LineCounter
}

/** Nodes that are followed: more is no manifest. */
const MOST_DOCUMENTS = 1000

/** Maps, lists and aliases that are looked at: aliases of aliases would otherwise be billions. */
const MOST_NODES = 100_000
const MOST_DEPTH = 200

/** The maps that a text’s documents are, with aliases and merge keys resolved, and what is wrong with the others. */
export function readDocuments(text: string): { readonly nodes: Node[]; readonly problems: string[] } {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { lineCounter: lines, logLevel: 'silent', uniqueKeys: false, merge: true })
  const problems: string[] = []
  const nodes: Node[] = []
  for (const parsed of Array.isArray(documents) ? documents.slice(0, MOST_DOCUMENTS) : []) {
    // The message of an error quotes the text, which may hold a secret: only its line is said.
    const [error] = parsed.errors
    if (error) problems.push(`line ${lines.linePos(error.pos[0]).line}: this is not valid YAML`)
    if (!error && !resolveAliases(parsed)) problems.push('there are too many aliases in it')
    if (isMap(parsed.contents)) nodes.push({ map: parsed.contents, lines })
  }
  return { nodes, problems }
}

/** Puts in place of aliases and merge keys what they stand for. @returns false where there were too many to follow */
function resolveAliases(document: Document.Parsed): boolean {
  let left = MOST_NODES
  const count = () => (left-- > 0 ? undefined : visit.BREAK)
  visit(document, {
    Alias(_, alias, path) {
      const found = alias.resolve(document)
      // What stands for itself, within itself, has no end.
      const isEndless = !found || path.includes(found) || path.length > MOST_DEPTH
      return count() ?? (isEndless ? visit.REMOVE : found)
    },
    Seq: count,
    Map(_, map) {
      mergeInto(map, document)
      return count()
    },
  })
  return left >= 0
}

/** `<<: *other`: the pairs of other maps, where the map has none of the same key. */
function mergeInto(map: YAMLMap, document: Document): void {
  const merges = map.items.filter(({ key }) => nameOf(key) === '<<')
  if (merges.length === 0) return
  map.items = map.items.filter((pair) => !merges.includes(pair))
  for (const { value } of merges)
    for (const other of isSeq(value) ? value.items : [value]) mergeOne(map, other, document)
}

function mergeOne(map: YAMLMap, other: unknown, document: Document): void {
  const found = isAlias(other) ? other.resolve(document) : other
  if (!isMap(found) || found === map) return
  const known = new Set(map.items.map(({ key }) => nameOf(key)))
  map.items.push(...(found.items as Pair[]).filter(({ key }) => !known.has(nameOf(key)) && nameOf(key) !== '<<'))
}

/** What a key is called; a merge key may be read as a symbol. */
function nameOf(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined
  return typeof key.value === 'symbol' ? key.value.description : String(key.value)
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
