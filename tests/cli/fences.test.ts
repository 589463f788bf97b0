import { describe, expect, it } from 'vitest'
import { findFences } from '../../src/cli/render/fences.ts'

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
    expect(findFences(open)).toMatchObject([{ body: 'spike', end: 3 }])
  })

  it('after a long list is found in one pass', () => {
    const text = '- a\n'.repeat(100_000) + `\n${behind('  ', BLOCK)}`.repeat(2000)
    expect(findFences(text)).toHaveLength(2000)
  })
})
