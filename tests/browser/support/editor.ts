import { expect, type Locator, type Page } from '@playwright/test'
import { openPage } from './page.ts'

/** Opens the page and its editor. */
export async function openEditor(page: Page, fragment = '') {
  const sawtooth = await openPage(page, fragment)
  await page.getByRole('button', { name: 'Edit program' }).click()
  const editor = page.getByRole('region', { name: 'Program editor' })
  await expect(editor.getByRole('option').first()).toBeVisible()
  return { sawtooth, editor }
}

export function field(editor: Locator, name: string): Locator {
  return editor.getByRole('textbox', { name, exact: true })
}

export function button(within: Locator | Page, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}
