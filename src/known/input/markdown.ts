import type { InputKind } from './input-kind.ts'

/** What opens a block of code, also within a list, perhaps with words after it: ```yaml title="pod.yaml". */
const FENCE = /^(`{3,}|~{3,})[^`]*$/
/** A line of a quotation, as in a mail. */
const QUOTED = /^[ \t]*>/
const MARKS = /^[ \t]*(?:`{3}|~{3}|>)/m

/** A text with more is not a manifest. */
const MOST_FENCES = 400

interface Block {
  readonly kind: InputKind | undefined
  /** Indices of its lines, without the fences; `to` is the first that is not in it. */
  readonly from: number
  readonly to: number
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
 * Removes the marks of a quotation; and of a text that has inputs only in its blocks of code, all but the blocks of one
 * kind.
 * @param kindOf recognises the kind of a text
 * @param wanted the kind of the blocks to keep; undefined for that of the first known block
 */
export function withoutMarkdown(
  text: string,
  kindOf: (text: string) => InputKind | undefined,
  wanted?: InputKind,
): Unmarked {
  if (!MARKS.test(text)) return { text, isCut: false }
  const lines = linesOf(text)
  const blocks = blocksIn(lines, kindOf)
  const kind = wanted ?? blocks.find((one) => one.kind !== undefined)?.kind
  const alike = blocks.filter((one) => one.kind === kind)
  const kept = APART.includes(kind) ? alike.slice(0, 1) : alike
  const before = lines.slice(0, (blocks[0]?.from ?? 1) - 1).join('\n')
  // A manifest may have Markdown in one of its texts.
  const isWhole = kind === undefined || kept.length === 0 || kindOf(before) !== undefined
  if (isWhole) return { text: lines.join('\n'), isCut: false }
  return { text: onlyBlocks(lines, kept), isCut: blocks.some((one) => one.kind !== undefined && !kept.includes(one)) }
}

/** Whether a text has blocks of other kinds; not for a log or metrics, whose lines count wherever they are. */
export function hasOtherBlocks(
  text: string,
  kindOf: (text: string) => InputKind | undefined,
  kind: InputKind,
): boolean {
  const blocks = MARKS.test(text) ? blocksIn(linesOf(text), kindOf) : []
  return blocks.some((one) => one.kind !== undefined && one.kind !== kind)
}

/** The lines of a text, without the marks of a quotation if all have them. */
function linesOf(text: string): string[] {
  const written = text.split('\n')
  const isQuotation = written.every((line) => line.trim() === '' || QUOTED.test(line))
  return isQuotation ? written.map((line) => line.replace(/^[ \t]*> ?/, '')) : written
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

function blocksIn(lines: readonly string[], kindOf: (text: string) => InputKind | undefined): Block[] {
  const fences = fencesIn(lines)
  if (fences.length > MOST_FENCES) return []
  return fences.flatMap((fence, n) => {
    if (n % 2 === 1) return []
    const [from, to] = [fence + 1, fences[n + 1] ?? lines.length]
    return [{ kind: kindOf(lines.slice(from, to).join('\n')), from, to }]
  })
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
