import { expect, type Page, test } from '@playwright/test'
import { openPage } from './support/page.ts'

/** Presses Tab, and returns the names of what takes the focus and the places of it on the page. */
async function tabThrough(page: Page, presses: number) {
  const stops: { readonly name: string; readonly top: number; readonly bottom: number; readonly left: number }[] = []
  for (let i = 0; i < presses; i++) {
    await page.keyboard.press('Tab')
    stops.push(
      await page.evaluate(() => {
        const element = document.activeElement!
        const { top, bottom, left } = (element.closest('label') ?? element).getBoundingClientRect()
        const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent ?? ''
        return { name, top: top + scrollY, bottom: bottom + scrollY, left }
      }),
    )
  }
  return stops
}

for (const width of [320, 390])
  test(`on a phone of ${width} px the Tab key goes down the page as it is seen, from the program to the settings`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 })
    await openPage(page, '#v=1&preset=spike')
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible()
    await page.getByRole('button', { name: /^Program: / }).focus()
    const stops = await tabThrough(page, 24)
    expect(stops[0]?.name).toBe('Edit program')
    expect(stops.map(({ name }) => name)).toContain('GOGC slider')
    const isBefore = (a: (typeof stops)[number], b: (typeof stops)[number]) => b.bottom <= a.top
    const back = stops.filter((stop, i) => i > 0 && isBefore(stops[i - 1]!, stop))
    expect(back).toEqual([])
  })

test('on a phone of 320 px “Edit program” and the model share a line, and the theme stands in the corner', async ({
  page,
}) => {
  // The scroll bar of a phone takes no room: that of this browser takes 15 pixels.
  await page.setViewportSize({ width: 335, height: 844 })
  await openPage(page, '#v=1&preset=spike')
  const boxOf = async (name: RegExp) => (await page.getByRole('button', { name }).boundingBox())!
  const edit = await boxOf(/^Edit program/)
  const model = (await page.locator('.model-switch').boundingBox())!
  expect(Math.abs(model.y + model.height / 2 - edit.y - edit.height / 2)).toBeLessThan(3)
  // In the order of the Tab key.
  expect(edit.x + edit.width).toBeLessThanOrEqual(model.x)
  const theme = await boxOf(/^Theme/)
  expect(theme.y).toBeLessThan(12)
  expect(theme.x + theme.width).toBeGreaterThan(300)
})

test('the program editor comes before the settings, as it stands on the page', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '#v=1&preset=spike')
  await page.getByRole('button', { name: 'Edit program' }).click()
  await expect(page.getByRole('button', { name: 'Close editor' })).toBeVisible()
  const isBefore = await page.locator('.editor-door').evaluate((editor) => {
    const controls = document.querySelector('.controls')!
    return Boolean(editor.compareDocumentPosition(controls) & Node.DOCUMENT_POSITION_FOLLOWING)
  })
  expect(isBefore).toBe(true)
})

test('on a phone the four peaks stand in two columns under their heading, and seven figures have room', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openPage(page, '#v=1&preset=spike')
  const list = page.locator('.measures')
  await expect(list.locator('dt')).toHaveCount(4)
  const before = (await list.boundingBox())!
  const places = await list.locator('dt').evaluateAll((names) => names.map((name) => name.getBoundingClientRect()))
  expect(new Set(places.map(({ left }) => Math.round(left))).size).toBe(2)
  expect(new Set(places.map(({ top }) => Math.round(top))).size).toBe(2)
  // What counts the CPU quota and the limiter appears while a setting is dragged: it moves nothing.
  await list.evaluate((element) => {
    for (let i = 0; i < 3; i++) element.append(element.lastElementChild!.cloneNode(true))
  })
  expect((await list.boundingBox())!.height).toBeCloseTo(before.height, 0)
})
