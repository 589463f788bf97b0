import { expect, type Page, test } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './support/axe.ts'
import { computeAllCards, openComparison } from './support/gallery.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const

/** Light and dark, wide and narrow: the page is loaded and computed once. */
async function expectWell(page: Page): Promise<void> {
  for (const viewport of SIZES) {
    await page.setViewportSize(viewport)
    expect(await findAxeViolationsInBothSchemes(page), `${viewport.width} px wide`).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
  }
}

test('axe finds nothing in the experiments, a comparison open, and nothing sticks out', async ({ page }) => {
  await page.goto('./experiments.html#compare-hash')
  await openComparison(page, 'A file per request: no collector, 2 GiB, 5 GiB')
  await computeAllCards(page)
  await expectWell(page)
})

test('axe finds nothing in the evidence, everything unfolded, and nothing sticks out', async ({ page }) => {
  await page.goto('./evidence.html')
  await expect(page.locator('.headline')).toContainText('predicted figures are within')
  for (const summary of await page.locator('summary').all()) await summary.click()
  await expectWell(page)
})
