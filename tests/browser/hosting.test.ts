import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from '@playwright/test'
import { readNginxHeaders } from '../tools/nginx-headers.mjs'
import { findFreePort, serve } from '../tools/serve.mjs'
import { createHost, findFrames, frameHtml } from './support/host.ts'

test('any page may frame the figure, only ours the app', async ({ page, baseURL }) => {
  const host = await createHost(
    `<iframe name="figure" src="${baseURL}embed.html"></iframe><iframe name="app" src="${baseURL}"></iframe>`,
  )
  await page.goto(host.url)
  await expect(page.frameLocator('[name=figure]').locator('.heap-chart')).toBeVisible()
  await expect.poll(() => page.frame('app')?.url()).toContain('chrome-error')
  host.close()
})

test('caches hashed files for ever and a frame’s scripts for a minute, and revalidates all others', async ({
  page,
}) => {
  const headerOf = async (path: string, name: string) => (await page.request.get(path)).headers()[name]
  await page.goto('./')
  const script = await page.locator('script[type=module]').getAttribute('src')
  expect(await headerOf(script ?? '', 'cache-control')).toContain('immutable')
  const frameScripts = ['frame', 'runtime', 'map', 'packed', 'presets', 'player'].map((name) => `./embed-${name}.js`)
  const ofFrame = ['./embed-frame.css', ...frameScripts]
  for (const file of ['./', './embed.html', './embed.js', './service-worker.js'])
    expect(await headerOf(file, 'cache-control'), file).toBe('no-cache')
  for (const file of ofFrame) expect(await headerOf(file, 'cache-control'), file).toBe('max-age=60')
  for (const file of ['./', './embed.html', './embed.js', script ?? ''])
    expect(await headerOf(file, 'x-frame-options'), file).toBeUndefined()
  for (const file of ['./embed.js', ...ofFrame])
    expect(await headerOf(file, 'cross-origin-resource-policy'), file).toBe('cross-origin')
})

test('the figures of a page that keep their origin load their script and style once', async ({ page }) => {
  const headersOf = readNginxHeaders('hosting/nginx.conf')
  const asked: string[] = []
  const site = await serve({
    root: resolve('dist'),
    port: await findFreePort(),
    headersOf: (path, status) => {
      asked.push(path)
      return headersOf(path, status)
    },
  })
  const links = ['spike', 'steady', 'thrash', 'dynamic', 'guide-50', 'guide-200'].map((id) => `#v=1&preset=${id}`)
  // Without an origin of its own each frame has a cache of its own in browsers that isolate sites.
  const sandbox = 'allow-scripts allow-same-origin'
  const host = await createHost(links.map((link) => frameHtml(site.url, link, { height: 100, sandbox })).join(''))
  await page.goto(host.url)
  await findFrames(page, links.length)
  expect(asked.filter((path) => path === '/embed.html')).toHaveLength(links.length)
  expect(asked.filter((path) => /frame/.test(path)).sort()).toEqual(['/embed-frame.css', '/embed-frame.js'])
  host.close()
  site.close()
})

test('if a sandbox blocks the app’s script, the address is shown to copy', async ({ page, baseURL, context }) => {
  const html = frameHtml(baseURL, '#v=1&preset=spike&gogc=50', { sandbox: 'allow-scripts allow-popups', height: 900 })
  const host = await createHost(html)
  await page.goto(host.url)
  const [frame] = await findFrames(page, 1)
  const opening = context.waitForEvent('page')
  await frame!.getByRole('link', { name: 'Open in Sawtooth' }).click()
  const tab = await opening
  await expect(tab.getByRole('alert')).toContainText(`new tab: ${baseURL}#v=1&preset=spike&gogc=50`)
  host.close()
})

test('opened from a file, the app says how it is opened', async ({ page }) => {
  await page.goto(pathToFileURL(resolve('dist/index.html')).href)
  await expect(page.getByRole('alert')).toContainText('npm run build:single')
})

for (const [what, path] of [
  ['the app', '%23v=1&preset=steady&gogc=50'],
  ['the app, encoded twice', '%2523v%3D1%26preset%3Dsteady%26gogc%3D50'],
  ['the app by its file', 'index.html%23v=1&preset=steady&gogc=50'],
  ['the figure', 'embed.html%23v=1&preset=steady&gogc=50'],
] as const)
  test(`a link whose # became %23 opens ${what}`, async ({ page, baseURL }) => {
    expect((await page.goto(`${baseURL}${path}`))?.status()).toBe(404)
    await expect(page.locator('.heap-chart')).toBeVisible()
    expect(new URL(page.url()).hash).toMatch(/^#v(=|%3D)1/)
    await expect(page.getByRole('slider', { name: /^GOGC/ }).first()).toHaveAttribute('aria-valuetext', /50/)
    await expect(page.getByText(/damaged/)).toHaveCount(0)
  })

for (const path of ['learn.html%23lesson=a-spike&step=2', 'learn.html%2523lesson%3Da-spike%26step%3D2'])
  test(`a link whose # became %23 opens a step of a lesson: ${path}`, async ({ page, baseURL }) => {
    await page.goto(`${baseURL}${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('A spike')
    await expect(page.locator('[aria-current="step"]')).toHaveText('2')
  })

test('an unknown address says so, and links to the app', async ({ page, baseURL }) => {
  await page.goto(`${baseURL}nothing-here`)
  // In the type and on the paper of the other pages.
  await expect(page.locator('body')).toHaveCSS('font-family', /Segoe UI/)
  await page.getByRole('link', { name: 'Open the simulator' }).click()
  await expect(page.locator('.heap-chart')).toBeVisible()
  await expect(page).toHaveURL(/\/some\/sub\/path\//)
})
