import { expect, type Page, test } from '@playwright/test'
import { openPage } from './support/page.ts'

const handle = (page: Page) => page.getByRole('slider', { name: 'GOGC and GOMEMLIMIT on the map' })
const isWhole = (page: Page) => expect(page.locator('.map-progress')).toHaveText('')

test('the map opens, and its handle moves both sliders and the charts: by mouse, by arrow keys and in the link', async ({
  page,
}) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  await expect(page).toHaveURL(/[#&]map=1/)
  await isWhole(page)
  await expect(handle(page)).toHaveAttribute('aria-valuetext', 'GOGC=100 GOMEMLIMIT=off')
  const box = (await handle(page).boundingBox())!

  // Pointing says a cell's figures and sets nothing.
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.7)
  await expect(page.locator('.map-readout')).toContainText(/^GOGC=\d+ GOMEMLIMIT=\d+MiB GC CPU/)
  await sawtooth.expectResults({ 'GC CPU': '6.3 %', 'Peak memory': '60.0 MiB' })

  // A drag moves the handle; what the map said of the cell is what the charts then show.
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5, { steps: 5 })
  const said = (await page.locator('.map-readout').textContent())!
  await page.mouse.up()
  const [, gogc, limit] = /^GOGC=(\d+) GOMEMLIMIT=(\d+MiB)/.exec(said)!
  await expect(sawtooth.field('GOGC')).toHaveValue(gogc!)
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue(limit!)
  const [, share] = /GC CPU ([\d.]+ %)/.exec(said)!
  await sawtooth.expectResults({ 'GC CPU': share!.replace(' ', ' ') })
  await expect(page).toHaveURL(new RegExp(`gogc=${gogc}&memoryLimit=${limit}&map=1`))

  // One history entry for the whole drag.
  await page.goBack()
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('off')

  // The keys go from cell to cell: up from the last limit is off.
  await handle(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('100MiB')
  await page.keyboard.press('ArrowRight')
  await expect(sawtooth.field('GOGC')).toHaveValue('110')
  await expect(handle(page)).toHaveAttribute('aria-valuetext', 'GOGC=110 GOMEMLIMIT=100MiB')

  await page.getByRole('button', { name: 'Close map' }).press('Enter')
  await expect(page).not.toHaveURL(/map=1/)
  await expect(page.getByRole('button', { name: 'Map', exact: true })).toBeFocused()
})

