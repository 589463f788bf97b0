// How long the built page takes from a change of the program to the first whole picture of its map (16 × 12), and to the
// whole map (64 × 48); and its longest frame meanwhile. The change is one step of a slider; the times are taken in the page,
// where its words on the map's progress change.
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium, LAUNCH_ARGS } from '../tools/chromium.mjs'
import { serve } from '../tools/serve.mjs'

const CASES = [
  '#v=1&preset=spike&map=1',
  '#v=1&preset=spike&model=runtime&map=1',
  '#v=1&preset=relative-goals-25-small&model=runtime&map=1',
]
const ROUNDS = 3

const root = fileURLToPath(new URL('../../dist', import.meta.url))
if (!existsSync(root)) throw new Error('nothing built yet: npm run build')
const site = await serve({ root, port: 0 })
const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS })
console.log('%s, medians of %d changes', browser.version(), ROUNDS)
for (const link of CASES) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(site.url + link, { waitUntil: 'networkidle' })
  await page.waitForFunction(isWhole, undefined, { timeout: 120_000 })
  const rounds = []
  for (let i = 0; i < ROUNDS; i++) rounds.push(await page.evaluate(measureChange, i % 2 === 0 ? 1 : -1))
  await page.close()
  const row = {
    'first picture, ms': median(rounds.map(({ first }) => first)),
    'whole, ms': median(rounds.map(({ whole }) => whole)),
    'longest frame, ms': Math.max(...rounds.map(({ longest }) => longest)),
  }
  console.log(link, row)
}
await browser.close()
site.close()

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

/** @param {number[]} numbers */
function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]
}
