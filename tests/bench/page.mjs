// How the built page keeps up while a slider is dragged and while one draws: script time per update, longest frame.
//
// Method: the mouse takes hold of the slider, or of a level in the program editor, and moves, one step per MOVE_MS, over
// the real event path of the browser (its own input events, without the listeners that a test library adds). A trace of the page's main thread is cut at each `input` event; an update's script time is the time in which
// any script of the page ran (event handlers, microtasks, animation frames, timers, messages, whatever they force of
// style and layout included) from its `input` event (drawing: `pointermove`) to the next. Long frames are those that the
// browser itself reports as long animation frames (over 50 ms, with rendering); where it reports none, the longest frame
// is the longest task of the main thread, scripts or rendering.
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium, LAUNCH_ARGS } from '../tools/chromium.mjs'
import { serve } from '../tools/serve.mjs'
import { cutUpdates, summarize } from '../tools/trace.mjs'

const UPDATES = 200
const WARM_UP_UPDATES = 60
const MOVE_MS = 33

/** Parts of the slider's length between which the pointer goes to and fro, from where its thumb stands. */
const WIDE = 0.45
const NARROW = 0.06

/** The second takes 3,185 cycles, and near 3,000 as long as its limit stays far below the live heap: hence the narrow drag. */
const CASES = [
  { name: 'default', link: '', slider: 'gogc', reach: WIDE, cycles: 12 },
  { name: 'default', link: '#v=1&preset=spike&memoryLimit=64MiB', slider: 'memoryLimit', reach: WIDE, cycles: 12 },
  { name: '3,000 cycles', link: '#v=1&preset=spike&memoryLimit=1MiB', slider: 'gogc', reach: WIDE, cycles: 2500 },
  {
    name: '3,000 cycles',
    link: '#v=1&preset=spike&gogc=off&memoryLimit=1MiB',
    slider: 'memoryLimit',
    reach: NARROW,
    cycles: 2500,
  },
]

/** Drawing: a level of the live heap is dragged up and down in the program editor. */
const DRAWN = 'Phase 2: live heap at its end'
const DRAW_CASES = [
  { name: 'default', link: '', cycles: 12 },
  { name: '3,000 cycles', link: '#v=1&preset=spike&memoryLimit=1MiB', cycles: 2500 },
]
/** Pixels up and down from where the level stands. */
const DRAW_REACH = 12

const root = fileURLToPath(new URL('../../dist', import.meta.url))
if (!existsSync(root)) throw new Error('nothing built yet: npm run build')
const site = await serve({ root, port: 0 })
const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS })
console.log('%s, %d updates per drag\n', browser.version(), UPDATES)
/** @type {Record<string, object>} */
const table = {}
for (const one of CASES) table[`${one.name}, slider ${one.slider}`] = await measure(one)
for (const one of DRAW_CASES) table[`${one.name}, drawing`] = await measureDrawing(one)
console.table(table)
await browser.close()
site.close()

/** @param {typeof CASES[number]} one */
async function measure({ link, slider, reach, cycles }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(observeLongFrames)
  await page.goto(site.url + link, { waitUntil: 'networkidle' })
  const atStart = await readCycles(page)
  if (!(atStart >= cycles)) throw new Error(`${link || 'the page'} shows ${atStart} cycles, not at least ${cycles}`)
  const track = await findTrack(page, slider)
  const session = await page.context().newCDPSession(page)
  await page.mouse.move(track.thumb, track.y)
  await page.mouse.down()
  await drag(session, track, reach, WARM_UP_UPDATES)
  const longBefore = await readLongFrames(page)
  const events = await record(session, () => drag(session, track, reach, UPDATES))
  const long = (await readLongFrames(page)).slice(longBefore.length)
  await page.mouse.up()
  const atEnd = await readCycles(page)
  await page.close()
  return report(`${atStart}–${atEnd}`, cutUpdates(events), long)
}

