import { expect, type Locator, test } from '@playwright/test'
import { button, field, openEditor } from './support/editor.ts'
import { openPage } from './support/page.ts'

test('a button on the first screen opens the editor, and gets the focus when it closes', async ({ page }) => {
  await openPage(page)
  const edit = button(page, 'Edit program')
  await expect(edit).toBeInViewport()
  // Beside the name of the program that it edits.
  const [name, box] = [
    (await page.getByRole('button', { name: /^Program: / }).boundingBox())!,
    (await edit.boundingBox())!,
  ]
  expect(Math.abs(box.y + box.height / 2 - name.y - name.height / 2)).toBeLessThanOrEqual(4)
  await edit.press('Enter')
  const editor = page.getByRole('region', { name: 'Program editor' })
  await expect(editor.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Tab')
  expect(await editor.evaluate((one) => one.contains(document.activeElement))).toBe(true)
  await button(editor, 'Close editor').click()
  await expect(editor).toHaveCount(0)
  await expect(edit).toBeFocused()
})

test('the drawing has axes with numbers and units', async ({ page }) => {
  const { editor } = await openEditor(page)
  const axis = (name: RegExp) => editor.locator('.lane-axis').filter({ hasText: name })
  const live = axis(/^Live heap, MiB/)
  await expect(live.locator('.end')).toHaveText(['0', '10', '20', '30', '40'])
  const rate = axis(/Allocation rate, MiB\/(CPU-)?s, square-root scale/)
  expect(await rate.locator('.end').count()).toBeGreaterThanOrEqual(3)
  // The seconds of the charts above, at the same places.
  const seconds = axis(/CPU seconds$/).locator('.middle')
  const placesOf = (texts: Locator) =>
    texts.evaluateAll((all) => all.map((one) => [one.textContent, Math.round(one.getBoundingClientRect().x)]))
  expect(await placesOf(seconds)).toEqual(await placesOf(page.locator('.heap-chart .ticks.middle text')))
})

test('phases after a kill are drawn, named in a text, and can be dragged', async ({ page }) => {
  const { editor } = await openEditor(page, '#v=1&preset=spike&containerLimit=38MiB')
  await expect(editor.getByText('Killed before phases 3–6.')).toBeVisible()
  const last = editor.getByRole('slider', { name: 'Phase 6: live heap at its end' })
  await last.scrollIntoViewIfNeeded()
  const [box, lanes] = [(await last.locator('.dot').boundingBox())!, (await editor.locator('.lanes').boundingBox())!]
  expect(box.x + box.width).toBeLessThanOrEqual(lanes.x + lanes.width)
  const before = await last.getAttribute('aria-valuetext')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x, y - 20, { steps: 4 })
  await page.mouse.up()
  await expect(last).not.toHaveAttribute('aria-valuetext', before ?? '')
  // Once nothing kills it any more, the axis is that of the run again.
  await page.getByRole('textbox', { name: 'Container limit value' }).fill('off')
  await page.keyboard.press('Enter')
  await expect(editor.getByText(/^Killed before/)).toHaveCount(0)
})

test('a day makes the program a service with 24 phases, in one undo step', async ({ page }) => {
  const { editor } = await openEditor(page, '#v=1&preset=steady&model=runtime')
  await button(editor, 'Day').click()
  await field(editor, 'Day: Rate at the peak').fill('200MiB')
  await button(editor, 'Insert').click()
  await expect(editor.getByRole('option')).toHaveCount(24)
  await expect.poll(() => page.url()).toMatch(/pace=clock|z=/)
  await page.keyboard.press('Control+z')
  await expect(editor.getByRole('option')).toHaveCount(2)
})

test('every handle tells its bounds, and Home and End go to them', async ({ page }) => {
  const { editor } = await openEditor(page)
  await button(editor, 'SetGCPercent').click()
  await button(editor, 'Insert at 5 s').click()
  const boundsOf = (handle: Locator) =>
    handle.evaluate((one) => ['min', 'now', 'max'].map((name) => Number(one.getAttribute(`aria-value${name}`))))
  for (const handle of await editor.locator('.handle').all()) {
    const [min = Number.NaN, now = Number.NaN, max = Number.NaN] = await boundsOf(handle)
    expect(min).toBeLessThanOrEqual(now)
    expect(now).toBeLessThanOrEqual(max)
    expect(max).toBeGreaterThan(min)
  }
  await editor.getByRole('option').nth(1).click()
  for (const [name, least] of [
    ['Phase 2: live heap at its end', '0'],
    ['Phase 2: allocation rate', '0 per second'],
    // One step of a drag.
    ['Phase 2: duration', /^0\.[01]\d* s$/],
    ['Event 1', /^at 0 s /],
  ] as const) {
    const handle = editor.getByRole('slider', { name, exact: true })
    await handle.focus()
    const [, before = 0, max = 0] = await boundsOf(handle)
    await page.keyboard.press('End')
    // Steps of a drag are 250 to the drawing.
    await expect.poll(async () => Math.abs(((await boundsOf(handle))[1] ?? 0) - max)).toBeLessThanOrEqual(max / 100)
    expect((await boundsOf(handle))[1]).toBeGreaterThan(before)
    await page.keyboard.press('Home')
    await expect(handle).toHaveAttribute('aria-valuetext', least)
  }
})

test.describe('with a finger', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('handles are 44 px wide; of overlapping ones the nearest gets the touch', async ({ page }) => {
    const { editor } = await openEditor(page)
    for (const [selector, property, size] of [
      ['.level .hit', 'r', '22px'],
      ['.end-of-phase .hit', 'strokeWidth', '44px'],
      ['.rate .hit', 'strokeWidth', '44px'],
    ] as const)
      await expect(editor.locator(selector).first()).toHaveCSS(property.replace('W', '-w'), size)
    await editor.locator('.lanes').scrollIntoViewIfNeeded()
    // The phases of the spike are half a second long, on a phone some 15 px.
    for (const phase of [3, 4, 5]) {
      const handle = editor.getByRole('slider', { name: `Phase ${phase}: live heap at its end` })
      const { x, y, width, height } = (await handle.locator('.dot').boundingBox())!
      await page.touchscreen.tap(x + width / 2, y + height / 2)
      await expect(handle).toBeFocused()
    }
  })
})
