import { expect, test } from '@playwright/test'
import { field, openEditor } from './support/editor.ts'

test('a machine with a CPU quota throttles the run, and a heap shape sets what marking costs', async ({ page }) => {
  const { editor } = await openEditor(page, '#v=1&preset=spike&model=runtime&procs=4')
  await editor.getByText('Machine', { exact: true }).click()
  await expect(field(editor, 'Machine: CPU quota')).toHaveValue('off')
  await field(editor, 'Machine: CPU quota').fill('500m')
  await field(editor, 'Machine: CPU quota').press('Enter')
  await expect(field(editor, 'Machine: CPU quota')).toHaveValue('0.5')
  await expect(page.locator('.measures').getByRole('button', { name: 'Throttled', exact: true })).toBeVisible()
  await expect.poll(() => page.url()).toContain('cpuQuota=0.5')

  await editor.getByRole('combobox', { name: 'Machine: heap shape' }).selectOption('chain in random order')
  await expect(field(editor, 'Machine: scan rate')).toHaveValue(/^454\.\d+MiB$/)
  await field(editor, 'Machine: scan rate').fill('1GiB')
  await field(editor, 'Machine: scan rate').press('Enter')
  await expect(editor.getByRole('combobox', { name: 'Machine: heap shape' })).toHaveValue('-1')
})
