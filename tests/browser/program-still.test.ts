import { readFileSync } from 'node:fs'
import { expect, type Page, test } from '@playwright/test'
import { paste } from './support/pasted.ts'

/** The places of the fields: the left edges of the table and of what is typed in it, and the first field's height. */
async function placesOf(page: Page) {
  const table = page.getByRole('region', { name: 'Quantities' })
  const first = await table.getByRole('textbox').first().boundingBox()
  const { x, width } = (await table.boundingBox())!
  return { x, width, field: first!.x, top: first!.y }
}

test('typing five numbers moves no field: the answer comes beside them', async ({ page }) => {
  await page.goto('./program.html')
  const before = await placesOf(page)
  await expect(page.getByText('the simulated program and its verdict appear here')).toBeVisible()
  const table = page.getByRole('region', { name: 'Quantities' })
  await table.getByRole('textbox', { name: 'Live heap after GC' }).fill('2GiB')
  await page.keyboard.press('Tab')
  await expect(page.getByText(/^To simulate your program, type/)).toBeVisible()
  expect(await placesOf(page)).toEqual(before)
  await table.getByRole('textbox', { name: 'Allocation rate' }).fill('500MiB/s')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('region', { name: 'Measured and simulated' })).toBeVisible()
  await expect(page.getByText('the simulated program and its verdict appear here')).toHaveCount(0)
  expect(await placesOf(page)).toEqual(before)
})

test('pasting leaves what is known on the left, and the answer on the right', async ({ page }) => {
  await page.goto('./program.html')
  const { top: _, ...before } = await placesOf(page)
  for (const name of ['metrics-1.txt', 'metrics-3.txt'])
    await paste(page, readFileSync(`tests/fixtures/metrics/steady/${name}`, 'utf8'))
  await expect(page.getByRole('region', { name: 'Measured and simulated' })).toBeVisible()
  const { top: __, ...after } = await placesOf(page)
  expect(after).toEqual(before)
})

test('the list of inputs stays folded while the answer is awaited, and after it', async ({ page }) => {
  await page.addInitScript(() => {
    new MutationObserver(() => {
      if (document.querySelector('.inputs details[open]')) document.documentElement.dataset.opened = 'yes'
    }).observe(document, { attributes: true, childList: true, subtree: true })
  })
  await page.goto('./program.html')
  await page.getByRole('button', { name: 'The log of a limit that is too low' }).click()
  await expect(page.getByRole('region', { name: 'Measured and simulated' })).toBeVisible()
  await expect(page.locator('.inputs details')).toHaveCount(1)
  await expect(page.locator('html')).not.toHaveAttribute('data-opened')
})
