import { expect, type Page, test } from '@playwright/test'
import { openPage } from './support/page.ts'

/** Parts that are fetched after the first look, and what shows that they have come. */
const LATE = { machine: '.machine summary', advice: '.advice summary', below: '.below h2' }

/** Holds parts back until they are released. */
async function hold(page: Page, parts: readonly string[]) {
  const held: string[] = []
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(new RegExp(`/(${parts.join('|')})-[\\w-]+\\.js$`), async (route) => {
    held.push(route.request().url())
    await released
    await route.continue()
  })
  return { held, release }
}

/** Where everything on the page that is not late stands. */
function placesOf(page: Page) {
  return page
    .locator(
      '.result, .knob, .heap-chart, .cpu-chart, .explained, .zoom-bar, .below-knobs, .tools button, .site-header a',
    )
    .evaluateAll((all) =>
      all.map((one) => {
        const { left, top } = one.getBoundingClientRect()
        return [one.className, left, top].join()
      }),
    )
}

for (const [model, link, parts] of [
  ['guide', '', ['advice', 'below']],
  ['runtime', '#v=1&preset=spike&model=runtime', ['machine', 'advice', 'below']],
] as const) {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    const name = `what is fetched after the first look moves nothing: ${model} model, ${viewport.width} px`
    test(name, async ({ page }) => {
      await page.setViewportSize(viewport)
      const { held, release } = await hold(page, parts)
      await openPage(page, link)
      await expect(page.locator('.result-gc-cpu .number')).not.toContainText('–')
      await expect(page.locator('.explained')).toContainText('Largest heap')
      await expect.poll(() => held.length).toBe(parts.length)
      const before = await placesOf(page)
      release()
      for (const part of parts) await expect(page.locator(LATE[part]).first()).toBeVisible()
      expect(await placesOf(page)).toEqual(before)
    })
  }

  test(`at 1280×800 the first screen is one: ${model} model`, async ({ page }) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await openPage(page, link)
    for (const part of parts) await expect(page.locator(LATE[part]).first()).toBeVisible()
    await expect(page.locator('.explained')).toContainText('Largest heap')
    expect(await page.locator('.first-screen').evaluate((one) => one.getBoundingClientRect().height)).toBe(800)
  })
}

test('opening the editor on a phone leaves its button in the place where it was pressed', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page)
  const top = () => page.locator('#edit-program').evaluate((one) => one.getBoundingClientRect().top + scrollY)
  await expect(page.locator('.explained')).toContainText('Largest heap')
  const before = await top()
  await page.getByRole('button', { name: 'Edit program' }).click()
  await expect(page.getByRole('region', { name: 'Program editor' })).toBeVisible()
  expect(await top()).toBe(before)
})
