/** A part of a document in Markdown: a heading, a table, or text that lessons may have too. */
export type Part =
  | { readonly kind: 'heading'; readonly level: 3 | 4; readonly id: string; readonly text: string }
  | PaperTable
  | { readonly kind: 'text'; readonly source: string }

/** Cells are Markdown; `<br>` in one begins its second line. `mark`: its name in the document, if it is computed. */
export interface PaperTable {
  readonly kind: 'table'
  readonly mark?: string
  readonly name: string
  readonly rows: readonly (readonly string[])[]
}

/**
 * The parts of a document below its title. Marks in comments are left out. Of a link to another document only the text
 * stays; a link to a heading leads to it on the page of evidence. A table has the name of its section.
 */
export function parsePaper(paper: string): readonly Part[] {
  const source = paper
    .replace(/^# .*\n/, '')
    .replace(/\[([^\]]+)\]\((?!https:|#)[^)]*\)/g, '$1')
    .replace(/\]\(#/g, '](#at=')
  const tables = new Map<string, number>()
  let section = ''
  return source
    .split(/\n{2,}/)
    .map((text) => ({
      mark: /^<!-- table: ([\w-]+) -->$/m.exec(text)?.[1],
      block: text.replace(/^<!--.*-->$/gm, '').trim(),
    }))
    .filter(({ block }) => block !== '')
    .map(({ mark, block }): Part => {
      const [, marks, text = ''] = /^(###?) (.*)$/.exec(block) ?? []
      if (marks) {
        section = text
        return { kind: 'heading', level: marks === '##' ? 3 : 4, id: toId(text), text }
      }
      if (!block.startsWith('|')) return { kind: 'text', source: block }
      const count = (tables.get(section) ?? 0) + 1
      tables.set(section, count)
      return {
        kind: 'table',
        ...(mark && { mark }),
        name: count === 1 ? section : `${section}, table ${count}`,
        rows: toRows(block),
      }
    })
}

/** The id of a heading as GitHub makes it, so that links to a heading work on both. */
export function toId(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/\s/g, '-')
}

/** The second line of a table only separates its head. */
function toRows(block: string): string[][] {
  const lines = block.split('\n').filter((_, i) => i !== 1)
  return lines.map((line) =>
    line
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  )
}

/** The beginning of a document, which has no title, then its chapters: each has a heading of level 3. */
export function toChapters(parts: readonly Part[]) {
  const chapters: { id: string; text: string; parts: Part[] }[] = [{ id: '', text: '', parts: [] }]
  for (const part of parts) {
    if (part.kind === 'heading' && part.level === 3) chapters.push({ id: part.id, text: part.text, parts: [] })
    else chapters.at(-1)!.parts.push(part)
  }
  return chapters
}
