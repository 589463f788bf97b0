import { expect, test } from '@playwright/test'
import { DEFAULT, dragTo, openPage } from './support/page.ts'

// Expectations are what the published figures print: GC CPU share, peak memory, total CPU time.

test('the default is the published figure for GOGC=100', async ({ page }) => {
  const sawtooth = await openPage(page)
  await sawtooth.expectResults({
    'GC CPU': '6.3 %',
    'Peak memory': '60.0 MiB',
    'Total CPU time': '10.67 s',
    Verdict: 'healthy',
  })
  const ends = await page.locator('.slider').evaluateAll((all) =>
    all.map((slider) => {
      const last = slider.querySelector('.marks > :last-child')!.getBoundingClientRect()
      return last.right - slider.getBoundingClientRect().right
    }),
  )
  expect(Math.max(...ends), 'how far a mark stands beyond its slider').toBeLessThan(1)
})

test('settings give the published figures, and each result is explained', async ({ page }) => {
  test.slow()
  await test.step('typing GOGC gives the other published figures', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.type('GOGC', '50')
    await sawtooth.expectResults({ 'GC CPU': '11.9 %', 'Peak memory': '45.0 MiB', 'Total CPU time': '11.35 s' })
    await sawtooth.type('GOGC', '200')
    // Printed as 90.4 MiB; the model's own number is 90.0.
    await sawtooth.expectResults({ 'GC CPU': '3.3 %', 'Peak memory': '90.0 MiB', 'Total CPU time': '10.34 s' })
  })
  await test.step('the GOGC slider goes to off at its end, by mouse', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await dragTo(page, sawtooth.gogc, 1)
    await expect(sawtooth.field('GOGC')).toHaveValue('off')
    await sawtooth.expectResults({ 'GC CPU': '0.0 %', 'GC cycles': '0' })
  })
  await test.step('the arrow keys move the GOGC slider to the published figure for 50', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.gogc.focus()
    // Each press is one round value further; below 100 they are whole percentages or pairs of them.
    for (let i = 0; i < 60 && (await sawtooth.field('GOGC').inputValue()) !== '50'; i++)
      await page.keyboard.press('ArrowLeft')
    await sawtooth.expectResults({ 'GC CPU': '11.9 %', 'Peak memory': '45.0 MiB' })
    await page.keyboard.press('End')
    await expect(sawtooth.field('GOGC')).toHaveValue('off')
    await expect(sawtooth.gogc).toHaveAttribute('aria-valuetext', 'off')
  })
  await test.step('with the GC CPU limit, thrashing becomes a verdict “over the limit”', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.type('GOGC', 'off')
    await sawtooth.type('GOMEMLIMIT', '25MiB')
    await sawtooth.expectResults({
      'GC CPU': '68.5 %',
      'Peak memory': '30.1 MiB',
      'Total CPU time': '31.76 s',
      Verdict: 'thrashing',
    })
    await page.getByRole('switch', { name: '50 % GC CPU limit' }).click()
    await sawtooth.expectResults({
      'GC CPU': '25.3 %',
      'Peak memory': '31.4 MiB',
      'Total CPU time': '13.38 s',
      Verdict: 'over the limit',
    })
  })
  await test.step('every preset can be chosen, and a changed one says so until it is reset', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.choosePreset('A limit below the live heap')
    await sawtooth.expectResults({ 'GC CPU': '68.5 %' })
    await expect(page.locator('.changed')).toBeEmpty()
    await sawtooth.type('GOMEMLIMIT', '60MiB')
    await expect(page.locator('.changed')).toHaveText('changed')
    await page.getByRole('button', { name: 'Reset' }).click()
    await sawtooth.expectResults({ 'GC CPU': '68.5 %' })
    await expect(page.locator('.changed')).toBeEmpty()
  })
  await test.step('a container below the peak kills; verdict and chart show the kill', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.type('Container limit', '50Mi')
    await sawtooth.expectResults({ Verdict: /^killed at \d+\.\d\d s$/ })
    await expect(page.locator('.heap-chart .flag')).toContainText('killed at')
    // Memory is at the limit when it is passed: 50.0 MiB.
    await sawtooth.expectResults({ 'Peak memory': '50.0 MiB' })
  })
  await test.step('effective GOGC is GOGC until a limit sets the goal', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.expectResults({ 'Effective GOGC': '100 %' })
    await sawtooth.choosePreset('A limit that is never reached')
    // 60 MiB less 10 MiB of other memory, over 20 MiB live: 150 %, so GOGC=200 is ruled by the limit.
    await sawtooth.type('GOGC', '200')
    await sawtooth.expectResults({ 'Effective GOGC': '150 %', 'Peak memory': '60.0 MiB' })
  })
  await test.step('each result says what it means, and which Go metric it is', async () => {
    await openPage(page, DEFAULT)
    for (const [label, metric] of [
      ['GC CPU', '/cpu/classes/gc/total:cpu-seconds'],
      ['Peak memory', '/memory/classes/total:bytes'],
      ['GC cycles', '/gc/cycles/automatic:gc-cycles'],
      ['Effective GOGC', '/gc/heap/goal:bytes'],
      ['Verdict', '/gc/limiter/last-enabled:gc-cycle'],
    ] as const) {
      await page.getByRole('button', { name: label, exact: true }).click()
      const note = page.locator('.explanation:popover-open')
      await expect(note.locator('.metric')).toBeHidden()
      await note.getByText('More', { exact: true }).click()
      await expect(note.locator('.metric')).toBeVisible()
      await expect(note).toContainText(metric)
      await page.keyboard.press('Escape')
      await expect(page.locator('.explanation:popover-open')).toHaveCount(0)
    }
  })
  await test.step('an explanation closes when Tab goes on to the setting that it would cover', async () => {
    const note = page.locator('.explanation:popover-open')
    await page.getByRole('button', { name: 'GOGC', exact: true }).press('Enter')
    await expect(note).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(note).toHaveCount(0)
  })
})

