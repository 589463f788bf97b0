import { METRICS_KINDS } from '../../metrics/kind.ts'
import type { InputKind } from './input-kind.ts'

/** What opens a block of code, also within a list, perhaps with attributes: ```yaml {3,5}, title="pod.yaml". */
const OPENING = /^(`{3,}|~{3,})[ \t]*[\w.+-]{0,20}(?:[ \t,]*\{[^{}]*\}|[ \t,]+[a-z][\w-]*=(?:"[^"]*"|[^\s,{}"]+))*$/
const CLOSING = /^(`{3,}|~{3,})$/
/** A longer line is no fence. */
const MOST_FENCE = 200
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

/** Manifests of which several blocks are two programs: of those the first block counts, of all other kinds all blocks. */
const APART: readonly (InputKind | undefined)[] = ['env-file', 'systemd', 'dockerfile', 'docker-run', 'ecs']

/** The input in a text that was copied as Markdown. */
interface Unmarked {
  /** With as many lines as before, so that each keeps its number. */
  readonly text: string
  /** Inputs of other kinds in the same text, each as `text` is. */
  readonly others: readonly string[]
  /** Whether blocks of a known kind are in none of these. */
  readonly isCut: boolean
}

/**
 * Removes the marks of a quotation; and of a text that has inputs only in its blocks of code, all but the blocks of one
 * kind. A log and a manifest, say, are two inputs.
 * @param kindOf recognises the kind of a text
 * @param wanted the kind of the blocks to keep; undefined for that of the first known block
 */
export function withoutMarkdown(
  text: string,
  kindOf: (text: string) => InputKind | undefined,
  wanted?: InputKind,
): Unmarked {
  const asIs = { text, others: [], isCut: false }
  if (!MARKS.test(text)) return asIs
  const { lines, isQuotation } = linesOf(text)
  const blocks = blocksIn(lines, kindOf)
  const kind = wanted ?? blocks.find((one) => one.kind !== undefined)?.kind
  const kept = keptOf(blocks, kind)
  // A manifest may have Markdown in one of its texts.
  const isWhole = kind === undefined || kept.length === 0 || kindOf(textBefore(lines, blocks)) !== undefined
  if (isWhole) return isQuotation ? { ...asIs, text: lines.join('\n') } : asIs
  return { text: onlyBlocks(lines, kept), ...besides(lines, blocks, kind) }
}

/**
 * The further inputs in Markdown blocks of a text of this kind. Lines of this kind (a log, metrics) count wherever they
 * are in the text; the other inputs are beside them.
 */
export function blocksBeside(
  text: string,
  kindOf: (text: string) => InputKind | undefined,
  kind: InputKind,
): Omit<Unmarked, 'text'> {
  const { lines } = linesOf(MARKS.test(text) ? text : '')
  const blocks = blocksIn(lines, kindOf)
  // Below lines of a log, a block may be what the program printed.
  if (kindOf(textBefore(lines, blocks)) === kind) return { others: [], isCut: false }
  return besides(lines, blocks, kind)
}

/** The lines of a text, without the marks of a quotation if all have them. */
function linesOf(text: string) {
  const written = text.split('\n')
  const isQuotation = written.every((line) => line.trim() === '' || QUOTED.test(line))
  return { lines: isQuotation ? written.map((line) => line.replace(/^[ \t]*> ?/, '')) : written, isQuotation }
}

/** The blocks of a kind, as far as they are one input. */
function keptOf(blocks: readonly Block[], kind: InputKind | undefined): readonly Block[] {
  const alike = blocks.filter((one) => one.kind === kind)
  return APART.includes(kind) ? alike.slice(0, 1) : alike
}

/** Variables of Go: a manifest without one may be of any program. */
const GO_VARIABLE = /\bGO(?:GC|MEMLIMIT|MAXPROCS|DEBUG)\b/

/**
 * Further inputs in the blocks beside those of `kind`: metrics, and the manifest of a Go program. Of several manifests
 * nothing shows which is the program’s. Variables may be those that somebody plans to set, and the memory of a process
 * may be of another one.
 */
function besides(
  lines: readonly string[],
  blocks: readonly Block[],
  kind: InputKind | undefined,
): Omit<Unmarked, 'text'> {
  const ofKind = (one: InputKind) => blocks.filter((block) => block.kind === one)
  const kinds = [...new Set(blocks.flatMap((one) => one.kind ?? []))]
  const manifests = [...(kind ? [kind] : []), ...kinds].filter((one) => isManifest(one) && one !== 'env-file')
  const isProgram = (other: InputKind) =>
    new Set(manifests).size === 1 && ofKind(other).length === 1 && GO_VARIABLE.test(onlyBlocks(lines, ofKind(other)))
  const isTaken = (other: InputKind) =>
    manifests.includes(other)
      ? isProgram(other)
      : METRICS_KINDS.some((one) => one === other && one !== 'container-usage')
  const taken = kinds.filter((other) => other !== kind && isTaken(other))
  const kept = new Set([...keptOf(blocks, kind), ...taken.flatMap(ofKind)])
  return {
    others: taken.map((other) => onlyBlocks(lines, ofKind(other))),
    isCut: blocks.some((one) => one.kind !== undefined && !kept.has(one)),
  }
}

function isManifest(kind: InputKind): boolean {
  return kind !== 'gctrace' && !METRICS_KINDS.some((one) => one === kind)
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

function textBefore(lines: readonly string[], [first]: readonly Block[]): string {
  return lines.slice(0, (first?.from ?? 1) - 1).join('\n')
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

/** The indices of lines that open and close a block, by turns. */
function fencesIn(lines: readonly string[]): number[] {
  let open: string | undefined
  return lines.flatMap((line, i) => {
    const bare = line.trim()
    if (bare.length > MOST_FENCE) return []
    const [, fence] = (open === undefined ? OPENING : CLOSING).exec(bare) ?? []
    // A block ends as it began. It may have other fences in it.
    if (fence === undefined || !fence.startsWith(open ?? '')) return []
    open = open === undefined ? fence : undefined
    return [i]
  })
}
