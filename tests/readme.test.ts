import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { runCli } from '../src/cli/run.ts'
import { PARAMETERS } from '../src/scenario/params.ts'

const readme = readFileSync('README.md', 'utf8')
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> }

const CLI = 'node dist/cli.js '
const TEST_LINE = 'npm ci && npm test'

/** Lines of the README's shell blocks. */
const shellLines = [...readme.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) => block.trim().split('\n'))

/** What the table of commands and the two lines leave out: they stand for `npm start` and `npm test`. */
const TWO_LINES = ['start', 'test']

const neverRead = () => {
  throw new Error('no example reads standard input')
}

describe('the README', () => {
  it('gives one line that starts and one that tests', () => {
    expect(shellLines).toContain('npm ci && npm start')
    expect(shellLines).toContain(TEST_LINE)
  })

  it('lists every script there is, and no other', () => {
    const listed = [...readme.matchAll(/^\| `npm run ([\w:]+)` \|/gm)].map(([, name]) => name)
    expect([...listed, ...TWO_LINES].sort()).toEqual(Object.keys(scripts).sort())
  })

  it('names every folder of the source', () => {
    const folders = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory())
    expect(folders.map(({ name }) => name).filter((name) => !readme.includes(`\`${name}/\``))).toEqual([])
    const named = [...readme.matchAll(/^\| `(\w+)\/` \|/gm)].map(([, name]) => name)
    expect(named.filter((name) => !existsSync(`src/${name}`))).toEqual([])
  })

  it.each(shellLines.filter((line) => line.startsWith(CLI)))('gives a command line that works: %s', async (line) => {
    const words = line.slice(CLI.length).match(/'[^']*'|\S+/g) ?? []
    const io = { stdin: neverRead, write: async () => {}, warn: () => {} }
    const args = words.map((word) => word.replaceAll("'", ''))
    expect(await runCli(args, io)).toBe(0)
  })

  it('names keys of scenarios that there are', () => {
    const section = /## What a scenario can describe\n([\s\S]*?)\n## /.exec(readme)?.[1] ?? ''
    const named = [...section.matchAll(/^\|.*\| (`.*`) \|$/gm)].flatMap(([, keys = '']) => keys.split(' '))
    const known = PARAMETERS.map(({ key }) => `\`${key}\``)
    expect(named.length).toBeGreaterThan(10)
    expect(named.filter((key) => !known.includes(key))).toEqual([])
  })

  it('links to files that exist', () => {
    const local = [...readme.matchAll(/\]\((?!https?:)([^)#]+)\)/g)].map(([, path = '']) => path)
    expect(local.length).toBeGreaterThan(0)
    expect(local.filter((path) => !existsSync(path))).toEqual([])
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
