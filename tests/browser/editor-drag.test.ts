import { expect, type Locator, type Page, test } from '@playwright/test'
import { openPage } from './support/page.ts'

/** Opens the page and its editor. */
async function openEditor(page: Page, fragment = '') {
  const sawtooth = await openPage(page, fragment)
  await page.getByRole('button', { name: 'Edit program' }).click()
  const editor = page.getByRole('region', { name: 'Program editor' })
  await expect(editor.getByRole('option').first()).toBeVisible()
  return { sawtooth, editor }
}

const slider = (editor: Locator, name: string) => editor.getByRole('slider', { name, exact: true })

/** Takes hold of a handle and moves it by so many pixels, in steps; the pointer stays down. */
async function drag(page: Page, handle: Locator, dx: number, dy: number) {
  const grip = handle.locator('.hit')
  await grip.hover()
  const box = await grip.boundingBox()
  if (!box) throw new Error('not on the screen')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.down()
  await page.mouse.move(x + dx, y + dy, { steps: 12 })
}

// The page does not glide on under the pointer when the editor opens.
test.use({ contextOptions: { reducedMotion: 'reduce' } })

test('what waits while one draws has caught up once the pointer is let go', async ({ page }) => {
  const { sawtooth, editor } = await openEditor(page)
  const cells = page.getByRole('region', { name: 'Phases of the program' }).getByRole('row').nth(2).getByRole('cell')
  const advice = page.locator('.advice .found')
  await expect(advice).toHaveText(/MiB/)
  await expect(editor.getByText('as in “Transient spike”')).toBeVisible()
  const [peak, found, table] = [
    sawtooth.result('Peak memory'),
    await advice.textContent(),
    await cells.allTextContents(),
  ]
  const before = (await peak.textContent()) ?? ''
  await expect(page.locator('#announcer')).toContainText(`peak memory ${before}`)

  await drag(page, slider(editor, 'Phase 2: live heap at its end'), 0, -25)
  // Results follow the finger, and that the advice is of another program is seen at once.
  await expect(peak).not.toHaveText(before)
  await expect(advice).toHaveClass(/stale/)
  await page.mouse.up()

  await expect(editor.getByText(/^edited: [1-9]\d* differences? from “Transient spike”/)).toBeVisible()
  await expect(page.getByText('changed', { exact: true })).toBeVisible()
  await expect.poll(() => cells.allTextContents()).not.toEqual(table)
  await expect(advice).not.toHaveClass(/stale/)
  await expect(advice).not.toHaveText(found ?? '')
  await expect(page.locator('#announcer')).toContainText(`peak memory ${await peak.textContent()}`)

  await page.keyboard.press('Control+z')
  await expect(editor.getByText('as in “Transient spike”')).toBeVisible()
  await expect.poll(() => cells.allTextContents()).toEqual(table)
  await expect(page.getByText('changed', { exact: true })).toHaveCount(0)
})