/** @param {typeof DRAW_CASES[number]} one */
async function measureDrawing({ link, cycles }) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.addInitScript(observeLongFrames)
  await page.goto(site.url + link, { waitUntil: 'networkidle' })
  const atStart = await readCycles(page)
  if (!(atStart >= cycles)) throw new Error(`${link || 'the page'} shows ${atStart} cycles, not at least ${cycles}`)
  await page.getByRole('button', { name: 'Edit program' }).click()
  const handle = page.getByRole('slider', { name: DRAWN }).locator('.dot')
  await handle.scrollIntoViewIfNeeded()
  // The page scrolls the charts to its top when the editor opens.
  await sleep(1000)
  const box = await handle.boundingBox()
  if (!box) throw new Error(`no "${DRAWN}" to drag`)
  const session = await page.context().newCDPSession(page)
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  const draw = async (/** @type {number} */ moves) => {
    for (let i = 1; i <= moves; i++) {
      const place = (2 * i) % (2 * DRAW_REACH + 1)
      await move(session, x, y - place)
      await sleep(MOVE_MS)
    }
  }
  await page.mouse.move(x, y)
  await page.mouse.down()
  await draw(WARM_UP_UPDATES)
  const longBefore = await readLongFrames(page)
  const events = await record(session, () => draw(UPDATES))
  const long = (await readLongFrames(page)).slice(longBefore.length)
  await page.mouse.up()
  const atEnd = await readCycles(page)
  await page.close()
  return report(`${atStart}–${atEnd}`, cutUpdates(events, 'pointermove'), long)
}

/**
 * @param {string} cycles
 * @param {{updates: number[], longestTaskMs: number}} cut
 * @param {readonly number[]} long
 */
function report(cycles, { updates, longestTaskMs }, long) {
  return {
    cycles,
    updates: updates.length,
    ...summarize(updates),
    'longest frame ms': Math.max(longestTaskMs, ...long).toFixed(1),
    'frames over 50 ms': long.length,
  }
}

/**
 * The number of cycles that the page shows among its results.
 *
 * @param {import('@playwright/test').Page} page
 */
async function readCycles(page) {
  const text = await page.locator('.result-cycles .number').textContent()
  return Number(text?.replace(/\D/g, ''))
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 */
async function findTrack(page, name) {
  const input = page.locator(`input[type=range][name=${name}]`)
  await input.scrollIntoViewIfNeeded()
  const box = await input.boundingBox()
  if (!box) throw new Error(`no slider ${name} to drag`)
  const share = await input.evaluate((/** @type {HTMLInputElement} */ { value, min, max }) => {
    const [from, to] = [Number(min || 0), Number(max || 100)]
    return (Number(value) - from) / (to - from)
  })
  // A thumb stands half its width inside the ends of its track.
  const inset = box.height / 2
  return {
    thumb: box.x + inset + share * (box.width - 2 * inset),
    y: box.y + box.height / 2,
    left: box.x,
    width: box.width,
  }
}

/**
 * Moves to and fro between the thumb's place and `reach` of the track from it, towards the farther end.
 *
 * @param {import('@playwright/test').CDPSession} session
 * @param {{thumb: number, y: number, left: number, width: number}} track
 * @param {number} reach
 * @param {number} moves
 */
async function drag(session, { thumb, y, left, width }, reach, moves) {
  const towards = thumb - left < width / 2 ? 1 : -1
  const stretch = Math.round(reach * width)
  // Two pixels a step, and one more at each turn, so that no two neighbouring places are the same.
  for (let i = 1; i <= moves; i++) {
    const place = (2 * i) % (2 * stretch)
    const away = place <= stretch ? place : 2 * stretch - place
    await move(session, thumb + towards * away, y)
    await sleep(MOVE_MS)
  }
}

/**
 * The pointer, held down, to a place on the page.
 *
 * @param {import('@playwright/test').CDPSession} session
 * @param {number} x
 * @param {number} y
 */
async function move(session, x, y) {
  await session.send('Input.dispatchMouseEvent', { type: 'mouseMoved', x, y, button: 'left', buttons: 1 })
}

/**
 * @param {import('@playwright/test').CDPSession} session
 * @param {() => Promise<void>} act
 */
async function record(session, act) {
  /** @type {import('../tools/trace.mjs').TraceEvent[]} */
  const events = []
  session.on('Tracing.dataCollected', ({ value }) => events.push(.../** @type {any} */ (value)))
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
  const categories = ['toplevel', 'devtools.timeline', 'disabled-by-default-v8.compile', 'v8.execute']
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: categories, excludedCategories: ['*'] },
  })
  await act()
  await session.send('Tracing.end')
  await complete
  return events
}

function observeLongFrames() {
  /** @type {number[]} */
  const durations = []
  Reflect.set(window, 'longFrames', durations)
  const observer = new PerformanceObserver((list) =>
    durations.push(...list.getEntries().map((entry) => entry.duration)),
  )
  observer.observe({ type: 'long-animation-frame', buffered: true })
}

/**
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<number[]>}
 */
function readLongFrames(page) {
  return page.evaluate(() => Reflect.get(window, 'longFrames'))
}
