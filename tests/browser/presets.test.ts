import { expect, test } from '@playwright/test'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { findAxeViolationsInBothSchemes } from './support/axe.ts'
import { DEFAULT, openPage } from './support/page.ts'
import { watch } from './support/watch.ts'

test('presets are found by typing, and opened by keyboard alone', async ({ page }) => {
  const { complaints } = watch(page)
  const sawtooth = await openPage(page)
  const [search, list] = [page.getByRole('combobox', { name: 'Search presets' }), page.getByRole('listbox')]
  // The list has come before it is asked for, so what is typed at once is not lost.
  const fetched = page.waitForResponse(/\/dialog-[\w-]+\.js$/)
  await sawtooth.preset.focus()
  await fetched
  await page.keyboard.press('Enter')
  await expect(search).toBeFocused()
  await expect(list.getByRole('option')).toHaveCount(PRESETS.length)
  await expect(list.getByRole('group', { name: 'How the GC works' })).toBeVisible()
  // The list begins at what is on screen.
  await expect(list.getByRole('option', { selected: true })).toHaveText(/^Transient spike/)

  await page.keyboard.press('ArrowDown')
  const active = list.getByRole('option', { selected: true })
  await expect(active).toHaveText('Steady state')
  await expect(search).toHaveAttribute('aria-activedescendant', (await active.getAttribute('id'))!)
  // From the first one up is the last, in sight.
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await expect(active).toHaveText('Recorded program: thrash')
  await expect(active).toBeInViewport()

  await page.keyboard.type('vector import')
  await expect(list.getByRole('option')).toHaveCount(2)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(sawtooth.preset).toHaveText('Vector import in 3 GiB, GOMEMLIMIT 2750 MiB')
  await expect(page).toHaveURL(/preset=weaviate-limit/)
  await expect(sawtooth.preset).toBeFocused()
  expect(complaints).toEqual([])
})

test('the list of presets by mouse, and left with everything as it was', async ({ page }) => {
  test.slow()
  await test.step('Escape leaves the list with everything as it was', async () => {
    const sawtooth = await openPage(page, '#v=1&preset=steady')
    await sawtooth.preset.click()
    await page.getByRole('combobox', { name: 'Search presets' }).fill('nothing is called this')
    await expect(
      page.getByText(
        'No preset matches “nothing is called this”. Try fewer words, or draw a program of your own: Edit program.',
      ),
    ).toBeVisible()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(sawtooth.preset).toHaveText('Steady state')
    await expect(sawtooth.preset).toBeFocused()
    await expect(page).toHaveURL(/#v=1&preset=steady$/)
  })
  await test.step('a mouse opens a preset with two clicks; a click beside the list closes it', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.preset.click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await page.mouse.click(1200, 700)
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await sawtooth.preset.click()
    await page.getByRole('option', { name: 'Changing live heap' }).click()
    await expect(sawtooth.preset).toHaveText('Changing live heap')
  })
  await test.step('axe finds nothing wrong with the list of presets, light and dark', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.preset.click()
    await expect(page.getByRole('option').first()).toBeVisible()
    expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
    await page.getByRole('combobox').fill('no such thing')
    expect(await findAxeViolationsInBothSchemes(page)).toEqual([])
  })
  await test.step('a slider and its field have names of their own', async () => {
    await openPage(page, DEFAULT)
    const names = await page
      .locator('.controls :is(input, button, summary)')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label') ?? one.textContent))
    for (const name of ['GOGC slider', 'GOGC value', 'Container limit slider', 'Container limit value'])
      expect(names.filter((one) => one === name)).toHaveLength(1)
  })
})
