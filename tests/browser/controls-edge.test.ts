import { expect, test } from '@playwright/test'
import { openPage } from './support/page.ts'

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
  [390, 844],
] as const)
  test(`at ${width} px values, units and switches of the settings end at one edge`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await openPage(page, '#v=1&preset=spike')
    await expect(page.locator('.controls .found')).not.toBeEmpty()
    const ends = await page.locator('.controls').evaluate((controls) => {
      const { right } = controls.getBoundingClientRect()
      const endOf = (element: Element) => {
        const { paddingRight, borderRightWidth } = getComputedStyle(element)
        const inner = element.matches('.switch')
          ? 0
          : Number.parseFloat(paddingRight) + Number.parseFloat(borderRightWidth)
        return element.getBoundingClientRect().right - inner - right
      }
      const one = [...controls.querySelectorAll('.value, .switch, .slider input')]
      const last = [...controls.querySelectorAll('.value > :last-child, .found, .below-knobs button')]
      return [...one, ...last]
        .filter((element) => element.checkVisibility())
        .map((element) => Math.round(endOf(element)))
    })
    expect(ends.length).toBeGreaterThan(15)
    expect(ends.filter((end) => end !== 0)).toEqual([])
  })
