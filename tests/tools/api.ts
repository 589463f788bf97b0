import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'vite'

/** The doors of the package: what is imported, and the module that it is. */
export const DOORS = [
  { name: 'sawtooth', path: 'src/core.ts' },
  { name: 'sawtooth/react', path: 'src/embed/react.tsx' },
  { name: 'sawtooth/remark', path: 'src/cli/render/remark.ts' },
] as const

interface Entry {
  readonly name: string
  /** Whether it is there when the program runs, not only for the type checker. */
  readonly isValue: boolean
  /** Its doc comment, without the stars. */
  readonly text: string
  /** As it is declared, without what it does. */
  readonly declaration: string
}

interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
}

interface Declared extends Node {
  readonly id?: { readonly name: string }
  readonly body?: Node
  readonly declarations?: readonly { readonly id: Node & { readonly name: string; readonly typeAnnotation?: Node } }[]
}

interface Statement extends Node {
  readonly declaration?: Declared | null
  readonly source?: { readonly value: string } | null
  readonly specifiers?: readonly { readonly local: { readonly name: string } }[]
}

/** What a module offers: its own exports, or those that it takes from others. In alphabetical order. */
export function listExports(path: string): readonly Entry[] {
  const own = readStatements(path).flatMap(({ declaration, source, specifiers = [] }) =>
    source
      ? specifiers.map(({ local }) => findExport(join(path, '..', source.value), local.name))
      : declaration
        ? [findExport(path, nameOf(declaration))]
        : [],
  )
  return own.sort((a, b) => (a.name < b.name ? -1 : 1))
}

function findExport(path: string, name: string): Entry {
  const source = readFileSync(path, 'utf8')
  const found = readStatements(path).find(({ declaration }) => declaration && nameOf(declaration) === name)
  if (!found?.declaration) throw new Error(`${path} declares no ${name}`)
  return {
    name,
    isValue: !/^TS/.test(found.declaration.type),
    text: commentBefore(source, found.start),
    declaration: toDeclaration(source, found.declaration),
  }
}

function readStatements(path: string): readonly Statement[] {
  const { program } = parseSync(path, readFileSync(path, 'utf8'))
  return (program.body as unknown as readonly Statement[]).filter(({ type }) => type === 'ExportNamedDeclaration')
}

const nameOf = ({ id, declarations }: Declared) => id?.name ?? declarations?.[0]?.id.name ?? ''

function toDeclaration(source: string, { type, start, end, body, declarations }: Declared): string {
  const [variable] = declarations ?? []
  if (variable) return source.slice(start, variable.id.typeAnnotation?.end ?? variable.id.end)
  return source.slice(start, type === 'FunctionDeclaration' && body ? body.start : end).trim()
}

function commentBefore(source: string, start: number): string {
  const comment = /\/\*\*((?:[^*]|\*(?!\/))*)\*\/\s*$/.exec(source.slice(0, start))?.[1] ?? ''
  return comment.replace(/^\s*\* ?/gm, '').trim()
}

/** The reference of all doors as Markdown. */
export function toReference(): string {
  const doors = DOORS.map(({ name, path }) => {
    const entries = listExports(path).map(
      ({ name, text, declaration }) => `### ${name}\n\n${text && `${text}\n\n`}\`\`\`ts\n${declaration}\n\`\`\`\n`,
    )
    return `## ${name}\n\n${entries.join('\n')}`
  })
  return `# What the package offers\n\nWritten by \`npm run docs:api\` from the doc comments in the source. [package.md](package.md) has examples.\n\n${doors.join('\n')}`
}
