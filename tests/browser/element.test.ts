import { expect, test } from '@playwright/test'
import { PARTS } from '../../src/share/parts.ts'
import { freshTest } from './support/fresh.ts'
import { createHost, findFrames, frameHtml } from './support/host.ts'
import { waitForQuiet } from './support/quiet.ts'
import { watch } from './support/watch.ts'

const script = (baseURL: string | undefined) => `<script src="${baseURL}embed.js"></script>`

test('two elements on one page share nothing', async ({ page, baseURL }) => {
  const host = await createHost(`${script(baseURL)}
    <sawtooth-figure id="a" preset="spike" gogc="50"></sawtooth-figure>
    <sawtooth-figure id="b" src="${baseURL}#v=1&amp;preset=spike&amp;gogc=200" theme="dark" hide="title, results"></sawtooth-figure>`)
  const { complaints } = watch(page)
  await page.setViewportSize({ width: 900, height: 2000 })
  await page.goto(host.url)
  const [a, b] = await findFrames(page, 2)
  const field = 'input[name=gogc-text]'
  await expect(a!.locator(field)).toHaveValue('50')
  await expect(b!.locator(field)).toHaveValue('200')
  await expect(b!.locator('h1')).toHaveCount(0)
  await a!.locator(field).fill('off')
  await page.keyboard.press('Enter')
  await expect(a!.locator('.result-cycles .number')).toHaveText('0')
  await expect(b!.locator(field)).toHaveValue('200')
  expect(
    await page.locator('#a').evaluate((host) => host.shadowRoot?.querySelector('iframe')?.getAttribute('sandbox')),
  ).toBe('allow-scripts allow-popups allow-downloads')
  expect(complaints).toEqual([])
  host.close()
})

freshTest('follows its attributes without loading anew or a step in the history', async ({ page, baseURL }) => {
  const host = await createHost(`${script(baseURL)}<sawtooth-figure preset="spike"></sawtooth-figure>`)
  const { requests } = watch(page)
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  const before = await page.evaluate(() => history.length)
  const asked = requests.length
  await page.locator('sawtooth-figure').evaluate((figure) => {
    figure.setAttribute('gogc', '200')
    figure.setAttribute('memory-limit', '60MiB')
    figure.setAttribute('hide', 'cpu')
    figure.setAttribute('theme', 'dark')
  })
  await expect(frame!.locator('input[name=gogc-text]')).toHaveValue('200')
  await expect(frame!.locator('input[name=memoryLimit-text]')).toHaveValue('60MiB')
  await expect(frame!.locator('.cpu-chart')).toHaveCount(0)
  expect(await frame!.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
  await page.locator('sawtooth-figure').evaluate((figure) => figure.removeAttribute('gogc'))
  await expect(frame!.locator('input[name=gogc-text]')).toHaveValue('100')
  expect(requests.slice(asked)).toEqual([])
  expect(await page.evaluate(() => history.length)).toBe(before)
  host.close()
})

test('is as high as its figure asks for, and ignores messages of others', async ({ page, baseURL }) => {
  const host = await createHost(`${script(baseURL)}<sawtooth-figure></sawtooth-figure>`)
  await page.setViewportSize({ width: 900, height: 1400 })
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  // Without attributes it shows the first preset, and no message.
  await expect(frame!.locator('.notice')).toHaveCount(0)
  const height = () => page.locator('sawtooth-figure').evaluate((figure) => figure.getBoundingClientRect().height)
  const overflow = () => frame!.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await expect.poll(overflow).toBeLessThanOrEqual(0)
  const all = await height()
  await page.evaluate(() => postMessage({ type: 'sawtooth:resize', v: 1, height: 50 }, '*'))
  await page
    .locator('sawtooth-figure')
    .evaluate((figure) => figure.setAttribute('hide', 'cpu.procs.other-memory.cpu-limiter'))
  await expect.poll(height).toBeLessThan(all)
  expect(await height()).toBeGreaterThan(50)
  await page.locator('sawtooth-figure').evaluate((figure) => figure.setAttribute('height', '333'))
  await expect.poll(height).toBe(333)
  host.close()
})

test('is high enough for all of its figure, whatever is hidden and however narrow it is', async ({ page, baseURL }) => {
  const names = PARTS.map(({ name }) => name)
  const hidden = ['', ...names, names.join(' ')]
  const figures = hidden.map((hide) => `<sawtooth-figure preset="spike" hide="${hide}"></sawtooth-figure>`)
  const host = await createHost(script(baseURL) + figures.join(''))
  await page.setViewportSize({ width: 916, height: 12_000 })
  await page.goto(host.url)
  const frames = await findFrames(page, figures.length)
  const findCut = async () => {
    const beyond = await Promise.all(
      frames.map((frame) =>
        frame
          .getByRole('link', { name: 'Open in Sawtooth' })
          .evaluate((link) => Math.ceil(link.getBoundingClientRect().bottom - innerHeight)),
      ),
    )
    return hidden.filter((_, i) => beyond[i]! > 0)
  }
  for (const width of [320, 640, 700, 900]) {
    // The host's own margins beside it.
    await page.setViewportSize({ width: width + 16, height: 12_000 })
    await expect
      .poll(() => Promise.all(frames.map((frame) => frame.evaluate(() => innerWidth))))
      .toEqual(hidden.map(() => width))
    await expect.poll(findCut, `at ${width} pixels`).toEqual([])
  }
  host.close()
})

test('tells the page what the reader has changed', async ({ page, baseURL }) => {
  const host = await createHost(`${script(baseURL)}<sawtooth-figure preset="spike" hide="procs"></sawtooth-figure>
    <script>changes = []; addEventListener('sawtooth-change', (event) => changes.push(event.detail.link))</script>`)
  await page.setViewportSize({ width: 900, height: 1400 })
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  await frame!.locator('input[name=cpuLimiter]').click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'changes')))
    .toEqual(['#v=1&preset=spike&cpuLimiter=true&hide=procs'])
  host.close()
})

