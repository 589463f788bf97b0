// What is loaded, gzipped, against its budgets: the JavaScript of the first screen, all of a frame, and the element.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'

/** Bytes: 130 kB. */
const BUDGET = 130_000

/** What other people's pages load, in bytes: 100 kB and 3 kB. */
const EMBEDS = [
  { name: 'A frame', files: ['embed.html', 'embed-frame.css', 'embed-frame.js'], budget: 100_000 },
  { name: 'The element', files: ['embed.js'], budget: 3000 },
]

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

const files = reachable(entries(readFileSync(`${DIST}index.html`, 'utf8')))
const rows = files.map((file) => {
  const code = readFileSync(DIST + file)
  return { file, bytes: code.length, gzipped: gzipSync(code).length }
})
const total = rows.reduce((sum, row) => sum + row.gzipped, 0)
for (const { file, bytes, gzipped } of rows)
  console.log(`${String(bytes).padStart(8)} B  ${String(gzipped).padStart(7)} B gzipped  ${file}`)
console.log(`First screen: ${total} B of JavaScript gzipped, at most ${BUDGET}.`)
if (rows.length === 0) throw new Error('dist/index.html loads no script: nothing was measured')
if (total > BUDGET) {
  console.error(`Over budget by ${total - BUDGET} B.`)
  process.exitCode = 1
}

for (const { name, files, budget } of EMBEDS) {
  const bytes = files.reduce((sum, file) => sum + gzipSync(readFileSync(DIST + file)).length, 0)
  console.log(`${name}: ${bytes} B gzipped, at most ${budget}.`)
  if (bytes <= budget) continue
  console.error(`Over budget by ${bytes - budget} B.`)
  process.exitCode = 1
}

/**
 * The scripts a page loads by itself: module scripts and modulepreload links.
 *
 * @param {string} html
 */
function entries(html) {
  const tags = html.match(/<(script|link)\b[^>]*>/g) ?? []
  return tags
    .filter((tag) => tag.startsWith('<script') || /rel="modulepreload"/.test(tag))
    .map((tag) => /(?:src|href)="\.?\/?([^"]+)"/.exec(tag)?.[1])
    .filter((file) => file !== undefined)
}

/**
 * Those files and every file they import statically.
 *
 * @param {string[]} roots
 */
function reachable(roots) {
  const seen = new Set(roots)
  for (const file of seen) {
    for (const node of parseAst(readFileSync(DIST + file, 'utf8')).body) {
      if (!('source' in node) || !node.source) continue
      seen.add(posix.join(posix.dirname(file), String(node.source.value)))
    }
  }
  return [...seen]
}
