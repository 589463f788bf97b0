import { expect, test } from '@playwright/test'
import { freshTest } from './support/fresh.ts'
import { dragTo, openPage } from './support/page.ts'

test('a link opens with what it sets, and says what could not be read', async ({ page }) => {
  await test.step('a link opens with what it sets', async () => {
    const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=50')
    await sawtooth.expectResults({ 'GC CPU': '11.9 %', 'Peak memory': '45.0 MiB' })
    await expect(sawtooth.field('GOGC')).toHaveValue('50')
    await expect(page.getByRole('alert')).toHaveCount(0)
  })
  await test.step('a damaged link says what was wrong and what was kept, until it is dismissed', async () => {
    const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=fast&memoryLimit=25MiB')
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('gogc')
    await expect(notice).toContainText('memoryLimit=25MiB')
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('25MiB')
    await expect(sawtooth.field('GOGC')).toHaveValue('100')
    await notice.getByRole('button', { name: 'Dismiss' }).click()
    await expect(notice).toHaveCount(0)
  })
  await test.step('a size in a link that is probably a mistake is used, with a warning', async () => {
    const sawtooth = await openPage(page, '#v=1&preset=spike&memoryLimit=60')
    const notice = page.getByRole('alert')
    await expect(notice).toContainText('60 is 60 bytes. For 60 MiB write memoryLimit=60MiB.')
    await expect(notice).not.toContainText('damaged')
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('60B')
  })
  await test.step('a link that was cut says so', async () => {
    await openPage(page, '#v=1&z=abcdef')
    await expect(page.getByRole('alert')).toBeVisible()
  })
  await test.step('zooming travels with the link', async () => {
    await openPage(page, '#v=1&preset=spike&zoom=5~7')
    await expect(page.getByRole('button', { name: 'Show the whole run' })).toBeVisible()
    await expect(page.locator('.heap-chart .ticks.middle').first()).toHaveText(/^5/)
  })
  await test.step('Back leaves a zoom, not the page', async () => {
    await openPage(page, '#v=1&preset=spike')
    const whole = page.getByRole('button', { name: 'Show the whole run' })
    await page.getByRole('slider', { name: /^Time along the run/ }).focus()
    await page.keyboard.press('+')
    await page.keyboard.press('+')
    await expect(whole).toBeVisible()
    await page.goBack()
    await expect(whole).toBeHidden()
    await expect(page).toHaveURL(/#v=1&preset=spike$/)
    await page.goForward()
    await expect(whole).toBeVisible()
  })
})

test('the address follows each change, and opening it elsewhere gives the same', async ({ page, context }) => {
  const sawtooth = await openPage(page)
  await sawtooth.type('GOGC', '200')
  await sawtooth.type('Container limit', '70Mi')
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await expect(page).toHaveURL(/gogc=200/)
  await expect(page).toHaveURL(/containerLimit=70MiB/)
  const verdict = await sawtooth.result('Verdict').textContent()
  const other = await context.newPage()
  await other.goto(page.url())
  await expect(other.locator('.verdict .number')).toHaveText(verdict ?? '')
  await expect(other.getByRole('button', { name: 'Unpin' })).toBeVisible()
})

test('Back undoes committed changes one by one, and Forward redoes them', async ({ page }) => {
  const sawtooth = await openPage(page)
  await sawtooth.type('GOGC', '50')
  await dragTo(page, sawtooth.gogc, 1)
  await page.getByRole('switch', { name: '50 % GC CPU limit' }).click()
  await page.goBack()
  await expect(page.getByRole('switch', { name: '50 % GC CPU limit' })).not.toBeChecked()
  await expect(sawtooth.field('GOGC')).toHaveValue('off')
  await page.goBack()
  await sawtooth.expectResults({ 'GC CPU': '11.9 %' })
  await page.goBack()
  await sawtooth.expectResults({ 'GC CPU': '6.3 %' })
  await page.goForward()
  await sawtooth.expectResults({ 'GC CPU': '11.9 %' })
})

freshTest('a drag is one step back, however many places it went through', async ({ page }) => {
  const sawtooth = await openPage(page)
  const before = await page.evaluate(() => history.length)
  await dragTo(page, sawtooth.gogc, 0.8)
  await expect(page).toHaveURL(/gogc=\d+/)
  expect(await page.evaluate(() => history.length)).toBe(before + 1)
  await page.goBack()
  await expect(sawtooth.field('GOGC')).toHaveValue('100')
})

freshTest('a drag is one step back also where a field or another slider had the focus', async ({ page }) => {
  const sawtooth = await openPage(page)
  const before = await page.evaluate(() => history.length)
  await sawtooth.type('GOGC', '50')
  await dragTo(page, sawtooth.gogc, 0.8)
  await dragTo(page, sawtooth.memoryLimit, 0.5)
  // Not yet read when the next drag begins.
  await sawtooth.field('GOGC').fill('60')
  await dragTo(page, sawtooth.memoryLimit, 0.6)
  await expect(sawtooth.field('GOGC')).toHaveValue('60')
  await expect.poll(() => page.evaluate(() => history.length)).toBe(before + 5)
  await page.goBack()
  await page.goBack()
  await page.goBack()
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('off')
  await page.goBack()
  await expect(sawtooth.field('GOGC')).toHaveValue('50')
})

test('while a slider moves the address is written four times a second at most, and as the pointer lifts', async ({
  page,
}) => {
  await page.addInitScript(() => {
    const written: number[] = []
    const write = history.replaceState.bind(history)
    history.replaceState = (...parts) => {
      written.push(performance.now())
      write(...parts)
    }
    Object.assign(window, { written })
  })
  const sawtooth = await openPage(page)
  const box = await sawtooth.gogc.boundingBox()
  const at = (share: number) => [box!.x + share * box!.width, box!.y + box!.height / 2] as const
  await page.mouse.move(...at(0.4))
  await page.mouse.down()
  for (let i = 0; i <= 40; i++) {
    await page.mouse.move(...at(0.4 + i / 100))
    // Now and then it rests for longer than a write waits.
    await page.waitForTimeout(i % 10 === 9 ? 600 : 20)
  }
  const whileDown = await page.evaluate(() => Reflect.get(window, 'written') as number[])
  expect(whileDown.length).toBeGreaterThan(0)
  for (const [i, time] of whileDown.entries()) expect((whileDown[i + 4] ?? Infinity) - time).toBeGreaterThan(999)
  await page.mouse.up()
  const value = await sawtooth.field('GOGC').inputValue()
  // Asked in the page itself, which ends a drag in a task of its own: the test hears of a new address a moment later.
  const hash = await page.evaluate(() => new Promise((told) => setTimeout(() => told(location.hash))))
  expect(hash).toContain(`gogc=${value}`)
})

freshTest('Copy link copies the link to what is on screen', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const sawtooth = await openPage(page)
  await sawtooth.type('GOGC', '70')
  await page.getByRole('button', { name: 'Copy link' }).click()
  await expect(page.getByText('Copied', { exact: true })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('gogc=70')
})

test('without a clipboard the link is selected in a field', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'clipboard', { value: undefined })
  })
  const sawtooth = await openPage(page)
  await sawtooth.type('GOGC', '70')
  await page.getByRole('button', { name: 'Copy link' }).click()
  const field = page.getByLabel(/The clipboard is not available/)
  await expect(field).toBeFocused()
  await expect(field).toHaveValue(/gogc=70/)
  expect(await page.evaluate(() => String(getSelection()))).toContain('gogc=70')
})
