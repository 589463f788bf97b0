import { expect, type Page, test } from '@playwright/test'
import { findOverlaps } from './support/overlaps.ts'
import { openPage } from './support/page.ts'
import { paste } from './support/pasted.ts'

/** A sheet of A4 between its margins, in CSS pixels. The figure has been drawn for the screen before. */
const SHEET = { width: 690, height: 1000 }

async function toPaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await page.setViewportSize(SHEET)
}

/** Lets no chart be drawn again for paper: a browser that prints gives the page no time for it. */
async function withoutRedrawing(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const Own = ResizeObserver
    window.ResizeObserver = class extends Own {
      constructor(seen: ResizeObserverCallback) {
        super((...all) => {
          if (!matchMedia('print').matches) seen(...all)
        })
      }
    }
  })
}

/** What of the charts lies beyond the sheet or has no size. */
function findCut(page: Page): Promise<string[]> {
  return page.locator('.chart .end-label, .chart .ticks text').evaluateAll((texts) =>
    texts
      .filter((text) => {
        const { left, right, width } = text.getBoundingClientRect()
        return width === 0 || left < 0 || right > innerWidth
      })
      .map((text) => text.textContent ?? ''),
  )
}

test('the simulator on paper: light, whole, with the link as text, and without what only a pointer can use', async ({
  page,
}) => {
  await page.emulateMedia({ colorScheme: 'dark' })
  const { type, result } = await openPage(page, '#v=1&preset=weaviate-limit')
  await page.getByRole('button', { name: 'Pin', exact: true }).click()
  await page.locator('.comparison > summary').click()
  await expect(page.locator('.comparison svg.heap-chart')).toHaveCount(2)
  await type('GOGC', '80')
  await page.mouse.move(0, 0)
  await expect(page).toHaveURL(/gogc=80/)
  await expect(page.locator('.terms')).toBeVisible()
  await expect(page.locator('.below h2').first()).toBeVisible()
  await toPaper(page)
  await expect(page.locator('.print-link')).toHaveText(/#v=1&preset=weaviate-limit&gogc=80/)
  await expect(page.locator('.print-link')).toBeVisible()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  for (const name of ['Edit program', 'Share', 'Present', 'Reset settings', 'Pin'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
  await expect(page.locator('input[type=range]:visible')).toHaveCount(0)
  await expect(page.getByText('Two-minute tour')).toBeHidden()
  await expect(result('Verdict')).toBeVisible()
  expect(
    await page.locator('.knob-cpuLimiter > .explain').evaluate((name) => getComputedStyle(name, '::after').content),
  ).toBe('": on"')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(SHEET.width)
  await expect(page.locator('.heap-chart .end-label').first()).toBeVisible()
  await expect.poll(() => findCut(page)).toEqual([])
  expect(await findOverlaps(page)).toEqual([])
})

test('the map on paper is whole, on one sheet with its legend, and without its buttons', async ({ page }) => {
  await page.goto('./#v=1&preset=spike&map=1')
  await expect(page.locator('.map-progress')).toHaveText('')
  await expect(page.locator('.map-legend')).toBeVisible()
  await toPaper(page)
  const map = page.locator('.map-panel')
  for (const chart of ['.map-chart', '.trade-chart', '.map-legend']) {
    const isWhole = await map.locator(chart).evaluate((svg) => {
      const [inner, outer] = [svg, svg.parentElement!].map((node) => node.getBoundingClientRect())
      const isInside = inner!.left >= 0 && inner!.right <= innerWidth && inner!.bottom <= outer!.bottom + 1
      // A drawing of another shape than its place would be cut or float in it.
      const { width, height } = (svg as SVGSVGElement).viewBox.baseVal
      return isInside && Math.abs(inner!.width / inner!.height - width / height) < 0.05
    })
    expect(isWhole, chart).toBe(true)
  }
  expect((await map.boundingBox())!.height).toBeLessThan(SHEET.height)
  expect(await page.locator('.map-door').evaluate((door) => getComputedStyle(door).breakInside)).toBe('avoid')
  // Which of the choices is shown is said; nothing else can be pressed.
  await expect(map.getByRole('button')).toHaveText(['Both', 'peak memory'])
  await expect(map.getByRole('link')).toHaveCount(0)
})

test('no page prints its keyboard-only controls', async ({ page }) => {
  for (const name of ['index', 'log', 'learn', 'program', 'experiments', 'evidence']) {
    await page.goto(`./${name}.html`)
    const skip = page.getByText('Skip to the content')
    await expect(skip).toBeAttached()
    await page.emulateMedia({ media: 'print' })
    // Outside the window is not outside the sheet: paper has no window.
    await expect(skip, name).toBeHidden()
    await page.emulateMedia({ media: 'screen' })
  }
})

test('a handout on paper: no title of an axis is cut, and a log longer than a page begins where the text before it ends', async ({
  page,
}) => {
  await withoutRedrawing(page)
  await page.goto('./learn.html#lesson=trigger-runway-assists&step=1&handout=1')
  await expect(page.locator('.handout-figure:not(.cpu) .end-label').first()).toBeVisible()
  await toPaper(page)
  const titles = page.locator('.handout-figure text').filter({ hasText: 'elapsed seconds' })
  await expect(titles.first()).toBeVisible()
  const cut = await titles.evaluateAll((texts) =>
    texts.filter(
      (text) =>
        text.getBoundingClientRect().right > (text.closest('.handout-figure')?.getBoundingClientRect().right ?? 0),
    ),
  )
  expect(cut).toEqual([])
  await page.goto('./learn.html#lesson=reading-gctrace&step=1&handout=1')
  const lines = page.locator('.gctrace-lines')
  await expect(lines).toHaveCount(2)
  const breaks = (element: Element) => getComputedStyle(element).breakInside
  expect(await lines.last().evaluate(breaks)).toBe('auto')
  expect(await page.locator('section').filter({ has: lines }).last().evaluate(breaks)).toBe('auto')
})

test('a step of a lesson on paper: nothing is over its figure', async ({ page }) => {
  await withoutRedrawing(page)
  for (const step of ['trigger-runway-assists&step=1', 'thrashing&step=1', 'a-spike&step=2']) {
    await page.emulateMedia({ media: 'screen' })
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto('about:blank')
    await page.goto(`./learn.html#lesson=${step}`)
    await expect(page.locator('.heap-chart .end-label').first()).toBeVisible()
    await toPaper(page)
    await expect(page.locator('.overlay')).toBeHidden()
    const boxes = await page.locator(':is(.heap-host, .cpu-host) > svg, .step-after').evaluateAll((parts) =>
      parts
        .map((part) => part.getBoundingClientRect())
        .filter(({ height }) => height > 0)
        .map(({ top, bottom }) => [top, bottom] as const),
    )
    expect(boxes.length).toBeGreaterThan(1)
    boxes.forEach(([top], i) => {
      if (i > 0) expect(Math.round(top), step).toBeGreaterThanOrEqual(Math.round(boxes[i - 1]![1]))
    })
  }
})

test('a step of a lesson on paper has its number and address, the names of its settings, and no buttons', async ({
  page,
}) => {
  for (const [step, place] of [
    ['the-sawtooth&step=4', 'Step 4 of 5'],
    ['containers-and-headroom&step=4', 'Step 4 of 4'],
  ] as const) {
    await page.emulateMedia({ media: 'screen' })
    await page.goto(`./learn.html#lesson=${step}&present=1`)
    await expect(page.locator('.print-link')).toBeHidden()
    await toPaper(page)
    const address = page.url().replace('&present=1', '')
    await expect(page.locator('.print-link')).toHaveText(`${place}: ${address}`)
    await expect(page.locator('.print-link')).toBeVisible()
    for (const name of ['Run it', 'Show without a bet', 'Start again', /hint/])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
  }
  await expect(page.getByText('GOMEMLIMIT', { exact: true })).toBeVisible()
})

test('a program on paper has no empty field to paste into once there is an answer', async ({ page }) => {
  await page.goto('./program.html')
  await page.emulateMedia({ media: 'print' })
  const intake = page.locator('.intake')
  await expect(intake).toBeVisible()
  await page.emulateMedia({ media: 'screen' })
  const known = page.getByRole('region', { name: 'Quantities' })
  for (const [name, text] of [
    ['Live heap after GC', '200MiB'],
    ['Allocation rate', '100MiB/s'],
  ] as const) {
    await known.getByRole('textbox', { name }).fill(text)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('region', { name: 'Measured and simulated' })).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(intake).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await paste(page, 'apiVersion: v1\nkind: Pod\nspec: {containers: [{name: a, image: b}]}\n')
  await expect(page.locator('.inputs')).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  await expect(intake).toBeHidden()
})

test('a program on paper has the advice that was found, whole values, and both charts on one sheet', async ({
  page,
}) => {
  await page.goto('./program.html')
  const known = page.getByRole('region', { name: 'Quantities' })
  for (const [name, text] of [
    ['Live heap after GC', '200MiB'],
    ['Allocation rate', '99.1MiB/s'],
  ] as const) {
    await known.getByRole('textbox', { name }).fill(text)
    await page.keyboard.press('Tab')
  }
  const advice = page.locator('.own-advice')
  await expect(advice).toBeVisible()
  await toPaper(page)
  // The text before a search only says what one could press.
  await expect(advice).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('button', { name: 'Find settings' }).click()
  await expect(advice.getByText('recommended')).toBeVisible()
  await toPaper(page)
  await expect(advice.locator('.option').first()).toBeVisible()
  await expect(advice.locator('.setting')).toBeVisible()
  await expect(advice.locator('.option-actions > :visible')).toHaveCount(0)
  const cut = await page
    .locator('.typed:visible')
    .evaluateAll((fields) =>
      fields
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((one) => (one as HTMLInputElement).value),
    )
  expect(cut).toEqual([])
  const charts = page.locator('.simulated .charts')
  expect(await charts.evaluate((host) => getComputedStyle(host).breakInside)).toBe('avoid')
})

test('the settings of the simulator are on one sheet with the link', async ({ page }) => {
  await openPage(page, '#v=1&preset=headroom')
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('.print-link')).toBeVisible()
  expect(await page.locator('.controls').evaluate((one) => getComputedStyle(one).breakInside)).toBe('avoid')
  expect(await page.locator('.print-link').evaluate((one) => getComputedStyle(one).breakBefore)).toBe('avoid')
})

test('a log on paper has its figures', async ({ page }) => {
  await page.goto('./log.html')
  await page.getByRole('button', { name: 'The log of a steady service' }).click()
  await expect(page.locator('.own-log .heap-chart .end-label').first()).toBeVisible()
  await toPaper(page)
  await expect(page.locator('.heap-chart .end-label').first()).toBeVisible()
  await expect.poll(() => findCut(page)).toEqual([])
  await expect(page.locator('input[type=range]:visible')).toHaveCount(0)
})

test('experiments on paper have figures, two side by side', async ({ page }) => {
  await page.goto('./experiments.html')
  await expect(page.locator('.card svg').first()).toBeVisible()
  await toPaper(page)
  const boxes = await page
    .locator('.card')
    .evaluateAll((cards) => cards.map((card) => card.getBoundingClientRect().left))
  expect(new Set(boxes.map(Math.round)).size).toBe(2)
  await expect(page.locator('.card svg').first()).toBeVisible()
  await expect(page.getByRole('navigation')).toHaveCount(0)
})

test('evidence on paper has its figures, and every table unfolded', async ({ page }) => {
  await page.goto('./evidence.html')
  await expect(page.locator('.ratio-chart circle.dot').first()).toBeVisible()
  await expect(page.locator('.trust .dot').first()).toBeVisible()
  await toPaper(page)
  const chart = page.locator('.ratio-chart')
  await expect.poll(async () => (await chart.boundingBox())!.width).toBeLessThanOrEqual(SHEET.width)
  const texts = await chart.locator('text').evaluateAll((all) => all.map((text) => text.getBoundingClientRect().right))
  expect(Math.max(...texts)).toBeLessThanOrEqual(SHEET.width)
  await expect(page.getByRole('table', { name: 'Figures of Yuri Fenyuk' })).toBeVisible()
  await expect(page.getByText(/^given: import, 400,000 objects/)).toBeVisible()
  await expect(page.getByRole('table', { name: 'Odd programs' })).toBeVisible()
})

test('experiments on a wide sheet use its width, and cards that nobody scrolled to have their figures', async ({
  page,
}) => {
  await page.goto('./experiments.html')
  await expect(page.locator('.card:not(:has(.small-chart))')).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  const edges = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => {
        const { left, right } = element.getBoundingClientRect()
        return { left, right }
      })
  const [first, cards] = [await edges('h1'), await edges('.cards')]
  expect(cards.left).toBe(first.left)
  expect(cards.right).toBe(first.right)
  expect((await edges('.wordmark')).left).toBe(first.left)
})

test('printed from a wide window, the names in the charts are as large as the text around them', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('./#v=1&preset=spike&map=1')
  await expect(page.locator('.map-progress')).toHaveText('')
  await expect(page.locator('.map-legend')).toBeVisible()
  const widthOf = () => page.locator('.heap-chart').evaluate((chart) => chart.getAttribute('width'))
  const onScreen = await widthOf()
  // The events of a browser that prints: the window keeps its size, and only the sheet is narrower.
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const sheet = 690
  const widths = await page
    .locator(':is(.heap-host, .cpu-host, .legend-host) > svg')
    .evaluateAll((charts) => charts.map((chart) => Number(chart.getAttribute('width'))))
  for (const width of widths) expect(sheet / width).toBeGreaterThan(0.85)
  const [map, trade] = await page
    .locator(':is(.map-host, .trade-host) > svg')
    .evaluateAll((charts) => charts.map((chart) => Number(chart.getAttribute('width'))))
  expect((0.6 * sheet) / map!).toBeGreaterThan(0.85)
  expect((0.4 * sheet) / trade!).toBeGreaterThan(0.85)
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  expect(await widthOf()).toBe(onScreen)
})

test('a figure on paper is whole, with its address as text unless it is a packed link, which nobody types', async ({
  page,
}) => {
  await withoutRedrawing(page)
  await page.setViewportSize({ width: 1100, height: 420 })
  await page.goto('embed.html#v=1&preset=spike')
  await expect(page.locator('.cpu-chart')).toBeVisible()
  await toPaper(page)
  // Both charts whole, however low the frame was, and nothing between them and the words below.
  const [heap, cpu, explained] = await Promise.all(
    ['.heap-chart', '.cpu-chart', '.explained'].map(async (part) => (await page.locator(part).boundingBox())!),
  )
  expect(cpu!.y - (heap!.y + heap!.height)).toBeLessThan(20)
  expect(cpu!.y + cpu!.height).toBeLessThanOrEqual(explained!.y)
  expect(explained!.y - (cpu!.y + cpu!.height)).toBeLessThan(20)
  const open = page.locator('a.open')
  const written = () => open.evaluate((link) => getComputedStyle(link, '::after').content)
  expect(await written()).toContain('preset=spike')
  await open.evaluate((link) => link.setAttribute('href', '/#v=1&z=xZXBasMwDIaf'))
  expect(await written()).toBe('none')
})
