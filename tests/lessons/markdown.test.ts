import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseMarkdown, toPlainText } from '../../src/lessons/markdown.ts'

describe('the Markdown of lessons', () => {
  it('has paragraphs, lists, code, strong and emphasis', () => {
    const source = 'One **two**\n*three* `four`.\n\n- a\n- b\n\n```\nx = 1\n```'
    expect(parseMarkdown(source).map(({ kind }) => kind)).toEqual(['paragraph', 'list', 'code'])
    expect(toPlainText(source)).toBe('One two three four.\na\nb')
  })

  it('links to https, to lessons and to places on the page of evidence, and to nothing else', () => {
    const hrefs = (source: string) =>
      parseMarkdown(source).flatMap((block) =>
        block.kind === 'paragraph'
          ? block.inlines.flatMap((inline) => (inline.kind === 'link' ? inline.href : []))
          : [],
      )
    expect(hrefs('[Go](https://go.dev/doc/gc-guide) and [next](#lesson=a-spike&step=1)')).toEqual([
      'https://go.dev/doc/gc-guide',
      '#lesson=a-spike&step=1',
    ])
    expect(hrefs('[in short](#at=in-short)')).toEqual(['#at=in-short'])
    expect(hrefs('[x](javascript:alert(1)) [y](http://example.org) [z](data:text/html,x) [w](//example.org)')).toEqual(
      [],
    )
  })

  it('takes HTML for text', () => {
    expect(toPlainText('<img src=x onerror=alert(1)>')).toBe('<img src=x onerror=alert(1)>')
  })

  it('never throws, and loses no word', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('word', '**', '*', '`', '[', '](', ')', '\n', '\n\n', '- ', ' ')),
        (parts) => {
          const source = parts.join('')
          const shown = JSON.stringify(parseMarkdown(source))
          expect(shown.split('word').length).toBeGreaterThanOrEqual(source.split('word').length)
        },
      ),
    )
  })
})
