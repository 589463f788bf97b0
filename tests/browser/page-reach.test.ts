import { expect, type Locator, test } from '@playwright/test'
import { findAxeViolations } from './support/axe.ts'
import { DEFAULT, openPage } from './support/page.ts'

test('all of the page is reached: on the first screen, by the keyboard, and the published figures below', async ({
  page,
}) => {
  const sawtooth = await openPage(page)
  await test.step('the first screen holds chart, controls and results without scrolling', async () => {
    const shown = [
      page.locator('.heap-chart'),
      page.locator('.cpu-chart'),
      page.locator('.explained'),
      page.getByRole('region', { name: 'Results' }),
      sawtooth.gogc,
      sawtooth.memoryLimit,
      page.locator('input[type=range][name=containerLimit]'),
      page.locator('input[type=range][name=procs]'),
      page.getByRole('switch', { name: '50 % GC CPU limit' }),
      page.getByRole('button', { name: 'Reset' }),
    ]
    for (const one of shown) {
      const box = (await one.boundingBox())!
      expect(box.y).toBeGreaterThanOrEqual(0)
      expect(box.y + box.height).toBeLessThanOrEqual(800)
    }
  })
  await test.step('keyboard alone reaches everything, in the order of the page', async () => {
    await expect(page.getByRole('heading', { name: 'How to read and use this page' })).toBeVisible()
    const reached: string[] = []
    for (let i = 0; i < 100; i++) {
      await page.keyboard.press('Tab')
      const name = await page.evaluate(() => {
        const element = document.activeElement
        if (!element || element === document.body) return ''
        const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : element.textContent
        return element.getAttribute('aria-label') ?? label ?? element.tagName
      })
      if (name === '') break
      reached.push(name)
    }
    for (const name of [
      'Skip to the content',
      'Experiments',
      'Program: Transient spike',
      'Edit program',
      'Pin',
      'Copy link',
      'Present',
      'GC CPU',
      'Verdict',
      'Time along the run',
      'GOGC',
      'GOGC slider',
      'GOGC value',
      'GOMEMLIMIT',
      'Container limit value',
      '50 % GC CPU limit',
      'GOMAXPROCS',
      'Other Go memory value',
      'Lock axes',
      'Reset settings',
      'GOGC 50',
      'The run as a table',
      'Phases of the program',
    ])
      expect(reached).toContain(name)
  })
  await test.step('the published figures stand below, printed beside computed, and a click loads one', async () => {
    const figures = page.getByRole('region', { name: 'The published figures' })
    for (const [name, printed, computed] of [
      ['GOGC 50', '45.0', '45.0'],
      ['GOGC 100', '60.0', '60.0'],
      ['GOGC 200', '90.4', '90.0'],
      ['GOGC off, limit 25 MiB', '30.1', '30.1'],
    ] as const) {
      const card = figures.getByRole('listitem').filter({ has: page.getByRole('button', { name, exact: true }) })
      const peak = card.getByRole('row', { name: /^Peak/ }).getByRole('cell')
      await expect(peak.nth(0)).toHaveText(printed)
      await expect(peak.nth(1)).toHaveText(computed)
    }
    await figures.getByRole('button', { name: 'GOGC 200' }).click()
    await sawtooth.expectResults({ 'GC CPU': '3.3 %', 'Total CPU time': '10.34 s' })
    await expect(sawtooth.preset).toHaveText('Published figure: GOGC=200')
  })
})

test('the run can be read as a table, one row per cycle', async ({ page }) => {
  const sawtooth = await openPage(page)
  await page.getByText('The run as a table').click()
  const table = page.getByRole('table', { name: /GC cycles of this run/ })
  await expect(table.getByRole('row')).toHaveCount(13)
  await expect(table.getByRole('row').nth(9)).toContainText('60.0')
  // 323 cycles: two pages.
  await sawtooth.choosePreset('A limit below the live heap')
  await sawtooth.expectResults({ 'GC cycles': '323' })
  await expect(table.getByRole('row')).toHaveCount(201)
  await page.getByRole('button', { name: 'Later' }).click()
  await expect(table.getByRole('row')).toHaveCount(124)
})

test('everything that a link sets can be seen on the page', async ({ page }) => {
  await openPage(page, '#v=1&preset=spike&initialLive=12MiB&fixedCost=0.25')
  const program = page.getByRole('region', { name: 'The program', exact: true })
  await expect(program).toContainText('12.0 MiB')
  await expect(program).toContainText('0.25 s')
})

test('the results are announced once a change has settled, not while it goes on', async ({ page }) => {
  const sawtooth = await openPage(page)
  const said = page.locator('#announcer')
  await expect(said).toContainText('GC CPU 6.3 %')
  const box = (await sawtooth.gogc.boundingBox())!
  const y = box.y + box.height / 2
  await page.mouse.move(box.x + box.width * 0.47, y)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.2, y, { steps: 5 })
  await expect(sawtooth.result('GC CPU')).not.toHaveText('6.3 %')
  await page.waitForTimeout(1000) // longer than a settled change waits to be announced
  await expect(said).toContainText('GC CPU 6.3 %')
  await page.mouse.up()
  await expect(said).not.toContainText('GC CPU 6.3 %')
})

