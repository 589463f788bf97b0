import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

/** One source file of ours, as far as the rules about structure need to know it. */
export interface Module {
  /** Path from the project's root, with "/". */
  readonly path: string
  readonly lines: number
  /** Every specifier it names: static, dynamic and type imports, re-exports, `new URL(…, import.meta.url)`. */
  readonly imports: readonly string[]
  /** What it calls, constructs or reads a member of, as `Date`, `Math.random`: names only, no scopes. */
  readonly uses: ReadonlySet<string>
}

/** Every module under `folder` (a path from the project's root). */
export function listModules(folder: string): Module[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name))
    .map((name) => parseModule(join(folder, name).replaceAll('\\', '/')))
}

function parseModule(path: string): Module {
  const source = readFileSync(path, 'utf8')
  const { program, errors } = parseSync(path, source)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)
  const imports: string[] = []
  const uses = new Set<string>()
  const named = (node: { type: string; name?: unknown }) => node.type === 'Identifier' && uses.add(String(node.name))
  const imported = (node: { type: string; value?: unknown } | null) =>
    node?.type === 'Literal' && imports.push(String(node.value))
  new Visitor({
    ImportDeclaration: ({ source }) => imported(source),
    ExportAllDeclaration: ({ source }) => imported(source),
    ExportNamedDeclaration: ({ source }) => imported(source),
    ImportExpression: ({ source }) => imported(source),
    TSImportType: ({ source }) => imported(source),
    CallExpression: ({ callee }) => named(callee),
    NewExpression: ({ callee, arguments: [first, second] }) => {
      named(callee)
      const isUrl = callee.type === 'Identifier' && callee.name === 'URL'
      if (isUrl && first && second && source.slice(second.start, second.end) === 'import.meta.url') imported(first)
    },
    MemberExpression: ({ object, property }) => {
      named(object)
      if (object.type === 'Identifier' && property.type === 'Identifier') uses.add(`${object.name}.${property.name}`)
    },
  }).visit(program)
  return { path, lines: source.split('\n').length - 1, imports, uses }
}
