import { expect, type Page, test } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './support/axe.ts'
import { computeAllCards, openComparison } from './support/gallery.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const

async function expectWell(page: Page, viewport: (typeof SIZES)[number]): Promise<void> {
  await page.setViewportSize(viewport)
  expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
}

// A test each: axe takes seconds for a page of so many cells and figures, and a slow machine several times as long.
for (const viewport of SIZES) {
  const where = `${viewport.width} pixels wide, axe finds nothing in`
  test(`${where} the experiments do not overflow, with a comparison open`, async ({ page }) => {
    await page.goto('./experiments.html#compare-hash')
    await openComparison(page, 'A file per request: no collector, 2 GiB, 5 GiB')
    await computeAllCards(page)
    await expectWell(page, viewport)
  })

  test(`${where} the evidence does not overflow, with everything unfolded`, async ({ page }) => {
    await page.goto('./evidence.html')
    await expect(page.locator('.headline')).toContainText('predicted figures are within')
    const folded = page.locator('details:not([open]) > summary')
    while ((await folded.count()) > 0) await folded.first().click()
    await expectWell(page, viewport)
  })
}
