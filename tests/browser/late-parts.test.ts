import { expect, type Page, test } from '@playwright/test'
import { openPage } from './support/page.ts'

/** Refuses a part of the page until told otherwise. @returns how to let it come */
async function refuse(page: Page, part: string) {
  const url = new RegExp(`/${part}-[\\w-]+\\.js$`)
  await page.route(url, (route) => route.abort())
  return () => page.unroute(url)
}

const PARTS = [
  {
    part: 'editor',
    name: 'The editor',
    ask: (page: Page) => page.getByRole('button', { name: 'Edit program' }).click(),
    found: (page: Page) => page.getByRole('region', { name: 'Program editor' }),
  },
  {
    part: 'share-dialog',
    name: 'Sharing',
    ask: (page: Page) => page.getByRole('button', { name: 'Share' }).click(),
    found: (page: Page) => page.getByRole('dialog', { name: 'Share' }),
  },
  {
    part: 'below',
    name: 'The rest of the page',
    ask: async () => {},
    found: (page: Page) => page.getByRole('heading', { name: 'The program', exact: true }),
  },
]

for (const { part, name, ask, found } of PARTS) {
  test(`if "${part}" cannot be loaded the page says so, and another try loads it`, async ({ page }) => {
    const allow = await refuse(page, part)
    await openPage(page)
    await ask(page)
    const missing = page.getByRole('alert').filter({ hasText: `${name} could not be loaded.` })
    await expect(missing).toBeVisible()
    const again = missing.getByRole('button', { name: 'Try again' })
    await again.click()
    await expect(again).toBeEnabled()
    await expect(missing).toBeVisible()
    await allow()
    await again.click()
    await expect(found(page)).toBeVisible()
    await expect(missing).toHaveCount(0)
  })
}

test('a link that cannot be opened yet is never shown as the default program', async ({ page }) => {
  const allow = await refuse(page, 'address-bridge')
  await page.goto('./#v=1&preset=steady&gogc=50')
  const missing = page.getByRole('alert').filter({ hasText: 'What opens the link could not be loaded.' })
  await expect(missing).toBeVisible()
  await expect(page.getByRole('region', { name: 'Results' })).toHaveCount(0)
  await allow()
  await missing.getByRole('button', { name: 'Try again' }).click()
  await expect(page.locator('input[type=range][name=gogc]')).toHaveAttribute('aria-valuetext', /50/)
})

test('without a link the page works though links cannot be made, and "Copy link" says so', async ({ page }) => {
  const allow = await refuse(page, 'address-bridge')
  await openPage(page)
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The link could not be made' })).toBeVisible()
  await allow()
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByRole('alert').filter({ hasText: 'The link could not be made' })).toHaveCount(0)
})

test('the published figures are drawn when they come near the window', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page)
  await expect(page.getByRole('heading', { name: 'The program', exact: true })).toBeVisible()
  const drawn = page.locator('.small-host path')
  await expect(drawn).toHaveCount(0)
  await page.locator('.small-host').last().scrollIntoViewIfNeeded()
  await expect(drawn).not.toHaveCount(0)
})

for (const name of ['The log of a steady service', 'Try again']) {
  test(`a sample log that cannot be fetched is reported, and loads by “${name}”`, async ({ page }) => {
    const allow = await refuse(page, 'steady')
    await page.goto('./log.html')
    await page.getByRole('button', { name: 'The log of a steady service' }).click()
    const missing = page.getByRole('alert').filter({ hasText: '“The log of a steady service” could not be loaded.' })
    await expect(missing).toBeVisible()
    await allow()
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('region', { name: 'What it shows' })).toBeVisible()
  })
}

test('if the report of a log cannot be fetched, the page works, and “Try again” loads it', async ({ page }) => {
  const allow = await refuse(page, 'log-report')
  await page.goto('./program.html')
  await page.getByLabel('Files').setInputFiles('tests/fixtures/metrics/steady/gctrace.log')
  const missing = page.getByRole('alert').filter({ hasText: 'The report could not be loaded.' })
  await expect(missing).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Metrics, manifest or log' })).toBeVisible()
  await allow()
  await missing.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('region', { name: 'What it shows' })).toBeVisible()
  await expect(missing).toHaveCount(0)
})
