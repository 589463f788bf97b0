// Fifty figures on one page of somebody else's: the time until every one in sight has its picture, and the CPU time that it
// takes, so that other work on the machine counts as little as can be: `npm run bench:figures`.
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium, LAUNCH_ARGS } from '../tools/chromium.mjs'
import { findFreePort, serve } from '../tools/serve.mjs'

const COUNT = 50
const PRESETS = ['spike', 'steady', 'thrash', 'headroom', 'thrash-capped']
const TRIES = 3

/**
 * How the figures stand on the page, and how many of them are in sight.
 *
 * @type {readonly (readonly [name: string, inSight: number, figure: (url: string, link: string) => string])[]}
 */
const PAGES = [
  [
    '<sawtooth-figure>, one below the other',
    1,
    (url, link) => `<sawtooth-figure src="${url}${link}"></sawtooth-figure>`,
  ],
  ['<iframe loading="lazy">, one below the other', 2, (url, link) => frame(url, link, 'width:100%;height:520px')],
  ['<iframe>, all fifty in sight', COUNT, (url, link) => frame(url, link, 'width:19%;height:70px')],
]

const root = fileURLToPath(new URL('../../dist', import.meta.url))
const { url, close } = await serve({ root, port: await findFreePort() })
for (const [name, inSight, figure] of PAGES) {
  /** @type {Awaited<ReturnType<typeof open>>[]} */
  const tries = []
  for (let i = 0; i < TRIES; i++) tries.push(await open(figure, inSight))
  const middle = (/** @type {(one: Awaited<ReturnType<typeof open>>) => number} */ of) =>
    tries.map(of).sort((a, b) => a - b)[TRIES >> 1] ?? 0
  console.log(
    `${name}: ${inSight} in sight after ${middle(({ seconds }) => seconds).toFixed(2)} s, ${middle(({ cpu }) => cpu).toFixed(2)} s of CPU time until all is quiet; ${middle(({ frames }) => frames)} of ${COUNT} loaded`,
  )
}
close()

/**
 * @param {string} url
 * @param {string} link
 * @param {string} style
 */
function frame(url, link, style) {
  return `<iframe sandbox="allow-scripts" loading="lazy" src="${url}embed.html${link}" style="${style};border:0"></iframe>`
}

/**
 * In a browser of its own, which has nothing in its caches.
 *
 * @param {(url: string, link: string) => string} figure
 * @param {number} inSight
 */
async function open(figure, inSight) {
  const host = await serveHost(figure)
  const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS })
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } })
    const system = await browser.newBrowserCDPSession()
    const before = await cpuOf(system)
    const start = Date.now()
    await page.goto(host.url, { waitUntil: 'commit' })
    await page.waitForFunction((count) => Reflect.get(window, 'heard')?.size >= count, inSight, { polling: 20 })
    const loaded = () => page.frames().filter((one) => one.url().includes('embed.html'))
    const drawn = () => Promise.all(loaded().map((one) => one.locator('.heap-chart .area.live').count()))
    while ((await drawn()).filter(Boolean).length < inSight) await new Promise((passed) => setTimeout(passed, 20))
    const seconds = (Date.now() - start) / 1000
    // What is loaded ahead of sight costs something after that.
    let cpu = await cpuOf(system)
    for (let last = 0; cpu - last > 0.02; ) {
      last = cpu
      await new Promise((passed) => setTimeout(passed, 1000))
      cpu = await cpuOf(system)
    }
    return { seconds, cpu: cpu - before, frames: loaded().length }
  } finally {
    await browser.close()
    host.close()
  }
}

/**
 * Seconds of CPU time of all the browser's processes.
 *
 * @param {import('@playwright/test').CDPSession} system
 */
async function cpuOf(system) {
  const { processInfo } = await system.send('SystemInfo.getProcessInfo')
  return processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0)
}

/** @param {(url: string, link: string) => string} figure */
async function serveHost(figure) {
  const figures = Array.from({ length: COUNT }, (_, i) =>
    figure(url, `#v=1&amp;preset=${PRESETS[i % PRESETS.length]}&amp;gogc=${50 + i}`),
  )
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(`<!doctype html><title>Fifty</title><script>
      heard = new Set()
      addEventListener('message', ({ data, source }) => { if (data.type === 'sawtooth:resize') heard.add(source) })
    </script><script src="${url}embed.js" async></script>${figures.join('\n')}`)
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://127.0.0.1:${address.port}/`, close: () => server.close() }
}
