import { expect, type Page, test } from '@playwright/test'
import { openPage } from './support/page.ts'

const line = (page: Page) => page.getByText('See what GOGC and GOMEMLIMIT do.')

test('a first visitor gets a line with ways to begin; once closed, it stays closed', async ({ page }) => {
  await openPage(page)
  await expect(line(page)).toBeVisible()
  for (const name of ['Your own numbers', 'Paste a log']) await expect(page.getByRole('link', { name })).toBeVisible()
  const close = page.getByRole('button', { name: 'Close this line' })
  await page.setViewportSize({ width: 640, height: 400 })
  const lastWay = (await page.getByRole('link', { name: 'Paste a log' }).boundingBox())!
  const { y: top, height: high } = (await close.boundingBox())!
  expect(Math.abs(top + high / 2 - lastWay.y - lastWay.height / 2)).toBeLessThan(lastWay.height / 2)
  // WCAG 2.5.8: a target of 24 by 24 pixels.
  const { width, height } = (await close.boundingBox())!
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(24)
  await close.click()
  await expect(line(page)).toHaveCount(0)
  await page.reload()
  await expect(page.getByRole('region', { name: 'Results' })).toBeVisible()
  await expect(line(page)).toHaveCount(0)
})

test('the tour takes four steps on the page itself, by keyboard, and ends where it began', async ({ page }) => {
  const { field, figure } = await openPage(page)
  await page.getByRole('button', { name: 'Two-minute tour' }).press('Enter')
  const tour = page.getByRole('region', { name: /^Tour, step/ })
  await expect(tour).toBeFocused()
  await expect(tour).toContainText('The live heap, dark, is what the program still uses: 20.0 MiB')
  for (const said of [
    'So the heap climbs to 40.0 MiB',
    'the heap climbs to 60.0 MiB',
    'With a limit of 45.0 MiB memory never gets above it',
  ]) {
    await tour.getByRole('button', { name: 'Next' }).press('Enter')
    await expect(tour).toContainText(said)
    await expect(tour.getByRole('button', { name: 'Next' })).toBeFocused()
  }
  await expect(tour.getByRole('button', { name: 'Next' })).toBeDisabled()
  await expect(field('GOMEMLIMIT')).toHaveValue('45MiB')
  await expect(tour.getByRole('link', { name: 'Learn' })).toBeVisible()
  await tour.getByRole('button', { name: 'Done' }).press('Enter')
  await expect(tour).toHaveCount(0)
  await expect(figure).toBeFocused()
  await expect(field('GOMEMLIMIT')).toHaveValue('off')
  await page.getByRole('button', { name: 'Start the tour' }).press('Enter')
  await expect(tour).toBeFocused()
  await expect(tour).toBeInViewport()
  await expect(tour).toContainText('1 of 4')
})

test('Escape leaves the tour, unless a field or a dialog is what it closes', async ({ page }) => {
  const { field, figure } = await openPage(page)
  await page.getByRole('button', { name: 'Two-minute tour' }).press('Enter')
  const tour = page.getByRole('region', { name: /^Tour, step/ })
  await expect(tour).toBeFocused()
  await page.getByRole('button', { name: /^Program:/ }).press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(tour).toBeVisible()
  await field('GOGC').fill('7')
  await field('GOGC').press('Escape')
  await expect(field('GOGC')).toHaveValue('100')
  await expect(tour).toBeVisible()
  await tour.getByRole('button', { name: 'Next' }).press('Escape')
  await expect(tour).toHaveCount(0)
  await expect(figure).toBeFocused()
})

test('leaving the tour brings back the reader’s program, settings, pin and zoom, whatever was set in the tour', async ({
  page,
}) => {
  const link = '#v=1&preset=thrash&memoryLimit=33MiB&zoom=1~4&pin.preset=thrash'
  const { field, preset } = await openPage(page, link)
  const address = page.url()
  await page.getByRole('button', { name: 'Two-minute tour' }).click()
  const tour = page.getByRole('region', { name: /^Tour, step/ })
  await tour.getByRole('button', { name: 'Next' }).click()
  await expect(preset).toHaveAccessibleName(/Steady/)
  await field('GOGC').fill('200')
  await tour.getByRole('button', { name: 'Leave the tour' }).click()
  await expect(preset).not.toHaveAccessibleName(/Steady/)
  await expect(field('GOMEMLIMIT')).toHaveValue('33MiB')
  await expect(field('GOGC')).not.toHaveValue('200')
  await expect(page.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await expect(page).toHaveURL(address)
  // Another start of the tour before its end begins with the same.
  await page.getByRole('button', { name: 'Start the tour' }).click()
  await tour.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('button', { name: 'Start the tour' }).click()
  await expect(tour).toContainText('1 of 4')
  await tour.press('Escape')
  await expect(page).toHaveURL(address)
})

test('a program that the reader opens during the tour stays', async ({ page }) => {
  const { preset, choosePreset } = await openPage(page)
  await page.getByRole('button', { name: 'Two-minute tour' }).click()
  const tour = page.getByRole('region', { name: /^Tour, step/ })
  await expect(tour).toBeVisible()
  await choosePreset('Changing live heap')
  await tour.getByRole('button', { name: 'Leave the tour' }).click()
  await expect(tour).toHaveCount(0)
  await expect(preset).toHaveAccessibleName(/Changing live heap/)
})

for (const { width, height } of [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 1280, height: 800 },
])
  test(`the tour shows a step’s text together with the control that it names, ${width} pixels wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await openPage(page)
    await page.getByRole('button', { name: 'Two-minute tour' }).click()
    const tour = page.getByRole('region', { name: /^Tour, step/ })
    const next = tour.getByRole('button', { name: 'Next' })
    for (const { step, knob } of [
      { step: 2, knob: '.knob-gogc' },
      { step: 4, knob: '.knob-memoryLimit' },
    ]) {
      while (!(await tour.getAttribute('aria-label'))!.includes(`step ${step}`)) await next.click()
      await expect(page.locator(`${knob} input[type=range]`)).toBeInViewport({ ratio: 1 })
      await expect(tour.getByRole('status')).toBeInViewport({ ratio: 0.99 })
      await expect(tour.getByRole('button', { name: /Leave|Done/ })).toBeInViewport({ ratio: 1 })
      const [text, control] = [(await tour.boundingBox())!, (await page.locator(knob).boundingBox())!]
      const areApart = control.y + control.height <= text.y + 1 || control.y >= text.y + text.height - 1
      expect(areApart, `step ${step}`).toBe(true)
    }
  })

test('a tour that loads late takes no focus from a reader who moved on', async ({ page }) => {
  let send = () => {}
  const mayCome = new Promise<void>((resolve) => (send = resolve))
  await page.route(/\/tour-[^/]*\.js$/, async (route) => {
    await mayCome
    await route.continue()
  })
  await openPage(page)
  await page.getByRole('button', { name: 'Two-minute tour' }).press('Enter')
  const program = page.getByRole('button', { name: /^Program:/ })
  await program.press('Shift')
  send()
  await expect(page.getByRole('region', { name: /^Tour, step/ })).toBeVisible()
  await expect(program).toBeFocused()
})

test('the tour shows no run that was pinned before', async ({ page }) => {
  await openPage(page, '#v=1&preset=thrash&pin.preset=thrash')
  await expect(page.getByRole('button', { name: 'Unpin' })).toBeVisible()
  await page.getByRole('button', { name: 'Two-minute tour' }).click()
  await expect(page.getByRole('region', { name: /^Tour, step/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Unpin' })).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Results' })).not.toContainText('was thrashing')
})
