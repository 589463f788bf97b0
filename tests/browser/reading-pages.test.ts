import { expect, test } from '@playwright/test'
import { findAxeViolations } from './support/axe.ts'
import { computeAllCards, openComparison } from './support/gallery.ts'

for (const { width, height } of [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test.describe(`${width} px wide, ${colorScheme}`, () => {
      test.use({ viewport: { width, height }, colorScheme })

      test('axe finds nothing in the experiments, a comparison open, and nothing sticks out', async ({ page }) => {
        await page.goto('./experiments.html#compare-hash')
        await openComparison(page, 'A file per request: no collector, 2 GiB, 5 GiB')
        await computeAllCards(page)
        expect(await findAxeViolations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      })

      test('axe finds nothing in the evidence, everything unfolded, and nothing sticks out', async ({ page }) => {
        await page.goto('./evidence.html')
        await expect(page.locator('.headline')).toContainText('predicted figures are within')
        for (const summary of await page.locator('summary').all()) await summary.click()
        expect(await findAxeViolations(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
      })
    })
  }
}
