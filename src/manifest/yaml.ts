import {
  type Alias,
  type Document,
  isAlias,
  isMap,
  isScalar,
  isSeq,
  LineCounter,
  Pair,
  parseAllDocuments,
  Scalar,
  visit,
  YAMLMap,
  type YAMLSeq,
} from 'yaml'

/** A map of a YAML document, read without its comments and tags. */
export interface Node {
  readonly map: YAMLMap
  readonly lines: LineCounter
}

/** The most documents that we read of one text. Those behind them are named as a problem. */
const MOST_DOCUMENTS = 10_000

/** The most maps, lists and aliases that we visit, because aliases of aliases could stand for billions. */
const MOST_NODES = 1_000_000
const MOST_DEPTH = 200

/** No pretty errors: each quotes its whole line. Many errors in one long line took minutes, and we do not show them. */
const OPTIONS = { logLevel: 'silent', uniqueKeys: false, merge: true, prettyErrors: false } as const

/** The maps of a text’s documents, with aliases and merge keys resolved; and the problems of the other documents. */
export function readDocuments(text: string): { readonly nodes: Node[]; readonly problems: string[] } {
  const lines = new LineCounter()
  const documents = parseAllDocuments(text, { ...OPTIONS, lineCounter: lines })
  const problems: string[] = []
  const nodes: Node[] = []
  if (documents.length > MOST_DOCUMENTS) problems.push(`only the first ${MOST_DOCUMENTS} of its documents were read`)
  for (const parsed of Array.isArray(documents) ? documents.slice(0, MOST_DOCUMENTS) : []) {
    const problem = faultIn(parsed, text, lines) ?? (resolveAliases(parsed) ? undefined : TOO_MANY)
    if (problem !== undefined) {
      problems.push(problem)
      continue
    }
    const { contents } = parsed
    if (isPatch(contents)) problems.push(PATCH)
    const map = isSeq(contents) ? mapOfList(contents) : contents
    if (isMap(map)) nodes.push({ map, lines })
  }
  return { nodes, problems }
}

const TOO_MANY = 'there are too many aliases in it'
const PATCH = 'a JSON patch only changes another object: paste what kubectl kustomize prints'

/** Whether it is a JSON patch, a list of operations (RFC 6902). Its values belong to an object that is elsewhere. */
function isPatch(contents: unknown): boolean {
  return isSeq(contents) && contents.items.some((one) => isMap(one) && one.has('op') && one.has('path'))
}

/**
 * Why a document of a text is not read; undefined if it is. A document with an error is not read at all: its limits may
 * stand after the error, and without them it would look like a manifest without limits.
 */
function faultIn({ errors, contents }: Document.Parsed, text: string, lines: LineCounter): string | undefined {
  const [error] = errors
  if (!error) return isMap(contents) && isFlat(contents) && !isIndented(contents, text) ? FLAT : undefined
  const instead = text.includes('{{') ? TEMPLATE : ''
  // The message of an error quotes the text, which may hold a secret: report only its line.
  const { line } = lines.linePos(error.pos[0])
  return `line ${line}: this is not valid YAML${instead}`
}

const INNER: Readonly<Record<string, readonly string[]>> = {
  spec: ['containers', 'template'],
  template: ['spec', 'containers'],
  deploy: ['resources'],
  resources: ['limits', 'requests'],
  limits: ['memory', 'cpu', 'cpus'],
}
const FLAT =
  'its lines have no indentation, so nothing shows which limits belong to which container: copy it again, as plain text'

/** Whether a map has keys beside the empty key that contains them, as if all lines had lost their indentation. */
function isFlat({ items }: YAMLMap): boolean {
  if (items.length > MOST_PAIRS) return false
  const names = new Set(items.map(({ key }) => nameOf(key)))
  const isEmpty = (value: unknown) => value === null || (isScalar(value) && value.value === null)
  return items.some(({ key, value }) => isEmpty(value) && INNER[nameOf(key) ?? '']?.some((inner) => names.has(inner)))
}

