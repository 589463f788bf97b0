// Module hooks of Node: TypeScript without its types, texts and styles as Vite has them. Vitest's own modules reach each
// other through getters, which took half of the time of whatever simulates much.
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { transformWithOxc } from 'vite'

/** @type {import('node:module').LoadHook} */
export async function load(url, context, nextLoad) {
  const source = url.startsWith('file:') ? await toModule(url) : undefined
  return source === undefined ? nextLoad(url, context) : { format: 'module', source, shortCircuit: true }
}

/** @param {string} url */
async function toModule(url) {
  const path = fileURLToPath(url)
  const text = () => readFile(path, 'utf8')
  if (url.endsWith('?raw')) return `export default ${JSON.stringify(await text())}`
  if (url.endsWith('.css')) return ''
  if (!/\.tsx?$/.test(url)) return undefined
  const { code } = await transformWithOxc(await text(), path, { sourcemap: false })
  // As Vitest has it.
  return code.replaceAll('import.meta.env', 'process.env')
}
