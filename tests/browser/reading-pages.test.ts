import { expect, test } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './support/axe.ts'
import { computeAllCards, openComparison } from './support/gallery.ts'

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  test.describe(`${width} px wide, light and dark`, () => {
    test.use({ viewport: { width, height } })

    test('axe finds nothing in the experiments, a comparison open, and nothing sticks out', async ({ page }) => {
      await page.goto('./experiments.html#compare-hash')
      await openComparison(page, 'A file per request: no collector, 2 GiB, 5 GiB')
      await computeAllCards(page)
      expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })

    test('axe finds nothing in the evidence, everything unfolded, and nothing sticks out', async ({ page }) => {
      await page.goto('./evidence.html')
      await expect(page.locator('.headline')).toContainText('predicted figures are within')
      for (const summary of await page.locator('summary').all()) await summary.click()
      expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    })
  })
}
