import { expect, type Page, test } from '@playwright/test'
import { defaultScenario } from '../../src/scenario/presets/catalogue.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { GIB, OFF, toLimit } from '../../src/units.ts'
import { DEFAULT, dragTo, openPage } from './support/page.ts'

/** Numbers along the time axis of the heap chart. */
const timeAxis = (page: Page) => page.locator('.heap-chart .ticks.middle').allTextContents()

test('the figure is read, zoomed and compared, by pointer and by keyboard', async ({ page }) => {
  test.slow()
  // First: the cursor stays where it is when a link is opened.
  await test.step('the keyboard steps from cycle to cycle and hears why each ran', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await sawtooth.figure.focus()
    await page.keyboard.press('.')
    await expect(page.locator('.explained')).toContainText('Cycle 1 of 12')
    await expect(page.locator('.explained')).toContainText('the minimum heap')
    for (let i = 0; i < 8; i++) await page.keyboard.press('.')
    await expect(page.locator('.explained')).toContainText('goal 60.0 MiB = 30.0 live × (1 + 100/100)')
    await expect(sawtooth.figure).toHaveAttribute('aria-valuetext', /goal 60\.0 MiB = 30\.0 live/)
    await page.keyboard.press(',')
    await expect(page.locator('.explained')).toContainText('Cycle 8 of 12')
    const before = Number(await sawtooth.figure.getAttribute('aria-valuenow'))
    await page.keyboard.press('ArrowRight')
    expect(Number(await sawtooth.figure.getAttribute('aria-valuenow'))).toBeGreaterThan(before)
  })
  await test.step('the pointer reads out why the nearest cycle ran', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    const box = (await sawtooth.figure.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3)
    await expect(page.locator('.explained')).toContainText(/Cycle \d+ of 12 at/)
    await expect(page.locator('.heap-chart .readout')).toContainText('live')
  })
  await test.step('dragging zooms in; Escape, a double click and a button lead out again', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    const whole = await timeAxis(page)
    const box = (await sawtooth.figure.boundingBox())!
    const zoomIn = async () => {
      await page.mouse.move(box.x + 200, box.y + 200)
      await page.mouse.down()
      await page.mouse.move(box.x + 320, box.y + 220, { steps: 4 })
      await page.mouse.up()
      await expect.poll(() => timeAxis(page)).not.toEqual(whole)
    }
    await zoomIn()
    await page.keyboard.press('Escape')
    await expect.poll(() => timeAxis(page)).toEqual(whole)
    await zoomIn()
    await page.mouse.dblclick(box.x + 300, box.y + 200)
    await expect.poll(() => timeAxis(page)).toEqual(whole)
    await zoomIn()
    await page.getByRole('button', { name: 'Show the whole run' }).click()
    await expect.poll(() => timeAxis(page)).toEqual(whole)
  })
  await test.step('the keyboard zooms too', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    const whole = await timeAxis(page)
    await sawtooth.figure.focus()
    await page.keyboard.press('.')
    await page.keyboard.press('+')
    await expect.poll(() => timeAxis(page)).not.toEqual(whole)
    await page.keyboard.press('-')
    await expect.poll(() => timeAxis(page)).toEqual(whole)
  })
  await test.step('while a slider is dragged the scales stay, and settle when it is let go', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    const memoryAxis = () => page.locator('.heap-chart .ticks.end').allTextContents()
    const before = await memoryAxis()
    const box = (await sawtooth.gogc.boundingBox())!
    const y = box.y + box.height / 2
    await dragTo(page, sawtooth.gogc, 0.47)
    await page.mouse.move(box.x + 0.47 * box.width, y)
    await page.mouse.down()
    await page.mouse.move(box.x + 0.1 * box.width, y, { steps: 5 })
    await expect(sawtooth.field('GOGC')).not.toHaveValue('100')
    expect(await memoryAxis()).toEqual(before)
    await page.mouse.up()
    await expect.poll(memoryAxis).not.toEqual(before)
  })
  await test.step('a pinned run stays behind the next one, with the differences', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await page.getByRole('button', { name: 'Pin', exact: true }).click()
    await sawtooth.type('GOGC', '50')
    // Published: 6.3 % and 60.0 MiB at GOGC=100; 11.9 % and 45.0 MiB at 50.
    await expect(page.locator('.result-gc-cpu .compared')).toHaveText('was 6.3, +5.6 points')
    await expect(page.locator('.result-peak-memory .compared')).toHaveText('was 60.0, −15.0 MiB')
    await expect(page.locator('.heap-chart .pinned')).toHaveAttribute('d', /M/)
    await page.getByRole('button', { name: 'Unpin' }).click()
    await expect(page.locator('.compared')).toHaveCount(0)
    await expect(page.locator('.heap-chart .pinned')).not.toHaveAttribute('d', /M/)
  })
  await test.step('p presents and Escape leaves; typing a p in a field does not', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    const before = (await sawtooth.result('GC CPU').boundingBox())!.height
    await page.keyboard.press('p')
    await expect(page.getByRole('heading', { name: 'The published figures' })).toHaveCount(0)
    expect((await sawtooth.result('GC CPU').boundingBox())!.height).toBeGreaterThan(before * 1.2)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'The published figures' })).toBeVisible()
    await sawtooth.field('GOGC').focus()
    await page.keyboard.press('p')
    await expect(page.getByRole('heading', { name: 'The published figures' })).toBeVisible()
  })
  await test.step('the wheel scrolls the page, also over the figure', async () => {
    const sawtooth = await openPage(page, DEFAULT)
    await expect(page.getByRole('heading', { name: 'The published figures' })).toBeAttached()
    await sawtooth.figure.hover()
    await page.mouse.wheel(0, 300)
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(100)
  })
})

