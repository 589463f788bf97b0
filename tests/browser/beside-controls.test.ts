import { expect, test } from '@playwright/test'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { openPage } from './support/page.ts'

// 1280 pixels less a scrollbar that is always there, as Firefox and Windows have it.
test('at 1265 px nothing in the runtime model runs into the controls', async ({ page }) => {
  await page.setViewportSize({ width: 1265, height: 800 })
  for (const preset of ['steady', 'spike', 'thrash'])
    await test.step(preset, async () => {
      const sawtooth = await openPage(page, `#v=1&preset=${preset}&model=runtime`)
      await expect(sawtooth.preset).toHaveText(findPreset(preset)!.title)
      await expect(page.locator('.charts')).not.toHaveClass(/stale/)
      await expect(page.locator('.payer').first()).toBeVisible()
      const intruders = await page.locator('.first-screen').evaluate((screen) => {
        const panel = screen.querySelector('input[type=range][name=gogc]')!.closest('.controls')!
        const wall = panel.getBoundingClientRect()
        const texts = [...screen.querySelectorAll('*')].filter(
          (one) => one.children.length === 0 && one.textContent?.trim(),
        )
        return texts
          .filter((one) => {
            const { left, right, top, bottom, width } = one.getBoundingClientRect()
            const isBeside = bottom > wall.top && top < wall.bottom && left < wall.left
            return width > 1 && isBeside && right > wall.left + 1 && !panel.contains(one)
          })
          .map(({ textContent }) => textContent)
      })
      expect(intruders).toEqual([])
    })
})
