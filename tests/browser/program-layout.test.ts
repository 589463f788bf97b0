import { expect, type Locator, type Page, test } from '@playwright/test'

const NUMBERS = {
  'Live heap after GC': '200MiB',
  'Allocation rate': '100MiB/s',
  'Container limit': '1GiB',
  GOMAXPROCS: '4',
  'GC share of all CPU time': '5',
}

async function typeNumbers(page: Page) {
  await page.goto('./program.html')
  for (const [name, text] of Object.entries(NUMBERS)) {
    await page.getByRole('region', { name: 'Quantities' }).getByRole('textbox', { name, exact: true }).fill(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('button', { name: 'Find settings' })).toBeVisible()
}

const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function edgesOf(locator: Locator) {
  const { x, y, width, height } = (await locator.boundingBox())!
  return { left: x, top: y, right: x + width, bottom: y + height }
}

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
] as const)
  test(`at ${width} px the advice is under the typed numbers, and settings are beside their answer`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await typeNumbers(page)
    const more = page.getByRole('button', { name: /^Show \d+ more/ })
    const [known, advice, simulated] = await Promise.all(
      [more, section(page, 'What to set'), section(page, 'Simulated')].map(edgesOf),
    )
    expect(advice!.top - known!.bottom).toBeLessThan(80)
    expect(advice!.right).toBeLessThanOrEqual(simulated!.left)

    const [gogc, answers] = await Promise.all(
      [section(page, 'What if').locator('.suppose'), section(page, 'As it is and with these settings')].map(edgesOf),
    )
    expect(Math.abs(gogc!.left - advice!.left)).toBeLessThanOrEqual(1)
    expect(Math.abs(answers!.left - simulated!.left)).toBeLessThanOrEqual(1)
    expect(Math.abs(answers!.right - simulated!.right)).toBeLessThanOrEqual(1)

    // The settings, the picture and the figures of “What if” fit on one screen.
    const whatIf = section(page, 'What if')
    const [title, picture] = await Promise.all(
      [
        whatIf.getByRole('heading', { name: 'What if' }),
        whatIf.getByRole('img', { name: 'Heap over time: as it is', exact: true }),
      ].map(edgesOf),
    )
    expect(picture!.top).toBeGreaterThan(title!.top)
    expect(answers!.top).toBeGreaterThan(picture!.bottom)
    expect(answers!.bottom - title!.top).toBeLessThan(height)

    // All quantities are the longer column: the advice is beside them then.
    await more.click()
    await expect.poll(async () => (await edgesOf(section(page, 'What to set'))).left).toBe(simulated!.left)
  })

for (const width of [1000, 1280])
  test(`at ${width} px the tables beside a log show every column`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('./program.html')
    await page.getByRole('button', { name: 'The log of a steady service' }).click()
    await expect(section(page, 'Simulated').locator('.heap-host .range')).toBeVisible()
    // The whole band around the estimated memory is below the top of the chart.
    const above = await section(page, 'Simulated')
      .locator('.heap-host .range')
      .evaluate((band) => band.getBoundingClientRect().top - band.closest('.heap-host')!.getBoundingClientRect().top)
    expect(above).toBeGreaterThan(10)
    for (const name of ['Measured and simulated', 'As it is and with these settings']) {
      const table = section(page, name)
      await expect(table).toBeVisible()
      await expect
        .poll(() => table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth))
        .toBeLessThanOrEqual(0)
    }
  })

for (const [width, height] of [
  [1280, 800],
  [1920, 1080],
] as const)
  test(`at ${width} px what is known stays in sight beside the whole advice`, async ({ page }) => {
    await page.setViewportSize({ width, height })
    await page.goto('./program.html')
    await page.getByRole('button', { name: 'The log of a steady service' }).click()
    await page.getByRole('button', { name: 'Find settings' }).click()
    const advice = section(page, 'What to set')
    await expect(advice.getByRole('link', { name: 'Open in simulator' })).toBeVisible()
    for (const end of ['start', 'end'] as const) {
      await advice.evaluate((element, block) => element.scrollIntoView({ block }), end)
      const [known, beside] = await Promise.all([section(page, 'Quantities'), advice].map(edgesOf))
      expect(known!.bottom).toBeGreaterThan(0.7 * Math.min(height, beside!.bottom))
      expect(known!.right).toBeLessThan(beside!.left)
    }
    await page.evaluate(() => scrollTo(0, 0))
    expect((await edgesOf(section(page, 'Quantities'))).top).toBeLessThan(400)
  })

for (const width of [390, 1280])
  test(`at ${width} px the ring of a focused demand reaches no other one`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 })
    await typeNumbers(page)
    await page.getByRole('button', { name: 'Find settings' }).click()
    const [share, core] = await Promise.all(
      [page.getByRole('combobox', { name: 'Max GC CPU' }), page.getByRole('textbox', { name: /^Core a month/ })].map(
        edgesOf,
      ),
    )
    // Two pixels wide, two pixels off.
    expect(core!.top - share!.bottom).toBeGreaterThanOrEqual(4)
  })

test('the seconds between scrapes stand apart from the words around them', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('./program.html')
  const files = [0, 4].map((i) => `tests/fixtures/metrics/steady/metrics-${i}.txt`)
  await page.locator('input[type="file"]').setInputFiles(files)
  const field = page.getByRole('textbox', { name: 'Seconds between scrapes' })
  await field.fill('15')
  await field.press('Enter')
  const [box, words] = await Promise.all([field, page.getByText('As entered.')].map(edgesOf))
  expect(words!.left - box!.right).toBeGreaterThanOrEqual(4)
})

test('on a phone “What if” shows the measured figures under the names of the rows', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('./program.html')
  await page.getByRole('button', { name: 'The log of a steady service' }).click()
  const answers = section(page, 'As it is and with these settings')
  await expect(
    answers.getByRole('rowheader', { name: /^GC cycles, forced ones not counted measured 36/ }),
  ).toBeVisible()
  // The table does not scroll sideways.
  expect(await answers.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThanOrEqual(0)

  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(
    answers.getByRole('rowheader', { name: 'GC cycles, forced ones not counted', exact: true }),
  ).toBeVisible()
  await expect(answers.getByRole('columnheader', { name: 'Measured' })).toBeVisible()
})

for (const width of [320, 390, 700, 1024, 1280])
  test(`at ${width} px the whole hint of the field is in sight, and no field covers the words beside it`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 800 })
    await page.goto('./program.html')
    const hidden = await page.locator('.intake textarea').evaluate((area: HTMLTextAreaElement) => {
      area.value = area.placeholder
      const more = area.scrollHeight - area.clientHeight
      area.value = ''
      return more
    })
    // The padding below the last line may be hidden.
    expect(hidden).toBeLessThan(12)
    const over = await page
      .getByRole('region', { name: 'Quantities' })
      .getByRole('textbox')
      .evaluateAll((fields) =>
        fields.filter(
          (field) => field.getBoundingClientRect().right > field.closest('td')!.getBoundingClientRect().right,
        ),
      )
    expect(over).toHaveLength(0)
  })
