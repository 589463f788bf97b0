import { expect, type Page, test } from '@playwright/test'
import { readViolations, recordViolations } from './support/violations.ts'

/** Holds the page's own scripts back. @returns how to let them come */
async function holdScripts(page: Page) {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(/\/assets\/[^/]+\.js$/, async (route) => {
    await released
    await route.fallback()
  })
  return release
}

const still = (page: Page) => page.locator('.still')

test('before its script is loaded the page shows the default run, and nothing moves afterwards', async ({ page }) => {
  const release = await holdScripts(page)
  await recordViolations(page)
  await page.goto('./', { waitUntil: 'commit' })
  await expect(still(page).locator('.still-heap')).toBeVisible()
  // Nothing in it can be used, or is read out.
  await expect(page.getByRole('button')).toHaveCount(0)
  const placeOf = async (within: string, what: string) => page.locator(`${within} ${what}`).first().boundingBox()
  const parts = ['.site-header', '.result-gc-cpu .number', '.heap-host', '.knob-gogc .slider', '.controls']
  const before = await Promise.all(parts.map((part) => placeOf('.still', part)))
  const number = await still(page).locator('.result-gc-cpu .number').textContent()
  release()
  await expect(page.locator('.heap-chart')).toBeVisible()
  await expect(still(page)).toHaveCount(0)
  expect(await Promise.all(parts.map((part) => placeOf('#root', part)))).toEqual(before)
  await expect(page.locator('.result-gc-cpu .number')).toHaveText(number ?? '')
  expect(await readViolations(page)).toEqual([])
})

test('a link opens on an empty page, soon labelled “Opening…”, never on the default run', async ({ page }) => {
  const release = await holdScripts(page)
  await page.goto('./#v=1&preset=steady&gogc=50', { waitUntil: 'commit' })
  await expect(still(page).locator('.still-heap')).toBeHidden()
  const note = () =>
    still(page).evaluate((node) => {
      const { content, visibility, opacity } = getComputedStyle(node, '::after')
      return [content, visibility, opacity]
    })
  await expect.poll(note).toEqual(['"Opening…"', 'visible', '1'])
  release()
  await expect(page.locator('.heap-chart')).toBeVisible()
  await expect(still(page)).toHaveCount(0)
})
