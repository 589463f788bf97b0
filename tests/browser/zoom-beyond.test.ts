import { expect, test } from '@playwright/test'
import { openPage } from './support/page.ts'

test('a zoom that the run never reached shows the whole run and says so, on the page and in a frame', async ({
  page,
}) => {
  const link = '#v=1&preset=spike&containerLimit=45MiB&zoom=8~10'
  const { type } = await openPage(page, link)
  const note = page.getByText(/^Zoomed to 8\.00\ss to 10\.0+\ss, but the run ends at/)
  await expect(note).toBeVisible()
  await expect(page.locator('.heap-chart .ticks.middle text').first()).toHaveText('0')
  await type('Container limit', '100MiB')
  await expect(note).toHaveCount(0)
  await expect(page.locator('.heap-chart .ticks.middle text').first()).toHaveText(/^8/)
  await type('Container limit', '45MiB')
  await page.getByRole('button', { name: 'Remove the zoom' }).click()
  await expect(note).toHaveCount(0)
  await expect(page).not.toHaveURL(/zoom=/)

  await page.goto(`./embed.html${link}`)
  await expect(note).toBeVisible()
  await page.getByRole('button', { name: 'Remove the zoom' }).click()
  await expect(note).toHaveCount(0)
})
