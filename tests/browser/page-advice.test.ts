import { expect, type Page, test } from '@playwright/test'
import { openPage } from './support/page.ts'

const advice = (page: Page) => page.locator('.advice')

test('a click sets the smallest limit that keeps to the share', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await advice(page).locator('summary').click()
  const smallest = page.getByRole('button', { name: /^Set GOMEMLIMIT to .*Smallest/ })
  const limit = (await smallest.textContent()) ?? ''
  await smallest.click()
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue(limit)
  const share = Number.parseFloat((await sawtooth.result('GC CPU').textContent()) ?? '')
  expect(share).toBeLessThanOrEqual(10)
  expect(share).toBeGreaterThan(5) // or a smaller limit would have done
  // The limit itself is not what was asked about: nothing is searched for again.
  await expect(advice(page).locator('.stale')).toHaveCount(0)
})

test('headroom below the container limit is offered too', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await advice(page).locator('summary').click()
  await page.getByRole('button', { name: /headroom/ }).click()
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('72MiB')
})

test('another share gives another limit', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike&gogc=off')
  await advice(page).locator('summary').click()
  const smallest = page.getByRole('button', { name: /^Set GOMEMLIMIT to .*Smallest/ })
  const at10 = Number.parseFloat((await smallest.textContent()) ?? '')
  await page.getByLabel('GC CPU at most').selectOption('2')
  await expect.poll(async () => Number.parseFloat((await smallest.textContent()) ?? '')).toBeGreaterThan(at10)
})

test('where the bounds cross it says that the program does not fit', async ({ page }) => {
  // The live heap alone is 30 MiB at its peak.
  await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=31MiB')
  await expect(advice(page).locator('summary')).toContainText('does not fit')
  await advice(page).locator('summary').click()
  await expect(advice(page)).toContainText('This program does not fit this container')
  await expect(advice(page)).toContainText('Go 1.25 and later take GOMAXPROCS')
})

test('where workers are refused, advice comes all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(
      window,
      'Worker',
      class {
        constructor() {
          throw new DOMException('refused', 'SecurityError')
        }
      },
    )
  })
  await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=80MiB')
  await expect(advice(page).locator('summary')).toContainText(/MiB to 80MiB/)
})
