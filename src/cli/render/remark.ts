import { isPicturesBegin, isPicturesEnd, readOptions } from './fences.ts'
import { type HastElement, toInlineParagraph } from './html.ts'
import { drawFence } from './picture.ts'

export interface RemarkSawtoothOptions {
  /** The Sawtooth that pictures lead to, such as `https://example.org/sawtooth/`. */
  readonly base?: string
}

/** The part of a Markdown node that is used: https://github.com/syntax-tree/mdast. */
interface MarkdownNode {
  readonly type: string
  readonly lang?: string | null
  readonly meta?: string | null
  readonly value?: string
  children?: MarkdownNode[]
  readonly data?: object
}

/** The file that is read: https://github.com/vfile/vfile. */
interface MarkdownFile {
  fail(reason: string, place?: unknown): never
}

/**
 * A plug-in for remark, as Astro, Docusaurus and Next.js use it: replaces the fenced blocks marked `sawtooth` by
 * pictures. It removes what `sawtooth render` has put after a block, whose files would be missing.
 */
export function remarkSawtooth({ base }: RemarkSawtoothOptions = {}) {
  const withSlash = base?.replace(/\/*$/, '/')
  const visit = (node: MarkdownNode, file: MarkdownFile): void => {
    if (!node.children) return
    node.children = withoutOld(node.children).map((child) => {
      visit(child, file)
      return child.type === 'code' && child.lang === 'sawtooth' ? toPicture(child, file, withSlash) : child
    })
  }
  return (tree: unknown, file: unknown): void => visit(tree as MarkdownNode, file as MarkdownFile)
}

/** Removes the nodes between the comments of an earlier run. */
function withoutOld(nodes: readonly MarkdownNode[]): MarkdownNode[] {
  const texts = nodes.map(({ type, value = '' }) => (type === 'html' || type === 'mdxFlowExpression' ? value : ''))
  let kept = 0
  return nodes.filter((_, i) => {
    if (i >= kept && isPicturesBegin(texts[i] ?? ''))
      kept = texts.findIndex((text, k) => k > i && isPicturesEnd(text)) + 1
    return i >= kept
  })
}

function toPicture(code: MarkdownNode, file: MarkdownFile, base: string | undefined): MarkdownNode {
  const picture = drawFence({ body: (code.value ?? '').trim(), options: readOptions(code.meta ?? '') })
  if (!picture.ok)
    file.fail(picture.problems.map(({ path, message }) => (path ? `${path}: ${message}` : message)).join('\n'), code)
  const { tagName, properties, children }: HastElement = toInlineParagraph(picture.value, base)
  return { type: 'sawtooth', data: { hName: tagName, hProperties: properties, hChildren: children } }
}
