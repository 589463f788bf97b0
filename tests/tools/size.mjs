// Gzipped sizes against their budgets: the JavaScript of the first screens of the simulator and of one’s program, all of a
// frame and the parts that a link may need besides, and the element.
import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { parseAst } from 'vite'

/** Bytes, of each of the two first screens: 130 kB. */
const BUDGET = 130_000

/** What other people's pages load, in bytes. */
const EMBEDS = [
  { name: 'A frame', files: ['embed.html', 'embed-frame.css', 'embed-frame.js'], budget: 61_850 },
  { name: 'A frame’s runtime model', files: ['embed-runtime.js'], budget: 13_000 },
  { name: 'A frame’s packed links', files: ['embed-packed.js'], budget: 6500 },
  { name: 'A frame’s presets', files: ['embed-presets.js'], budget: 6000 },
  { name: 'A frame’s player', files: ['embed-player.js'], budget: 8500 },
  { name: 'A frame’s map', files: ['embed-map.js'], budget: 33_200 },
  { name: 'The element', files: ['embed.js'], budget: 3000 },
]

const DIST = fileURLToPath(new URL('../../dist/', import.meta.url))

const rows = scriptsOf('index.html')
for (const { file, bytes, gzipped } of rows)
  console.log(`${String(bytes).padStart(8)} B  ${String(gzipped).padStart(7)} B gzipped  ${file}`)
if (rows.length === 0) throw new Error('dist/index.html loads no script: nothing was measured')
judge('First screen, JavaScript', totalOf(rows), BUDGET)
judge('One’s program before an input, JavaScript', totalOf(scriptsOf('program.html')), BUDGET)
for (const { name, files, budget } of EMBEDS) judge(name, totalOf(files.map(measure)), budget)

/**
 * @param {string} name
 * @param {number} bytes
 * @param {number} budget
 */
function judge(name, bytes, budget) {
  console.log(`${name}: ${bytes} B gzipped, at most ${budget}.`)
  if (bytes <= budget) return
  console.error(`Over budget by ${bytes - budget} B.`)
  process.exitCode = 1
}

/** @param {readonly {gzipped: number}[]} rows */
function totalOf(rows) {
  return rows.reduce((sum, { gzipped }) => sum + gzipped, 0)
}

/** @param {string} page */
function scriptsOf(page) {
  return reachable(entries(readFileSync(DIST + page, 'utf8'))).map(measure)
}

/** @param {string} file */
function measure(file) {
  const code = readFileSync(DIST + file)
  return { file, bytes: code.length, gzipped: gzipSync(code).length }
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
