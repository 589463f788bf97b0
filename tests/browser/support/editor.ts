import { expect, type Locator, type Page } from '@playwright/test'
import { DEFAULT, openPage } from './page.ts'

/**
 * Opens the page and its editor. Where the editor is open already, from a step before, it opens the default program in it
 * without loading the page.
 */
export async function openEditor(page: Page, fragment = '') {
  const editor = page.getByRole('region', { name: 'Program editor' })
  const isAgain = fragment === '' && (await editor.isVisible())
  const sawtooth = await openPage(page, isAgain ? DEFAULT : fragment)
  if (isAgain) await letDefaultReplace(page, editor)
  else await page.getByRole('button', { name: 'Edit program' }).click()
  await expect(editor.getByRole('option').first()).toBeVisible()
  return { sawtooth, editor }
}

/** Answers the question what becomes of a changed program, waits for the default one, and chooses its first phase. */
async function letDefaultReplace(page: Page, editor: Locator): Promise<void> {
  const [asPublished, open] = [editor.getByText('as in “Transient spike”'), button(page, 'Open the link')]
  await expect(asPublished.or(open).first()).toBeVisible()
  if (await open.isVisible()) await open.click()
  await expect(asPublished).toBeVisible()
  await expect(open).toHaveCount(0)
  await editor.getByRole('option').first().click()
}

export function field(editor: Locator, name: string): Locator {
  return editor.getByRole('textbox', { name, exact: true })
}

export function button(within: Locator | Page, name: string): Locator {
  return within.getByRole('button', { name, exact: true })
}
