// How long the built page takes from a change of the program to the first whole picture of its map (16 × 12), and to the
// whole map (64 × 48; coarser for programs of many cycles); its longest frame meanwhile, and the longest task of its main
// thread in CPU time, which other programs on the machine do not make longer. The change is one step of a slider; the times
// are taken in the page, where its words on the map's progress change: the least of some rounds and their median. At last
// what a step of the map's handle takes the main thread, and one of a slider.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium, LAUNCH_ARGS } from '../tools/chromium.mjs'
import { serve } from '../tools/serve.mjs'

const root = fileURLToPath(new URL('../../dist', import.meta.url))
if (!existsSync(root)) throw new Error('nothing built yet: npm run build')

const CASES = {
  spike: '#v=1&preset=spike&map=1',
  'spike, runtime model': '#v=1&preset=spike&model=runtime&map=1',
  'relative-goals-25-small, runtime model': '#v=1&preset=relative-goals-25-small&model=runtime&map=1',
  '3,000 cycles': longLink('guide'),
  '3,000 cycles, runtime model': longLink('runtime'),
}
const ROUNDS = 5
/** Steps of a handle, one a frame. */
const STEPS = 30

const site = await serve({ root, port: 0 })
const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS })
console.log('%s, least and median of %d changes', browser.version(), ROUNDS)
for (const [name, link] of Object.entries(CASES)) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(site.url + link, { waitUntil: 'networkidle' })
  await page.waitForFunction(isWhole, undefined, { timeout: 120_000 })
  const change = (/** @type {number} */ i) => page.evaluate(measureChange, i % 2 === 0 ? 1 : -1)
  const rounds = []
  for (let i = 0; i < ROUNDS; i++) rounds.push(await change(i))
  // In a round of its own: tracing makes frames longer.
  const endTrace = await traceTasks(browser)
  await change(ROUNDS)
  const { longest: task } = await endTrace()
  const row = {
    'first picture, ms': leastAndMedian(rounds.map(({ first }) => first)),
    'whole, ms': leastAndMedian(rounds.map(({ whole }) => whole)),
    'longest frame, ms': leastAndMedian(rounds.map(({ longest }) => longest)),
    'longest task, CPU ms': task,
    'a step of GOGC’s slider, CPU ms': await measureSteps(page, 'input[name=gogc]'),
    'a step on the map, CPU ms': await measureSteps(page, '.map-host'),
  }
  await page.close()
  console.log(name, row)
}
await browser.close()
site.close()

/**
 * One cycle a second at GOGC=100, for 3,000 of them.
 *
 * @param {string} model
 */
function longLink(model) {
  const cli = (/** @type {string[]} */ args, input = '') =>
    execFileSync(process.execPath, [`${root}/cli.js`, ...args], { input, encoding: 'utf8' })
  const spike = JSON.parse(cli(['scenario', 'spike']))
  const [first, second] = spike.program.phases
  const phases = [first, { ...second, duration: 3000, newSurvivalRate: 0 }]
  const link = cli(['link', '-'], JSON.stringify({ ...spike, model, program: { ...spike.program, phases } }))
  return `${link.trim()}&map=1`
}

/**
 * Traces from here on. @returns what ends it: the tasks of any page's main thread in CPU milliseconds, the longest and all
 *
 * @param {import('@playwright/test').Browser} browser
 */
async function traceTasks(browser) {
  const session = await browser.newBrowserCDPSession()
  /** @type {{name: string, pid: number, tid: number, tdur?: number, args?: {name?: string}}[]} */
  const events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(.../** @type {any} */ (value)))
  const includedCategories = ['toplevel', 'disabled-by-default-devtools.timeline', '__metadata']
  await session.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig: { includedCategories } })
  return async () => {
    const end = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
    await session.send('Tracing.end')
    await end
    await session.detach()
    const idOf = (/** @type {{pid: number, tid: number}} */ { pid, tid }) => `${pid}:${tid}`
    const mains = new Set(events.filter(({ args }) => args?.name === 'CrRendererMain').map(idOf))
    const isTask = (/** @type {string} */ name) => name === 'ThreadControllerImpl::RunTask'
    const tasks = events.filter((event) => isTask(event.name) && mains.has(idOf(event)))
    const times = tasks.map(({ tdur = 0 }) => tdur / 1000)
    return { longest: Math.round(Math.max(0, ...times)), all: times.reduce((sum, time) => sum + time, 0) }
  }
}

function isWhole() {
  return document.querySelector('.map-progress')?.textContent === ''
}

/** @param {number} step */
function measureChange(step) {
  /** @type {HTMLInputElement} */
  const slider = /** @type {any} */ (document.querySelector('input[name=otherMemory]'))
  const progress = /** @type {Element} */ (document.querySelector('.map-progress'))
  return new Promise((/** @type {(times: {first: number, whole: number, longest: number}) => void} */ done) => {
    let longest = 0
    let last = performance.now()
    let isRunning = true
    const onFrame = () => {
      const now = performance.now()
      longest = Math.max(longest, now - last)
      last = now
      if (isRunning) requestAnimationFrame(onFrame)
    }
    const begun = performance.now()
    let first = 0
    const observer = new MutationObserver(() => {
      const text = progress.textContent ?? ''
      const now = Math.round(performance.now() - begun)
      if (first === 0 && text !== 'simulating…') first = now
      if (text !== '') return
      observer.disconnect()
      isRunning = false
      done({ first, whole: now, longest: Math.round(longest) })
    })
    observer.observe(progress, { characterData: true, childList: true, subtree: true })
    requestAnimationFrame(onFrame)
    const key = step > 0 ? 'ArrowRight' : 'ArrowLeft'
    slider.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  })
}

/**
 * What a step of a handle by the arrow keys takes the main thread, in CPU milliseconds.
 *
 * @param {import('@playwright/test').Page} page
 * @param {string} handle
 */
async function measureSteps(page, handle) {
  const endTrace = await traceTasks(browser)
  await page.locator(handle).focus()
  for (let i = 0; i < STEPS; i++) {
    await page.keyboard.press(i % 2 === 0 ? 'ArrowRight' : 'ArrowLeft')
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0))))
  }
  return Math.round((10 * (await endTrace()).all) / STEPS) / 10
}

/** @param {number[]} numbers */
function leastAndMedian(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return `${sorted[0]}, ${sorted[Math.floor(sorted.length / 2)]}`
}
