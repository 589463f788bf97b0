import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFolder } from './harness.ts'

const folder = createFolder()
const program = join(folder.path, 'cli.js')
const root = new URL('../..', import.meta.url).pathname

/** The built program in a process of its own. */
function run(args: readonly string[], input: string | Uint8Array = '') {
  return spawnSync(process.execPath, [program, ...args], { input, encoding: 'utf8' })
}

describe('the built command line', () => {
  beforeAll(async () => {
    // As vite.config.ts builds it: one self-contained file for Node.
    await build({
      configFile: false,
      root,
      publicDir: false,
      logLevel: 'error',
      ssr: { noExternal: true },
      build: {
        ssr: 'src/cli.ts',
        outDir: folder.path,
        emptyOutDir: false,
        target: 'node20',
        rolldownOptions: { output: { entryFileNames: 'cli.js', banner: '#!/usr/bin/env node', codeSplitting: false } },
      },
    })
    folder.write('package.json', '{"type":"module"}')
  })
  afterAll(folder.remove)

  it('simulates, links and exits with the codes that scripts rely on', () => {
    const link = run(['link', 'thrash'])
    expect(link).toMatchObject({ status: 0, stdout: '#v=1&preset=thrash\n', stderr: '' })
    const result = run(['simulate', link.stdout.trim(), '-'], '{"version":1,"program":{"phases":[]}}')
    expect(result.status).toBe(0)
    expect(
      result.stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line).cycles),
    ).toEqual([323, 0])
    expect(run(['simulate', 'nothing']).status).toBe(1)
    expect(run(['nothing'])).toMatchObject({ status: 2, stdout: '' })
  })

  it('prints no stack trace for a binary on standard input', () => {
    const { status, stdout, stderr } = run(['simulate', '-'], Uint8Array.of(0, 255, 254))
    expect(status).toBe(1)
    expect(JSON.parse(stdout)).toHaveProperty('problems')
    expect(stderr).toBe('')
  })

  it('ends quietly where the reader of a long answer goes away', async () => {
    const child = spawn(process.execPath, [
      program,
      'simulate',
      '--cycles',
      '#v=1&preset=thrash&memoryLimit=1MiB&fixedCost=0&procs=1',
    ])
    let stderr = ''
    child.stderr.on('data', (chunk) => {
      stderr += chunk
    })
    child.stdout.once('data', () => child.stdout.destroy())
    const status = await new Promise((resolve) => child.on('close', resolve))
    expect(stderr).toBe('')
    expect(status).toBe(0)
  })

  it('ends where the reader goes away while input still comes', async () => {
    const child = spawn(process.execPath, [program, 'simulate', '--ndjson'])
    child.stdin.on('error', () => {})
    const line = '{"version":1,"program":{"phases":[]}}\n'
    const feed = () => {
      while (!child.stdin.destroyed && child.stdin.write(line.repeat(1000)));
    }
    child.stdin.on('drain', feed)
    child.stdout.once('data', () => child.stdout.destroy())
    feed()
    const status = await new Promise((resolve) => child.on('close', resolve))
    expect(status).toBe(0)
  })
})