test('opens the app outside the sandbox, with what the reader has set', async ({ page, baseURL, context }) => {
  const host = await createHost(`${script(baseURL)}<sawtooth-figure preset="spike" gogc="50"></sawtooth-figure>`)
  await page.setViewportSize({ width: 900, height: 1400 })
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  const opening = context.waitForEvent('page')
  await frame!.getByRole('link', { name: 'Open in Sawtooth' }).click()
  const app = await opening
  await expect(app.locator('input[name=gogc-text]')).toHaveValue('50')
  expect(await app.evaluate(() => [self.origin, opener])).toEqual([new URL(baseURL ?? '').origin, null])
  host.close()
})

test('waits until it is near the screen', async ({ page, baseURL }) => {
  const host = await createHost(
    `${script(baseURL)}<div style="height:20000px"></div><sawtooth-figure preset="spike"></sawtooth-figure>`,
  )
  const { requests } = watch(page)
  await page.goto(host.url)
  await waitForQuiet(page)
  expect(requests.filter((url) => url.includes('embed.html'))).toEqual([])
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  const [frame] = await findFrames(page, 1)
  await expect(frame!.locator('.heap-chart')).toBeVisible()
  host.close()
})

test('computes and draws nothing out of sight, and starts once it is visible', async ({ page, baseURL }) => {
  const host = await createHost(`<div style="height:5000px"></div>${frameHtml(baseURL, '#v=1&preset=spike')}`)
  await page.goto(host.url)
  await expect.poll(() => page.frames().length).toBe(2)
  const frame = page.frames()[1]!
  await frame.waitForFunction(() => document.readyState === 'complete')
  expect(await frame.evaluate(() => document.querySelectorAll('h1, .heap-chart, .number').length)).toBe(0)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await frame.waitForSelector('.heap-chart .area.live')
  host.close()
})

test('is printed even out of sight', async ({ page, baseURL }) => {
  const host = await createHost(`<div style="height:5000px"></div>${frameHtml(baseURL, '#v=1&preset=spike')}`)
  await page.goto(host.url)
  await expect.poll(() => page.frames().length).toBe(2)
  const frame = page.frames()[1]!
  await frame.waitForFunction(() => document.readyState === 'complete')
  await frame.evaluate(() => dispatchEvent(new Event('beforeprint')))
  await expect(frame.locator('.heap-chart .area.live')).toHaveCount(1)
  host.close()
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('is a plain link', async ({ page, baseURL }) => {
    const host = await createHost(
      `${script(baseURL)}<sawtooth-figure preset="spike"><a href="${baseURL}#v=1">The spike</a></sawtooth-figure>`,
    )
    await page.goto(host.url)
    await expect(page.getByRole('link', { name: 'The spike' })).toBeVisible()
    host.close()
  })
})
