import { describe, expect, it } from 'vitest'
import { findFences, withPictures } from '../../src/cli/render/fences.ts'

const BLOCK = '```sawtooth\nspike\n```\n'
/** The first lines of the blocks that are found, from 1. */
const linesOf = (text: string) => findFences(text).map(({ line }) => line + 1)
/** Each line of a text behind something. */
const behind = (before: string, text: string) => text.replace(/^(?=.)/gm, before)

describe('what is no block', () => {
  it.each([
    ['a line of tildes in code', 'An error:\n\n    foo = bar;\n    ~~~~^~~~\n\n', 6],
    ['a block in another fence, indented', `\`\`\`text\n${behind('    ', BLOCK)}\`\`\`\n\n`, 7],
    ['a block in another fence, quoted', `\`\`\`text\n${behind('> ', BLOCK)}\`\`\`\n\n`, 7],
    ['a block in a fence of a list', `- a\n\n  ~~~\n${behind('  ', BLOCK)}  ~~~\n\n`, 9],
    ['a block in code', `Write:\n\n${behind('    ', BLOCK)}\n`, 7],
    ['a list in code, with a block', `Write:\n\n    - a\n\n${behind('        ', BLOCK)}\n`, 9],
    ['code in a list', `- a\n\n${behind('      ', BLOCK)}\n`, 7],
  ])('leaves those behind it as they are: %s', (_, text, line) => {
    expect(linesOf(text + BLOCK)).toEqual([line])
  })
})

describe('a block', () => {
  it.each([
    ['in a list', `- a\n\n${behind('  ', BLOCK)}`],
    ['in a numbered list', `10. a\n\n${behind('    ', BLOCK)}`],
    ['in a list in a list', `- a\n    - b\n\n${behind('        ', BLOCK)}`],
    ['in a note', `!!! note "Title"\n\n${behind('    ', BLOCK)}`],
    ['in a note that is indented by a tab', `??? note\n\n${behind('\t', BLOCK)}`],
    ['in a list in a note', `!!! note\n    - a\n\n${behind('        ', BLOCK)}`],
    ['in a quote', behind('> ', `Text\n${BLOCK}`)],
    ['in a quote in a quote', behind('> > ', BLOCK)],
  ])('is found %s, and ends there', (_, text) => {
    const [found, next] = findFences(`${text}\nText\n\n${BLOCK}`)
    expect(found).toMatchObject({ body: 'spike', end: text.trimEnd().split('\n').length })
    expect(next?.body).toBe('spike')
  })

  it('that is not closed ends with its quote or its list', () => {
    const open = '```sawtooth\nspike\n'
    for (const [before, first] of [
      ['> ', '> Text'],
      ['  ', '- a'],
    ] as const) {
      const found = findFences(`${first}\n${behind(before, open)}\nText\n\n${BLOCK}`)
      expect(found.map(({ body }) => body)).toEqual(['spike', 'spike'])
    }
    expect(findFences(open)).toMatchObject([{ body: 'spike', end: 2 }])
  })

  it.each([
    ['at the end of a document', '````sawtooth\nspike\n\n', '````sawtooth\nspike\n````\n\n<'],
    ['at the end of a quote', '> ~~~sawtooth\n> spike\n\nText\n', '> ~~~sawtooth\n> spike\n> ~~~\n>\n> <'],
    ['at the end of a list', '- a\n\n  ```sawtooth\n  spike\nText\n', '  ```sawtooth\n  spike\n  ```\n\n  <'],
  ])('that is not closed is closed before its picture: %s', (_, open, closed) => {
    const once = withPictures(open, findFences(open), ['one'], false)
    expect(once).toContain(closed)
    expect(withPictures(once, findFences(once), ['one'], false)).toBe(once)
  })

  it('after a long list is found in one pass', () => {
    const text = '- a\n'.repeat(100_000) + `\n${behind('  ', BLOCK)}`.repeat(2000)
    expect(findFences(text)).toHaveLength(2000)
  })
})

describe('pictures whose block is gone', () => {
  const draw = (text: string, isMdx = false) => {
    const fences = findFences(text)
    return withPictures(
      text,
      fences,
      fences.map((_, i) => `picture ${i + 1}`),
      isMdx,
    )
  }

  const written = (text: string) => text.split('\n').filter((line) => /[^\s>]/.test(line))

  it.each([
    ['before another', `# A\n\n${BLOCK}\nText.\n\n${BLOCK}\nEnd.\n`],
    ['right before another', `# A\n\n${BLOCK}\n${BLOCK}\nEnd.\n`],
    ['at the end', `# A\n\nText.\n\n${BLOCK}`],
    ['alone', BLOCK],
    ['in a list', `- a\n\n${behind('  ', BLOCK)}\n- b\n`],
    ['in a quote', `${behind('> ', `Text\n\n${BLOCK}`)}\nText\n`],
  ])('go with it: %s', (_, text) => {
    const at = text.search(/^.*```sawtooth/m)
    const gone = text.slice(0, at) + text.slice(text.indexOf('```\n', at) + 4).replace(/^\n/, '')
    const left = draw(text).replace(/^.*```sawtooth\n.*\n.*```\n(> )?\n?/m, '')
    expect(left).toContain('picture 1')
    expect(written(draw(left))).toEqual(written(draw(gone)))
    expect(draw(draw(left))).toBe(draw(left))
  })

  it('go in MDX, and with the line ends of Windows', () => {
    expect(draw('a\n\n{/* sawtooth:picture */}\n<p />\n{/* /sawtooth:picture */}\n\nb\n', true)).toBe('a\n\nb\n')
    expect(draw('a\r\n\r\n<!-- sawtooth:picture -->\r\nx\r\n<!-- /sawtooth:picture -->\r\nb\r\n')).toBe(
      'a\r\n\r\nb\r\n',
    )
  })

  it('stay where they are shown as code, or only spoken of', () => {
    const shown = '<!-- sawtooth:picture -->\nx\n<!-- /sawtooth:picture -->\n'
    for (const text of [`~~~html\n${shown}~~~\n`, behind('    ', shown), '`<!-- sawtooth:picture -->` begins\n\nit\n'])
      expect(draw(text)).toBe(text)
  })

  it('take no text of the author with them where the comment at their end was lost', () => {
    const text = `<!-- sawtooth:picture -->\nold\n\nText.\n\n${BLOCK}`
    expect(draw(draw(text))).toContain('Text.')
    expect(draw(`${BLOCK}\n${text}`)).toContain('Text.')
  })
})
