import { expect, type Page, test } from '@playwright/test'
import { DEFAULT, openPage } from './support/page.ts'

const look = (page: Page) => page.locator('.look-for')

test('what is said of a program: as published, changed, in the other model', async ({ page }) => {
  await test.step('a preset’s description is shown only with the preset’s settings', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await expect(look(page)).toContainText('With GOGC=100 the peak is twice the highest live heap: 60 MiB.')
    await sawtooth.type('GOGC', '50')
    await expect(look(page)).not.toContainText('60 MiB')
    await expect(look(page)).toContainText('Based on “Transient spike”, with other settings.')
    await look(page).getByRole('button', { name: 'Show it as published' }).click()
    await expect(look(page)).toContainText('With GOGC=100 the peak')
    await expect(sawtooth.field('GOGC')).toHaveValue('100')
  })
  await test.step('figures printed for the guide’s model are not shown for the runtime model', async () => {
    const sawtooth = await openPage(page, '#v=1&preset=guide-100&model=runtime')
    await expect(look(page)).toContainText('is described for the guide model; this is the runtime model.')
    await look(page).getByRole('button', { name: 'Show it as published' }).click()
    await expect(look(page)).toContainText('Printed: 6.3 % GC CPU')
    await sawtooth.expectResults({ 'GC CPU': '6.3 %' })
  })
  await test.step('a switch of the model says why the outline is longer: CPU time of several CPUs adds up', async () => {
    await openPage(page, '#v=1&preset=services&model=runtime&procs=4')
    await page.getByText('Guide', { exact: true }).click()
    await expect(look(page)).toContainText('the same program in the runtime model, in CPU time of 4 CPUs.')
  })
})

test('a blank program made here is described by itself, with the GC CPU limit on', async ({ page }) => {
  await openPage(page)
  await page.getByRole('button', { name: 'Edit program' }).click()
  await page.getByRole('button', { name: 'Blank' }).click()
  await expect(look(page)).toHaveText('My program: 10.0 s in 1 phase, live heap up to 20.0 MiB.')
  await expect(page.getByRole('switch', { name: '50 % GC CPU limit' })).toBeChecked()
  await page.reload()
  await expect(look(page)).toContainText('My program: 10.0 s')
  await expect(look(page)).not.toContainText('opened from a link')
})
