import { expect, test } from '@playwright/test'
import { button, openEditor } from './support/editor.ts'

test('says how long a day takes, and which time an event counts', async ({ page }) => {
  const { editor } = await openEditor(page, '#v=1&preset=spike')
  const day = editor.getByRole('group', { name: 'Day' })
  await button(editor, 'Day').click()
  await expect(day).toContainText('the day takes longer on the time axis')
  await expect(day).not.toContainText('Requests arrive by the clock')
  await page.getByRole('radio', { name: 'Runtime' }).check({ force: true })
  await expect(day).toContainText('Requests arrive by the clock')
  await button(day, 'Cancel').click()
  await button(editor, 'SetGCPercent').click()
  await button(editor, 'Insert at 5 s').click()
  await button(editor.locator('.events'), 'At').click()
  await expect(page.locator('.explanation:popover-open')).toContainText('CPU time of the program’s own work.')
})
