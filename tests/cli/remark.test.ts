import { describe, expect, it } from 'vitest'
import { remarkSawtooth } from '../../src/cli/render/remark.ts'

const FILE = {
  fail(reason: string): never {
    throw new Error(reason)
  },
}
const FENCE = { type: 'code', lang: 'sawtooth', meta: 'caption="A spike"', value: 'spike gogc=50' }

/** Types of the nodes that a document has afterwards, and the document. */
function transform(children: readonly object[], options = {}) {
  const tree = { type: 'root', children: [{ type: 'listItem', children: [...children] }] }
  remarkSawtooth(options)(tree, FILE)
  return tree.children[0]?.children as { type: string; data?: { hName: string; hChildren: unknown } }[]
}

describe('the plug-in for remark', () => {
  it('puts a picture in place of a block, wherever it stands, and lets other code be', () => {
    const other = { type: 'code', lang: 'go', value: 'x := 1' }
    const [picture, code] = transform([FENCE, other], { base: 'https://example.org/s' })
    expect(code).toBe(other)
    expect(picture?.data?.hName).toBe('p')
    const text = JSON.stringify(picture?.data?.hChildren)
    expect(text).toContain('"href":"https://example.org/s/#v=1&preset=spike&gogc=50"')
    expect(text).toMatch(/"alt":"[^"]*GOGC=50/)
    expect(text).toContain('A spike')
  })

  it('leaves out what an earlier run has put behind a block, in Markdown and in MDX, and nothing else', () => {
    const text = { type: 'paragraph', children: [] }
    const typesOf = (...nodes: object[]) => transform(nodes).map(({ type }) => type)
    const html = (value: string) => ({ type: 'html', value })
    const mdx = (value: string) => ({ type: 'mdxFlowExpression', value })
    const old = [html('<!-- sawtooth:picture -->'), html('<p></p>\n<!-- /sawtooth:picture -->')]
    expect(typesOf(text, FENCE, ...old, text)).toEqual(['paragraph', 'sawtooth', 'paragraph'])
    const oldMdx = [mdx('/* sawtooth:picture */'), { type: 'mdxJsxFlowElement' }, mdx('/* /sawtooth:picture */')]
    expect(typesOf(FENCE, ...oldMdx, text)).toEqual(['sawtooth', 'paragraph'])
    expect(typesOf(FENCE, html('<!-- sawtooth:picture -->'), text)).toEqual(['sawtooth', 'html', 'paragraph'])
  })

  it('fails the build at the block that is wrong', () => {
    expect(() => transform([{ ...FENCE, value: 'spikes' }])).toThrow('"spikes" is no preset')
  })
})
