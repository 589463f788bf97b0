// What a frame costs while a run is played, in the built page: `npm run bench:playback`. CPU milliseconds of the main thread per frame,
// so that other work on the machine counts as little as can be.

import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium } from '../tools/chromium.mjs'
import { findFreePort, serve } from '../tools/serve.mjs'

const SECONDS = 5
const RUNS = [
  ['default', '#v=1&preset=spike'],
  ['runtime model', '#v=1&preset=spike&model=runtime'],
  ['some 3,000 cycles', '#v=1&preset=spike&gogc=off&memoryLimit=10MiB'],
]

const root = fileURLToPath(new URL('../../dist', import.meta.url))
const { url, close } = await serve({ root, port: await findFreePort() })
const browser = await chromium.launch({ executablePath: await findChromium(), args: ['--no-sandbox'] })
for (const [name, link] of RUNS) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
  await page.goto(url + link)
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await page.getByRole('button', { name: 'Heap blocks' }).click()
  const client = await page.context().newCDPSession(page)
  await client.send('Performance.enable', { timeDomain: 'threadTicks' })
  const read = async () => {
    const { metrics } = await client.send('Performance.getMetrics')
    return new Map(metrics.map(({ name, value }) => [name, value]))
  }
  const before = await read()
  const frames = await page.evaluate(async (seconds) => {
    let count = 0
    const end = performance.now() + seconds * 1000
    while (performance.now() < end) {
      await new Promise(requestAnimationFrame)
      count++
    }
    return count
  }, SECONDS)
  const after = await read()
  const spent = (/** @type {string} */ key) => (after.get(key) ?? 0) - (before.get(key) ?? 0)
  const cycles = await page.locator('.result-cycles .number').textContent()
  const ms = (/** @type {string} */ key) => ((1000 * spent(key)) / frames).toFixed(2)
  console.log(
    `${name} (${cycles?.trim()} cycles): ${ms('TaskDuration')} ms a frame, ${ms('ScriptDuration')} of them script; ${(frames / SECONDS).toFixed(0)} frames a second`,
  )
  await page.close()
}
await browser.close()
close()
