// Module hooks of Node: TypeScript without its types. Vitest's own modules reach each other through getters, which took
// half of the time of whatever simulates much.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transformWithOxc } from 'vite'

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  if (!url.startsWith('file:') || !url.endsWith('.ts')) return nextLoad(url, context)
  const path = fileURLToPath(url)
  const { code } = await transformWithOxc(await readFile(path, 'utf8'), path, { sourcemap: false })
  return { format: 'module', source: code, shortCircuit: true }
}
