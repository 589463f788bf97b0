import { expect, test } from '@playwright/test'
import { DEFAULT, openPage } from './support/page.ts'

test('what is typed into a setting: how it is read, and what the page says of it', async ({ page }) => {
  test.slow()
  await test.step('1.5GiB is read, Go would refuse it, and what works is one click away', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.type('GOMEMLIMIT', '1.5GiB')
    await expect(page.locator('.knob-memoryLimit .message')).toContainText('malformed GOMEMLIMIT')
    await page.getByRole('button', { name: 'use 1536MiB' }).click()
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('1536MiB')
    await expect(page.getByRole('button', { name: /^use / })).toHaveCount(0)
  })
  await test.step('sizes may be typed without pressing Enter', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.field('GOMEMLIMIT').click()
    await page.keyboard.type('25 mb')
    await expect(page.getByRole('button', { name: 'use 25MiB' })).toBeVisible()
    await sawtooth.expectResults({ 'Peak memory': '30.1 MiB' })
  })
  await test.step('unreadable text gets a message about what to write, and the last valid value stays', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.type('GOMEMLIMIT', '60MiB')
    await sawtooth.type('GOMEMLIMIT', 'lots')
    const message = page.locator('.knob-memoryLimit .message')
    await expect(message).toContainText('Write for example 60MiB')
    await expect(message).toContainText('Still 60MiB')
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('lots')
    await sawtooth.expectResults({ 'Peak memory': '60.0 MiB' })
    await sawtooth.field('GOMEMLIMIT').press('Escape')
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('60MiB')
    await expect(message).not.toContainText('Still')
  })
  await test.step('a percentage is a share of the container, once there is one', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.type('GOMEMLIMIT', '80%')
    await expect(page.locator('.knob-memoryLimit .message')).toContainText('set a container limit')
    await sawtooth.type('Container limit', '512Mi')
    await sawtooth.type('GOMEMLIMIT', '80%')
    await page.getByRole('button', { name: 'use 409MiB' }).click()
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('409MiB')
  })
  await test.step('GOGC=50% is 100 to Go, and the page says so', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.type('GOGC', '50%')
    await sawtooth.expectResults({ 'GC CPU': '11.9 %' })
    await expect(page.locator('.knob-gogc .message')).toContainText('as 100')
    await expect(page.locator('.knob-gogc .unit'), 'not a second time').toBeHidden()
    await page.getByRole('button', { name: 'use 50', exact: true }).click()
    await expect(sawtooth.field('GOGC')).toHaveValue('50')
    await expect(page.locator('.knob-gogc .unit')).toBeVisible()
  })
  await test.step('moving the slider takes over from what was typed', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.type('GOMEMLIMIT', '1.5GiB')
    await sawtooth.memoryLimit.focus()
    await page.keyboard.press('Home')
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('4MiB')
    await expect(page.getByRole('button', { name: /^use / })).toHaveCount(0)
  })
  await test.step('a container limit is read as Kubernetes reads it, and the page says so', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    const message = page.locator('.knob-containerLimit .message')
    await sawtooth.type('Container limit', '4G')
    await expect(message).toContainText('4 000 000 000 bytes (3.725GiB)')
    await sawtooth.type('Container limit', '4Gb')
    await expect(message).toContainText('Write 4Gi (binary) or 4G (decimal)')
    await sawtooth.type('Container limit', '2,500')
    await expect(message).toContainText('2,500 is read as 2500')
  })
  await test.step('a field that shows four digits keeps all that it has until it is typed into', async () => {
    const sawtooth = await openPage(page, '#v=1&preset=spike&memoryLimit=8000000001')
    const field = sawtooth.field('GOMEMLIMIT')
    const hash = () => page.evaluate(() => location.hash)
    await expect(field).toHaveValue('7.451GiB')
    await field.fill('7GiB')
    // After a pause in typing the page shows what 7 GiB do.
    await expect.poll(hash).toContain('memoryLimit=7GiB')
    await field.fill('7.451GiB')
    await field.press('Enter')
    await field.blur()
    await expect.poll(hash).toContain('memoryLimit=8000000001')
  })
  await test.step('Reset, a published figure and a preset discard text that could not be read', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    const [limit, gogc] = [sawtooth.field('GOMEMLIMIT'), sawtooth.field('GOGC')]
    const ways = {
      Reset: () => page.locator('.reset-place').getByRole('button', { name: 'Reset settings' }).click(),
      'a published figure': () => page.getByRole('button', { name: 'GOGC 100', exact: true }).click(),
      'a preset': () => sawtooth.choosePreset('Steady state'),
    }
    for (const [name, act] of Object.entries(ways))
      await test.step(name, async () => {
        await sawtooth.type('GOMEMLIMIT', 'abc')
        await sawtooth.type('GOGC', '')
        await expect(limit).toHaveAttribute('aria-invalid', 'true')
        await act()
        await expect(limit).toHaveValue('off')
        await expect(gogc).toHaveValue('100')
        for (const field of [limit, gogc]) await expect(field).toHaveAttribute('aria-invalid', 'false')
      })
  })
  await test.step('a change of another setting leaves text that could not be read for correction', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.type('GOMEMLIMIT', 'abc')
    await page.getByRole('switch', { name: 'GC CPU limit' }).click()
    await sawtooth.type('GOGC', '50')
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('abc')
  })
})
