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
  test(`where "${part}" cannot be fetched the page says so, and another try brings it`, async ({ page }) => {
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
