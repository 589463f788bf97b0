import { expect, type Page, test } from '@playwright/test'
import { button, field, openEditor } from './support/editor.ts'
import { openPage } from './support/page.ts'

/** What has the focus, by its name or its place; nothing where the page has lost it. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement: element } = document
    return element === document.body
      ? ''
      : (element?.getAttribute('aria-label') ?? element?.textContent ?? element?.tagName)
  })

test('the focus stays nearby if the pressed control disappears', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=50')
  await test.step('an accepted correction', async () => {
    await sawtooth.field('GOMEMLIMIT').fill('60')
    await page.getByRole('button', { name: 'use 60MiB' }).press('Enter')
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('60MiB')
    await expect.poll(() => focused(page)).not.toBe('')
    expect(await page.evaluate(() => document.activeElement?.closest('.knob')?.textContent)).toContain('GOMEMLIMIT')
  })
  await test.step('a button that disappears', async () => {
    await page.getByRole('button', { name: 'Show it as published' }).press('Enter')
    await expect(page.getByRole('button', { name: 'Show it as published' })).toBeHidden()
    await expect.poll(() => focused(page)).not.toBe('')
  })
  await test.step('a line that is closed', async () => {
    await page.getByRole('button', { name: 'Close this line' }).press('Enter')
    await expect.poll(() => focused(page)).not.toBe('')
  })
  await test.step('but not after a mouse click', async () => {
    await page.getByRole('button', { name: 'Pin' }).focus()
    await page.mouse.click(3, 3)
    expect(await focused(page)).toBe('')
  })
})

test('Present keeps the focus where it is, with the editor open too', async ({ page }) => {
  const { editor } = await openEditor(page)
  const present = page.getByRole('button', { name: /^(Present|Leave)$/ })
  await present.press('Enter')
  await expect(present).toHaveText('Leave')
  await expect(editor).toBeHidden()
  await present.press('Enter')
  await expect(editor).toBeVisible()
  await expect(present).toBeFocused()
})

test('after all content was replaced the focus is on it, not on the link that skips the header', async ({ page }) => {
  await page.goto('./learn.html')
  await page.getByRole('main').getByRole('link', { name: 'The sawtooth' }).first().click()
  await expect(page.getByRole('main')).toBeFocused()
  await page.getByRole('link', { name: 'All lessons' }).press('Enter')
  await expect(page.getByRole('heading', { name: 'The sawtooth', level: 1 })).toHaveCount(0)
  await expect(page.getByRole('main')).toBeFocused()
})

test('the focus goes to an event inserted by mouse, and back to the palette after Cancel and Done', async ({
  page,
}) => {
  const { editor } = await openEditor(page)
  await button(editor, 'SetGCPercent').click()
  await button(editor, 'Cancel').click()
  await expect(button(editor, 'SetGCPercent')).toBeFocused()
  await button(editor, 'SetGCPercent').click()
  await button(editor, 'Insert at 5 s').click()
  await expect(field(editor, 'Event 1: at')).toBeFocused()
  await button(editor, 'Spike').click()
  await button(editor, 'Insert').click()
  await button(editor, 'Done').click()
  await expect(button(editor, 'Spike')).toBeFocused()
})

test('a button that its own press turns off keeps the focus', async ({ page }) => {
  const pressed = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).press('Enter')
    await expect(page.getByRole('button', { name, exact: true })).toHaveAttribute('aria-disabled', 'true')
    expect(await focused(page)).toBe(name)
  }
  await page.goto('./learn.html#lesson=a-spike&step=3')
  await page.getByRole('textbox', { name: 'GOGC value' }).fill('70')
  await page.keyboard.press('Enter')
  await pressed('Start again')
  await openPage(page, '#v=1&preset=spike&gogc=1')
  await page.getByText('The run as a table').click()
  const later = page.getByRole('button', { name: 'Later', exact: true })
  while ((await later.getAttribute('aria-disabled')) === null) await later.press('Enter')
  expect(await focused(page)).toBe('Later')
})