test('numbers of another length do not move the text beside them', async ({ page }) => {
  const sawtooth = await openPage(page)
  const places = () =>
    page
      .locator('.result > .explain, .knob .explain, .heap-chart, .cpu-chart')
      .evaluateAll((all) =>
        all.map((one) => [one.getBoundingClientRect().left, one.getBoundingClientRect().top].join()),
      )
  const before = await places()
  await sawtooth.type('GOMEMLIMIT', '8MiB')
  await sawtooth.expectResults({ Verdict: 'thrashing' })
  await sawtooth.type('GOMEMLIMIT', '8MiB')
  expect(await places()).toEqual(before)
  // On a tablet and on a phone the sliders stand beside or below the results: while one is dragged it stays in its place.
  const heightAt = async (width: number, height: number, limit: string) => {
    await page.setViewportSize({ width, height })
    await sawtooth.type('GOMEMLIMIT', limit)
    await sawtooth.expectResults({ Verdict: limit === 'off' ? 'healthy' : 'thrashing' })
    return page.locator('.results').evaluate((results) => results.getBoundingClientRect().height)
  }
  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const)
    expect(await heightAt(width, height, '8MiB')).toBe(await heightAt(width, height, 'off'))
  await page.setViewportSize({ width: 1024, height: 768 })
  // The charts keep their size, and each of the smaller figures its place.
  const kept = async (limit: string, verdict: string) => {
    await sawtooth.type('GOMEMLIMIT', limit)
    await sawtooth.expectResults({ Verdict: verdict })
    return page
      .locator('.charts, .measures dt')
      .evaluateAll((all) =>
        all.map((one) => one.getBoundingClientRect()).map(({ left, top, height }) => [left, top, height].join()),
      )
  }
  expect(await kept('9MiB', 'thrashing')).toEqual(await kept('off', 'healthy'))
})

test('on a small screen nothing runs out of the page, and everything is there', async ({ page }) => {
  for (const [width, height] of [
    [390, 844],
    [320, 640],
    [640, 480],
  ] as const)
    await test.step(`at ${width} px`, async () => {
      await page.setViewportSize({ width, height })
      const sawtooth = await openPage(page, DEFAULT)
      await expect(page.getByRole('heading', { name: 'How to read and use this page' })).toBeVisible()
      await sawtooth.expectResults({ 'GC CPU': '6.3 %' })
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over).toBeLessThanOrEqual(0)
      const tops = []
      for (const part of ['.tools', '.heap-chart', '.results', '.controls'])
        tops.push((await page.locator(part).boundingBox())!.y)
      expect(tops).toEqual([...tops].sort((a, b) => a - b))
      await sawtooth.type('GOGC', '50')
      await sawtooth.expectResults({ 'GC CPU': '11.9 %' })
    })
})

test('the theme goes round, and is remembered', async ({ page }) => {
  await openPage(page)
  const paper = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const light = await paper()
  const button = page.getByRole('button', { name: /^Theme/ })
  await expect(button).toHaveAccessibleName('Theme: system. Switch to light.')
  await button.click()
  await button.click()
  await expect.poll(paper).not.toBe(light)
  const dark = await paper()
  await page.reload()
  await expect.poll(paper).toBe(dark)
})

test('without storage the page works all the same', async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      get() {
        throw new DOMException('refused', 'SecurityError')
      },
    })
  })
  const sawtooth = await openPage(page)
  await page.getByRole('button', { name: /^Theme/ }).click()
  await sawtooth.expectResults({ 'GC CPU': '6.3 %' })
})

test('axe finds no violation with table, note and message open', async ({ page }) => {
  const sawtooth = await openPage(page)
  await page.getByText('The run as a table').click()
  await sawtooth.type('GOMEMLIMIT', 'lots')
  await sawtooth.figure.focus()
  await page.keyboard.press('.')
  await page.getByRole('button', { name: 'Peak memory' }).click()
  expect(await findAxeViolations(page)).toEqual([])
})

test('with forced colours no edge of another colour is around a label of a chart', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await openPage(page, '#v=1&preset=spike')
  const label = page.locator('.heap-chart .end-label').first()
  const around = await label.evaluate((text) => getComputedStyle(text).stroke)
  expect(around).toBe(await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor))
})

test('with forced colours it still shows which model is chosen, and what is on', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' })
  await openPage(page, '#v=1&preset=spike&model=runtime')
  const backgroundOf = (locator: Locator) => locator.evaluate((element) => getComputedStyle(element).backgroundColor)
  const models = page.getByRole('group', { name: 'Model' }).locator('.segment span')
  expect(await backgroundOf(models.nth(1))).not.toBe(await backgroundOf(models.nth(0)))
  const limiter = page.getByRole('switch', { name: '50 % GC CPU limit' })
  const on = await backgroundOf(limiter)
  await limiter.click()
  expect(await backgroundOf(limiter)).not.toBe(on)
  const preset = page.getByRole('button', { name: /^Program: / })
  expect(await preset.evaluate((element) => getComputedStyle(element, '::after').content)).toContain('▾')
  await page.getByRole('button', { name: 'Map', exact: true }).click()
  const [both, alone] = ['Both', 'GOGC alone'].map((name) => page.getByRole('button', { name, exact: true }))
  await expect(both!).toHaveAttribute('aria-pressed', 'true')
  expect(await backgroundOf(both!)).not.toBe(await backgroundOf(alone!))
})
