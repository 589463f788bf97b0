// Seconds from choosing a file of a million lines to having read it, in the built page, for each form that is named:
// `npm run bench:reading -- journald CRI`; without names, for those that logs usually have. ROUNDS says how often.
//
// Method: each round is a new tab of one browser. The clock starts where the file is chosen and stops where the worker's
// answer to its end has come: starting the worker, cold code and fetching the file included. The forms take turns, so that
// a machine whose speed drifts favours none of them.
import { closeSync, existsSync, fsyncSync, mkdtempSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { bundle } from '../tools/bundle.mjs'
import { findChromium, LAUNCH_ARGS } from '../tools/chromium.mjs'
import { serve } from '../tools/serve.mjs'

const MILLION = 1_000_000
const USUAL = [
  'as Go 1.19 and later print them',
  'Go 1.6 to 1.17',
  'journald',
  'syslog',
  'Docker Compose',
  'Docker Compose, times',
  'kubectl --prefix --timestamps',
  '40 pods in turn',
  'CRI',
  'klog',
  'Docker’s JSON',
  'JSON, pod behind',
  '&gt;',
  'wrapped at 80, quoted',
  'pacer lines between',
  'scavenger lines between',
  'a program’s output between',
  'UTF-16',
]
/** @typedef {{seconds: number, lines: number, cycles: number}} Taken */

const rounds = Number(process.env.ROUNDS ?? 5)
const root = process.env.DIST ?? fileURLToPath(new URL('../../dist', import.meta.url))
if (!existsSync(root)) throw new Error('nothing built yet: npm run build')
/** @type {typeof import('./reading-forms.ts')} */
const { FORMS, gcText } = await import(await bundle(fileURLToPath(new URL('reading-forms.ts', import.meta.url))))
const names = process.argv.length > 2 ? process.argv.slice(2) : USUAL
const folder = mkdtempSync(join(tmpdir(), 'sawtooth-reading-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
/** @type {{name: string, path: string, taken: Taken[]}[]} */
const files = names.map((name) => ({ name, path: writeForm(name), taken: [] }))
const site = await serve({ root, port: 0 })
const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS })
for (let round = 0; round < rounds; round++) {
  for (const { path, taken } of files) taken.push(await readInPage(path))
}
console.log('%s, seconds per million lines, %d rounds', browser.version(), rounds)
console.table(Object.fromEntries(files.map((file) => [file.name, toRow(file)])))
await browser.close()
site.close()

/** @param {typeof files[number]} file */
function toRow({ path, taken }) {
  const seconds = taken.map((one) => (one.seconds / one.lines) * MILLION).sort((a, b) => a - b)
  const show = (value = Number.NaN) => value.toFixed(2)
  return {
    median: show(seconds[seconds.length >> 1]),
    best: show(seconds[0]),
    worst: show(seconds.at(-1)),
    MB: Math.round(statSync(path).size / 1e6),
    lines: taken[0]?.lines,
    cycles: taken[0]?.cycles,
  }
}

/**
 * @param {string} path
 * @returns {Promise<Taken>}
 */
async function readInPage(path) {
  const page = await browser.newPage()
  await page.addInitScript(timeReading)
  await page.goto(`${site.url}program.html`, { waitUntil: 'networkidle' })
  await page.locator('input[type=file]').first().setInputFiles(path)
  const handle = await page.waitForFunction(() => Reflect.get(window, 'taken'), undefined, { timeout: 120_000 })
  const taken = await handle.jsonValue()
  await page.close()
  return taken
}

/** Runs in the page: times from the choice of a file to the worker's answer to its end. */
function timeReading() {
  let start = Number.NaN
  addEventListener('change', () => (start = performance.now()), true)
  const post = Worker.prototype.postMessage
  /** @param {any[]} sent */
  Worker.prototype.postMessage = function timed(...sent) {
    const [message] = sent
    if (message.job?.kind === 'end') {
      this.addEventListener('message', ({ data }) => {
        if (data.id !== message.id || !('answer' in data)) return
        const { lines, cycles } = data.answer.log
        Reflect.set(window, 'taken', { seconds: (performance.now() - start) / 1000, lines, cycles })
      })
    }
    Reflect.apply(post, this, sent)
  }
}

/**
 * A file with a million lines of a form, of which one gc line may make several, and some are no gc lines.
 *
 * @param {string} name
 * @returns {string} its path
 */
function writeForm(name) {
  const form = FORMS[name]
  if (!form) throw new Error(`no form "${name}"; there are: ${Object.keys(FORMS).join(' | ')}`)
  const isWide = name.startsWith('UTF-16')
  const path = join(folder, `${names.indexOf(name)}.log`)
  const file = openSync(path, 'w')
  if (isWide) writeSync(file, '\ufeff', null, 'utf16le')
  for (let i = 0, lines = 0; lines < MILLION; i += 1000) {
    const text = Array.from({ length: 1000 }, (_, k) => `${form(gcText(i + k), i + k)}\n`).join('')
    lines += text.split('\n').length - 1
    writeSync(file, text, null, isWide ? 'utf16le' : 'utf8')
  }
  // What is still being written would slow down what is read.
  fsyncSync(file)
  closeSync(file)
  return path
}
