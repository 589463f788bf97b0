import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { build } from 'vite'

/** Bytes gzipped: both models, and all else that is public. */
const BUDGET = 60_000
const MODULES = resolve('node_modules')
/** Numbers are printed without colours. */
const PLAIN = { ...process.env, FORCE_COLOR: '0' }
const TSC = join(MODULES, 'typescript/bin/tsc')
const project = mkdtempSync(join(tmpdir(), 'sawtooth-package-'))
const installed = join(project, 'node_modules')

/** The examples of the package's page, in order. */
const examples = [...readFileSync('docs/package.md', 'utf8').matchAll(/```jsx?\n([\s\S]*?)```/g)].map(
  ([, code = '']) => code,
)

const run = (program: string, args: readonly string[], cwd = project) =>
  execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'], env: PLAIN })

/** A file of the empty project, in which the package alone is installed. */
function write(name: string, text: string): string {
  const file = join(project, name)
  writeFileSync(file, text)
  return file
}

/** What a page would load of a program, everything in one file. */
async function bundle(name: string, text: string): Promise<string> {
  const input = write(name, text)
  const options = { write: false, minify: true, modulePreload: false, rolldownOptions: { input } } as const
  const outputs = await build({ root: project, configFile: false, logLevel: 'error', build: options })
  const { output } = outputs as { output: readonly { type: string; code?: string }[] }
  return output.map(({ code = '' }) => code).join('\n')
}

const sizeOf = async (name: string, text: string) => gzipSync(await bundle(name, text)).length

// One project for all of it, in one process: installing it is most of the work.
test.describe.configure({ mode: 'serial' })

test.beforeAll(() => {
  run(process.execPath, [TSC, '-p', 'tsconfig.package.json'], '.')
  const [packed] = JSON.parse(run('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', project], '.'))
  write('package.json', '{"type":"module"}')
  run('npm', [
    'install',
    '--offline',
    '--no-audit',
    '--no-fund',
    '--omit=peer',
    '--omit=optional',
    join(project, packed.filename),
  ])
  mkdirSync(join(installed, '@types'))
  for (const name of ['react', '@types/react', 'csstype']) symlinkSync(join(MODULES, name), join(installed, name))
})

test.afterAll(() => rmSync(project, { recursive: true, force: true }))

test('installs without a network and brings nothing with it', () => {
  const { packages } = JSON.parse(readFileSync(join(installed, '.package-lock.json'), 'utf8'))
  expect(Object.keys(packages)).toEqual(['node_modules/sawtooth'])
})

test('runs the examples of its page', () => {
  const printed = examples.slice(0, 2).map((code, i) => run(process.execPath, [write(`example-${i}.js`, code)]))
  expect(printed.map((text) => text.trim().split('\n'))).toEqual([
    [expect.stringMatching(/^[1-9]\d* \d{7,9} \S+$/), 'completed'],
    ['https://example.org/sawtooth/#v=1&preset=spike&procs=2', '2 0'],
  ])
})

test('runs the examples of its page in a browser too, without any Node API', async ({ page }) => {
  const printed: string[] = []
  page.on('console', (message) => printed.push(message.text()))
  page.on('pageerror', ({ message }) => printed.push(message))
  for (const [i, code] of examples.slice(0, 2).entries())
    await page.addScriptTag({ type: 'module', content: await bundle(`page-${i}.js`, code) })
  const inNode = examples.slice(0, 2).map((_, i) => run(process.execPath, [join(project, `example-${i}.js`)]))
  await expect.poll(() => printed).toEqual(inNode.join('').trim().split('\n'))
  const files = readdirSync(join(installed, 'sawtooth/dist/lib'), { recursive: true, encoding: 'utf8' })
  const sources = files.filter((name) => name.endsWith('.js'))
  const askNode = sources.filter((name) => {
    const text = readFileSync(join(installed, 'sawtooth/dist/lib', name), 'utf8')
    const [, ...from] = text.split(/^(?:import|export) .*?from "/m)
    return from.some((rest) => isBuiltin(rest.slice(0, rest.indexOf('"'))))
  })
  expect(askNode).toEqual([])
})

test('has the command', () => {
  expect(run(join(installed, '.bin/sawtooth'), ['link', 'thrash'])).toBe('#v=1&preset=thrash\n')
})

test('may be imported on a server, element and component too', () => {
  const code = `import 'sawtooth/element'
import { SawtoothFigure } from 'sawtooth/react'
import * as core from 'sawtooth'
console.log(typeof SawtoothFigure, Object.keys(core).length)`
  expect(run(process.execPath, [write('server.js', code)])).toMatch(/^function \d+\n$/)
})

test('has the plug-in for remark, which draws with nothing else installed', () => {
  const code = `import { remarkSawtooth } from 'sawtooth/remark'
const tree = { children: [{ type: 'code', lang: 'sawtooth', value: 'spike' }] }
remarkSawtooth()(tree)
console.log(tree.children[0].data.hName, JSON.stringify(tree).includes('data:image/svg+xml'))`
  expect(run(process.execPath, [write('remark.js', code)])).toBe('p true\n')
})

test('is typed: what fits compiles, what does not is refused', () => {
  const good = `import { simulate, validateScenario, type RunResult, type Scenario } from 'sawtooth'
import 'sawtooth/element'
const checked = validateScenario({})
export const result: RunResult | undefined = checked.ok ? simulate(checked.value).result : undefined
export const outcome = (scenario: Scenario): 'completed' | 'oom-killed' | 'stopped' => simulate(scenario).result.outcome.kind
// @ts-expect-error a scenario is more than nothing
simulate({})`
  const figure = `${examples[2]}
// @ts-expect-error there is no such theme
export const wrong = <SawtoothFigure src="/" theme="pink" />
// @ts-expect-error a figure comes from somewhere
export const lost = <SawtoothFigure preset="spike" />`
  const files = [write('good.ts', good), write('figure.tsx', figure)]
  const strict = ['--noEmit', '--strict', '--jsx', 'react-jsx', '--target', 'es2022', '--ignoreConfig']
  for (const resolution of ['bundler', 'nodenext']) {
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
    run(process.execPath, [TSC, ...strict, '--module', module, '--moduleResolution', resolution, ...files])
  }
})

test('is small, and smaller where less is used', async () => {
  const all = await sizeOf('all.js', `import * as all from 'sawtooth'; globalThis.run = all`)
  const models = await sizeOf('models.js', `import { simulate } from 'sawtooth'; globalThis.run = simulate`)
  const links = await sizeOf('links.js', `import { toScenarioJson } from 'sawtooth'; globalThis.run = toScenarioJson`)
  console.log(`gzipped: all ${all} B, both models ${models} B, one function ${links} B`)
  expect(all).toBeLessThan(BUDGET)
  expect(models).toBeLessThan(all * 0.8)
  expect(links).toBeLessThan(models / 2)
})
