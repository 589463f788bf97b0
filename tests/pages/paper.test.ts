import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { SECTIONS, TITLE } from '../../src/pages/evidence/evidence-page.tsx'
import { parsePaper, toChapters, toId } from '../../src/pages/evidence/paper.ts'

describe('a document on the page of evidence', () => {
  it('has headings, text and tables, without its title; a mark names its table', () => {
    const paper = `# Title

Text
in two lines.

## In short

<!-- table: short -->
| inside<br>error | RSS |
| --- | --- |
| a log | 95 % |

- one
- two

### Settings, chosen
`
    expect(parsePaper(paper)).toEqual([
      { kind: 'text', source: 'Text\nin two lines.' },
      { kind: 'heading', level: 3, id: 'in-short', text: 'In short' },
      {
        kind: 'table',
        mark: 'short',
        name: 'In short',
        rows: [
          ['inside<br>error', 'RSS'],
          ['a log', '95 %'],
        ],
      },
      { kind: 'text', source: '- one\n- two' },
      { kind: 'heading', level: 4, id: 'settings-chosen', text: 'Settings, chosen' },
    ])
  })

  it('counts the tables of a section, so that each has a name of its own', () => {
    const table = '| a | b |\n| - | - |\n| c | d |'
    const parts = parsePaper(`## One\n\n${table}\n\n${table}\n\n## Two\n\n${table}\n`)
    expect(parts.flatMap((part) => (part.kind === 'table' ? [part.name] : []))).toEqual(['One', 'One, table 2', 'Two'])
  })

  it('is a beginning and a chapter for each heading of level 3', () => {
    const chapters = toChapters(parsePaper('# Title\n\nText.\n\n## One\n\nOf one.\n\n### Within one\n\n## Two\n'))
    expect(chapters.map(({ id, text, parts }) => [id, text, parts.length])).toEqual([
      ['', '', 1],
      ['one', 'One', 2],
      ['two', 'Two', 0],
    ])
  })

  it('links to its own headings and to the web; of links to other documents only the text stays', () => {
    const text = 'See [here](#in-short), [there](https://go.dev), [advice](advice.md) and [more](logs.md#x).'
    expect(parsePaper(text)).toEqual([
      { kind: 'text', source: 'See [here](#at=in-short), [there](https://go.dev), advice and more.' },
    ])
  })
})

describe('docs/accuracy.md', () => {
  const paper = readFileSync('docs/accuracy.md', 'utf8')
  const headings = parsePaper(paper).flatMap((part) => (part.kind === 'heading' ? [part] : []))

  it('has the title and the sections that the page lists', () => {
    expect(paper.startsWith(`# ${TITLE}\n`)).toBe(true)
    expect(headings.map(({ text }) => text)).toEqual(expect.arrayContaining([...SECTIONS]))
    expect(new Set(headings.map(({ id }) => id)).size).toBe(headings.length)
  })

  it('has a heading for each link to one, also from other documents', () => {
    const papers = ['accuracy', 'advice', 'logs', 'inputs'].map((name) => readFileSync(`docs/${name}.md`, 'utf8'))
    const linked = papers.flatMap((text, i) =>
      [...text.matchAll(i === 0 ? /\]\(#([^)]+)\)/g : /\]\(accuracy\.md#([^)]+)\)/g)].map(([, id]) => id),
    )
    expect(linked.length).toBeGreaterThan(5)
    expect(linked.filter((id) => !headings.some((heading) => heading.id === id))).toEqual([])
  })
})

describe('the id of a heading', () => {
  it.each([
    ['What lies outside, and why', 'what-lies-outside-and-why'],
    ['GC’s share', 'gcs-share'],
    ['A – B', 'a--b'],
  ])('is that of GitHub: %s', (heading, id) => {
    expect(toId(heading)).toBe(id)
  })
})