/** Whether a line of a map is indented more than its first one. */
function isIndented({ range }: YAMLMap, text: string): boolean {
  const [from = 0, , to] = range ?? []
  const margin = from - text.lastIndexOf('\n', from - 1) - 1
  const lines = text.slice(from, to).split('\n').slice(1)
  return lines.some((line) => line.search(/[^ \t]/) > margin && !/^\s*(#|$)/.test(line))
}

const TEMPLATE = ', but a template: paste what `helm template` prints'

/** The node of each anchor. With this map, we need not walk the whole document for every alias, as the library does. */
type Anchors = Map<string, unknown>

/** Replaces aliases and merge keys by their values. @returns false if there were too many to follow */
function resolveAliases(document: Document.Parsed): boolean {
  const anchors: Anchors = new Map()
  let left = MOST_NODES
  const count = (node: { readonly anchor?: string | undefined }) => {
    if (node.anchor !== undefined) anchors.set(node.anchor, node)
    return left-- > 0 ? undefined : visit.BREAK
  }
  visit(document, {
    Alias(_, alias, path) {
      const found = anchors.get(alias.source) as typeof alias | undefined
      // An alias inside its own anchor would never end.
      const isEndless = found && (path.includes(found) || path.length > MOST_DEPTH)
      return count({}) ?? (isEndless ? visit.REMOVE : (found ?? unknownAt(alias)))
    },
    Scalar: (_, scalar) => count(scalar),
    Seq: (_, seq) => count(seq),
    Map(_, map) {
      const isLeft = count(map)
      left -= mergeInto(map, anchors)
      map.items = lastOfEach(map.items)
      return isLeft
    },
  })
  return left >= 0
}

/** For an alias whose anchor is not in the text: what it stands for is as unknown as what a template becomes. */
function unknownAt({ range }: Alias): YAMLMap {
  const map = new YAMLMap()
  map.range = range ?? null
  map.items = [new Pair(new YAMLMap(), null)]
  return map
}

/** Of pairs with the same key, the last counts, as for kubectl and helm (sigs.k8s.io/yaml, Unmarshal). */
function lastOfEach(items: Pair[]): Pair[] {
  const last = new Map(items.map((pair) => [nameOf(pair.key) ?? pair, pair]))
  return items.length === last.size ? items : [...last.values()]
}

/** `<<: *other`: takes the pairs of other maps whose keys the map does not have. @returns their number */
function mergeInto(map: YAMLMap, anchors: Anchors): number {
  const merges = map.items.filter(({ key }) => nameOf(key) === '<<')
  if (merges.length === 0) return 0
  map.items = map.items.filter((pair) => nameOf(pair.key) !== '<<')
  const before = map.items.length
  for (const { value } of merges)
    for (const other of isSeq(value) ? value.items : [value])
      mergeOne(map, isAlias(other) ? (anchors.get(other.source) ?? unknownAt(other)) : other)
  return map.items.length - before
}

function mergeOne(map: YAMLMap, other: unknown): void {
  if (!isMap(other) || other === map || map.items.length > MOST_PAIRS) return
  const known = new Set(map.items.map(({ key }) => nameOf(key)))
  map.items.push(...(other.items as Pair[]).filter(({ key }) => !known.has(nameOf(key)) && nameOf(key) !== '<<'))
}

/** The most pairs of a merged map: a larger map is not part of a manifest. */
const MOST_PAIRS = 1000

/** The name of a key; the library may read a merge key as a symbol. */
function nameOf(key: unknown): string | undefined {
  if (!isScalar(key)) return undefined
  return typeof key.value === 'symbol' ? key.value.description : String(key.value)
}

function at({ map }: Node, path: readonly string[]): unknown {
  return path.reduce<unknown>((found, key) => (isMap(found) ? found.get(key, true) : undefined), map)
}

export function child(node: Node, ...path: readonly string[]): Node | undefined {
  const map = at(node, path)
  return isMap(map) ? { map, lines: node.lines } : undefined
}

/** A map that has another one, or a list, under a key. */
export function wrapped(key: string, value: YAMLMap | YAMLSeq): YAMLMap {
  const outer = new YAMLMap()
  outer.range = value.range ?? null
  outer.items = [new Pair(new Scalar(key), value)]
  return outer
}

/** A list of variables or containers, copied without the key above it: with that key. undefined for another list. */
function mapOfList(list: YAMLSeq): YAMLMap | undefined {
  const [first] = list.items
  if (isPatch(list)) return undefined
  if (isScalar(first)) return wrapped('environment', list)
  if (!isMap(first)) return undefined
  if (first.has('value') || first.has('valueFrom')) return wrapped('env', list)
  return ['image', 'resources', 'env'].some((key) => first.has(key)) ? wrapped('containers', list) : undefined
}

export function children(node: Node, ...path: readonly string[]): Node[] {
  const list = at(node, path)
  return isSeq(list) ? list.items.flatMap((item) => (isMap(item) ? [{ map: item, lines: node.lines }] : [])) : []
}

export function texts({ map, lines }: Node, key: string): { readonly text: string; readonly line: number }[] {
  const list = map.get(key, true)
  if (!isSeq(list)) return []
  return list.items.flatMap((item) =>
    isScalar(item) ? [{ text: String(item.value), line: lineAt(lines, item.range) }] : [],
  )
}

export function keys({ map }: Node): string[] {
  return map.items.flatMap(({ key }) => (isScalar(key) ? [String(key.value)] : []))
}

/** A pair of a map, with the results of `scalar`, `isUnquoted`, `isTemplate`, `lineOf` and `child` for its key. */
export interface PairIn {
  readonly key: string
  readonly text: string | undefined
  readonly isUnquoted: boolean
  readonly isTemplate: boolean
  readonly line: number
  readonly node: Node | undefined
}

/** All pairs of a map, in one pass: to find a single key, the library walks the whole map. */
export function pairs({ map, lines }: Node): PairIn[] {
  return map.items.flatMap(({ key, value }) => {
    if (!isScalar(key)) return []
    const isNode = isScalar(value) || isMap(value) || isSeq(value)
    return [
      {
        key: String(key.value),
        text: textIn(value),
        isUnquoted: isUnquotedIn(value),
        isTemplate: isTemplateIn(value),
        line: lineAt(lines, isNode ? value.range : key.range),
        node: isMap(value) ? { map: value, lines } : undefined,
      },
    ]
  })
}

/** The number or text at a path, exactly as written: 0512 and 1e3 do not change; undefined if there is none. */
export function scalar(node: Node, ...path: readonly string[]): string | undefined {
  return textIn(at(node, path))
}

function textIn(found: unknown): string | undefined {
  if (!isScalar(found) || found.value === null) return undefined
  return found.source ?? String(found.value)
}

/**
 * Whether the value at a path lacks the quotes that would make it a text: YAML 1.1 reads it as a number or a boolean. So
 * do kubectl and the API server (go.yaml.in/yaml/v2, resolve.go).
 */
export function isUnquoted(node: Node, ...path: readonly string[]): boolean {
  return isUnquotedIn(at(node, path))
}

const BOOLEAN = /^([yYnN]|yes|Yes|YES|no|No|NO|true|True|TRUE|false|False|FALSE|on|On|ON|off|Off|OFF)$/
const NUMBER = /^[-+]?(0x[\da-f]+|0o[0-7]+|0b[01]+|(\.\d+|\d+(\.\d*)?)(e[-+]?\d+)?)$/i

function isUnquotedIn(found: unknown): boolean {
  if (!isScalar(found) || found.type !== 'PLAIN' || found.tag !== undefined) return false
  const text = found.source ?? ''
  return BOOLEAN.test(text) || NUMBER.test(text.replace(/(?<=.)_/g, ''))
}

/**
 * Whether the value at a path is a template, at least in part: `{{ .Values.x }}`, which YAML reads as a map with a map as
 * its key. An alias whose anchor is not in the text counts as one.
 */
export function isTemplate(node: Node, ...path: readonly string[]): boolean {
  return isTemplateIn(at(node, path))
}

function isTemplateIn(found: unknown): boolean {
  return isMap(found) && found.items.some((pair) => !isScalar(pair.key))
}

/** The number of values under a key: the length of a list, 1 for any other value, 0 for none. */
export function countIn({ map }: Node, key: string): number {
  const list = map.get(key, true)
  if (isSeq(list)) return list.items.length
  return isMap(list) || (isScalar(list) && list.value !== null && list.value !== '') ? 1 : 0
}

export function lineOf({ map, lines }: Node, key?: string): number {
  const found = key === undefined ? map : map.get(key, true)
  return lineAt(lines, isScalar(found) || isMap(found) || isSeq(found) ? found.range : map.range)
}

function lineAt(lines: LineCounter, range: readonly number[] | null | undefined): number {
  return lines.linePos(range?.[0] ?? 0).line
}
