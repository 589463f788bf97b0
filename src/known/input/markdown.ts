import type { InputKind } from './input-kind.ts'

/** What opens a block of code, also within a list, perhaps with words after it: ```yaml title="pod.yaml". */
const FENCE = /^(`{3,}|~{3,})[^`]*$/
/** The mark of a quotation at the beginning of a line, as in a mail. */
const QUOTED = /^[ \t]*> ?/
const MARKS = /^[ \t]*(?:`{3}|~{3}|>)/m

/** A text with more is not a manifest. */
const MOST_BLOCKS = 200

/** Indices of the lines of a block, without its fences; `to` is the first that is not in it. */
interface Span {
  readonly from: number
  readonly to: number
}

interface Block extends Span {
  readonly kind: InputKind | undefined
}

/** Kinds of which each block is another program: only the first block counts. Of all other kinds, all blocks count. */
const APART: readonly (InputKind | undefined)[] = ['env-file', 'systemd', 'dockerfile', 'docker-run', 'ecs']

interface Unmarked {
  /** With as many lines as before, so that each keeps its number. */
  readonly text: string
  /** Whether blocks of a known kind are not in it. */
  readonly isCut: boolean
}

/**
 * Removes the marks of a quotation; and of a text that has inputs only in its blocks of code, or in what it quotes, all
 * but the blocks of one kind.
 * @param kindOf recognises the kind of a text
 * @param wanted the kind of the blocks to keep; undefined for that of the first known block
 */
export function withoutMarkdown(
  text: string,
  kindOf: (text: string) => InputKind | undefined,
  wanted?: InputKind,
): Unmarked {
  if (!MARKS.test(text)) return { text, isCut: false }
  const { written, lines, fenced } = codeIn(text)
  const isQuotation = written.every((line) => line.trim() === '' || QUOTED.test(line))
  const isBeside = fenced.length === 0 && !isQuotation
  const outside = isBeside ? written.map((line) => (QUOTED.test(line) ? '' : line)) : lines
  const inside = isBeside ? lines.map((line, i) => (QUOTED.test(written[i]!) ? line : '')) : lines
  const spans = isBeside ? quotedIn(written, lines) : fenced
  const blocks = withKinds(inside, spans, kindOf)
  const kind = wanted ?? blocks.find((one) => one.kind !== undefined)?.kind
  const alike = blocks.filter((one) => one.kind === kind)
  const kept = APART.includes(kind) ? alike.slice(0, 1) : alike
  // A manifest that has Markdown in one of its texts begins above its first block of code.
  const isInput = () => kindOf(outside.slice(0, isBeside ? undefined : spans[0]!.from - 1).join('\n')) !== undefined
  const isWhole = kind === undefined || kept.length === 0 || isInput()
  if (isWhole) return { text: isQuotation ? lines.join('\n') : text, isCut: false }
  return { text: onlyBlocks(inside, kept), isCut: blocks.some((one) => one.kind !== undefined && !kept.includes(one)) }
}

/** Whether a text whose lines count wherever they are, such as a log or metrics, has blocks of code of other kinds. */
export function hasOtherBlocks(
  text: string,
  kindOf: (text: string) => InputKind | undefined,
  kind: InputKind,
): boolean {
  if (!MARKS.test(text)) return false
  // Not quotations: a program may print lines that look like one.
  const { lines, fenced } = codeIn(text)
  return withKinds(lines, fenced, kindOf).some((one) => one.kind !== undefined && one.kind !== kind)
}

/** A text without the marks of what it quotes. */
export function unquoted(text: string): string {
  return text.replace(new RegExp(QUOTED, 'gm'), '')
}

function onlyBlocks(lines: readonly string[], kept: readonly Block[]): string {
  const left = lines.map(() => '')
  for (const { from, to } of kept) {
    // A line that separates documents of YAML.
    if (from !== kept[0]?.from) left[from - 1] = '---'
    for (let i = from; i < to; i++) left[i] = lines[i]!
  }
  return left.join('\n')
}

/** The lines of a text, as written and without the marks of a quotation, unless these are in a block of code. */
function codeIn(text: string) {
  const written = text.split('\n')
  const hasCode = fencedIn(written).length > 0
  const lines = hasCode ? written : written.map((line) => line.replace(QUOTED, ''))
  return { written, lines, fenced: fencedIn(lines) }
}

function withKinds(
  lines: readonly string[],
  spans: readonly Span[],
  kindOf: (text: string) => InputKind | undefined,
): Block[] {
  if (spans.length > MOST_BLOCKS) return []
  return spans.map(({ from, to }) => ({ kind: kindOf(lines.slice(from, to).join('\n')), from, to }))
}

function fencedIn(lines: readonly string[]): Span[] {
  const fences = fencesIn(lines)
  return fences.flatMap((fence, n) => (n % 2 === 1 ? [] : { from: fence + 1, to: fences[n + 1] ?? lines.length }))
}

/** The quotations in a text. One that begins with an indented line goes on with that before it: a reply stands between. */
function quotedIn(written: readonly string[], lines: readonly string[]): Span[] {
  const isIn = (i: number) => QUOTED.test(written[i] ?? '')
  const starts = written.flatMap((_, i) => (isIn(i) && !isIn(i - 1) ? i : []))
  const ends = written.flatMap((_, i) => (isIn(i) && !isIn(i + 1) ? i + 1 : []))
  const spans = starts.map((from, n) => ({ from, to: ends[n]! }))
  const goesOn = ({ from, to }: Span) => /^[ \t]/.test(lines.slice(from, to).find((line) => line.trim() !== '') ?? '')
  const quotations: Span[] = []
  for (const span of spans) {
    const last = goesOn(span) ? quotations.pop() : undefined
    quotations.push({ from: last?.from ?? span.from, to: span.to })
  }
  return quotations
}

function fencesIn(lines: readonly string[]): number[] {
  let open = ''
  return lines.flatMap((line, i) => {
    const bare = line.trim()
    const [, fence] = FENCE.exec(bare) ?? []
    // A block ends with the marks with which it began, alone on a line. It may have other fences in it.
    if (fence === undefined || (open !== '' && !(fence === bare && fence.startsWith(open)))) return []
    open = open === '' ? fence : ''
    return [i]
  })
}
