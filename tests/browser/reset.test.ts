import { expect, type Page, test } from '@playwright/test'
import { button, field, openEditor } from './support/editor.ts'
import { openPage } from './support/page.ts'

const reset = (page: Page) => page.getByRole('region', { name: 'Settings' }).getByRole('button', { name: 'Reset' })

test('Reset restores the link that was opened, after a reload too; Undo and Back undo the Reset', async ({ page }) => {
  const sent = '#v=1&preset=spike&gogc=70&memoryLimit=50MiB'
  const { field: setting, type } = await openPage(page, sent)
  await type('GOGC', '200')
  await expect(page).toHaveURL(/gogc=200/)
  await page.reload()
  await expect(setting('GOGC')).toHaveValue('200')
  await reset(page).first().click()
  await expect(setting('GOGC')).toHaveValue('70')
  await expect(setting('GOMEMLIMIT')).toHaveValue('50MiB')
  await page.getByRole('button', { name: 'Undo reset' }).click()
  await expect(setting('GOGC')).toHaveValue('200')
  await expect(page.getByRole('button', { name: 'Undo reset' })).toHaveCount(0)
  await reset(page).first().click()
  await expect(setting('GOGC')).toHaveValue('70')
  await page.goBack()
  await expect(setting('GOGC')).toHaveValue('200')
})

test('nothing on the page moves when Reset can be undone, and when it no longer can', async ({ page }) => {
  for (const { width, model } of [
    { width: 1280, model: 'guide' },
    { width: 1024, model: 'runtime' },
    { width: 390, model: 'runtime' },
  ])
    await test.step(`${width} px wide, ${model} model`, async () => {
      await page.setViewportSize({ width, height: 800 })
      const { type, field: setting } = await openPage(page, `#v=1&preset=spike&model=${model}`)
      const places = () =>
        page
          .locator('.controls .knob, .below-knobs > *, .below-knobs')
          .evaluateAll((all) =>
            all.map((one) => [one.className, Math.round(one.getBoundingClientRect().top + scrollY), one.scrollHeight]),
          )
      const before = await places()
      await type('GOGC', '200')
      await reset(page).click()
      await expect(page.getByRole('button', { name: 'Undo reset' })).toBeVisible()
      await expect(setting('GOGC')).toHaveValue('100')
      expect(await places()).toEqual(before)
      await page.getByRole('button', { name: 'Undo reset' }).click()
      await expect(setting('GOGC')).toHaveValue('200')
      await expect(page.getByRole('button', { name: 'Undo reset' })).toHaveCount(0)
    })
})

test('a double click on Reset is one Reset', async ({ page }) => {
  const { type, field: setting } = await openPage(page)
  await type('GOGC', '200')
  await reset(page).dblclick()
  await expect(page.getByRole('button', { name: 'Undo reset' })).toBeVisible()
  await expect(setting('GOGC')).toHaveValue('100')
})

test('after Back to another program Reset leads to where that one began', async ({ page }) => {
  const { field: setting, type } = await openPage(page, '#v=1&preset=spike&gogc=70')
  await type('GOGC', '200')
  await expect(page).toHaveURL(/gogc=200/)
  await page.evaluate(() => {
    location.hash = '#v=1&preset=steady&gogc=30'
  })
  await expect(setting('GOGC')).toHaveValue('30')
  await page.goBack()
  await expect(setting('GOGC')).toHaveValue('200')
  await reset(page).first().click()
  await expect(setting('GOGC')).toHaveValue('70')
})

test('Reset restores an opened program that was changed, not the default', async ({ page }) => {
  const { editor } = await openEditor(page)
  await button(editor, 'Blank program').click()
  await button(editor, 'Spike').click()
  await button(editor, 'Insert').click()
  await expect(editor.getByRole('option')).not.toHaveCount(1)
  await reset(page).first().click()
  await expect(editor.getByRole('option')).toHaveCount(1)
  await page.getByRole('button', { name: 'Undo reset' }).click()
  await expect(editor.getByRole('option')).not.toHaveCount(1)
})

test('keeping a program asks before another of its name is replaced', async ({ page }) => {
  const { editor } = await openEditor(page)
  const kept = editor.getByRole('list', { name: 'Kept in this browser' })
  await field(editor, 'Name').fill('Mine')
  await button(editor, 'Keep in this browser').click()
  await button(editor, 'Blank program').click()
  await field(editor, 'Name').fill('Mine')
  await button(editor, 'Keep in this browser').click()
  await expect(kept.getByRole('listitem')).toHaveCount(1)
  await button(editor, 'Keep both: this one as “Mine 2”').click()
  await expect(kept.getByRole('listitem')).toHaveCount(2)
  await expect(field(editor, 'Name')).toHaveValue('Mine 2')
  await button(editor, 'Open “Mine”').click()
  await expect(editor.getByRole('option')).not.toHaveCount(1)
})

test('Reset discards text in the editor that could not be read', async ({ page }) => {
  const { editor } = await openEditor(page)
  const duration = field(editor, 'Phase 1: duration')
  const before = await duration.inputValue()
  await duration.fill('abc')
  await duration.press('Enter')
  await expect(duration).toHaveAttribute('aria-invalid', 'true')
  await button(editor, 'Reset program').click()
  await expect(duration).toHaveValue(before)
})