test('the whole map of the spike: its key, its cells, its trade-off chart, its figures and files', async ({
  page,
  context,
}) => {
  // One page: simulating a map takes longer than most steps.
  test.slow()
  const sawtooth = await openPage(page, '#v=1&preset=spike&map=1')
  await isWhole(page)
  await test.step('the key of the map is above it, and has only what is on the map', async () => {
    const [legend, map] = [page.locator('.map-legend'), page.locator('.map-chart')]
    await expect(legend).toContainText('memory over GOMEMLIMIT')
    await expect(legend).not.toContainText('killed')
    const bottom = await legend.evaluate((key) => key.getBoundingClientRect().bottom)
    expect(bottom).toBeLessThanOrEqual(await map.evaluate((chart) => chart.getBoundingClientRect().top))
    await expect(page.locator('.map-readout')).toContainText('You are here: GOGC=100')
  })
  await test.step('each cell is a link to its setting: to copy, to open beside, to reach by the keyboard', async () => {
    const link = page.getByRole('link', { name: /^Link to GOGC/ })
    await expect(link).toHaveAttribute('href', '#v=1&preset=spike&map=1')
    await handle(page).scrollIntoViewIfNeeded()
    const box = (await handle(page).boundingBox())!
    const spot = [box.x + box.width * 0.3, box.y + box.height * 0.6] as const
    await page.mouse.move(...spot)
    await expect(link).toHaveAttribute('href', /gogc=\d+&memoryLimit=\d+MiB&map=1$/)
    const href = (await link.getAttribute('href'))!
    const [, gogc, limit] = /gogc=(\d+)&memoryLimit=(\d+MiB)/.exec(href)!

    // Into another tab, and nothing is set here.
    const opened = context.waitForEvent('page')
    await page.mouse.click(...spot, { button: 'middle' })
    const other = await opened
    await expect(other).toHaveURL(new RegExp(`gogc=${gogc}&memoryLimit=${limit}&map=1`))
    await expect(other.getByRole('textbox', { name: 'GOGC value' })).toHaveValue(gogc!)
    await other.close()
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('off')

    // A plain click sets it; then the link is where the keyboard finds it, after the handle.
    await page.mouse.click(...spot)
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue(limit!)
    await expect(handle(page)).toBeFocused()
    await page.mouse.move(0, 0)
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    await expect(link).toHaveAttribute('href', href)
  })
  await test.step('only the main button sets a point of the trade-off chart', async () => {
    await openPage(page, '#v=1&preset=spike&map=1')
    await isWhole(page)
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('off')
    const host = page.locator('.trade-host')
    await host.scrollIntoViewIfNeeded()
    const box = (await host.boundingBox())!
    const readout = page.locator('.map-readout')
    // Across the points, until one is under the pointer that is not in force.
    for (let i = 1; i < 100; i++) {
      await page.mouse.move(box.x + (box.width * i) / 100, box.y + box.height * 0.5)
      if (/GOMEMLIMIT=\d+MiB/.test((await readout.textContent()) ?? '')) break
    }
    const [, limit] = /GOMEMLIMIT=(\d+MiB)/.exec((await readout.textContent())!)!
    await page.mouse.down({ button: 'right' })
    await page.mouse.up({ button: 'right' })
    await page.mouse.down({ button: 'middle' })
    await page.mouse.up({ button: 'middle' })
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('off')
    await page.mouse.down()
    await page.mouse.up()
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue(limit!)
  })
  await test.step('the map in figures, and as files', async () => {
    await openPage(page, '#v=1&preset=spike&map=1')
    await isWhole(page)
    await expect(sawtooth.field('GOMEMLIMIT')).toHaveValue('off')
    await page.getByText('The map as a table').click()
    await page.getByRole('button', { name: 'Set GOGC=off GOMEMLIMIT=off' }).click()
    await sawtooth.expectResults({ Verdict: 'never collected' })
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'CSV', exact: true }).click()
    expect((await download).suggestedFilename()).toBe('map.csv')
    const picture = page.waitForEvent('download')
    await page.getByRole('button', { name: 'PNG', exact: true }).click()
    expect((await picture).suggestedFilename()).toBe('map.png')
    // A single setting, too.
    await page.getByRole('button', { name: 'GOGC alone' }).click()
    await isWhole(page)
    const strip = page.waitForEvent('download')
    await page.getByRole('button', { name: 'SVG', exact: true }).click()
    expect((await strip).suggestedFilename()).toBe('map.svg')
  })
})

test('a link opens the map', async ({ page }) => {
  await openPage(page, '#v=1&preset=headroom&map=1')
  await isWhole(page)
  await expect(page.locator('.map-chart')).toContainText('90 %')
})

test('a frame with show=map is the map, works alone, and leads to the map of the page', async ({ page }) => {
  await page.setViewportSize({ width: 640, height: 620 })
  await page.goto('./embed.html#v=1&preset=spike&show=map')
  await expect(page.locator('.map-chart .isoline').first()).toHaveAttribute('d', /^M/)
  await expect(page.locator('.map-readout')).toContainText('GOGC=100 GOMEMLIMIT=off · GC CPU 6.3 %')
  await handle(page).focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.locator('.map-readout')).toContainText('GOGC=100 GOMEMLIMIT=100MiB')
  await expect(page.getByRole('link', { name: 'Open in Sawtooth' })).toHaveAttribute('href', /memoryLimit=100MiB&map=1/)
  await page.setViewportSize({ width: 360, height: 620 })
  await expect(page.locator('.strip-chart')).toBeVisible()
})

test('a map of another program than the one on screen is not saved under its name', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&map=1')
  await isWhole(page)
  const save = page.getByRole('button', { name: 'SVG', exact: true })
  await expect(save).toBeEnabled()
  // The next map never comes: its threads hear of nothing.
  await page.evaluate(() => {
    Worker.prototype.postMessage = () => {}
  })
  await sawtooth.field('Container limit').fill('80MiB')
  await sawtooth.field('Container limit').press('Enter')
  await expect(page.locator('.map-progress')).toHaveText('simulating…')
  await expect(save).toBeDisabled()
})

test('if no setting completes, the map says so instead of showing an empty chart', async ({ page }) => {
  const sawtooth = await openPage(page, '#v=1&preset=spike&gogc=off&containerLimit=25MiB&map=1')
  await isWhole(page)
  const trade = page.locator('.trade')
  await expect(trade).toContainText('The program completes with no setting of this map')
  await expect(trade.locator('.trade-chart')).toBeHidden()
  await sawtooth.field('Container limit').fill('80MiB')
  await sawtooth.field('Container limit').press('Enter')
  await expect(trade.locator('.trade-chart .ticks').first()).toBeVisible()
  await expect(trade).not.toContainText('The program completes')
})