for (const [name, path] of [
  ['page', './'],
  ['frame', './embed.html'],
] as const)
  test(`keys with Ctrl or Alt leave a slider of the ${name} as it is: they are the browser’s`, async ({ page }) => {
    await page.goto(`${path}#v=1&preset=spike&show=gogc`)
    const slider = page.getByRole('slider', { name: 'GOGC slider' })
    await slider.focus()
    for (const key of ['Alt+ArrowLeft', 'Control+Home', 'Meta+ArrowRight', 'Control+End']) {
      await page.keyboard.press(key)
      await expect(slider).toBeEnabled()
      await expect(slider).toHaveAttribute('aria-valuetext', /^100/)
      await expect(slider).toBeFocused()
    }
    await page.keyboard.press('ArrowLeft')
    await expect(slider).not.toHaveAttribute('aria-valuetext', /^100/)
  })

test('a long explanation stays on the screen of a phone held sideways, and scrolls there', async ({ page }) => {
  await page.setViewportSize({ width: 844, height: 390 })
  await openPage(page)
  const button = page.getByRole('button', { name: 'GC CPU', exact: true })
  await button.click()
  const note = page.locator('.explanation:popover-open')
  await expect(note).toBeInViewport({ ratio: 1 })
  const last = note.locator(':scope > :last-child')
  await last.scrollIntoViewIfNeeded()
  await expect(last).toBeInViewport({ ratio: 1 })
})

test('a setting from a link far beyond the slider is shown and can be moved', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&memoryLimit=40GiB')
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('40GiB')
  const position = await sawtooth.memoryLimit.inputValue()
  expect(Number(position)).toBeLessThan(1000)
  await sawtooth.memoryLimit.focus()
  await page.keyboard.press('ArrowLeft')
  await expect(sawtooth.field('GOMEMLIMIT')).not.toHaveValue('40GiB')
})

test('the figures below a slider take one line, also at its end: a GOMAXPROCS of 4 096', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike&procs=4096')
  const marks = page.locator('.marks span')
  await expect(marks.filter({ hasText: /^4.096$/ })).toBeVisible()
  const heights = await marks.evaluateAll((all) => all.map((mark) => mark.getBoundingClientRect().height))
  expect(Math.max(...heights)).toBe(Math.min(...heights))
})
