import { expect, test } from '@playwright/test'
import { button, field, openEditor } from './support/editor.ts'

test('own scenarios survive a reload, and can be deleted', async ({ page }) => {
  const first = await openEditor(page)
  await field(first.editor, 'Name').fill('Mine')
  await field(first.editor, 'Name').press('Enter')
  await expect(page.getByRole('button', { name: 'Program: Mine' })).toBeVisible()
  await button(first.editor, 'Keep in this browser').click()
  await page.goto('about:blank')
  const { editor } = await openEditor(page)
  await button(editor, 'Open “Mine”').click()
  await expect(field(editor, 'Name')).toHaveValue('Mine')
  await button(editor, 'Delete “Mine”').click()
  await expect(button(editor, 'Open “Mine”')).toHaveCount(0)
})

test('deleting an own scenario is said, and can be undone', async ({ page }) => {
  const { editor } = await openEditor(page)
  const kept = editor.getByRole('list', { name: 'Kept in this browser' }).getByRole('listitem')
  for (const name of ['First', 'Second', 'Third']) {
    await field(editor, 'Name').fill(name)
    await button(editor, 'Keep in this browser').click()
  }
  await button(editor, 'Delete “Second”').click()
  await expect(kept).toHaveCount(2)
  await expect(editor.getByText('“Second” was deleted.')).toBeVisible()
  await expect(button(editor, 'Undo delete')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor.getByText('“Second” is kept in this browser again.')).toBeVisible()
  await expect(kept).toHaveText([/Third/, /Second/, /First/])
  await expect(button(editor, 'Undo delete')).toHaveCount(0)
  await expect(button(editor, 'Delete “Second”')).toBeFocused()
})

test('a browser that keeps nothing says so, and everything else works', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  const { editor } = await openEditor(page)
  await button(editor, 'Keep in this browser').click()
  await expect(editor.getByText('This browser keeps nothing here. Save a file instead.').first()).toBeVisible()
  await button(editor, 'Blank program').click()
  await expect(editor.getByRole('option')).toHaveCount(1)
})
