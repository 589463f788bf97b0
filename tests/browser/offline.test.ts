import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { readBuild, toList } from '../../build/offline.ts'
import { serve } from '../tools/serve.mjs'
import { freshTest as test } from './support/fresh.ts'
import { readViolations, recordViolations } from './support/violations.ts'

test.use({ serviceWorkers: 'allow' })

/** A site of its own, which may be replaced by another build. */
async function createSite() {
  const root = mkdtempSync(join(tmpdir(), 'sawtooth-site-'))
  cpSync('dist', root, { recursive: true })
  const site = await serve({ root, port: 0, base: '/docs/' })
  const edit = (file: string, change: (text: string) => string) =>
    writeFileSync(join(root, file), change(readFileSync(join(root, file), 'utf8')))
  const close = () => {
    site.close()
    rmSync(root, { recursive: true, force: true })
  }
  return { url: site.url, root, edit, close }
}

/** Waits until the browser has kept the build. */
async function waitUntilKept(page: Page) {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => {}))
}

test('after one visit the page works without a network, and links too', async ({ page, context }) => {
  const site = await createSite()
  await recordViolations(page)
  await page.goto(site.url)
  await expect(page.locator('.heap-chart')).toBeVisible()
  await waitUntilKept(page)
  expect(await readViolations(page)).toEqual([])
  await context.setOffline(true)
  site.close()
  await page.reload()
  await expect(page.getByRole('region', { name: 'Results' })).toContainText('60.0 MiB')
  await page.goto(`${site.url}#v=1&preset=steady&gogc=50`)
  await page.reload()
  await expect(page.getByRole('slider', { name: /^GOGC/ }).first()).toHaveAttribute('aria-valuetext', /50/)
  await expect(page.getByText('A new version is ready.')).toHaveCount(0)
})

test('after one visit of the simulator every page computes without a network, and the map too', async ({
  page,
  context,
}) => {
  const site = await createSite()
  await page.goto(site.url)
  await waitUntilKept(page)
  await context.setOffline(true)
  site.close()
  await test.step('the map', async () => {
    await page.goto(`${site.url}#v=1&preset=spike&map=1`)
    await page.reload()
    await expect(page.locator('.map-chart')).toBeVisible()
    await expect(page.locator('.map-progress')).toHaveText('')
  })
  await test.step('experiments', async () => {
    await page.goto(`${site.url}experiments.html`)
    const card = page.locator('.card').first()
    // What stands there before the page runs is replaced as it starts.
    await expect(() => card.scrollIntoViewIfNeeded()).toPass()
    await expect(card.locator('.figures-in-brief')).toContainText('cycles')
    await expect(page.getByText('could not be loaded')).toHaveCount(0)
  })
  await test.step('the evidence', async () => {
    await page.goto(`${site.url}evidence.html`)
    await expect(page.locator('.headline')).toContainText('predicted figures are within tolerance')
  })
  await test.step('a log', async () => {
    await page.goto(`${site.url}log.html`)
    await page.getByRole('button', { name: 'The log of a steady service' }).click()
    await expect(page.locator('.simulated .heap-chart .end-label').first()).toBeVisible()
    await expect(page.getByRole('region', { name: 'What it shows' })).toBeVisible()
  })
})

test('a new build waits for the reader’s consent, and replaces all of the old one', async ({ page }) => {
  const site = await createSite()
  await page.goto(site.url)
  await waitUntilKept(page)
  const old = await page.evaluate(() => caches.keys())
  // Another build: its page says so, and its worker lists that page by its content.
  const next = 'Sawtooth: another build'
  site.edit('index.html', (html) => html.replace(/<title>[^<]*/, `<title>${next}`))
  site.edit('service-worker.js', (code) => code.replace(/^.*/, () => toList(readBuild(site.root))))
  await page.reload()
  const note = page.getByRole('status').filter({ hasText: 'A new version is ready.' })
  await expect(note).toBeVisible()
  await expect(page).not.toHaveTitle(next)
  await note.getByRole('button', { name: 'Reload' }).click()
  await expect(page).toHaveTitle(next)
  await expect.poll(() => page.evaluate(() => caches.keys())).not.toEqual(old)
  expect(await page.evaluate(() => caches.keys())).toHaveLength(1)
  site.close()
})

test('an embedded figure is never kept', async ({ page }) => {
  const site = await createSite()
  await page.goto(`${site.url}embed.html`)
  await expect(page.locator('.heap-chart')).toBeVisible()
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  site.close()
})
