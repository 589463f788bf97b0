// Fifty figures on one page of somebody else's: the time until every one in sight has its picture, and the CPU time that it
// takes, so that other work on the machine counts as little as can be: `npm run bench:figures`. Beside it the same pictures as
// plain HTML, with no script but the one that says that it is there: less than that no fifty frames can take.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { fileURLToPath } from 'node:url'
import { chromium } from '@playwright/test'
import { findChromium, LAUNCH_ARGS } from '../tools/chromium.mjs'
import { readNginxHeaders } from '../tools/nginx-headers.mjs'
import { findFreePort, serve } from '../tools/serve.mjs'

const COUNT = 50
const PRESETS = ['spike', 'steady', 'thrash', 'headroom', 'thrash-capped']
const TRIES = 3
const SIZE = { width: 1280, height: 800 }

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
  [
    '<iframe loading="lazy">, one below the other',
    2,
    (url, link) => frame(`${url}embed.html${link}`, 'width:100%;height:520px'),
  ],
  ['<iframe>, all fifty in sight', COUNT, (url, link) => frame(`${url}embed.html${link}`, 'width:19%;height:70px')],
  ['the same as plain HTML, all fifty in sight', COUNT, () => frame('/still', 'width:19%;height:70px')],
]

const root = fileURLToPath(new URL('../../dist', import.meta.url))
const headersOf = readNginxHeaders(fileURLToPath(new URL('../../hosting/nginx.conf', import.meta.url)))
const { url, close } = await serve({ root, port: await findFreePort(), headersOf })
const still = await takeStill()
for (const [name, inSight, figure] of PAGES) {
  /** @type {Awaited<ReturnType<typeof open>>[]} */
  const tries = []
  for (let i = 0; i < TRIES; i++) tries.push(await open(figure, inSight))
  const middle = (/** @type {(one: Awaited<ReturnType<typeof open>>) => number} */ of) =>
    tries.map(of).sort((a, b) => a - b)[TRIES >> 1] ?? 0
  console.log(
    `${name}: ${inSight} in sight after ${middle(({ seconds }) => seconds).toFixed(2)} s, ${middle(({ cpu }) => cpu).toFixed(2)} s of CPU time until all is quiet; ${middle(({ frames }) => frames)} of ${COUNT} drawn`,
  )
}
close()

/**
 * @param {string} src
 * @param {string} style
 */
function frame(src, style) {
  return `<iframe sandbox="allow-scripts" loading="lazy" src="${src}" style="${style};border:0"></iframe>`
}

/** A frame's page as it looks once it has drawn, as HTML that says so. */
async function takeStill() {
  const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS })
  try {
    const page = await browser.newPage({ viewport: { width: 243, height: 70 } })
    await page.goto(`${url}embed.html#v=1&preset=spike`)
    await page.waitForSelector('.heap-chart .area.live[d]')
    const body = await page.evaluate(() => document.getElementById('embed')?.outerHTML)
    return `<!doctype html><title>Still</title><style>${readFileSync(`${root}/embed-frame.css`, 'utf8')}</style>${body}
      <script>parent.postMessage({ type: 'sawtooth:resize' }, '*')</script>`
  } finally {
    await browser.close()
  }
}

/**
 * In a browser of its own, which has nothing in its caches. Nothing looks into the page or its frames: to do so costs more
 * than a frame does. The page itself says when it has heard of every frame in sight, which speak when they draw.
 *
 * @param {(url: string, link: string) => string} figure
 * @param {number} inSight
 */
async function open(figure, inSight) {
  const host = await serveHost(figure, inSight)
  const browser = await chromium.launch({ executablePath: findChromium(), args: LAUNCH_ARGS })
  try {
    const system = await browser.newBrowserCDPSession()
    const before = await cpuOf(system)
    await system.send('Target.createTarget', { url: host.url, ...SIZE })
    const seconds = await host.isPainted
    // What is loaded ahead of sight costs something after that.
    let cpu = await cpuOf(system)
    for (let last = 0; cpu - last > 0.02; ) {
      last = cpu
      await new Promise((passed) => setTimeout(passed, 1000))
      cpu = await cpuOf(system)
    }
    return { seconds, cpu: cpu - before, frames: host.drawn() }
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

/**
 * @param {(url: string, link: string) => string} figure
 * @param {number} inSight
 */
async function serveHost(figure, inSight) {
  const figures = Array.from({ length: COUNT }, (_, i) =>
    figure(url, `#v=1&amp;preset=${PRESETS[i % PRESETS.length]}&amp;gogc=${50 + i}`),
  )
  const html = `<!doctype html><title>Fifty</title><script>
      const heard = new Set()
      const tell = () => fetch('/painted?' + performance.now(), { method: 'POST' })
      addEventListener('message', ({ data, source }) => {
        if (data.type !== 'sawtooth:resize' || heard.has(source)) return
        heard.add(source)
        if (heard.size === ${inSight}) requestAnimationFrame(() => requestAnimationFrame(tell))
        if (heard.size > ${inSight}) fetch('/drawn', { method: 'POST' })
      })
    </script><script src="${url}embed.js" async></script>${figures.join('\n')}`
  let drawn = inSight
  /** @type {(seconds: number) => void} */
  let onPainted
  const isPainted = /** @type {Promise<number>} */ (
    new Promise((resolve) => {
      onPainted = resolve
    })
  )
  const server = createServer(({ url: asked = '' }, response) => {
    if (asked === '/drawn') drawn++
    if (asked.startsWith('/painted')) onPainted(Number(asked.split('?')[1]) / 1000)
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(asked === '/still' ? still : asked === '/' ? html : '')
  })
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)))
  const address = /** @type {import('node:net').AddressInfo} */ (server.address())
  const close = () => server.close()
  return { url: `http://127.0.0.1:${address.port}/`, isPainted, drawn: () => drawn, close }
}
