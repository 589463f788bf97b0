// Runs a TypeScript program in Node, bundled as the page and the command line are, so that timings are those of the
// product: run-typescript.mjs FILE [ARGUMENTS…]
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

const [entry, ...rest] = process.argv.slice(2)
if (!entry) throw new Error('usage: run-typescript.mjs FILE [ARGUMENTS…]')
const outDir = mkdtempSync(join(tmpdir(), 'sawtooth-'))
process.on('exit', () => rmSync(outDir, { recursive: true, force: true }))

await build({
  configFile: false,
  publicDir: false,
  logLevel: 'error',
  build: {
    ssr: resolve(entry),
    outDir,
    target: 'node20',
    rolldownOptions: { output: { entryFileNames: 'program.mjs' } },
  },
  ssr: { noExternal: true },
})
process.argv = [process.argv[0] ?? 'node', resolve(entry), ...rest]
await import(pathToFileURL(join(outDir, 'program.mjs')).href)