test('locked axes stay when a setting changes, and a link opens with fitting axes', async ({ page }) => {
  const sawtooth = await openPage(page)
  const memoryAxis = () => page.locator('.heap-chart .ticks.end').allTextContents()
  const before = await memoryAxis()
  await page.getByLabel('Lock axes').check()
  await sawtooth.type('GOGC', '20')
  await sawtooth.expectResults({ 'Peak memory': '36.0 MiB' }) // 30 MiB live × 1.2
  expect(await memoryAxis()).toEqual(before)
  await expect(page).toHaveURL(/gogc=20&hold=1$/)
  const locked = page.url()
  await page.getByLabel('Lock axes').uncheck()
  await expect.poll(memoryAxis).not.toEqual(before)
  const fitting = await memoryAxis()
  await page.goto(locked)
  await page.reload()
  await expect(page.getByLabel('Lock axes')).toBeChecked()
  expect(await memoryAxis()).toEqual(fitting)
})

test('the charts stay where they are while the differences to a pinned run change, in a small window too', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1100, height: 800 })
  const sawtooth = await openPage(page, '#v=1&preset=spike&pin.preset=spike')
  const tops: number[] = []
  for (const gogc of ['90', '100', '150', '400']) {
    await sawtooth.type('GOGC', gogc)
    await expect(page.locator('.result-effective-gogc .number')).toHaveText(`${gogc} %`)
    tops.push((await page.locator('.charts').boundingBox())!.y)
  }
  expect(new Set(tops).size, tops.join(', ')).toBe(1)
})

test('a run of more than 50,000 cycles is computed in a worker while the old one is shown greyed', async ({ page }) => {
  const sawtooth = await openPage(page)
  const asked: string[] = []
  // The worker answers only once what stands meanwhile has been seen.
  await page.route('**/worker-*.js', async (route) => {
    asked.push(route.request().url())
    await expect(page.locator('.charts')).toHaveClass(/stale/)
    // The effects beside the settings are those of the old run too.
    await expect(page.locator('.knob-memoryLimit .effect')).toHaveClass(/stale/)
    await sawtooth.expectResults({ 'GC cycles': '12' })
    await route.continue()
  })
  const { program, ...rest } = defaultScenario()
  // 10 s at 1 GiB/s with 1/16 MiB allowed between cycles: 163,840 of them.
  const phases = [{ ...program.phases[0]!, duration: 10, allocRate: GIB, newSurvivalRate: 0 }]
  const link = encodeLink({
    scenario: { ...rest, memoryLimit: toLimit(0), gogc: OFF, program: { ...program, phases } },
  })
  await page.evaluate((hash) => {
    location.hash = hash
  }, link)
  await expect(sawtooth.result('GC cycles')).toHaveText(/^163.\d{3}$/)
  await expect(page.locator('.charts')).not.toHaveClass(/stale/)
  expect(asked).toHaveLength(1)
})

test('a long run is computed without workers too', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.set(
      window,
      'Worker',
      class {
        constructor() {
          throw new DOMException('refused', 'SecurityError')
        }
      },
    )
  })
  const { program, ...rest } = defaultScenario()
  const phases = [{ ...program.phases[0]!, duration: 10, allocRate: GIB, newSurvivalRate: 0 }]
  const link = encodeLink({
    scenario: { ...rest, memoryLimit: toLimit(0), gogc: OFF, program: { ...program, phases } },
  })
  const sawtooth = await openPage(page, link)
  await expect(sawtooth.result('GC cycles')).toHaveText(/^163.\d{3}$/)
})
