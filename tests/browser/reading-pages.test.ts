import { expect, type Page, test } from '@playwright/test'
import { findAxeViolationsInBothSchemes } from './support/axe.ts'
import { computeAllCards, openComparison } from './support/gallery.ts'

const SIZES = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
] as const

/** At every size, on the page as it stands: what opens it takes as long as what is asked of it. */
async function expectWell(page: Page): Promise<void> {
  for (const viewport of SIZES)
    await test.step(`${viewport.width} px wide`, async () => {
      await page.setViewportSize(viewport)
      expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width)
    })
}

// Axe takes seconds for a page of so many cells and figures, and a slow machine several times as long.
test.describe('on a laptop and on a phone, axe finds nothing', () => {
  test('in the experiments, which do not overflow, with a comparison open', async ({ page }) => {
    test.slow()
    await page.goto('./experiments.html#compare-hash')
    await openComparison(page, 'A file per request: no collector, 2 GiB, 5 GiB')
    await computeAllCards(page)
    await expectWell(page)
  })

  test('in the evidence, which does not overflow, with everything unfolded', async ({ page }) => {
    test.slow()
    await page.goto('./evidence.html')
    await expect(page.locator('.headline')).toContainText('predicted figures are within')
    const folded = page.locator('details:not([open])')
    while ((await folded.count()) > 0)
      await folded.evaluateAll((all) => {
        for (const details of all) (details as HTMLDetailsElement).open = true
      })
    await expectWell(page)
  })
})
