import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

/**
 * Bundles a TypeScript module for Node as the page and the command line are bundled, so that timings are those of the
 * product. The bundle is gone when the process ends.
 * @param {string} entry path of the module
 * @returns {Promise<string>} where to import the bundle from
 */
export async function bundle(entry) {
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
  return pathToFileURL(join(outDir, 'program.mjs')).href
}
