import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runCli } from '../src/cli/run.ts'
import { PARAMETERS } from '../src/scenario/params.ts'
import { decodeLink } from '../src/share/decode.ts'
import { toReference } from './tools/api.ts'

const DOCUMENTS = ['README.md', 'CONTRIBUTING.md', ...readdirSync('docs').map((name) => `docs/${name}`)]
  .filter((path) => path.endsWith('.md'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

const textOf = (wanted: string) => DOCUMENTS.find(({ path }) => path === wanted)?.text ?? ''
const all = DOCUMENTS.map(({ text }) => text).join('\n')
const readme = textOf('README.md')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const CLI = 'node dist/cli.js '
const TEST_LINE = 'npm ci && npm test'

/** Lines of the shell blocks of all documents. */
const shellLines = [...all.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))

/** What the table of commands and the two lines leave out: they stand for `npm start` and `npm test`. */
const TWO_LINES = ['start', 'test']

const neverRead = () => {
  throw new Error('no example reads standard input')
}

describe('the README', () => {
  it('fits on two screens', () => {
    expect(readme.split('\n').length).toBeLessThan(100)
  })

  it('gives one line that starts and one that tests', () => {
    expect(shellLines).toContain('npm ci && npm start')
    expect(shellLines).toContain(TEST_LINE)
  })

  it('links to every other document', () => {
    const others = DOCUMENTS.map(({ path }) => path).filter((path) => path !== 'README.md')
    expect(others.filter((path) => !readme.includes(`](${path})`))).toEqual([])
  })
})

describe('the documents', () => {
  it('list every script there is, and no other', () => {
    const listed = [...textOf('CONTRIBUTING.md').matchAll(/^\| `npm run ([\w:]+)` \|/gm)].map(([, name]) => name)
    expect([...listed, ...TWO_LINES].sort()).toEqual(Object.keys(scripts).sort())
  })

  it('list the package’s API as the source has it; if not: npm run docs:api', async () => {
    await expect(toReference()).toMatchFileSnapshot('../docs/api.md')
  })

  it('name every folder of the source', () => {
    const architecture = textOf('docs/architecture.md')
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).filter((name) => !architecture.includes(`\`${name}/\``))).toEqual([])
    const named = [...architecture.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, name]) => name)
    expect(named.filter((name) => !existsSync(`src/${name}`))).toEqual([])
  })

  it.each(shellLines.filter((line) => line.startsWith(CLI)))('give a command line that works: %s', async (line) => {
    const words = line.slice(CLI.length).match(/'[^']*'|\S+/g) ?? []
    const io = { stdin: neverRead, write: async () => {}, warn: () => {} }
    const args = words.map((word) => word.replaceAll("'", ''))
    expect(await runCli(args, io)).toBe(0)
  })

  it('answer questions with links that open whole', () => {
    const links = [...textOf('docs/questions.md').matchAll(/^(#v=1\S+)|`(#v=1[^`]+)`/gm)].map(
      ([, a, b]) => a ?? b ?? '',
    )
    expect(links.length).toBeGreaterThan(10)
    const problems = links.flatMap((link) => decodeLink(link).problems.map(({ message }) => `${link}: ${message}`))
    expect(problems).toEqual([])
  })

  it('name exactly the keys that scenarios have', () => {
    const named = [...textOf('docs/scenarios.md').matchAll(/^\|.*\| (`.*`) \|$/gm)].flatMap(([, keys = '']) =>
      keys.split(' '),
    )
    const known = PARAMETERS.map(({ key }) => `\`${key}\``)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((key) => !known.includes(key))).toEqual([])
    expect(known.filter((key) => !named.includes(key))).toEqual([])
  })

  it.each(DOCUMENTS)('link to files that exist: $path', ({ path, text }) => {
    const local = [...text.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, to = '']) => join(dirname(path), to))
    expect(local.filter((to) => !existsSync(to))).toEqual([])
  })

  it.each(DOCUMENTS)('name files and folders that exist: $path', ({ text }) => {
    const named = [...text.matchAll(/`((?:src|tests|docs|build|public)\/[\w./-]*)`/g)].map(([, path = '']) => path)
    expect(named.filter((path) => !existsSync(path) && !existsSync(`${path}.test.ts`))).toEqual([])
  })
})

describe('continuous integration', () => {
  it('runs exactly the README’s test line', () => {
    const commands = readFileSync('.ci/run', 'utf8')
      .split('\n')
      .filter((line) => /\bnpm\b|\bnpx\b|\bnode\b/.test(line) && !line.startsWith('#'))
    expect(commands).toHaveLength(1)
    expect(commands[0]).toContain(`(${TEST_LINE})`)
  })
})
